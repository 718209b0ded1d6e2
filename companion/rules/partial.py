"""A partially recorded game: what is known of a table, what can be entered, and the tally.

As in the full game, what is illegal is refused with a reason. The difference: what people do not
enter is inferred from what they do. A sun in the centre must have won an auction, no matter who
invoked Ra, or when.

Nearly everything can be unknown: a game of an older version may have been joined late, or have only
its points recorded. The points of an epoch come from ``scoring.score``, as always; they are given
only if nothing unknown could change them.
"""

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from itertools import product

import msgspec
from msgspec.structs import replace

from companion.rules import checks
from companion.rules.actions import (
    BIDS,
    DRAWS,
    INVOKE,
    TRACK_SPACES,
    UNSOLD,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Level,
    Pass,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.editions import Seat, Setup, Sun, Suns, suns_in_play
from companion.rules.events import (
    Cause,
    EpochOpened,
    EpochOver,
    EpochTallied,
    GameDecided,
    NobodyWon,
    PartialEvent,
    RaCalled,
    RaTileDrawn,
    SunWon,
    TileLaid,
)
from companion.rules.model import LAST_EPOCH, Auction, AuctionCause
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.scoring.scoring import EpochScore, Ranking, Sheet, ranking, score
from companion.rules.tiles import (
    ALL_TILES,
    KEPT,
    KINDS,
    NO_TILES,
    Tile,
    Tiles,
    bundle_of,
    count,
    counts,
)

# What is known


class PartialPhase(Enum):
    """What a table at these levels is waiting for."""

    TURN = "turn"
    """Somebody's turn."""
    DRAWN = "drawn"
    """The result of an auction after a Ra tile (rules section 1.6, A1)."""
    CALLED = "called"
    """The result of an auction after a call (A2 or A3)."""
    TALLY = "tally"
    """The tally, now that the epoch has ended."""
    OVER = "over"
    """Nothing: the third epoch has been scored."""


class Holding(msgspec.Struct, frozen=True, gc=False):
    """What is known of one player."""

    suns: Suns | None = None
    """Suns that can still be won with, ascending."""
    spent: Suns | None = None
    """Suns won in this epoch, in order."""
    tiles: Tiles = NO_TILES
    """The player's tiles, as last known."""
    is_sure: bool = False
    """Whether these tiles are still exactly the player's."""
    score: int | None = None
    """Points after the last epoch that was counted."""

    @property
    def all_suns(self) -> Suns | None:
        """All own suns, ascending, if both sides are known."""
        if self.suns is None or self.spent is None:
            return None
        return tuple(sorted(self.suns + self.spent))


class PartialGame(msgspec.Struct, frozen=True, gc=False):
    """What is known of a table between two entries."""

    setup: Setup
    level: Level
    """LIGHT or SCORE_ONLY; FULL is a ``Game``."""
    hands: tuple[Holding, ...]
    """One for each seat."""
    epoch: int | None = None
    ra_count: int | None = None
    """Ra tiles on the Ra track."""
    centre: Sun | None = None
    """The sun in the middle of the board."""
    active: Seat | None = None
    """Whose turn it was after the last entry; in an auction, who invoked Ra or drew its tile."""
    track_tiles: int | None = None
    """How many tiles lay on the auction track after the last entry."""
    is_counted: bool = False
    """Whether every draw is entered, so that turn and track can be followed; true once a tile
    other than Ra is entered."""
    stage: PartialPhase = PartialPhase.TURN
    bag: Tiles = ALL_TILES
    """The most that can still be in the bag."""
    removed: Tiles = NO_TILES
    """What is known to have left the game."""

    def name(self, seat: Seat) -> str:
        """Return what a player is called."""
        return self.setup.players[seat]


class EndEpoch(msgspec.Struct, frozen=True, gc=False):
    """The epoch has ended, as people say."""


class TallyEpoch(msgspec.Struct, frozen=True, gc=False):
    """What everybody has at the end of an epoch, before anything is discarded (R-EPE-3 a)."""

    tiles: tuple[Tiles | None, ...]
    """For each seat; None if it was skipped: the points are unknown from then on."""
    suns: tuple[Suns | None, ...] = ()
    """Each seat's own suns; None, or empty, if they are known or were skipped."""


END_EPOCH = EndEpoch()


def unknown(setup: Setup) -> PartialGame:
    """Return a game joined late: nothing but its players is known."""
    return PartialGame(setup, Level.LIGHT, tuple(Holding() for _ in setup.players))


def suns_each(setup: Setup) -> int:
    """Return how many suns everybody has (R-INV-3)."""
    return len(setup.suns[0])


def only_left(
    setup: Setup, known: list[Suns | None], centre: Sun | None
) -> tuple[Suns | None, ...]:
    """Return these hands; a single unknown one has the suns that are nowhere else (R-INV-2)."""
    if known.count(None) != 1 or centre is None:
        return tuple(known)
    elsewhere = {centre, *(sun for suns in known if suns is not None for sun in suns)}
    rest = tuple(sun for sun in suns_in_play(len(known)) if sun not in elsewhere)
    if len(rest) != suns_each(setup):
        return tuple(known)
    return tuple(rest if suns is None else suns for suns in known)


def decided(game: PartialGame) -> Ranking | None:
    """Return who has won a game that is over; None if that is not known (R-END-1 … R-END-3)."""
    totals = [hand.score for hand in game.hands if hand.score is not None]
    suns = [hand.all_suns for hand in game.hands]
    is_tied = len(set(totals)) < len(totals)
    if len(totals) < len(game.hands) or (is_tied and None in suns):
        return None
    return ranking(totals, [known or () for known in suns])


def with_suns(game: PartialGame) -> Seat | None:
    """Return the only player with a face-up sun, if there is known to be just one."""
    ups = [hand.suns for hand in game.hands]
    able = [Seat(seat) for seat, up in enumerate(ups) if up]
    return able[0] if len(able) == 1 and None not in ups else None


def left_of(game: PartialGame, seat: Seat | None) -> Seat | None:
    """Return the next player clockwise with a face-up sun, if known (R-TRN-5)."""
    if seat is None:
        return with_suns(game)
    places = len(game.hands)
    for others in range(places):
        after = Seat((seat + 1 + others) % places)
        up = game.hands[after].suns
        if up is None:
            return None
        if up:
            return after
    return None


def with_hand(game: PartialGame, seat: Seat, hand: Holding) -> PartialGame:
    """Return the game with another hand at this seat."""
    hands = list(game.hands)
    hands[seat] = hand
    return replace(game, hands=tuple(hands))


def waited_for(auction: Auction) -> PartialPhase:
    """Return the phase in which the result of an auction is waited for."""
    return PartialPhase.DRAWN if auction.cause is AuctionCause.RA_DRAWN else PartialPhase.CALLED


def most_in_bag(bag: Tiles, removed: Tiles, held: Iterable[Tiles]) -> Tiles:
    """Return the most tiles that can be in the bag, given those known to be elsewhere."""
    elsewhere = removed + sum(held)
    return bundle_of(
        {
            kind: max(0, min(count(bag, kind), kind.copies - count(elsewhere, kind)))
            for kind in KINDS
        }
    )


# Entering

Entry = Draw | Invoke | Won | Unsold | EndEpoch | TallyEpoch
"""What can be entered at the light level; the last two also at the level of points only."""

Unfit = Bid | Pass | UseGod | EndGods | Discard
"""What only the full level can enter."""

Played = tuple[PartialGame, tuple[PartialEvent, ...]]
"""What is known after an entry, and what happened, in order."""


def play_partial(game: PartialGame, entry: Entry | Unfit) -> Played:
    """Enter one thing and return what is known then; the game passed in is unchanged.

    Raises:
        IllegalAction: It is impossible; the text tells a player why.
    """
    if isinstance(entry, Unfit):
        raise IllegalAction(why_not(game, entry))
    refusal = _refusal(game, entry)
    if refusal is not None:
        raise IllegalAction(refusal)
    match entry:
        case Draw():
            return _draw(game, entry)
        case Invoke():
            return _invoke(game, entry)
        case Won():
            return _won(game, entry)
        case Unsold():
            return _unsold(game, entry)
        case EndEpoch():
            return _end_epoch(game, entry)
        case TallyEpoch():
            return tallied(game, entry)


def why_not(game: PartialGame, entry: Entry | Unfit) -> Problem:
    """Return why ``play_partial`` refuses this now.

    Raises:
        ValueError: It is legal, so there is no reason.
    """
    refusal = _refusal(game, entry)
    if refusal is None:
        raise ValueError(f"{entry} is legal")
    return refusal


def legal_entries(game: PartialGame) -> tuple[Entry, ...]:
    """Return everything that can be entered now, except tallies, of which there are too many."""
    every: tuple[Entry, ...] = (
        *(DRAWS[kind] for kind in KINDS),
        INVOKE,
        *(Won(sun) for sun in BIDS),
        UNSOLD,
        END_EPOCH,
    )
    return tuple(entry for entry in every if _refusal(game, entry) is None)


def _refusal(game: PartialGame, entry: Entry | Unfit) -> Problem | None:
    match game.stage, entry:
        case PartialPhase.OVER, _:
            return Problem(Why.GAME_OVER)
        case phase, TallyEpoch():
            is_due = phase is PartialPhase.TALLY or game.level is Level.SCORE_ONLY
            return next(objections(game, entry), None) if is_due else Problem(Why.EPOCH_RUNNING)
        case PartialPhase.TALLY, _:
            return Problem(Why.TALLY_FIRST)
        case _, EndEpoch():
            return None
        case _ if game.level is Level.SCORE_ONLY:
            return Problem(Why.SCORES_ONLY)
        case _:
            return _against(game, entry)


def _against(game: PartialGame, entry: Entry | Unfit) -> Problem | None:
    """Return why this cannot be entered at the light level while an epoch runs."""
    match game.stage, entry:
        case PartialPhase.DRAWN | PartialPhase.CALLED, Draw() | Invoke():
            return Problem(Why.AUCTION_OPEN)
        case _, Draw(tile):
            return _against_draw(game, tile)
        case _, Won(sun) if not _can_win(game, sun):
            return Problem(Why.SUN_NOT_FREE, {"sun": sun})
        case PartialPhase.TURN | PartialPhase.CALLED, Unsold() if _has_room(game):
            return Problem(Why.ROOM_ON_TRACK)
        case _, Bid() | Pass() | UseGod() | EndGods() | Discard():
            return Problem(Why.NOT_AT_LIGHT)
        case _:
            return None


def _against_draw(game: PartialGame, tile: Tile) -> Problem | None:
    if game.is_counted and game.track_tiles == TRACK_SPACES:
        return Problem(Why.NO_ROOM)
    if not count(game.bag, tile):
        return Problem(Why.NONE_LEFT, {"copies": tile.copies, "tile": tile})
    return None


def _can_win(game: PartialGame, sun: Sun) -> bool:
    """Whether a sun may be face up in front of a player (R-AUC-2)."""
    hands = game.hands
    if any(sun in (hand.suns or ()) for hand in hands):
        return True
    elsewhere = {game.centre, *(sun for hand in hands for sun in hand.spent or ())}
    in_play = sun in suns_in_play(len(hands))
    return in_play and sun not in elsewhere and any(hand.suns is None for hand in hands)


def _has_room(game: PartialGame) -> bool:
    """Whether whoever invoked Ra must bid if nobody else does (section 1.6, A3)."""
    return game.is_counted and game.track_tiles not in {None, TRACK_SPACES}


def _still_certain(game: PartialGame) -> PartialGame:
    """Return what is still certain once something new is entered.

    Unless draws are entered, some may have been missed, and a god may have been used at any time.
    """
    hands = tuple(
        replace(hand, is_sure=False) if hand.tiles & Tile.GOD.mask else hand for hand in game.hands
    )
    game = replace(game, hands=hands)
    if game.is_counted or game.stage is not PartialPhase.TURN:
        return game
    return replace(game, active=with_suns(game), track_tiles=None)


def _draw(game: PartialGame, entry: Draw) -> Played:
    if entry.tile is not Tile.RA:
        return _lay(game, entry.tile)
    game = _still_certain(game)
    ra_count = None if game.ra_count is None else game.ra_count + 1
    after = replace(game, ra_count=ra_count, bag=game.bag - Tile.RA.one, stage=PartialPhase.DRAWN)
    drawn = (RaTileDrawn(game.active),)
    if ra_count is not None and ra_count >= game.setup.ra_limit:
        return _ended(after, Cause.RA_TRACK, drawn)
    return after, drawn


def _lay(game: PartialGame, tile: Tile) -> Played:
    """Count one more tile on the track: whoever enters one draw enters them all (R-DRW-1)."""
    drawn = (TileLaid(game.active, tile),)
    if game.track_tiles is None:
        return replace(_still_certain(game), active=left_of(game, game.active)), drawn
    after = replace(
        game,
        track_tiles=min(game.track_tiles + 1, TRACK_SPACES),
        is_counted=True,
        active=left_of(game, game.active),
    )
    return _still_certain(after), drawn


def _invoke(game: PartialGame, _: Invoke) -> Played:
    game = _still_certain(game)
    return replace(game, stage=PartialPhase.CALLED), (RaCalled(game.active),)


def _won(game: PartialGame, entry: Won) -> Played:
    """Swap the suns of whoever had this one face up (R-RES-2); the rest of the lot is unknown."""
    game = _still_certain(game)
    seat = _winner(game, entry.sun)
    swapped = _swapped(game, seat, entry.sun)
    after = replace(swapped, centre=entry.sun, track_tiles=0, stage=PartialPhase.TURN)
    after = replace(after, active=left_of(after, game.active))
    won = (SunWon(seat, entry.sun, game.centre),)
    if all(hand.suns == () for hand in after.hands):
        return _ended(after, Cause.SUNS, won)
    return after, won


def _winner(game: PartialGame, sun: Sun) -> Seat | None:
    """Return who had the sun face up: known, or the only one who may have had it."""
    having = [seat for seat, hand in enumerate(game.hands) if sun in (hand.suns or ())]
    maybe = having or [seat for seat, hand in enumerate(game.hands) if hand.suns is None]
    return Seat(maybe[0]) if len(maybe) == 1 else None


def _swapped(game: PartialGame, seat: Seat | None, sun: Sun) -> PartialGame:
    if seat is None:
        for unknown, hand in enumerate(game.hands):
            if hand.suns is None:
                after = Holding(None, None, hand.tiles, is_sure=False, score=hand.score)
                game = with_hand(game, Seat(unknown), after)
        return game
    hand = game.hands[seat]
    up = None if hand.suns is None else tuple(own for own in hand.suns if own != sun)
    known = hand.spent is not None and game.centre is not None
    down = (*(hand.spent or ()), game.centre) if known and game.centre is not None else None
    is_sure = hand.is_sure and game.is_counted and game.track_tiles == 0
    return with_hand(game, seat, Holding(up, down, hand.tiles, is_sure, hand.score))


def _unsold(game: PartialGame, _: Unsold) -> Played:
    """After a Ra tile everything stays; after a call with a full track the tiles are discarded."""
    after = (
        game if game.stage is PartialPhase.DRAWN else replace(_still_certain(game), track_tiles=0)
    )
    active = left_of(after, after.active)
    return replace(after, active=active, stage=PartialPhase.TURN), (NobodyWon(),)


def _end_epoch(game: PartialGame, _: EndEpoch) -> Played:
    return _ended(_still_certain(game), None, ())


def _ended(game: PartialGame, cause: Cause | None, events: tuple[PartialEvent, ...]) -> Played:
    after = replace(game, stage=PartialPhase.TALLY, active=None)
    return after, (*events, EpochOver(game.epoch, cause))


# The tally (R-EPE-3)

Rows = tuple[Suns | None, ...]
"""Everybody's own suns, as far as they are known."""


def objections(game: PartialGame, tally: TallyEpoch) -> Iterator[Problem]:
    """Yield everything impossible about what people have counted."""
    names = game.setup.players
    if game.epoch is None:
        yield Problem(Why.EPOCH_UNKNOWN)
    if len(tally.tiles) != len(names) or len(tally.suns) not in {0, len(names)}:
        yield Problem(Why.TALLY_ROWS, {"players": len(names)})
        return
    held = [counts(tiles or NO_TILES) for tiles in tally.tiles]
    for seat, (name, row) in enumerate(zip(names, held, strict=True)):
        yield from checks.kept(seat, name, row)
    yield from checks.in_box(names, held)
    suns = known_suns(game, tally)
    yield from checks.suns_each(names, suns, suns_each(game.setup))
    yield from checks.once(names, [own or () for own in suns], suns_in_play(len(names)))


def known_suns(game: PartialGame, tally: TallyEpoch) -> Rows:
    """Return everybody's suns: as counted, or as known, or what nobody else can have.

    While only points are recorded, auctions go unrecorded, and earlier knowledge is void.
    """
    told = tally.suns or (None,) * len(game.hands)
    if game.level is Level.SCORE_ONLY:
        return told
    hands = zip(told, game.hands, strict=True)
    known = [hand.all_suns if suns is None else tuple(sorted(suns)) for suns, hand in hands]
    return only_left(game.setup, known, game.centre)


def tallied(game: PartialGame, tally: TallyEpoch) -> tuple[PartialGame, tuple[PartialEvent, ...]]:
    """Score an epoch, clean up and begin the next, or end the game (R-EPE-3, R-EPE-5).

    Raises:
        IllegalAction: What was counted is impossible, or the epoch is unknown.
    """
    for problem in objections(game, tally):
        raise IllegalAction(problem)
    epoch = game.epoch or LAST_EPOCH
    suns = known_suns(game, tally)
    points = scores(game, tally)
    done = EpochTallied(epoch, points)
    if epoch == LAST_EPOCH:
        hands = tuple(_hands(game, tally, suns, points))
        ra_count = None if game.level is Level.SCORE_ONLY else game.ra_count
        over = replace(
            game,
            hands=hands,
            stage=PartialPhase.OVER,
            centre=_centre(game, suns),
            ra_count=ra_count,
        )
        return over, (done, GameDecided(decided(over)))
    after = _next_epoch(game, tally, suns, points)
    return after, (done, EpochOpened(epoch + 1, after.active))


def _hands(
    game: PartialGame, tally: TallyEpoch, suns: Rows, points: Sequence[EpochScore | None]
) -> Iterator[Holding]:
    """Yield what everybody has after an epoch, with all suns face up again (R-EPE-3 f)."""
    for hand, held, own, row in zip(game.hands, tally.tiles, suns, points, strict=True):
        yield Holding(
            suns=None if own is None else tuple(sorted(own)),
            spent=(),
            tiles=hand.tiles if held is None else held,
            is_sure=held is not None,
            score=None if row is None else row.after,
        )


def _next_epoch(
    game: PartialGame, tally: TallyEpoch, suns: Rows, points: Sequence[EpochScore | None]
) -> PartialGame:
    hands = tuple(
        replace(hand, tiles=hand.tiles & KEPT) for hand in _hands(game, tally, suns, points)
    )
    told = sum(held or NO_TILES for held in tally.tiles)
    removed = game.removed + (told & ~KEPT) + Tile.RA.one * (game.ra_count or 0)
    return replace(
        game,
        hands=hands,
        epoch=(game.epoch or 0) + 1,
        ra_count=0,
        centre=_centre(game, suns),
        active=_starter(hands),
        track_tiles=0,
        stage=PartialPhase.TURN,
        bag=most_in_bag(game.bag, removed, (hand.tiles for hand in hands)),
        removed=removed,
    )


def _centre(game: PartialGame, suns: Rows) -> Sun | None:
    """Return the sun that nobody has; it stays where it is (R-EPE-3 e)."""
    if None in suns:
        return None if game.level is Level.SCORE_ONLY else game.centre
    owned = {sun for own in suns for sun in own or ()}
    [centre] = set(suns_in_play(len(suns))) - owned
    return centre


def _starter(hands: Sequence[Holding]) -> Seat | None:
    """Return the owner of the highest sun, if all are known (R-EPE-3 h)."""
    if any(hand.suns is None for hand in hands):
        return None
    return Seat(max(range(len(hands)), key=lambda seat: (hands[seat].suns or ())[-1:]))


def scores(game: PartialGame, tally: TallyEpoch) -> tuple[EpochScore | None, ...]:
    """Return everybody's points for the epoch; None where they depend on something unknown.

    Everything that unknown hands could change is tried: all that matters to the others is who has
    more or fewer pharaohs, and higher or lower suns.
    """
    no_penalty = game.setup.options.two_player_no_penalty
    rows = list(zip(tally.tiles, known_suns(game, tally), game.hands, strict=True))
    found: list[set[EpochScore]] = [set() for _ in rows]
    for pharaohs, sums in _possible(game, tally.tiles, [suns for _, suns, _ in rows]):
        sheets = [
            Sheet(
                Tile.PHARAOH.one * pharaohs[seat] if held is None else held,
                (Sun(sums[seat]),) if suns is None else suns,
                hand.score or 0,
            )
            for seat, (held, suns, hand) in enumerate(rows)
        ]
        for seat, points in enumerate(score(sheets, game.epoch or LAST_EPOCH, no_penalty)):
            found[seat].add(points)
    return tuple(
        points.pop() if len(points) == 1 and held is not None and hand.score is not None else None
        for points, (held, _, hand) in zip(found, rows, strict=True)
    )


def _possible(
    game: PartialGame, held: Sequence[Tiles | None], suns: Sequence[Suns | None]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield possible pharaohs and sums of suns of all seats.

    The two are compared independently, so combinations need not be tried.
    """
    pharaohs = [None if tiles is None else count(tiles, Tile.PHARAOH) for tiles in held]
    sums = [None if own is None else sum(own) for own in suns]
    left = Tile.PHARAOH.copies - sum(number or 0 for number in pharaohs)
    in_play, each = suns_in_play(len(held)), suns_each(game.setup)
    counted = list(_filled(pharaohs, 0, left))
    summed = list(_filled(sums, sum(in_play[:each]), sum(in_play[-each:])))
    yield from ((numbers, summed[0]) for numbers in counted)
    if game.epoch == LAST_EPOCH:
        yield from ((counted[0], numbers) for numbers in summed)


def _filled(numbers: Sequence[int | None], lowest: int, highest: int) -> Iterator[Sequence[int]]:
    """Yield the numbers with every choice for the unknown ones that changes a comparison."""
    near = {number + step for number in numbers if number is not None for step in (-1, 1)}
    choices = sorted({lowest, highest, *near.intersection(range(lowest, highest))})
    return product(*(choices if number is None else (number,) for number in numbers))
