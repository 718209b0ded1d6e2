"""What all commands share: options, what goes out, progress, the pager, the log, loading late.

`load` is the one place where a module is loaded only when it is used: who reads a rule should not
wait for a screen, and who scores a sheet needs no database.
"""

from importlib import import_module
from typing import Any


def load(name: str) -> Any:  # noqa: ANN401 - a module has whatever is in it
    """Return a module, loaded now if nobody has loaded it before.

    Raises:
        ModuleNotFoundError: It is not installed.
    """
    return import_module(name)
