"""The rules to look up: the card of the moment, the overview, what would score now."""

from companion.pages import face

__getattr__ = face(__name__)
