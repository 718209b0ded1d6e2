"""What was scored at the end of an epoch: found again in the history of a game."""

from collections.abc import Iterator, Sequence

from companion.rules.events import DisasterStruck, EpochEnded, Event, LotWon
from companion.rules.model import Game
from companion.rules.scoring import Sheet
from companion.rules.tiles import DISASTERS, Tiles
from companion.rules.timeline import Timeline


def epochs(timeline: Timeline) -> Iterator[tuple[EpochEnded, tuple[Sheet, ...]]]:
    """Yield every epoch that has ended, with what was scored of each seat."""
    before = timeline.start
    for moment in timeline.moments:
        for event in moment.events:
            if isinstance(event, EpochEnded):
                yield event, sheets(before, moment.events, moment.game, event)
        before = moment.game


def last_epoch(timeline: Timeline) -> tuple[EpochEnded, tuple[Sheet, ...]] | None:
    """Return the epoch that the last action ended, if it did."""
    for event in timeline.events:
        if isinstance(event, EpochEnded):
            moments = timeline.moments
            before = timeline.game_after(len(moments) - 1)
            return event, sheets(before, timeline.events, timeline.game, event)
    return None


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
