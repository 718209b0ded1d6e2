"""What all commands share: options, output, progress, the pager, the log, loading late.

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
