"""Making screen and table agree: the fix panel, earlier entries, rebuilding the table."""

from companion.pages import face

__getattr__ = face(__name__)
