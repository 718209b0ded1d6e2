"""What settling an auction writes, line by line, and what one Undo takes back of it."""

import pytest

from companion.core.effects import Cue, Sound, WriteEntry
from companion.core.messages import CallPass, Enter, RestPass, StepSun, TakeBack, TakeSun
from companion.core.notices import Notes
from companion.core.screen import TakenBack
from companion.pages.opponent import PutAway
from companion.pages.update import update
from companion.rules.actions import BIDS, INVOKE, PASS, Bid, Pass
from companion.rules.editions import Sun
from companion.rules.model import Auction, Phase
from companion.rules.records.shapes import Undo
from companion.rules.refusal import Refusal, Why
from tests.core.desk import Desk
from tests.core.test_slips_at_auctions import (
    ANNA,
    BEN,
    CARA,
    DAN,
    begun_before,
    bidding,
    lead,
    note,
    said,
)
from tests.view.gallery import at_table
from tests.view.machine_seats import decided


def sounds(effects: tuple[object, ...]) -> list[Cue]:
    """Return what is heard, in order."""
    return [each.cue for each in effects if isinstance(each, Sound)]


def test_who_passes_with_no_higher_sun_hears_that_they_have_none() -> None:
    desk = bidding()
    desk.key("shift 2")
    desk.take(CallPass(CARA))
    assert note(desk) is Notes.NO_MORE_SUNS
    desk.take(CallPass(BEN))
    assert note(desk) is Notes.LEADS_ALREADY


def test_the_caller_of_ra_cannot_pass_once_everybody_else_has() -> None:
    desk = bidding(INVOKE)
    for seat in (BEN, CARA, DAN):
        desk.take(CallPass(seat))
    desk.take(CallPass(ANNA))
    assert said(desk) == Refusal(Why.MUST_BID, {"name": desk.game.setup.players[ANNA]})
    desk.take(CallPass(BEN))
    assert note(desk) is Notes.NO_MORE_SUNS, "only the caller must bid"


def test_of_several_lines_only_the_last_is_heard() -> None:
    desk = bidding()
    for seat in (BEN, CARA, DAN):
        desk.take(StepSun(seat))
    heard = sounds(desk.take(RestPass()))
    assert heard == [Cue.LOT, Cue.SUN]


def test_a_settlement_goes_on_although_the_seat_that_the_table_plays_was_put_away() -> None:
    table = at_table(3, "auction A1 by Yuki", active=0)
    desk = Desk(decided(table, PASS, machine=1))
    low = desk.game.players[0].up[0]
    desk.take(TakeSun(low))
    desk.take(PutAway())
    desk.take(RestPass())
    assert desk.entries == [BIDS[low], PASS, PASS]
    assert not isinstance(desk.game.stage, Auction)


@pytest.mark.parametrize(
    ("entered", "entries"),
    [
        ((), []),
        ((BIDS[Sun(5)],), [BIDS[Sun(5)], BIDS[Sun(9)], Undo(1), Undo(1)]),
        ((PASS,), [PASS, BIDS[Sun(9)], Undo(1), Undo(1)]),
    ],
)
def test_calls_out_of_order_after_a_bid_in_which_the_record_begins_come_to_an_end(
    entered: tuple[Bid | Pass, ...], entries: list[object]
) -> None:
    desk = begun_before(best=" best Ben 4", is_cara=True)
    for action in entered:
        desk.take(Enter(action))
    desk.take(TakeSun(Sun(9)))
    desk.take(TakeSun(Sun(10)))
    assert desk.entries == [*entries, BIDS[Sun(10)], PASS]
    assert desk.game.centre == 10
    assert desk.game.stage is Phase.TURN
    desk.take(TakeBack())
    assert desk.entries[-1] == Undo(2)
    assert lead(desk) == (ANNA, 9)


def test_undo_after_a_bid_of_the_record_takes_back_the_settlement_then_call_by_call() -> None:
    desk = bidding()
    desk.take(Enter(BIDS[Sun(3)]))
    desk.take(TakeSun(Sun(4)))
    desk.take(TakeSun(Sun(5)))
    desk.take(RestPass())
    assert desk.entries == [BIDS[Sun(3)], BIDS[Sun(4)], BIDS[Sun(5)], PASS]
    leads = []
    for _ in range(4):
        desk.take(TakeBack())
        leads.append(lead(desk))
    assert leads == [(DAN, 5), (CARA, 4), (BEN, 3), None]
    assert desk.entries[4:] == [Undo(3), Undo(1)]


def test_one_undo_takes_back_every_pass_with_which_ok_ended_an_auction() -> None:
    desk = begun_before(best=" best Ben 4", is_cara=True)
    desk.take(RestPass())
    assert desk.entries == [PASS, PASS]
    desk.take(TakeBack())
    assert desk.entries[2:] == [Undo(2)]
    assert lead(desk) == (BEN, 4)


def test_passes_that_were_taken_back_one_by_one_are_not_taken_back_again() -> None:
    desk = begun_before(best=" best Ben 4", is_cara=True)
    desk.model, effects = update(desk.model, RestPass())
    assert WriteEntry(PASS) in effects
    desk.take(Enter(Undo(1)))
    desk.take(RestPass())
    desk.take(TakeBack())
    assert desk.entries == [Undo(1), PASS, PASS, Undo(2)]


def test_undo_of_a_settlement_is_said_to_be_undone_and_not_brought_back() -> None:
    desk = bidding()
    desk.key("8")
    desk.take(RestPass())
    desk.take(TakeBack())
    told = said(desk)
    assert isinstance(told, TakenBack)
    assert not told.again
