"""A seat that the table plays itself: what hands do for it, and who hands it over."""

from companion.pages import face

__getattr__ = face(__name__)
