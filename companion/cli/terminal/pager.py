"""Output that is longer than the terminal is high goes through the user's pager."""

import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress

from companion.cli.terminal import output

_LESS = "less -FRX"
"""Shows at once what is short, and leaves on the terminal what was seen."""

_NONE = ("", "cat")


def say(lines: Sequence[str]) -> None:
    """Print lines for people, page by page if there are too many for their terminal.

    Raises:
        BrokenPipeError, NotPrintedError: As with `output.say`.
    """
    command = os.environ.get("PAGER", _LESS)
    fits = len(lines) < shutil.get_terminal_size().lines
    if fits or command in _NONE or not sys.stdout.isatty() or not _paged(lines, command):
        output.say(lines)


def _paged(lines: Sequence[str], command: str) -> bool:
    """Show lines with a pager, and return whether there is such a program."""
    try:
        words = shlex.split(command)
    except ValueError:
        return False
    if not words or shutil.which(words[0]) is None:
        return False
    output.finish()
    environment = {"LESS": "FRX", **os.environ}
    text = "".join(output.shown(line) + "\n" for line in lines)
    with suppress(BrokenPipeError, KeyboardInterrupt):  # somebody has seen enough
        subprocess.run(words, input=text.encode(), env=environment, check=False)  # noqa: S603 - what the owner of the terminal has named
    return True
