"""What one finished game adds to the statistics: points, suns, duration, and the race."""

from collections.abc import Iterator, Sequence
from functools import cache
from operator import attrgetter

import msgspec

from companion.rules.editions import Edition, Seat, Sun
from companion.rules.events import (
    Cause,
    DisasterStruck,
    EpochEnded,
    EpochOver,
    EpochTallied,
    Event,
    GameDecided,
    LotWon,
    SunWon,
)
from companion.rules.model import LAST_EPOCH, Discarding, Game, Phase
from companion.rules.records.entries import SetLevel
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category, EpochScore, Sheet, gain, score
from companion.rules.tiles import DISASTERS, Tiles, size

Counts = dict[str, int]
"""Numbers by name."""

TABLE = ""
"""Whose counts are those of all games."""


class WonAuction(msgspec.Struct, frozen=True):
    """A sun won an auction."""

    seat: Seat
    paid: Sun
    tiles: int | None = None
    """How many tiles it brought; None where nobody told what lay on the auction track."""
    points: int = 0
    """What they were worth at once: see `buys`."""


def is_over(timeline: Timeline) -> bool:
    """Whether the third epoch has been scored (R-END-1)."""
    return timeline.game.stage is Phase.OVER


class FinishedGame(msgspec.Struct, frozen=True):
    """What a finished game tells of everybody, by seat."""

    edition: Edition
    points: tuple[int | None, ...]
    places: tuple[int | None, ...]
    scored: tuple[tuple[int, ...] | None, ...]
    """The points of all epochs by `Category`; None where too little was told to know them."""
    buys: tuple[WonAuction, ...]
    causes: tuple[Cause, ...]
    """Why epochs ended, where that is known."""
    first: Seat | None
    """Who began; None if that was not told."""


def counted(timeline: Timeline, names: Sequence[str], minutes: int) -> dict[str, Counts]:
    """Return what a game adds for the table and for everybody by name.

    Nothing while it runs: no count may tell what lies face down (R-INF-2).

    Args:
        timeline: The game.
        names: What the people are called, by seat; empty for who gave no name, and whose points
            count for the table alone.
        minutes: How long it was played; 0 if that is not known.
    """
    found = finished_game(timeline)
    return {} if found is None else counts(found, names, minutes)


def finished_game(timeline: Timeline) -> FinishedGame | None:
    """Return what a game tells of everybody; None while it runs."""
    result = timeline.result
    if result is None:
        return None
    news = _news(timeline)
    scores = tuple(_scores(news))
    return FinishedGame(
        timeline.game.setup.edition,
        result.points,
        result.places,
        tuple([_scored(scores, seat) for seat in timeline.game.setup.seats]),
        tuple(_buys(timeline, news)),
        tuple(_causes(news)),
        _who_began(timeline),
    )


def counts(told: FinishedGame, names: Sequence[str], minutes: int) -> dict[str, Counts]:
    """Return what a finished game adds, as above."""
    table = {"games": 1, "players": len(names), f"edition.{told.edition.value}": 1}
    if minutes:
        table[f"minutes.{minutes}"] = 1
    for cause in told.causes:
        _add(table, {f"epochs.{cause.value}": 1})
    summed = {TABLE: table}
    for seat, name in enumerate(names):
        own, shared = _of_seat(told, Seat(seat), minutes)
        _add(table, shared)
        if name:
            _add(summed.setdefault(name, {}), own | shared)
    return {name: {what: n for what, n in counts.items() if n} for name, counts in summed.items()}


def _add(counts: Counts, more: Counts) -> None:
    if not counts:
        counts.update(more)
        return
    before = counts.get
    for what, number in more.items():
        counts[what] = before(what, 0) + number


def _who_began(timeline: Timeline) -> Seat | None:
    """Return who began the game (section 1.2); None of one that was joined late."""
    said = [each.action for each in timeline.steps if type(each.action) is SetLevel]
    is_joined = any(isinstance(each, SetLevel) and each.is_unknown for each in said)
    return None if is_joined else timeline.start.active


def _of_seat(told: FinishedGame, seat: Seat, minutes: int) -> tuple[Counts, Counts]:
    """Return what a seat adds to its player's counts alone, and what also to the table's."""
    own: Counts = {"games": 1}
    if minutes:
        own[f"minutes.{minutes}"] = 1
    shared: Counts = {}
    points, place = told.points[seat], told.places[seat]
    if points is not None:
        shared[f"score.{points}"] = 1
    if place is not None:
        own[f"place.{place}"] = 1
        own["wins"] = int(place == 1)
        if told.first is not None:
            turn = (seat - told.first) % len(told.places) + 1
            shared[f"seat.{turn}.games"] = 1
            shared[f"seat.{turn}.wins"] = int(place == 1)
    scored = told.scored[seat]
    if scored is not None:
        shared["scored"] = 1
        shared.update(zip(_CATEGORIES, scored, strict=True))
    before = shared.get
    for buy in told.buys:
        if buy.seat == seat:
            auctions, lots, tiles, points_for = _sun_counts(buy.paid)
            shared[auctions] = before(auctions, 0) + 1
            if buy.tiles is not None:
                shared[lots] = before(lots, 0) + 1
                shared[tiles] = before(tiles, 0) + buy.tiles
                shared[points_for] = before(points_for, 0) + buy.points
    return own, shared


