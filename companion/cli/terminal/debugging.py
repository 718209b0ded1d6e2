"""The program's log, for debugging."""

import logging

_FORM = "%(levelname)s %(name)s: %(message)s"


def begin(level: int = logging.DEBUG) -> None:
    """Log everything from this level up to standard error."""
    logging.basicConfig(level=level, format=_FORM)


def log_mistake(mistake: Exception) -> None:
    """Log an unexpected exception; without a log, no traceback is shown."""
    log = logging.getLogger(__name__)
    log.addHandler(logging.NullHandler())
    log.error("stopped", exc_info=mistake)
