"""The clocks: what a line says about when it was written."""

import time
from functools import cache
from pathlib import Path

from companion.journal.lines import Stamp

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")
_NS_PER_MS = 1_000_000


def stamp(source: str) -> Stamp:
    """Return the stamp of something that came from this source just now."""
    wall_ms = time.time_ns() // _NS_PER_MS
    boot_ms = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // _NS_PER_MS
    return Stamp(wall_ms, boot_ms, _boot(), source)


@cache
def _boot() -> str:
    """Return the name of this start of the machine; empty where it has none."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""
