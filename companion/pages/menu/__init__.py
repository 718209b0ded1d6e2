"""The pause menu, and what the program is."""

from companion.pages import face

__getattr__ = face(__name__)
