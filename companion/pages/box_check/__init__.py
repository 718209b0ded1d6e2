"""Packing up: whether everything is in the box."""
