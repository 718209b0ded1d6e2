"""The command line: a module for each command."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.cli.terminal import load

if TYPE_CHECKING:
    from argparse import ArgumentParser


NO_MEMORY = "there is too little memory: close other programs"

_TROUBLE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Do what the command line says and return the exit status; nothing is ever raised.

    Args:
        argv: The words after the program's name; None for those of this process.
    """
    try:
        status: int = load("companion.cli.commands").main(argv)
    except (MemoryError, SystemError):  # the other is what is left where memory ended in between
        os.write(2, b"error: %s\n" % NO_MEMORY.encode())
        return _TROUBLE
    return status


def parser() -> ArgumentParser:
    """Return the whole command line as one parser, for completion and the man page."""
    whole: ArgumentParser = load("companion.cli.commands").parser_of_all(with_options=True)
    return whole
