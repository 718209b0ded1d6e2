"""The options of a command: a struct whose fields say how they are written."""

from collections.abc import Callable
from typing import Annotated

import msgspec


class Option(msgspec.Struct, frozen=True):
    """How a field is written: ``--like-its-name``. Its type and its default say the rest."""

    help: str
    """What it does; ends without a full stop."""
    metavar: str = ""
    """What its value is called; a flag has none."""
    choices: tuple[str, ...] = ()
    """All values there are, if they are not those of an `Enum`."""
    read: Callable[[str], object] | None = None
    """Returns the value of a text, or raises `ValueError` with what to write instead."""
    short: str = ""
    """Its one letter."""
    instead_of: str = ""
    """The name of a flag that cannot stand beside it."""


class Argument(Option, frozen=True):
    """How a field is written that stands by itself, without a name."""


class Common(msgspec.Struct, frozen=True, kw_only=True):
    """The options of every command."""

    quiet: Annotated[bool, Option("print only results and errors", short="q")] = False
    verbose: Annotated[
        bool, Option("print details for debugging", short="v", instead_of="quiet")
    ] = False
