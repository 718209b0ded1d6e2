"""Fixing what is known of a table of which not everything is told: people say how it lies.

This is also how a game is joined that began without us: nothing is known, and what people say is
written down, one thing or all at once; what they leave out stays unknown.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.rules.editions import Seat
from companion.rules.events import Event, Fixed, Matter
from companion.rules.fixing import Fix, refusals
from companion.rules.ledger import Hand, Ledger, Wait
from companion.rules.model import Auction, Phase, Reason
from companion.rules.refusal import IllegalAction, Refusal, Why


def fixed_ledger(ledger: Ledger, fix: Fix) -> tuple[Ledger, tuple[Event, ...]]:
    """Return what is known once people have said how things lie.

    Of tiles on the auction track only their number is known at these levels.

    Raises:
        IllegalAction: Such a table cannot be, or the screen says so already.
    """
    for refusal in refusals(ledger.setup, fix):
        raise IllegalAction(refusal)
    if ledger.stage is Wait.OVER and (fix.stage is not None or fix.epoch is not None):
        raise IllegalAction(Refusal(Why.GAME_OVER, {}))
    lane = fix.lane_tiles
    if fix.lane is not None:
        lane = sum(tile is not None for tile in fix.lane)
    after = replace(
        ledger,
        hands=_hands(ledger, fix),
        epoch=ledger.epoch if fix.epoch is None else fix.epoch,
        ra_count=ledger.ra_count if fix.ra_count is None else fix.ra_count,
        centre=ledger.centre if fix.centre is None else fix.centre,
        active=ledger.active if fix.active is None else fix.active,
        lane_tiles=ledger.lane_tiles if lane is None else lane,
        stage=_stage(ledger, fix),
    )
    if fix.active is None and isinstance(fix.stage, Auction):
        after = replace(after, active=fix.stage.ra_player)
    changes = tuple(_changes(ledger, after))
    if not changes and after == ledger:
        raise IllegalAction(Refusal(Why.NOTHING_TO_FIX, {}))
    return after, changes


def _stage(ledger: Ledger, fix: Fix) -> Wait:
    match fix.stage:
        case Auction(reason=reason):
            return Wait.DRAWN if reason is Reason.RA_DRAWN else Wait.CALLED
        case Phase():
            return Wait.TURN
        case None if fix.epoch is not None and ledger.stage is Wait.TALLY:
            return Wait.TURN
        case None:
            return ledger.stage


def _hands(ledger: Ledger, fix: Fix) -> tuple[Hand, ...]:
    hands = list(ledger.hands)
    for said in fix.hands:
        old = hands[said.seat]
        told = said.tiles is not None
        hands[said.seat] = Hand(
            old.up if said.up is None else tuple(sorted(said.up)),
            old.down if said.down is None else said.down,
            old.tiles if said.tiles is None else said.tiles,
            is_sure=told or old.is_sure,
            score=old.score if said.score is None else said.score,
        )
    return tuple(hands)


def _changes(old: Ledger, new: Ledger) -> Iterator[Event]:
    for matter, was, now in (
        (Matter.RA_TRACK, old.ra_count, new.ra_count),
        (Matter.CENTRE, old.centre, new.centre),
        (Matter.EPOCH, old.epoch, new.epoch),
        (Matter.TRACK, old.lane_tiles, new.lane_tiles),
        (Matter.ACTIVE, old.active, new.active),
    ):
        if was != now:
            yield Fixed(matter, was, now)
    for seat, (had, has) in enumerate(zip(old.hands, new.hands, strict=True)):
        if had.up != has.up:
            yield Fixed(Matter.UP, had.up, has.up, seat=Seat(seat))
        if had.down != has.down:
            yield Fixed(Matter.DOWN, had.down, has.down, seat=Seat(seat))
        if (had.tiles, had.is_sure) != (has.tiles, has.is_sure):
            yield Fixed(Matter.TILES, had.tiles, has.tiles, seat=Seat(seat))
        if had.score != has.score:
            yield Fixed(Matter.SCORE, had.score, has.score, seat=Seat(seat))
