"""Phones: everybody's own panel. Who sits where, what a phone does, and the page with the code."""

from companion.pages import face

__getattr__ = face(__name__)
