"""The race of a finished game: everybody's points after every action."""

import msgspec

from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.model import Game, Phase
from companion.rules.scoring import Sheet, score
from companion.rules.timeline import Timeline


class Race(msgspec.Struct, frozen=True):
    """How the points of a game came about."""

    lines: tuple[tuple[int, ...], ...]
    """For each seat its points at the beginning and after every action."""
    ends: tuple[int, ...]
    """After how many actions epochs ended."""


def race(timeline: Timeline) -> Race | None:
    """Return the race of a game that is over; None of any other, whose points lie face down.

    Within an epoch the points are what the tiles would bring if it ended there, as in *What scores
    now?* (section 1.9). None also where not everything was told.
    """
    known = all(moment.ledger is None for moment in timeline.moments)
    if timeline.game.stage is not Phase.OVER or not known:
        return None
    games = (timeline.start, *(moment.game for moment in timeline.moments))
    points = [_points(game) for game in games]
    ends = tuple(
        place
        for place, moment in enumerate(timeline.moments, start=1)
        if any(isinstance(event, EpochEnded | EpochTallied) for event in moment.events)
    )
    return Race(tuple(zip(*points, strict=True)), ends)


def _points(game: Game) -> tuple[int, ...]:
    if game.stage is Phase.OVER:
        return tuple(player.score for player in game.players)
    sheets = [
        Sheet(player.tiles, (*player.up, *player.down), player.score) for player in game.players
    ]
    scores = score(sheets, game.epoch, game.setup.options.two_player_no_penalty)
    return tuple(each.after for each in scores)
