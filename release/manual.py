"""The man page and the shells' completion, made from the command line's own parsers.

By argparse-manpage and shtab, which only the making of a package needs.
"""

import argparse
import os
from collections.abc import Mapping
from datetime import UTC, datetime

import shtab
from argparse_manpage.manpage import Manpage

from companion import __version__
from companion.cli import parser
from companion.cli.terminal.options import NAME

PAGE = f"usr/share/man/man1/{NAME}.1.gz"

COMPLETIONS: Mapping[str, str] = {
    "bash": f"usr/share/bash-completion/completions/{NAME}",
    "zsh": f"usr/share/zsh/vendor-completions/_{NAME}",
    "fish": f"usr/share/fish/vendor_completions.d/{NAME}.fish",
}
"""Where each shell looks for its script."""

_COMPLETED = {"FILE": shtab.FILE, "PLACE": shtab.FILE, "DIR": shtab.DIRECTORY}
"""By the names of values in the help; a place is a folder or a file."""

_SUBPARSERS = argparse._SubParsersAction  # noqa: SLF001 - argparse offers no other way


def whole() -> argparse.ArgumentParser:
    """Return the parser of the command line, which now knows what shells can complete."""
    made = parser()
    _complete(made)
    return made


def _complete(made: argparse.ArgumentParser) -> None:
    """Let shells complete files and folders."""
    for each in made._actions:  # noqa: SLF001 - as above
        if kind := _COMPLETED.get(str(each.metavar)):
            each.complete = kind  # type: ignore[attr-defined] # shtab reads it
        for below in each.choices.values() if isinstance(each, _SUBPARSERS) else ():
            _complete(below)


def files(stamp: int) -> dict[str, str]:
    """Return the man page, not yet compressed, and the completions, by their places below ``/``.

    Args:
        stamp: The day of the page, in seconds since 1970.
    """
    about = {
        "date": f"{datetime.fromtimestamp(stamp, UTC):%Y-%m-%d}",
        "description": "companion for tables that play Ra",
        "manual_title": "User Commands",
        "project_name": "Ra Companion",
        "version": __version__,
    }
    os.environ["COLUMNS"] = "72"  # else usage lines would be as long as this terminal
    scripts = {COMPLETIONS[shell]: shtab.complete(whole(), shell) for shell in COMPLETIONS}
    return {PAGE: str(Manpage(whole(), about)), **scripts}
