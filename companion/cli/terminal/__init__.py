"""What all commands share: options, output, progress, the log, loading late.

`load` is the one place where a command loads a module only when it needs it: reading the rules
should not wait for a screen, and scoring a sheet needs no database.
"""

from importlib import import_module
from typing import Any


def load(name: str) -> Any:  # noqa: ANN401 - a module has whatever is in it
    """Return a module, loaded now if nobody has loaded it before.

    Raises:
        ModuleNotFoundError: It is not installed.
    """
    return import_module(name)


def keep_log(level: str) -> None:
    """Log everything from this level up to standard error, if there is no log yet."""
    load("logging").basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")


def log_mistake(mistake: Exception) -> None:
    """Log an unexpected exception; without a log, no traceback is shown."""
    logging = load("logging")
    log = logging.getLogger(__name__)
    log.addHandler(logging.NullHandler())
    log.error("stopped", exc_info=mistake)


def leave_on_sigterm() -> None:
    """Let a command that runs until somebody ends it be ended by the system, too."""
    signal = load("signal")

    def leave(_number: int, _frame: object) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, leave)
