"""Making screen and table agree: the fix panel, an earlier entry, a table laid anew."""

from companion.pages import face

__getattr__ = face(__name__)
