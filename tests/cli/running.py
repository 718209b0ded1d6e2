"""What a command did, and records to do it with."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

HEADER = b'{"ra_record": 1, "players": ["Anna", "Ben", "Cleo"]}\n'

BEGINNING = HEADER + b'{"draw": "pharaoh"}\n{"draw": "ra"}\n{"bid": 4}\n'
"""Anna begins and draws, Ben draws Ra, Cleo bids; Anna decides next."""


class Ran(NamedTuple):
    """What a command did."""

    status: int
    out: str
    err: str

    @property
    def states(self) -> list[dict[str, Any]]:
        """Standard output as JSON, a line each."""
        return [json.loads(line) for line in self.out.splitlines()]

    @property
    def complaints(self) -> list[str]:
        """Standard error, a line each."""
        return self.err.splitlines()


Run = Callable[..., Ran]
"""``run("replay", "-", stdin=b"…")``"""

Write = Callable[[bytes], Path]
"""Write a file and return where it is."""
