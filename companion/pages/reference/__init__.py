"""Looking up rules: the card for the moment, the overview, what would score now."""

from companion.pages import face

__getattr__ = face(__name__)
