"""What is known of a partially recorded table, and how people correct it."""

from collections.abc import Collection, Iterator
from enum import Enum

import msgspec
from msgspec.structs import replace

from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix, fixed_points, refusals
from companion.rules.editions import Seat, Setup, Sun, Suns, suns_in_play
from companion.rules.events import Event, Fixed, FixedPart, GameDecided
from companion.rules.model import Auction, AuctionCause, Phase
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.scoring.scoring import Ranking, ranking
from companion.rules.tiles import ALL_TILES, NO_TILES, Tiles


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
    """Whose turn it was after the last entry; in an auction, who called or drew the Ra tile."""
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
        case Auction(cause=cause):
            return PartialPhase.DRAWN if cause is AuctionCause.RA_DRAWN else PartialPhase.CALLED
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
