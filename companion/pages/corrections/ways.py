"""Everything on the table that can be wrong; each possible position is one choice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

import msgspec

from companion.i18n import mark
from companion.rules.actions import TRACK_SPACES
from companion.rules.checks import MOST_POINTS
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Seat, Sun, Suns, suns_in_play
from companion.rules.events import FixedPart
from companion.rules.legal import can_draw
from companion.rules.model import LAST_EPOCH, Auction, AuctionCause, Game, Phase, Player
from companion.rules.partial import Holding, PartialGame, PartialPhase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import DISASTERS, KINDS, Tile, count, counts

POINTS = (*range(1, 11), *range(-10, 0))
"""By how much points can be put right with one choice; the scoring tokens lie face down, so that
only the difference is ever shown."""


class Value(msgspec.Struct, frozen=True):
    """One position that a thing can have."""

    fix: Fix | None
    """What says so; None if the screen says it already."""
    label: str = ""
    """English words, which are also what is translated; empty where a picture says it."""
    number: int | None = None
    """Stands for ``{number}`` in the words, or alone."""
    tile: Tile | None = None
    sun: Sun | None = None
    seat: Seat | None = None
    """Whose name stands for ``{name}`` in the words, or alone."""


ABSENT = Value(None, "not on the table")
"""The screen knows of no such thing."""


class Cell(msgspec.Struct, frozen=True):
    """One thing on the table whose position may differ from what the screen shows."""

    part: FixedPart
    ways: tuple[Value, ...]
    now: Value
    """How it lies, as the screen says."""
    seat: Seat | None = None
    """Whose it is, if only one player has it; for a sun, its state says that."""
    space: int | None = None
    sun: Sun | None = None


Hands = Sequence[Player | Holding]
"""What lies before each player, known whole or as far as it was told."""

AUCTIONS: Mapping[AuctionCause, str] = {
    AuctionCause.INVOKED: mark("Ra invoked: {name}"),
    AuctionCause.TRACK_FULL: mark("Ra invoked: {name}"),
    AuctionCause.RA_DRAWN: mark("Ra tile: {name}"),
}
"""What an auction is called by how it began, in English words."""

TURN = mark("Turn: {name}")


@lru_cache(maxsize=4)
def cells(lies: Game | PartialGame) -> tuple[Cell, ...]:
    """Return everything that can be corrected or supplied, in the order in which a table is read.

    Suns of players of whom not all are known are told together, on the pages for joining.
    """
    return tuple(_partial_cells(lies) if isinstance(lies, PartialGame) else _cells(lies))


def cells_of(timeline: Timeline) -> tuple[Cell, ...]:
    """Return the same of a game, at whatever level it is recorded."""
    return cells(timeline.partial_game or timeline.game)


def _cells(game: Game) -> Iterator[Cell]:
    seats, is_over = game.setup.seats, game.stage is Phase.OVER
    if not is_over:
        spaces, epochs = range(game.ra_limit + 1), range(1, LAST_EPOCH + 1)
        yield _numbers(FixedPart.EPOCH, game.epoch, epochs, lambda n: Fix(epoch=n))
        yield _numbers(FixedPart.RA_TRACK, game.ra_count, spaces, lambda n: Fix(ra_count=n))
        yield _stage(game)
        for sun in suns_in_play(len(game.players)):
            if sun != game.centre and owner(game.players, sun) is None:
                yield sun_of(game.players, sun)
        yield centre_of(game.players, game.centre)
        yield from (_space(game, space) for space in range(len(game.track)))
        yield turn_of(seats, game.players, game.active)
    for seat in seats:
        yield points_of(seat, game.players[seat].score)
        if not is_over:
            yield from _suns_of(game.players, seat, game.centre)
        yield _tiles(game.players[seat], seat)


def _suns_of(hands: Hands, seat: Seat, centre: Sun | None) -> Iterator[Cell]:
    hand = hands[seat]
    for sun in (*(hand.suns or ()), *(hand.spent or ())):
        if sun != centre and owner(hands, sun) == seat:
            yield sun_of(hands, sun)


def owner(hands: Hands, sun: Sun) -> Seat | None:
    """Return the seat whose sun it is; None if no known player has it."""
    for seat, hand in enumerate(hands):
        if sun in (*(hand.suns or ()), *(hand.spent or ())):
            return Seat(seat)
    return None


def _stage(game: Game) -> Cell:
    stage = game.stage
    called = AuctionCause.INVOKED if can_draw(game) else AuctionCause.TRACK_FULL
    ways = [
        *_turns(game.players, game.active, is_turn=stage is Phase.TURN),
        Value(None if stage is Phase.GODS else Fix(stage=Phase.GODS), "using God tiles"),
    ]
    now = (stage.ra_player, stage.cause) if isinstance(stage, Auction) else (None, None)
    ways += _auctions(game.players, called, now)
    if not isinstance(stage, Phase | Auction):
        ways.insert(0, Value(None, "a disaster"))
    return Cell(FixedPart.STAGE, tuple(ways), now_of(tuple(ways)))


def _turns(hands: Hands, active: Seat | None, *, is_turn: bool) -> Iterator[Value]:
    for seat, hand in enumerate(hands):
        if hand.suns != () or seat == active:
            stage = None if is_turn else Phase.TURN
            fix = None if is_turn and seat == active else Fix(active=Seat(seat), stage=stage)
            yield Value(fix, TURN, seat=Seat(seat))


def _auctions(
    hands: Hands, called: AuctionCause, now: tuple[Seat | None, AuctionCause | None]
) -> Iterator[Value]:
    """Yield every auction that may run: ``called``, or begun by a Ra tile."""
    for seat, hand in enumerate(hands):
        if hand.suns != ():
            for reason in (called, AuctionCause.RA_DRAWN):
                fix = None if now == (seat, reason) else Fix(stage=Auction(Seat(seat), reason))
                yield Value(fix, AUCTIONS[reason], seat=Seat(seat))


def _numbers(
    part: FixedPart,
    now: int | None,
    numbers: range,
    said: Callable[[int], Fix],
    otherwise: Value = ABSENT,
) -> Cell:
    ways = tuple(
        Value(None if number == now else said(number), number=number) for number in numbers
    )
    return Cell(part, ways, now_of(ways, otherwise))


def _space(game: Game, space: int) -> Cell:
    now = game.track[space]

    def laid(tile: Tile | None) -> Fix | None:
        track = (*game.track[:space], tile, *game.track[space + 1 :])
        return None if tile == now else Fix(track=track)

    kinds = (tile for tile in KINDS if tile is not Tile.RA)
    ways = (Value(laid(None), "empty"), *(Value(laid(tile), tile=tile) for tile in kinds))
    return Cell(FixedPart.SPACE, ways, now_of(ways), space=space)


def _tiles(player: Player, seat: Seat) -> Cell:
    """Return the cell of a player's tiles: of each kind one less if they have it, or one more."""
    ways = []
    for tile in KINDS:
        if count(player.tiles, tile):
            ways.append(_one(player, seat, tile, -1))
        if not tile.mask & (DISASTERS | Tile.RA.mask):
            ways.append(_one(player, seat, tile, 1))
    now = Value(None, number=sum(counts(player.tiles).values()))
    return Cell(FixedPart.TILES, tuple(ways), now, seat=seat)


