"""Packing up: whether everything is in the box."""

from companion.pages import face

__getattr__ = face(__name__)
