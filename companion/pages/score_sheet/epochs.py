"""From one epoch of a score sheet to the next and back: what is kept, and what was counted already.

People go back to correct an epoch; what they counted of the next ones waits meanwhile.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from companion.pages.score_sheet import result, tally
from companion.pages.score_sheet.counts import PlayerCount
from companion.rules.partial import Holding, tallied
from companion.rules.tiles import KEPT, KINDS, count

if TYPE_CHECKING:
    from companion.pages.score_sheet.tally import SheetTally


def next_epoch(page: SheetTally) -> SheetTally:
    """Return the page for the next epoch of a whole game, with what is kept filled in.

    What was counted of it before people went back is there again; what they then put right of
    the tiles that are kept is right there, too, but for kinds that somebody counted anew.

    Raises:
        IllegalAction: What was counted cannot be.
    """
    after, _ = tallied(page.partial_game, tally.tally_of(page))
    counts = tuple(PlayerCount(hand.tiles & KEPT) for hand in after.hands)
    earlier = (*page.earlier, replace(page, later=None))
    fresh = tally.SheetTally(
        after, counts, page.is_assistant, is_whole=page.is_whole, earlier=earlier
    )
    return fresh if page.later is None else carried(page.later, fresh)


def epoch_before(page: SheetTally) -> SheetTally:
    """Return the page of the epoch before, which keeps what was counted since."""
    return replace(page.earlier[-1], later=page)


def first_epoch(page: SheetTally) -> SheetTally:
    """Return the page of the first epoch that was counted."""
    while page.earlier:
        page = epoch_before(page)
    return page


def is_whole_sheet(page: SheetTally) -> bool:
    """Whether everything was counted, and can be."""
    is_told = all(told.is_told for told in page.counts)
    return is_told and not page.goes_on and not result.contradictions(page, is_done=True)


def carried(counted: SheetTally, fresh: SheetTally) -> SheetTally:
    """Return a page for the same players, with what was counted on another one."""
    number = min(len(counted.counts), len(fresh.counts))
    told = map(_carried, counted.counts, counted.partial_game.hands, fresh.counts[:number])
    return replace(fresh, counts=(*told, *fresh.counts[number:]), later=counted.later)


def _carried(counted: PlayerCount, before: Holding, now: PlayerCount) -> PlayerCount:
    """Return what was counted of a player; kinds that nobody changed are what is known now."""
    tiles, known = counted.tiles, before.tiles & KEPT
    for kind in KINDS:
        had = count(tiles, kind)
        if had == count(known, kind) and kind not in counted.said:
            tiles += (count(now.tiles, kind) - had) * kind.one
    return replace(counted, tiles=tiles)