def _one(player: Player, seat: Seat, tile: Tile, more: int) -> Value:
    fix = Fix(hands=(HandFix(seat, some_tiles=((tile, count(player.tiles, tile) + more),)),))
    return Value(fix, number=more, tile=tile)


def now_of(ways: tuple[Value, ...], otherwise: Value = ABSENT) -> Value:
    """Return the position that the screen shows."""
    return next((way for way in ways if way.fix is None), otherwise)


def turn_of(
    seats: Iterable[Seat], hands: Hands, active: Seat | None, otherwise: Value = ABSENT
) -> Cell:
    """Return whose turn it is, and whose it can be: of all who may still have a sun."""
    ways = tuple(
        Value(None if seat == active else Fix(active=seat), seat=seat)
        for seat in seats
        if hands[seat].suns != () or seat == active
    )
    return Cell(FixedPart.ACTIVE, ways, now_of(ways, otherwise))


def centre_of(hands: Hands, centre: Sun | None, otherwise: Value = ABSENT) -> Cell:
    """Return which sun lies in the centre, and which else can."""
    ways = tuple(
        Value(None if sun == centre else _put_in_centre(hands, centre, sun), sun=sun)
        for sun in suns_in_play(len(hands))
    )
    return Cell(FixedPart.CENTRE, ways, now_of(ways, otherwise))


def _put_in_centre(hands: Hands, centre: Sun | None, sun: Sun) -> Fix:
    """Return the fix that lays a sun in the centre.

    Its owner has the sun that lay there, face down, as after an auction (R-RES-2).
    """
    fixes = []
    for seat, hand in enumerate(hands):
        suns, spent = hand.suns, hand.spent
        if centre is not None and sun in (*(suns or ()), *(spent or ())):
            less = None if suns is None else _without(suns, sun)
            back = None if spent is None else (*_without(spent, sun), centre)
            fixes.append(HandFix(Seat(seat), less, back))
    return Fix(centre=sun, hands=tuple(fixes))


def _without(suns: Suns, sun: Sun) -> Suns:
    return tuple(other for other in suns if other != sun)


