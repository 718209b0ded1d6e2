"""The history: the game as sentences, each with its table and what can be done with it."""

from companion.pages import face

__getattr__ = face(__name__)
