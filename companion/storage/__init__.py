"""The files beside the journals: boxes of tags, score sheets, the PIN, and files people bring."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.storage.files import Objection, Status


class FileRefused(ValueError):
    """A file is refused. It is defined here so that expecting it loads no reader of files."""

    def __init__(self, status: Status, *objections: Objection) -> None:
        super().__init__(objections)
        self.status = status
        """What it means for the exit status."""
        self.objections = objections
        """Every reason that is known, at least one."""
