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


_SPARE = 64 << 20
"""Bytes that every computer on which a table is opened can still give."""


def has_spare_memory() -> bool:
    """Whether the system still gives memory: libraries call the want of it by many names."""
    try:
        bytearray(_SPARE)
    except MemoryError:
        return False
    return True


class FileRefused(ValueError):
    """A file is refused."""

    def __init__(self, status: Status, *objections: Objection) -> None:
        super().__init__(objections)
        self.status = status
        """What it means for the exit status."""
        self.objections = objections
        """Every reason that is known, at least one."""
