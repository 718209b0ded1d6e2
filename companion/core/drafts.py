"""What people have begun to enter, kept whatever page is open."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import msgspec

from companion.rules.auction import Calls

if TYPE_CHECKING:
    from companion.pages.score_sheet.tally import SheetTally
    from companion.rules.actions import Choice
    from companion.rules.model import Game


class OpenAuction(msgspec.Struct, frozen=True):
    """What was called in the auction that runs, and is not written yet."""

    calls: Calls
    began: int
    """Which entry began the auction: with another auction it is over."""
    since: float = inf
    """When the last sun was called (monotonic seconds); infinite if only OK settles it."""
    written: int = 0
    """How many lines of its settlement are written already."""


class SettledAuction(msgspec.Struct, frozen=True):
    """An auction that was settled just now, and how it is opened again."""

    calls: Calls
    began: int
    lines: int
    """How many lines its settlement has written."""
    seq: int
    """How many entries there were then: with the next one it is past."""
    at: float
    """When, in seconds of the monotonic clock."""
    is_untouched: bool = False
    """Whether a touch means what is there now, and not any more what was there before."""
    is_seen: bool = False
    """Whether somebody has gone on since."""


class Thought(msgspec.Struct, frozen=True):
    """What the table has decided for a seat that it plays."""

    game: Game
    """As it is if that seat decides now; on any other table the decision means nothing."""
    choice: Choice | None
    """None: it cannot play on here, so people decide."""
    is_put_away: bool = False
    """Whether the table is shown as always: people draw for the seat, or enter something else."""


class Drafts(msgspec.Struct, frozen=True, kw_only=True):
    """What is begun and asked, and neither entered nor given up."""

    counting: SheetTally | None = None
    """What is being counted at the end of an epoch, also while another page is open."""
    auction: OpenAuction | SettledAuction | None = None
    """What was called and who leads, or how the last auction was settled."""
    thought: Thought | None = None
    """What the table has decided last for a seat that it plays."""
    hands_at: float = -inf
    """When hands were last said to be done for such a seat (monotonic seconds)."""
