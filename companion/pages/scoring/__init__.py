"""An epoch and the whole game scored: points, reveal, reasons, the race."""

from companion.pages import face

__getattr__ = face(__name__)
