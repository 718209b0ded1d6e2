"""Looking back at a finished game: chances to win, where it turned, what choices cost."""

from companion.pages import face

__getattr__ = face(__name__)
