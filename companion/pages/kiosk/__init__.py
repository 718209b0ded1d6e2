"""A table in a café: staff and their PIN, staff calls, idling, USB sticks."""

from companion.pages import face

__getattr__ = face(__name__)