def sun_of(hands: Hands, sun: Sun) -> Cell:
    """Return before whom a sun lies, and before whom else it can: of all whose suns are known."""
    ways = []
    for label, is_up in (("{name}, face up", True), ("{name}, face down", False)):
        for seat, hand in enumerate(hands):
            if hand.suns is not None and hand.spent is not None:
                is_now = sun in (hand.suns if is_up else hand.spent)
                fix = None if is_now else _given(hands, sun, Seat(seat), is_up=is_up)
                ways.append(Value(fix, label, seat=Seat(seat)))
    return Cell(FixedPart.SUNS, tuple(ways), now_of(tuple(ways)), sun=sun)


def _given(hands: Hands, sun: Sun, to: Seat, *, is_up: bool) -> Fix:
    """Return the fix that lays a sun before one player and takes it from all others."""
    fixes = []
    for seat, hand in enumerate(hands):
        if hand.suns is None or hand.spent is None:
            continue
        suns, spent = _without(hand.suns, sun), _without(hand.spent, sun)
        if seat == to:
            suns, spent = (tuple(sorted((*suns, sun))), spent) if is_up else (suns, (*spent, sun))
        if (suns, spent) != (hand.suns, hand.spent):
            fixes.append(HandFix(Seat(seat), suns, spent))
    return Fix(hands=tuple(fixes))


def points_of(seat: Seat, score: int) -> Cell:
    """Return a player's points, which are corrected by the difference.

    All differences are offered whatever the total is, or what is missing would tell it (R-INF-2).
    """
    ways = tuple(Value(_scored(seat, score + more), number=more) for more in POINTS)
    return Cell(FixedPart.SCORE, ways, Value(None, "points"), seat=seat)


def _scored(seat: Seat, points: int) -> Fix:
    """Return the fix that gives this many points; nobody has fewer than none."""
    return Fix(hands=(HandFix(seat, score=min(max(0, points), MOST_POINTS)),))


NOT_KNOWN = Value(None, "unknown")
"""Nobody has told."""

_STARTED = {PartialPhase.DRAWN: AuctionCause.RA_DRAWN, PartialPhase.CALLED: AuctionCause.INVOKED}


def _partial_cells(partial_game: PartialGame) -> Iterator[Cell]:
    seats, is_over = partial_game.setup.seats, partial_game.stage is PartialPhase.OVER
    is_turn = partial_game.stage in (PartialPhase.TURN, PartialPhase.DRAWN, PartialPhase.CALLED)
    if not is_over:
        spaces, epochs = range(partial_game.setup.ra_limit + 1), range(1, LAST_EPOCH + 1)
        told, ra = partial_game.epoch, partial_game.ra_count
        yield _numbers(FixedPart.EPOCH, told, epochs, lambda n: Fix(epoch=n), NOT_KNOWN)
        yield _numbers(FixedPart.RA_TRACK, ra, spaces, lambda n: Fix(ra_count=n), NOT_KNOWN)
    if is_turn:
        yield _partial_stage(partial_game)
    if not is_over:
        yield centre_of(partial_game.hands, partial_game.centre, NOT_KNOWN)
        tiles, most = partial_game.track_tiles, range(TRACK_SPACES + 1)
        yield _numbers(FixedPart.TRACK, tiles, most, lambda n: Fix(track_tiles=n), NOT_KNOWN)
    if is_turn:
        yield turn_of(seats, partial_game.hands, partial_game.active, NOT_KNOWN)
    for seat in seats:
        yield _points(partial_game, seat)
        if not is_over and partial_game.hands[seat].all_suns is not None:
            yield from _suns_of(partial_game.hands, seat, None)


def _partial_stage(partial_game: PartialGame) -> Cell:
    hands, active, stage = partial_game.hands, partial_game.active, partial_game.stage
    now = active, _STARTED.get(stage)
    turns = _turns(hands, active, is_turn=stage is PartialPhase.TURN)
    ways = (*turns, *_auctions(hands, AuctionCause.INVOKED, now))
    return Cell(FixedPart.STAGE, ways, now_of(ways, _AUCTION))


_AUCTION = Value(None, "an auction")
"""A thing whose owner nobody has entered."""


def _points(partial_game: PartialGame, seat: Seat) -> Cell:
    """Return the cell of a player's points: the difference, or all if nobody has told them."""
    score = partial_game.hands[seat].score
    if score is None:
        told = tuple(
            Value(Fix(hands=(HandFix(seat, score=n),)), number=n) for n in range(_MOST_TOLD + 1)
        )
        return Cell(FixedPart.SCORE, told, NOT_KNOWN, seat=seat)
    return points_of(seat, score)


_MOST_TOLD = 59
"""More points are typed on the pages for joining."""


def start(ways: tuple[Value, ...]) -> int:
    """Return the choice at which the dial starts: the position now."""
    return next((place for place, way in enumerate(ways) if way.fix is None), 0)
