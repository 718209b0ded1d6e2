"""The table: a turn, an auction, gods and disasters; a peek, and ending early."""

from companion.pages import face

__getattr__ = face(__name__)
