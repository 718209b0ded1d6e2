"""Which call staff have not answered yet, so that it outlives a cut of the power."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.core.kiosk import GuestRequest
from companion.journal.disk import DISK, Disk, read_file, replace_whole

_MOST_BYTES = 100


def call_file(data: Path) -> Path:
    """Return where it is kept."""
    return data / "staff-call.json"


def load_call(data: Path) -> GuestRequest | None:
    """Return what is called for; None if nobody calls, or the file cannot be read."""
    try:
        raw = read_file(call_file(data), _MOST_BYTES)
        return msgspec.json.decode(raw, type=GuestRequest | None)
    except (OSError, ValueError, RecursionError):
        return None


def save_call(data: Path, call: GuestRequest | None, disk: Disk = DISK) -> None:
    """Keep this so that it outlives a pulled plug; None: staff have come.

    Raises:
        OSError: It cannot be kept.
    """
    if call is not None or call_file(data).exists():
        replace_whole(disk, call_file(data), msgspec.json.encode(call))
