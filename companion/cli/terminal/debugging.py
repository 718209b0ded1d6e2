"""The program's log, for whoever looks for a mistake of ours."""

import logging

_FORM = "%(levelname)s %(name)s: %(message)s"


def begin(level: int = logging.DEBUG) -> None:
    """Let everything from this level on be said on standard error."""
    logging.basicConfig(level=level, format=_FORM)


def log_mistake(mistake: Exception) -> None:
    """Keep in the log what nobody has foreseen; who keeps no log is not shown a traceback."""
    log = logging.getLogger(__name__)
    log.addHandler(logging.NullHandler())
    log.error("stopped", exc_info=mistake)
