"""Who plays, what is agreed, and how the suns are dealt."""

from companion.pages import face

__getattr__ = face(__name__)
