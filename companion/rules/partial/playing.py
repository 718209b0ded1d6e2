"""Playing a partially recorded game: one entry, what is known then, and what happened.

As in the full game, what is illegal is refused with a reason. The difference: what people do not
enter is inferred from what they do. A sun in the centre must have won an auction, no matter who
called Ra, or when.
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
from companion.rules.partial.ledger import (
    END_EPOCH,
    EndEpoch,
    Holding,
    PartialGame,
    TallyEpoch,
    Wait,
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

Step = tuple[PartialGame, tuple[PartialEvent, ...]]
"""What is known after an entry, and what happened, in order."""


def play_partial(ledger: PartialGame, entry: Entry | Unfit) -> Step:
    """Enter one thing and return what is known then; the ledger passed in is unchanged.

    Raises:
        IllegalAction: It is impossible; the text tells a player why.
    """
    if isinstance(entry, Unfit):
        raise IllegalAction(why_not(ledger, entry))
    refusal = _refusal(ledger, entry)
    if refusal is not None:
        raise IllegalAction(refusal)
    match entry:
        case Draw():
            return _draw(ledger, entry)
        case Invoke():
            return _invoke(ledger, entry)
        case Won():
            return _won(ledger, entry)
        case Unsold():
            return _unsold(ledger, entry)
        case EndEpoch():
            return _end_epoch(ledger, entry)
        case TallyEpoch():
            return tallied(ledger, entry)


def why_not(ledger: PartialGame, entry: Entry | Unfit) -> Problem:
    """Return why ``play_partial`` refuses this now.

    Raises:
        ValueError: It is legal, so there is no reason.
    """
    refusal = _refusal(ledger, entry)
    if refusal is None:
        raise ValueError(f"{entry} is legal")
    return refusal


def legal_entries(ledger: PartialGame) -> tuple[Entry, ...]:
    """Return everything that can be entered now, except tallies, of which there are too many."""
    every: tuple[Entry, ...] = (
        *(DRAWS[kind] for kind in KINDS),
        INVOKE,
        *(Won(sun) for sun in BIDS),
        UNSOLD,
        END_EPOCH,
    )
    return tuple(entry for entry in every if _refusal(ledger, entry) is None)


def _refusal(ledger: PartialGame, entry: Entry | Unfit) -> Problem | None:
    if ledger.stage is Wait.OVER:
        return Problem(Why.GAME_OVER)
    if isinstance(entry, TallyEpoch):
        if ledger.stage is not Wait.TALLY and ledger.level is not Level.SCORE_ONLY:
            return Problem(Why.EPOCH_RUNNING)
        return next(objections(ledger, entry), None)
    if ledger.stage is Wait.TALLY:
        return Problem(Why.TALLY_FIRST)
    if isinstance(entry, EndEpoch):
        return None
    if ledger.level is Level.SCORE_ONLY:
        return Problem(Why.SCORES_ONLY)
    return _against(ledger, entry)


def _against(ledger: PartialGame, entry: Draw | Invoke | Won | Unsold | Unfit) -> Problem | None:
    match entry:
        case Draw():
            return _against_draw(ledger, entry)
        case Invoke():
            return _against_invoke(ledger, entry)
        case Won():
            return _against_won(ledger, entry)
        case Unsold():
            return _against_unsold(ledger, entry)
        case Bid() | Pass() | UseGod() | EndGods() | Discard():
            return Problem(Why.NOT_AT_LIGHT)


def _against_draw(ledger: PartialGame, entry: Draw) -> Problem | None:
    if ledger.stage is not Wait.TURN:
        return Problem(Why.AUCTION_OPEN)
    if _is_full(ledger):
        return Problem(Why.NO_ROOM)
    if not count(ledger.bag, entry.tile):
        return Problem(Why.NONE_LEFT, {"copies": entry.tile.copies, "tile": entry.tile})
    return None


def _against_invoke(ledger: PartialGame, _: Invoke) -> Problem | None:
    return None if ledger.stage is Wait.TURN else Problem(Why.AUCTION_OPEN)


def _against_won(ledger: PartialGame, entry: Won) -> Problem | None:
    """Only a sun that may be face up in front of a player can have won (R-AUC-2)."""
    hands = ledger.hands
    if any(entry.sun in (hand.suns or ()) for hand in hands):
        return None
    elsewhere = {ledger.centre, *(sun for hand in hands for sun in hand.spent or ())}
    in_play = entry.sun in suns_in_play(len(hands))
    if in_play and entry.sun not in elsewhere and any(hand.suns is None for hand in hands):
        return None
    return Problem(Why.SUN_NOT_FREE, {"sun": entry.sun})


def _against_unsold(ledger: PartialGame, _: Unsold) -> Problem | None:
    """Whoever calls Ra with room on the track must bid if nobody else does (section 1.6, A3)."""
    has_room = ledger.is_counted and ledger.track_tiles not in {None, TRACK_SPACES}
    if ledger.stage is not Wait.DRAWN and has_room:
        return Problem(Why.ROOM_ON_TRACK)
    return None


def _is_full(ledger: PartialGame) -> bool:
    """Whether the auction track is certainly full (R-TRN-4)."""
    return ledger.is_counted and ledger.track_tiles == TRACK_SPACES


def _told(ledger: PartialGame) -> PartialGame:
    """Return what is still certain once something new is entered.

    Unless draws are entered, some may have been missed, and a god may have been used at any time.
    """
    hands = tuple(
        replace(hand, is_sure=False) if hand.tiles & Tile.GOD.mask else hand
        for hand in ledger.hands
    )
    ledger = replace(ledger, hands=hands)
    if ledger.is_counted or ledger.stage is not Wait.TURN:
        return ledger
    return replace(ledger, active=with_suns(ledger), track_tiles=None)


def _draw(ledger: PartialGame, entry: Draw) -> Step:
    if entry.tile is not Tile.RA:
        return _lay(ledger, entry.tile)
    ledger = _told(ledger)
    ra_count = None if ledger.ra_count is None else ledger.ra_count + 1
    after = replace(ledger, ra_count=ra_count, bag=ledger.bag - Tile.RA.one, stage=Wait.DRAWN)
    drawn = (RaTileDrawn(ledger.active),)
    if ra_count is not None and ra_count >= ledger.setup.ra_limit:
        return _ended(after, Cause.RA_TRACK, drawn)
    return after, drawn


def _lay(ledger: PartialGame, tile: Tile) -> Step:
    """Count one more tile on the track: whoever enters one draw enters them all (R-DRW-1)."""
    drawn = (TileLaid(ledger.active, tile),)
    if ledger.track_tiles is None:
        return replace(_told(ledger), active=left_of(ledger, ledger.active)), drawn
    after = replace(
        ledger,
        track_tiles=min(ledger.track_tiles + 1, TRACK_SPACES),
        is_counted=True,
        active=left_of(ledger, ledger.active),
    )
    return _told(after), drawn


def _invoke(ledger: PartialGame, _: Invoke) -> Step:
    ledger = _told(ledger)
    return replace(ledger, stage=Wait.CALLED), (RaCalled(ledger.active),)


def _won(ledger: PartialGame, entry: Won) -> Step:
    """Swap the suns of whoever had this one face up (R-RES-2); the rest of the lot is unknown."""
    ledger = _told(ledger)
    seat = _winner(ledger, entry.sun)
    swapped = _swapped(ledger, seat, entry.sun)
    after = replace(swapped, centre=entry.sun, track_tiles=0, stage=Wait.TURN)
    after = replace(after, active=left_of(after, ledger.active))
    won = (SunWon(seat, entry.sun, ledger.centre),)
    if all(hand.suns == () for hand in after.hands):
        return _ended(after, Cause.SUNS, won)
    return after, won


def _winner(ledger: PartialGame, sun: Sun) -> Seat | None:
    """Return who had the sun face up: known, or the only one who may have had it."""
    having = [seat for seat, hand in enumerate(ledger.hands) if sun in (hand.suns or ())]
    maybe = having or [seat for seat, hand in enumerate(ledger.hands) if hand.suns is None]
    return Seat(maybe[0]) if len(maybe) == 1 else None


def _swapped(ledger: PartialGame, seat: Seat | None, sun: Sun) -> PartialGame:
    if seat is None:
        for unknown, hand in enumerate(ledger.hands):
            if hand.suns is None:
                after = Holding(None, None, hand.tiles, is_sure=False, score=hand.score)
                ledger = with_hand(ledger, Seat(unknown), after)
        return ledger
    hand = ledger.hands[seat]
    up = None if hand.suns is None else tuple(own for own in hand.suns if own != sun)
    known = hand.spent is not None and ledger.centre is not None
    down = (*(hand.spent or ()), ledger.centre) if known and ledger.centre is not None else None
    is_sure = hand.is_sure and ledger.is_counted and ledger.track_tiles == 0
    return with_hand(ledger, seat, Holding(up, down, hand.tiles, is_sure, hand.score))


def _unsold(ledger: PartialGame, _: Unsold) -> Step:
    """After a Ra tile everything stays; after a call with a full track the tiles are discarded."""
    after = ledger if ledger.stage is Wait.DRAWN else replace(_told(ledger), track_tiles=0)
    active = left_of(after, after.active)
    return replace(after, active=active, stage=Wait.TURN), (NobodyWon(),)


def _end_epoch(ledger: PartialGame, _: EndEpoch) -> Step:
    return _ended(_told(ledger), None, ())


def _ended(ledger: PartialGame, cause: Cause | None, events: tuple[PartialEvent, ...]) -> Step:
    after = replace(ledger, stage=Wait.TALLY, active=None)
    return after, (*events, EpochOver(ledger.epoch, cause))
