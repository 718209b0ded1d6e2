"""Seats that the table plays: what people's hands do for them, and handing a seat over and back."""

from companion.pages import face

__getattr__ = face(__name__)
