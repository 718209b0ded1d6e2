"""Partially recorded games: the table at which less is entered, and joining late."""

from companion.pages import face

__getattr__ = face(__name__)
