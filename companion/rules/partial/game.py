"""A partially recorded game: what is known, how people correct it, and the way to a full game."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix, fixed_points, refusals
from companion.rules.editions import Seat, Setup, Sun, Suns, suns_in_play
from companion.rules.events import Event, Fixed, FixedPart, GameDecided
from companion.rules.model import (
    EMPTY_TRACK,
    Auction,
    AuctionCause,
    AuctionTrack,
    Discarding,
    Game,
    Phase,
    Player,
)
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.scoring.scoring import Ranking, ranking
from companion.rules.tiles import ALL_TILES, KINDS, NO_TILES, Tile, Tiles, bundle, bundle_of, count


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


def fixed_partial(game: PartialGame, fix: Fix) -> tuple[PartialGame, tuple[Event, ...]]:
    """Return what is known once people have said how things are.

    At these levels only the number of tiles on the auction track is known.

    Raises:
        IllegalAction: Such a table is impossible, or the screen says so already.
    """
    for refusal in refusals(game.setup, fix):
        raise IllegalAction(refusal)
    if game.stage is PartialPhase.OVER and (fix.stage is not None or fix.epoch is not None):
        raise IllegalAction(Problem(Why.GAME_OVER))
    track = fix.track_tiles
    if fix.track is not None:
        track = sum(tile is not None for tile in fix.track)
    after = replace(
        game,
        hands=_hands(game, fix),
        epoch=game.epoch if fix.epoch is None else fix.epoch,
        ra_count=game.ra_count if fix.ra_count is None else fix.ra_count,
        centre=game.centre if fix.centre is None else fix.centre,
        active=game.active if fix.active is None else fix.active,
        track_tiles=game.track_tiles if track is None else track,
        stage=_stage(game, fix),
    )
    if fix.active is None and isinstance(fix.stage, Auction):
        after = replace(after, active=fix.stage.ra_player)
    changes = tuple(_changes(game, after, fixed_points(fix)))
    if not changes and after == game:
        raise IllegalAction(Problem(Why.NOTHING_TO_FIX))
    if after.stage is PartialPhase.OVER and after.hands != game.hands:
        return after, (*changes, GameDecided(decided(after)))
    return after, changes


def _stage(game: PartialGame, fix: Fix) -> PartialPhase:
    match fix.stage:
        case Auction():
            return _result_of(fix.stage)
        case Phase():
            return PartialPhase.TURN
        case None if fix.epoch is not None and game.stage is PartialPhase.TALLY:
            return PartialPhase.TURN
        case None:
            return game.stage


def _hands(game: PartialGame, fix: Fix) -> tuple[Holding, ...]:
    hands = list(game.hands)
    for said in fix.hands:
        old = hands[said.seat]
        told = said.tiles is not None
        hands[said.seat] = Holding(
            old.suns if said.suns is None else tuple(sorted(said.suns)),
            old.spent if said.spent is None else said.spent,
            old.tiles if said.tiles is None else said.tiles,
            is_sure=told or old.is_sure,
            score=old.score if said.score is None else said.score,
        )
    return tuple(hands)


def _changes(old: PartialGame, new: PartialGame, told: Collection[Seat]) -> Iterator[Event]:
    for matter, was, now in (
        (FixedPart.RA_TRACK, old.ra_count, new.ra_count),
        (FixedPart.CENTRE, old.centre, new.centre),
        (FixedPart.EPOCH, old.epoch, new.epoch),
        (FixedPart.TRACK, old.track_tiles, new.track_tiles),
        (FixedPart.ACTIVE, old.active, new.active),
    ):
        if was != now:
            yield Fixed(matter, was, now)
    for seat, (had, has) in enumerate(zip(old.hands, new.hands, strict=True)):
        if had.suns != has.suns:
            yield Fixed(FixedPart.SUNS, had.suns, has.suns, seat=Seat(seat))
        if had.spent != has.spent:
            yield Fixed(FixedPart.SPENT, had.spent, has.spent, seat=Seat(seat))
        if (had.tiles, had.is_sure) != (has.tiles, has.is_sure):
            yield Fixed(FixedPart.TILES, had.tiles, has.tiles, seat=Seat(seat))
        if seat in told:
            yield Fixed(FixedPart.SCORE, had.score, has.score, seat=Seat(seat))


# Changing the level: entering less loses nothing, entering more needs what is missing


def _result_of(auction: Auction) -> PartialPhase:
    """Return which auction's result is waited for."""
    return PartialPhase.DRAWN if auction.cause is AuctionCause.RA_DRAWN else PartialPhase.CALLED


def from_game(game: Game, level: Level) -> PartialGame:
    """Return what a lower level knows of a full game.

    There, neither the lot of an auction nor a disaster's pending choice can be entered: the lot is
    only counted, and the tiles of the choosing player become uncertain.
    """
    stage = game.stage
    struck = game.active if isinstance(stage, Discarding) else None
    hands = tuple(
        Holding(player.suns, player.spent, player.tiles, seat != struck, player.score)
        for seat, player in enumerate(game.players)
    )
    known = PartialGame(
        setup=game.setup,
        level=Level.LIGHT,
        hands=hands,
        epoch=game.epoch,
        ra_count=game.ra_count,
        centre=game.centre,
        active=_active(game),
        track_tiles=sum(tile is not None for tile in game.track),
        stage=_waits_for(game),
        bag=game.bag,
        removed=game.removed,
    )
    return at_level(known, level)


