"""What controls mean at the table in moments that are over quickly, and what may well come next."""

from msgspec.structs import replace

from companion.core.bindings import Binding
from companion.core.controls import Control
from companion.core.messages import BringBack, Enter, Play, PushDial, TakeBack, TurnDial
from companion.pages.bindings import controls
from companion.pages.table import seat
from companion.pages.table.choices import PickTile
from companion.pages.table.seat import HandsDone
from companion.pages.table.table import Table, add_redo
from companion.pages.update import next_deadline
from companion.rules.actions import BIDS, DRAWS, INVOKE, REACH_INTO_BAG
from companion.rules.model import Disaster
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk
from tests.core.test_seats_the_table_plays import after
from tests.view.gallery import at_table
from tests.view.machine_seats import decided


def test_undo_is_dark_where_everything_has_been_taken_back() -> None:
    begins = a_desk(3).model
    drawn = after(begins, Play(DRAWS[Tile.NILE]))
    again = after(drawn, TakeBack())
    lit = [controls(model).taps[Control.UNDO].is_lit for model in (begins, drawn, again)]
    assert lit == [True, True, False], "that the game has begun can be taken back, too"


def test_just_after_hands_are_done_ok_and_ra_say_it_once_more_and_then_no_longer() -> None:
    model = after(decided(at_table(3), INVOKE), HandsDone())
    assert {controls(model).taps[control].message for control in (Control.OK, Control.RA)} == {
        HandsDone()
    }
    due = next_deadline(model)
    assert due == model.drafts.hands_at + seat.AGAIN_SECONDS
    later = replace(model, now=due)
    assert HandsDone() not in {offer.message for offer in controls(later).taps.values()}
    drawn = after(decided(at_table(3), REACH_INTO_BAG), HandsDone())
    assert controls(drawn).taps[Control.OK].message == HandsDone()


def test_what_hands_did_is_said_twice_also_where_a_disaster_follows() -> None:
    bidding = at_table(3, "auction A1 by Yuki", "track dis_unrest nile", active=0)
    model = decided(bidding, BIDS[bidding.game.players[0].up[-1]])
    model = after(model, HandsDone())
    assert isinstance(model.game.stage, Disaster)
    taps = controls(model).taps
    assert taps[Control.OK].message == HandsDone()
    assert Control.RA not in taps


def test_ok_brings_back_and_the_dial_only_where_ok_says_something_else() -> None:
    desk = a_desk(3)
    desk.take(Enter(DRAWS[Tile.NILE]))
    desk.take(TakeBack())
    taps = controls(desk.model).taps
    assert taps[Control.OK].message == BringBack()
    assert taps.get(Control.DIAL) is None or taps[Control.DIAL].message != BringBack()
    desk.take(TurnDial(1))
    page = desk.page()
    assert isinstance(page, Table)
    assert isinstance(page.pick, PickTile)
    taps = controls(desk.model).taps
    assert taps[Control.OK].message == taps[Control.DIAL].message == PushDial()


def test_at_an_auction_the_dial_brings_back_what_was_taken_back() -> None:
    desk = Desk(at_table(3, "auction A1 by Yuki", active=0))
    desk.take(Enter(BIDS[desk.game.players[0].up[0]]))
    desk.take(TakeBack())
    taps = controls(desk.model).taps
    assert taps[Control.OK].message != BringBack()
    assert taps[Control.DIAL].message == BringBack()


def test_only_one_control_brings_back_and_none_while_somebody_chooses() -> None:
    free: dict[Control, Binding] = {}
    add_redo(free, is_choosing=False)
    assert [*free] == [Control.OK]
    choosing = {Control.OK: Binding(PushDial(), "Place")}
    add_redo(choosing, is_choosing=True)
    assert [*choosing] == [Control.OK]
