"""The command line: a module for each command."""

from __future__ import annotations

import gc
from collections.abc import Sequence

from companion.cli.terminal import load


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status; nothing is ever raised.

    Args:
        argv: The words after the program's name; None for those of this process.
    """
    gc.disable()  # while everything is loaded, hardly anything is garbage
    try:
        status: int = load("companion.cli.commands").main(argv)
    finally:
        gc.enable()
    return status
