"""What was called in the auction that runs, in a file beside the games.

The record gets an auction when it is settled, as until then people correct themselves. A pulled
plug takes none of it.
"""

from __future__ import annotations

from math import inf
from pathlib import Path

import msgspec

from companion.core.model import Model, OpenAuction
from companion.journal.disk import DISK, Disk, read_json, replace_whole
from companion.rules.auction import Calls
from companion.rules.model import Auction

_MOST_BYTES = 10_000


class KeptCalls(msgspec.Struct, frozen=True):
    """The calls of an auction that is not settled."""

    game: str
    """In which game."""
    began: int
    """Which entry of the game began the auction: in another one they mean nothing."""
    calls: Calls


class AuctionCalls:
    """The calls of the auction that runs, in their file."""

    def __init__(self, data: Path, disk: Disk = DISK) -> None:
        """Read the file.

        Args:
            data: The data folder.
            disk: What is written with.
        """
        self._file, self._disk = data / "calls.json", disk
        self._kept = read_json(self._file, _MOST_BYTES, KeptCalls)

    def note(self, before: Model, after: Model, game: str | None) -> bool:
        """Take over what was called; return whether there is something to save.

        What is written of a settled auction is not deleted: it names which one it was.

        Args:
            before: The model before a message.
            after: The model after it.
            game: Which game is on the table.
        """
        was, draft = before.pending.auction, after.pending.auction
        if game is None or draft is was or after.session.timeline is None:
            return False
        if not isinstance(after.game.stage, Auction):
            return False
        if isinstance(draft, OpenAuction) and not draft.written:
            kept = KeptCalls(game, draft.began, draft.calls)
        elif draft is None and isinstance(was, OpenAuction):  # the only call was taken back
            kept = KeptCalls(game, was.began, ())
        else:
            return False
        is_new, self._kept = kept != self._kept, kept
        return is_new

    def save(self) -> None:
        """Write the file, so that it outlives a pulled plug.

        Raises:
            OSError: It cannot be written.
        """
        replace_whole(self._disk, self._file, msgspec.json.encode(self._kept) + b"\n")

    def of(self, game: str) -> OpenAuction | None:
        """Return the auction of this game as it was called; None if nothing was.

        Only OK settles it: who comes back to a table looks at it first.
        """
        kept = self._kept
        if kept is None or kept.game != game or not kept.calls:
            return None
        return OpenAuction(kept.calls, kept.began, inf)
