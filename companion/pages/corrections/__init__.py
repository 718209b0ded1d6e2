"""Making screen and table agree: the fix panel and earlier entries."""

from companion.pages import face

__getattr__ = face(__name__)
