"""A partially recorded game: the table at which less is entered, and joining it late."""

from companion.pages import face

__getattr__ = face(__name__)
