"""Past games: the list, a replay, statistics."""

from companion.pages import face

__getattr__ = face(__name__)
