"""The scoring assistant: who played, what everybody has, what it is worth."""

from companion.pages import face

__getattr__ = face(__name__)
