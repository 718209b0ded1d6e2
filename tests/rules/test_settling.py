"""What a settlement writes of an auction as it was called: no more than is known to be true."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.rules.actions import BIDS, INVOKE, PASS, UNSOLD, Action, Draw, Won
from companion.rules.auction import (
    Call,
    Calls,
    Lines,
    asked,
    is_decided,
    leader,
    may_pass,
    settlement,
)
from companion.rules.editions import Seat, Sun, setup
from companion.rules.model import Auction, Game, new_game
from companion.rules.play import play
from companion.rules.tiles import Tile
from tests.together import for_each

ANNA, BEN, CARA, DAN = (Seat(seat) for seat in range(4))
"""13 6 2, 12 7 3, 11 8 4, 10 9 5; Anna begins, so Ben bids first."""

RA = Draw(Tile.RA)


def opened(how: Action) -> tuple[Game, Auction]:
    """Return a table of four at which Anna has brought an auction about."""
    game, _ = play(new_game(setup(("Anna", "Ben", "Cara", "Dan"))), how)
    assert isinstance(game.stage, Auction)
    return game, game.stage


def calls(*said: tuple[Seat, int | None]) -> Calls:
    """Return calls, briefly written."""
    return tuple(Call(seat, None if sun is None else Sun(sun)) for seat, sun in said)


def bid(sun: int) -> Action:
    """Return the bid of a sun."""
    return BIDS[Sun(sun)]


@pytest.mark.parametrize(
    ("said", "written"),
    [
        (calls((BEN, 7)), (bid(7), PASS, PASS, PASS)),
        (calls((CARA, 8)), (Won(Sun(8)),)),
        (calls((BEN, None), (CARA, 8)), (PASS, bid(8), PASS, PASS)),
        (calls((BEN, 3), (CARA, 4), (DAN, 5), (ANNA, 6)), (bid(3), bid(4), bid(5), bid(6))),
        (calls((BEN, 12), (ANNA, 13)), (bid(12), PASS, PASS, bid(13))),
        (calls((BEN, 3), (ANNA, 13)), (Won(Sun(13)),)),
        (calls((CARA, 4), (BEN, 7)), (Won(Sun(7)),)),
        (calls((BEN, 3), (BEN, 7), (BEN, 12)), (bid(12), PASS, PASS, PASS)),
        ((), (UNSOLD,)),
        (calls((BEN, None)), (UNSOLD,)),
    ],
)
def test_bids_are_written_one_by_one_only_if_nobody_before_the_winner_was_left_out(
    said: Calls, written: tuple[Action, ...]
) -> None:
    game, auction = opened(RA)
    assert settlement(game, auction, (), said) == Lines(0, written)
    for action in written:
        game, _ = play(game, action)
    assert not isinstance(game.stage, Auction)


def test_what_the_record_has_already_is_gone_on_from() -> None:
    game, auction = opened(RA)
    lines = calls((BEN, 3))
    game, _ = play(game, bid(3))
    assert isinstance(game.stage, Auction)
    auction = game.stage
    assert settlement(game, auction, lines, calls((CARA, 4))) == Lines(0, (bid(4), PASS, PASS))
    assert settlement(game, auction, lines, ()) == Lines(0, (PASS, PASS, PASS))
    assert settlement(game, auction, lines, calls((BEN, None))).undo == 1


def test_lines_are_not_gone_on_from_where_somebody_else_was_made_the_bidder_since() -> None:
    game, auction = opened(RA)
    game, _ = play(game, bid(7))
    said = calls((CARA, None), (DAN, None), (ANNA, 13))
    assert settlement(game, auction, calls((BEN, 7)), said) == Lines(0, (PASS, PASS, bid(13)))
    game = replace(game, active=DAN)
    assert settlement(game, auction, calls((BEN, 7)), said) == Lines(1, (Won(Sun(13)),))


def test_an_auction_in_which_everybody_has_called_is_written_as_won() -> None:
    game, auction = opened(RA)
    lines = calls((BEN, 7), (CARA, None), (DAN, None), (ANNA, 13))
    assert settlement(game, auction, lines, ()) == Lines(4, (Won(Sun(13)),))


def test_whoever_holds_one_higher_sun_is_not_written_down_as_passing() -> None:
    game, _ = play(new_game(setup(("Anna", "Ben", "Cara", "Dan"))), Draw(Tile.NILE))
    game, _ = play(game, RA)
    assert isinstance(game.stage, Auction)
    said = calls((CARA, 8), (DAN, None), (BEN, 12))
    assert settlement(game, game.stage, (), said) == Lines(0, (Won(Sun(12)),))


def test_lines_are_taken_back_first_where_somebody_was_skipped_since() -> None:
    game, auction = opened(RA)
    assert settlement(game, auction, calls((BEN, 3)), calls((DAN, 9))) == Lines(1, (Won(Sun(9)),))


def test_who_calls_ra_by_choice_must_bid_if_nobody_else_does() -> None:
    game, auction = opened(INVOKE)
    said = calls((BEN, None), (CARA, None), (DAN, None))
    assert not is_decided(game, auction, said)
    with pytest.raises(ValueError, match="must bid"):
        settlement(game, auction, (), said)
    said += calls((ANNA, 2))
    assert is_decided(game, auction, said)
    assert settlement(game, auction, (), said).actions == (PASS, PASS, PASS, bid(2))


@for_each(seed=range(200))
def test_whatever_is_called_in_whatever_order_the_highest_sun_wins_by_legal_lines(
    seed: int,
) -> None:
    dice = Random(seed)  # noqa: S311 - no secret
    game, auction = opened(dice.choice((RA, INVOKE)))
    said: list[Call] = []
    for _ in range(dice.randrange(1, 9)):
        seat = Seat(dice.randrange(4))
        said.append(Call(seat, dice.choice((*game.players[seat].suns, None))))
    lead = leader(said)
    if lead is None:
        return
    cut = dice.randrange(3)
    lines: list[Call] = []
    for call in said[:cut]:
        if not isinstance(game.stage, Auction) or game.active != call.seat:
            break
        if call.sun is not None and call.sun <= (game.stage.best_bid or 0):
            break
        after, _ = play(game, PASS if call.sun is None else BIDS[call.sun])
        if not isinstance(after.stage, Auction):
            break
        game, lines = after, [*lines, call]
    written = settlement(game, auction, lines, said[len(lines) :])
    if written.undo:
        assert written.undo == len(lines)
        game = replayed(auction)
    for action in written.actions:
        game, _ = play(game, action)
    assert game.centre == lead.sun


def replayed(auction: Auction) -> Game:
    """Return the table on which this auction has just begun."""
    return next(game for game, stage in (opened(RA), opened(INVOKE)) if stage == auction)


ALONE = calls((BEN, None), (CARA, None), (DAN, None))


@pytest.mark.parametrize(
    ("how", "said", "seat", "may"),
    [
        # who calls Ra may pass while somebody else may still bid, and who drew it even alone
        (INVOKE, (), ANNA, True),
        (INVOKE, calls((BEN, None), (CARA, None)), ANNA, True),
        (INVOKE, calls((BEN, None), (CARA, None)), DAN, True),
        (INVOKE, ALONE, ANNA, False),
        (INVOKE, calls((BEN, 3), (CARA, None), (DAN, None)), ANNA, True),
        (RA, ALONE, ANNA, True),
        # nobody passes twice, or after a bid, or below one
        (RA, calls((BEN, None)), BEN, False),
        (RA, calls((BEN, 3)), BEN, False),
        (RA, calls((CARA, 11)), DAN, False),
        (RA, calls((CARA, 11)), ANNA, True),
    ],
)
def test_who_may_pass(how: Action, said: Calls, seat: Seat, *, may: bool) -> None:
    game, auction = opened(how)
    assert may_pass(game, auction, said, seat) is may


THINKS_BETTER = calls((BEN, None), (CARA, 4), (DAN, None), (ANNA, None), (BEN, 7))


@pytest.mark.parametrize(
    ("said", "who"),
    [
        ((), (BEN, CARA, DAN, ANNA)),
        (calls((BEN, 10)), (CARA, ANNA)),
        (calls((BEN, 12), (ANNA, None)), ()),
        (calls((BEN, 12)), (ANNA,)),
        (calls((ANNA, 13)), ()),
        (calls((BEN, 3), (CARA, 4)), (DAN, ANNA)),
        (calls((CARA, 8), (BEN, 7)), (DAN, ANNA)),  # lower than what leads: nobody is beaten
        (THINKS_BETTER, (CARA,)),  # as if Ben had bid in his turn
        ((*THINKS_BETTER, *calls((CARA, None))), ()),
    ],
)
def test_those_are_asked_who_have_a_higher_sun_and_have_not_answered(
    said: Calls, who: tuple[Seat, ...]
) -> None:
    game, auction = opened(RA)
    assert asked(game, auction, said) == who
    assert is_decided(game, auction, said) is not bool(who)


def test_a_sun_called_before_its_turn_and_beaten_before_it_is_no_answer_yet() -> None:
    game, auction = opened(RA)
    early = calls((DAN, 9), (CARA, 11))
    assert asked(game, auction, early) == (BEN, ANNA)  # Dan has none that is higher
    early = calls((CARA, 8), (BEN, 12), (DAN, None))
    assert asked(game, auction, early) == (ANNA,)
    early = calls((CARA, 4), (BEN, 7))
    assert asked(game, auction, early) == (CARA, DAN, ANNA)
    assert may_pass(game, auction, early, CARA)
    assert asked(game, auction, (*early, *calls((CARA, None)))) == (DAN, ANNA)
    again = (*early, *calls((CARA, 11), (DAN, None), (ANNA, None)))
    assert is_decided(game, auction, again)
    assert settlement(game, auction, (), again) == Lines(0, (bid(7), bid(11), PASS, PASS))


def test_whoever_has_no_sun_left_is_not_asked_and_not_written() -> None:
    game, auction = opened(RA)
    dan = replace(game.players[DAN], suns=())
    game = replace(game, players=(*game.players[:3], dan))
    assert asked(game, auction, ()) == (BEN, CARA, ANNA)
    assert settlement(game, auction, (), calls((BEN, 12))) == Lines(0, (bid(12), PASS, PASS))