def _active(game: Game) -> Seat | None:
    match game.stage:
        case Auction(ra_player):
            return ra_player
        case Discarding():
            return None
        case Phase():
            return game.active


def _waits_for(game: Game) -> PartialPhase:
    match game.stage:
        case Auction():
            return _result_of(game.stage)
        case Phase.OVER:
            return PartialPhase.OVER
        case Discarding(ra_player=ra_player) if ra_player is not None and not any(
            player.suns for player in game.players
        ):
            return PartialPhase.TALLY
        case Discarding() | Phase():
            return PartialPhase.TURN


def at_level(known: PartialGame, level: Level) -> PartialGame:
    """Return the game at another of the two lower levels.

    Down to points only, everything is kept as last known. On the way up from there, auctions may
    have gone unrecorded: suns and tracks are unknown until people enter them.

    Args:
        known: The game.
        level: The new level.

    Raises:
        ValueError: The full level is a ``Game``: use ``to_game``.
    """
    if level is Level.FULL:
        raise ValueError("the full level is a game")
    if level in (known.level, Level.SCORE_ONLY) or known.stage is PartialPhase.OVER:
        return replace(known, level=level)
    hands = tuple(Holding(tiles=hand.tiles, score=hand.score) for hand in known.hands)
    return replace(
        unknown(known.setup),
        level=level,
        hands=hands,
        epoch=known.epoch,
        stage=PartialPhase.TALLY if known.stage is PartialPhase.TALLY else PartialPhase.TURN,
        bag=known.bag,
        removed=known.removed,
    )


def missing(known: PartialGame, track: AuctionTrack | None = None) -> Iterator[Problem]:
    """Yield everything that the full level needs and that is unknown.

    Args:
        known: The game.
        track: What is on the auction track, if entered.
    """
    if (why := _NOT_IN_A_TURN.get(known.stage)) is not None:
        yield Problem(why, {})
    is_known = {
        Why.EPOCH_UNKNOWN: known.epoch is not None,
        Why.RA_COUNT_UNKNOWN: known.ra_count is not None,
        Why.CENTRE_UNKNOWN: known.centre is not None,
        Why.TRACK_UNKNOWN: track is not None or known.track_tiles == 0,
        Why.TURN_UNKNOWN: known.active is not None,
    }
    yield from (Problem(why, {}) for why, known in is_known.items() if not known)
    for name, hand in zip(known.setup.players, known.hands, strict=True):
        is_known = {
            Why.SUNS_UNKNOWN: hand.all_suns is not None,
            Why.TILES_UNKNOWN: hand.is_sure,
            Why.SCORE_UNKNOWN: hand.score is not None,
        }
        yield from (Problem(why, {"name": name}) for why, known in is_known.items() if not known)


_NOT_IN_A_TURN: Mapping[PartialPhase, Why] = {
    PartialPhase.OVER: Why.GAME_OVER,
    PartialPhase.TALLY: Why.TALLY_FIRST,
    PartialPhase.DRAWN: Why.AUCTION_OPEN,
    PartialPhase.CALLED: Why.AUCTION_OPEN,
}


def to_game(known: PartialGame, track: AuctionTrack | None = None) -> Game:
    """Return the full game, at a turn; the bag holds all tiles not known to be elsewhere.

    Args:
        known: The game: after a tally with tiles, or once everything is entered.
        track: What is on the auction track; None if it is known to be empty.

    Raises:
        IllegalAction: Something is unknown; the text asks for the first such thing. ``missing``
            yields all of them.
    """
    for refusal in missing(known, track):
        raise IllegalAction(refusal)
    track = track or EMPTY_TRACK
    players = tuple(
        Player(hand.suns or (), hand.spent or (), hand.tiles, hand.score or 0)
        for hand in known.hands
    )
    ra_count = known.ra_count or 0
    seen = [
        *(player.tiles for player in players),
        bundle(tile for tile in track if tile is not None),
    ]
    assert known.active is not None  # noqa: S101 - ``missing`` has asked for both
    assert known.centre is not None  # noqa: S101 - the same
    return Game(
        setup=known.setup,
        players=players,
        active=known.active,
        centre=known.centre,
        bag=most_in_bag(known.bag, known.removed, [*seen, Tile.RA.one * ra_count]),
        track=track,
        epoch=known.epoch or 1,
        ra_count=ra_count,
    )


def most_in_bag(bag: Tiles, removed: Tiles, held: Iterable[Tiles]) -> Tiles:
    """Return the most tiles that can be in the bag, given those known to be elsewhere."""
    elsewhere = removed + sum(held)
    return bundle_of(
        {
            kind: max(0, min(count(bag, kind), kind.copies - count(elsewhere, kind)))
            for kind in KINDS
        }
    )
