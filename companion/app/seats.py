"""Who plays each seat of a game on this table, where that has changed since the game began.

The header of a game's journal says which seats the table plays at the start; older versions ignore
that. Handing a seat over later would take a line of its own, and older versions stop reading a game
at a line they do not know. It changes nothing on the table either. So it is kept beside the
journals, in a file whose loss harms no game.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.core.session import Guest
from companion.journal.disk import DISK, Disk, replace_whole
from companion.opponent.strength import Strength

FILE = "seats.json"

_MOST = 20
"""Games for which this is kept: only the newest are continued."""

Strengths = tuple[Strength | None, ...]
"""How well the table plays each seat; None: a person plays it."""


def kept(data: Path) -> dict[str, Strengths]:
    """Return who plays each seat, by the names of games; nothing of a file that cannot be read."""
    try:
        return msgspec.json.decode((data / FILE).read_bytes(), type=dict[str, Strengths])
    except (OSError, ValueError):
        return {}


def keep(data: Path, game: str, strengths: Strengths, disk: Disk = DISK) -> None:
    """Keep who plays each seat of a game from now on.

    Raises:
        OSError: It cannot be written.
    """
    known = kept(data)
    known.pop(game, None)
    newest = [*known.items(), (game, strengths)][-_MOST:]
    replace_whole(disk, data / FILE, msgspec.json.encode(dict(newest)) + b"\n")


def as_kept(data: Path, game: str, guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """Return who plays each seat of a game that goes on."""
    strengths = kept(data).get(game, ())
    if len(strengths) != len(guests):
        return guests
    return tuple(
        replace(guest, strength=strength) for guest, strength in zip(guests, strengths, strict=True)
    )