_CATEGORIES = tuple(category.value for category in Category)

_by_category = attrgetter(*_CATEGORIES)


def _scored(scores: Sequence[tuple[EpochScore | None, ...]], seat: Seat) -> tuple[int, ...] | None:
    """Return what a seat scored in all epochs, by category; None where one is not known."""
    known = [each[seat] for each in scores if each[seat] is not None]
    if len(known) != LAST_EPOCH:
        return None
    return tuple(map(sum, zip(*map(_by_category, known), strict=True)))


@cache
def _sun_counts(sun: Sun) -> tuple[str, str, str, str]:
    return f"sun.{sun}.auctions", f"sun.{sun}.lots", f"sun.{sun}.tiles", f"sun.{sun}.points"


_News = list[tuple[int, Event]]
"""What happened, each with after how many actions."""


def _news(timeline: Timeline) -> _News:
    """Return what happened that is counted: auctions were won; epochs and the game ended."""
    return [
        (actions, event)
        for actions, step in enumerate(timeline.steps)
        for event in step.events
        if type(event) in _COUNTED
    ]


_COUNTED = frozenset((LotWon, SunWon, EpochEnded, EpochOver, EpochTallied, GameDecided))


def causes(timeline: Timeline) -> Iterator[Cause]:
    """Yield why epochs ended, where that is known (R-EPE-1, R-EPE-2)."""
    return _causes(_news(timeline))


def _causes(news: _News) -> Iterator[Cause]:
    for _, event in news:
        if isinstance(event, (EpochEnded, EpochOver)) and event.cause is not None:
            yield event.cause


def _scores(news: _News) -> Iterator[tuple[EpochScore | None, ...]]:
    for _, event in news:
        if isinstance(event, (EpochEnded, EpochTallied)):
            yield event.scores


def buys(timeline: Timeline) -> Iterator[WonAuction]:
    """Yield every auction that was won, and what it brought.

    The points are those by which the owner's tiles are worth more than before, disasters and all,
    if the game were scored now: so monuments count from the first epoch on, and suns never do.
    """
    return _buys(timeline, _news(timeline))


def _buys(timeline: Timeline, news: _News) -> Iterator[WonAuction]:
    for actions, event in news:
        if type(event) is LotWon:
            held = _held(timeline, actions, event)
            if held is not None:
                game = timeline.game_after(actions)
                before = [player.tiles for player in game.players]
                spared = game.setup.options.two_player_no_penalty
                points = gain(before, event.seat, held, spared)
                yield WonAuction(event.seat, event.paid, size(event.lot), points)
        elif type(event) is SunWon and event.seat is not None:
            yield WonAuction(event.seat, event.paid)


def _held(timeline: Timeline, actions: int, won: LotWon) -> Tiles | None:
    """Return what the owner of a lot has once its disasters are over; None if they are not."""
    held = timeline.game_after(actions).players[won.seat].tiles + (won.lot & ~DISASTERS)
    if not won.lot & DISASTERS:
        return held
    for step in timeline.steps[actions:]:
        for event in step.events:
            if isinstance(event, DisasterStruck) and event.seat == won.seat:
                held -= event.lost
        if not isinstance(step.game.stage, Discarding):
            return held
    return None


class Race(msgspec.Struct, frozen=True):
    """How the points of a game came about."""

    lines: tuple[tuple[int, ...], ...]
    """For each seat the points it began with, and its points after every action."""
    ends: tuple[int, ...]
    """After how many actions epochs ended."""
    places: tuple[int | None, ...] = ()
    """For each seat its place in the end, which settles equal points; empty if it is not known."""


def race(timeline: Timeline) -> Race | None:
    """Return the race of a game that is over; None of any other, whose points lie face down.

    Within an epoch the points are what the tiles would bring if it ended there, as in *What scores
    now?* (section 1.9). None also where not everything was told.
    """
    known = all(step.partial_game is None for step in timeline.steps)
    if timeline.game.stage is not Phase.OVER or not known:
        return None
    points: list[tuple[int, ...]] = []
    for game in reversed([step.game for step in timeline.steps]):
        is_half_won = isinstance(game.stage, Discarding)  # a disaster has not yet taken its tiles
        points.append(points[-1] if is_half_won else _points(game))
    points.append(tuple(player.score for player in timeline.start.players))
    ends = tuple(
        place
        for place, step in enumerate(timeline.steps, start=1)
        if any(isinstance(event, EpochEnded | EpochTallied) for event in step.events)
    )
    result = timeline.result
    places = () if result is None else result.places
    return Race(tuple(zip(*reversed(points), strict=True)), ends, places)


def _points(game: Game) -> tuple[int, ...]:
    if game.stage is Phase.OVER:
        return tuple(player.score for player in game.players)
    sheets = [
        Sheet(player.tiles, (*player.suns, *player.spent), player.score) for player in game.players
    ]
    scores = score(sheets, game.epoch, game.setup.options.two_player_no_penalty)
    return tuple(each.after for each in scores)
