"""The files beside the journals: boxes of tags, score sheets, the PIN, and files people bring.

What is defined here can be used without loading any reader of files.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.storage.files import Objection


class Status(IntEnum):
    """What a command says about its files when it leaves; of several the highest counts."""

    DONE = 0
    IMPOSSIBLE = 1
    """The rules of Ra refuse what a file says."""
    UNREADABLE = 2
    """A file cannot be read, or is of another kind."""


class FileRefused(ValueError):
    """A file is refused."""

    def __init__(self, status: Status, *objections: Objection) -> None:
        super().__init__(objections)
        self.status = status
        """What it means for the exit status."""
        self.objections = objections
        """Every reason that is known, at least one."""
