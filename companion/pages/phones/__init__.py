"""Phones: everybody's own panel. Who sits where, what a phone does, the page with the code."""
