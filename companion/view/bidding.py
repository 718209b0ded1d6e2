"""Where each player stands in an auction: who leads, who is out, who is still to bid."""

from collections.abc import Mapping, Sequence

from companion.rules.editions import Seat, Sun
from companion.rules.events import AuctionBegan, BidMade, Passed
from companion.rules.model import Auction, Game
from companion.rules.timeline import Moment
from companion.view.panel import Standing


def standings(game: Game, moments: Sequence[Moment]) -> tuple[Standing, ...]:
    """Return where every seat stands, given the actions that led to this table."""
    seats = game.setup.seats
    auction = game.stage
    if not isinstance(auction, Auction):
        return tuple(Standing.ACTIVE if seat == game.active else Standing.RESTING for seat in seats)
    said = _answers(moments)
    return tuple(_standing(game, auction, seat, said) for seat in seats)


def _answers(moments: Sequence[Moment]) -> Mapping[Seat, Sun | None]:
    """Return what was bid by whom in the auction that runs; None for a pass."""
    said: dict[Seat, Sun | None] = {}
    for moment in reversed(moments):
        for event in reversed(moment.events):
            match event:
                case BidMade(seat, sun):
                    said.setdefault(seat, sun)
                case Passed(seat):
                    said.setdefault(seat, None)
                case AuctionBegan():
                    return said
                case _:
                    pass
    return said


def _standing(
    game: Game, auction: Auction, seat: Seat, said: Mapping[Seat, Sun | None]
) -> Standing:
    if seat == game.active:
        return Standing.ACTIVE
    if seat == auction.best_bidder:
        return Standing.LEADING
    if not game.players[seat].up or _turn(game, auction, seat) > _turn(game, auction, game.active):
        return Standing.RESTING
    if seat not in said:
        return Standing.PASSED if auction.best_bidder is None else Standing.OUT
    return Standing.PASSED if said[seat] is None else Standing.OUTBID


def _turn(game: Game, auction: Auction, seat: Seat) -> int:
    """Return how many seats are asked before this one (R-AUC-1)."""
    return (seat - auction.ra_player - 1) % len(game.players)
