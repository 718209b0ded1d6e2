"""What is looked at: a machine, and what its owner wants of it."""

from pathlib import Path

import msgspec

from companion.doctor.machine import Machine
from companion.mistakes import Mistake
from companion.settings import Settings
from companion.words import Words


class Case(msgspec.Struct, frozen=True):
    """Everything that a look may need; looks change nothing."""

    machine: Machine
    """The computer."""
    settings: Settings
    """What holds: the owner's file over the defaults."""
    mistakes: tuple[Mistake, ...]
    """What is wrong in the owner's file."""
    settings_file: Path | None
    """The owner's file; None if there is none."""
    data: Path
    """Where the table would keep its games."""
    assets: Path
    """The program's own files."""
    words: Words
    """The language in which findings are told."""
    is_open: bool = False
    """Whether the table is open, and has what only one can have."""
