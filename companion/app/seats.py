"""Who plays each seat of the games on this table, where that is another than when they began.

A game's journal says in its header which seats the table plays as the game begins: older versions
pass over that. That a seat is handed over later would be a line of its own, and at a line that they
do not know older versions stop reading the game. It changes nothing that is on the table either. So
it stands beside the journals, in a file that may be lost with no harm to any game.
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
"""So many games can be gone on with."""

Strengths = tuple[Strength | None, ...]
"""Of every seat how well the table plays it; None: a person does."""


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
