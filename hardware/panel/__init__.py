"""Buttons, dial and lamps: from pins to events."""
