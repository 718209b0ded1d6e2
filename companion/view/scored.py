"""What was scored at the end of an epoch: found again in the history of a game."""

from collections.abc import Iterator, Sequence

import msgspec

from companion.rules.editions import Seat
from companion.rules.events import DisasterStruck, EpochEnded, EpochTallied, Event, LotWon
from companion.rules.ledger import Ledger, TallyEpoch
from companion.rules.model import Game
from companion.rules.reasons import Reason, reasons
from companion.rules.scoring import EpochScore, Sheet
from companion.rules.tallying import suns_told
from companion.rules.tiles import DISASTERS, Tiles
from companion.rules.timeline import Moment, Timeline


class Ended(msgspec.Struct, frozen=True):
    """An epoch that was scored, as far as everything was known."""

    event: EpochEnded | EpochTallied
    sheets: tuple[Sheet | None, ...]
    """What was scored of each seat; None where nobody counted."""

    @property
    def epoch(self) -> int:
        """Which epoch it was."""
        return self.event.epoch

    @property
    def scores(self) -> tuple[EpochScore | None, ...]:
        """The points of each seat; None where what is not known would decide."""
        return self.event.scores

    def reasons(self, seat: Seat) -> tuple[Reason, ...]:
        """Return why a player got these points; nothing where they are not known."""
        known = {
            of: (sheet, score)
            for of, (sheet, score) in enumerate(zip(self.sheets, self.scores, strict=True))
            if sheet is not None and score is not None
        }
        if seat not in known:
            return ()
        sheets, scores = zip(*known.values(), strict=True)
        return reasons(sheets, scores, self.epoch)[tuple(known).index(seat)]


def epochs(timeline: Timeline) -> Iterator[Ended]:
    """Yield every epoch that was scored, in their order."""
    before, known = timeline.start, None
    for moment in timeline.moments:
        yield from _ended(before, known, moment)
        before, known = moment.game, moment.ledger


def last_epoch(timeline: Timeline) -> Ended | None:
    """Return the epoch that the last action ended, if it did."""
    if not timeline.moments:
        return None
    *earlier, last = timeline.moments
    before, known = (earlier[-1].game, earlier[-1].ledger) if earlier else (timeline.start, None)
    return next(_ended(before, known, last), None)


def _ended(before: Game, known: Ledger | None, moment: Moment) -> Iterator[Ended]:
    for event in moment.events:
        if isinstance(event, EpochEnded):
            yield Ended(event, sheets(before, moment.events, moment.game, event))
        elif isinstance(event, EpochTallied) and known and isinstance(moment.action, TallyEpoch):
            yield Ended(event, counted_sheets(known, moment.action))


def counted_sheets(ledger: Ledger, tally: TallyEpoch) -> tuple[Sheet | None, ...]:
    """Return what was scored of a tally."""
    suns = suns_told(ledger, tally)
    return tuple(
        None if tiles is None else Sheet(tiles, own or (), hand.score or 0)
        for tiles, own, hand in zip(tally.tiles, suns, ledger.hands, strict=True)
    )


def sheets(
    before: Game, events: Sequence[Event], after: Game, ended: EpochEnded
) -> tuple[Sheet, ...]:
    """Return what was scored: what each seat had, with what the same action still brought."""
    return tuple(
        Sheet(_tiles(player.tiles, events, seat), (*suns.up, *suns.down), points.before)
        for seat, (player, suns, points) in enumerate(
            zip(before.players, after.players, ended.scores, strict=True)
        )
    )


def _tiles(held: Tiles, events: Sequence[Event], seat: int) -> Tiles:
    for event in events:
        if isinstance(event, LotWon) and event.seat == seat:
            held += event.lot & ~DISASTERS
        elif isinstance(event, DisasterStruck) and event.seat == seat:
            held -= event.lost
    return held
