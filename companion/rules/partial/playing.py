"""Playing a partially recorded game: one entry, what is known then, and what happened.

As in the full game, what is illegal is refused with a reason. The difference: what people do not
enter is inferred from what they do. A sun in the centre must have won an auction, no matter who
invoked Ra, or when.
"""

from msgspec.structs import replace

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
from companion.rules.editions import Seat, Sun, suns_in_play
from companion.rules.events import (
    Cause,
    EpochOver,
    NobodyWon,
    PartialEvent,
    RaCalled,
    RaTileDrawn,
    SunWon,
    TileLaid,
)
from companion.rules.partial.game import (
    END_EPOCH,
    EndEpoch,
    Holding,
    PartialGame,
    PartialPhase,
    TallyEpoch,
    left_of,
    with_hand,
    with_suns,
)
from companion.rules.partial.tallying import objections, tallied
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.tiles import KINDS, Tile, count

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
    after = replace(
        game,
        ra_count=ra_count,
        bag=game.bag - Tile.RA.one,
        stage=PartialPhase.DRAWN,
    )
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
