"""Buttons, readers and tags: the pin wizard, the hardware test, teaching a box."""

from companion.pages import face

__getattr__ = face(__name__)
