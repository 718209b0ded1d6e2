"""The pause menu, and the page about the program."""

from companion.pages import face

__getattr__ = face(__name__)
