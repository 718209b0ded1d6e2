"""Removes a name from a game's journal; everything else in it can still be verified.

The seals of a journal prove that no line is missing, torn or in another game's place; they keep no
secret, so whoever may write it can seal it anew. The game is written beside itself with other words
in the place of the name, flushed, read back, proved, and takes its name in one moment: however the
plug is pulled, there is the old game or the new one, and never none.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from companion.journal.claim import Claim
from companion.journal.disk import NEW, open_file, replace_whole
from companion.journal.filesystem import broken
from companion.journal.games_dir import Volume
from companion.journal.lines import Event, GameId, Line, after, beginning, fold, write_line

Change = Callable[[Event], Event]
"""Says an event without the name."""

Changes = Callable[[Sequence[Line]], Change | None]
"""Decides by the lines of a game how its events are said; None: as they are."""

NUMBER_BEHIND = "( [0-9]+)?"
"""As a regular expression: a number behind a name only told two people apart."""


def erased(claim: Claim, volume: Volume, changes: Changes, names: Sequence[str] = ()) -> bool:
    """Rewrite a game without names, and say whether there was anything to do.

    Args:
        claim: The data folder; nobody may have the game's book open to write in it.
        volume: The game.
        changes: How its events are said instead.
        names: What must not be left in the part of the file that is not proved either.

    Raises:
        JournalBroken: It could not be read or written; it is as it was.
    """
    try:
        with open_file(volume.path) as file:
            raw = file.read()
        clean = cleaned(volume.game, raw, changes, names)
        if clean == raw:
            return False
        replace_whole(claim.disk, volume.path, clean)
    except OSError as why:
        raise broken(why, volume.path) from why
    return True


def cleaned(game: GameId, raw: bytes, changes: Changes, names: Sequence[str] = ()) -> bytes:
    """Return a game's file as it is without names; itself if there is nothing to do."""
    folded = fold([raw], game)
    change = changes(folded.lines) if folded.lines else None
    proved, rest = raw[: folded.head.size], raw[folded.head.size :]
    clean = proved if change is None else _sealed(game, folded.lines, change)
    return clean + blotted(rest, names)


def _sealed(game: GameId, lines: Sequence[Line], change: Change) -> bytes:
    """Return the lines with their events said otherwise, each with the seal of the one before."""
    head, written = beginning(game), []
    for line in lines:
        raw = write_line(change(line.event), line.stamp, head)
        written.append(raw)
        head = after(head, raw)
    return b"".join(written)


def blotted(raw: bytes, names: Sequence[str]) -> bytes:
    """Return bytes that nobody can prove, without these names as JSON writes them."""
    for name in names:
        opened = re.escape(msgspec.json.encode(name)[:-1])
        raw = re.sub(opened + NUMBER_BEHIND.encode() + b'"', b'"#"', raw)
    return raw


def leftovers(games: Path) -> tuple[Path, ...]:
    """Return what may hold names beside the games: copies that were not proved, and half a copy."""
    unproved = sorted(games.glob("*.unproved-*"))
    return (*unproved, *sorted(games.glob(f"*{NEW}")))
