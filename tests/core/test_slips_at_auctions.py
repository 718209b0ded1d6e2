"""Presses that people confuse at an auction: what each pair does, and that the screen says so."""

import pytest
from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.effects import Cue, Sound
from companion.core.messages import Enter, GoTo, OpenGroup, Play, RestPass, TakeBack, TakeSun
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.screen import TakenBack
from companion.core.session import Session
from companion.pages.bindings import controls, prompt
from companion.pages.menu import Menu
from companion.pages.table import Table, auction
from companion.rules.actions import BIDS, INVOKE, PASS, UNSOLD, Draw, Invoke, Won
from companion.rules.auction import Call
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, Sun
from companion.rules.events import BidMade, LotWon
from companion.rules.model import Auction, Disaster, Phase
from companion.rules.records.notation import position
from companion.rules.records.shapes import Undo
from companion.rules.records.timeline import Timeline
from companion.rules.refusal import Refusal
from companion.rules.tiles import Tile
from companion.ui.scene import words
from tests.core.desk import Desk, a_desk, is_refusal
from tests.view.gallery import NAMES, PAGES, at_table, shown

ANNA, BEN, CARA, DAN = (Seat(seat) for seat in range(4))
RA = Draw(Tile.RA)

OWN = ("p1", "p2", "p4", "p5")
"""13 6 2, 12 7 3, 11 8 4, 10 9 5; Anna begins, so Ben bids first."""


def bidding(how: Draw | Invoke = RA) -> Desk:
    """Return four people at whose table an auction has just begun."""
    desk = a_desk(4)
    desk.take(Enter(Draw(Tile.NILE)))
    for _ in range(3):
        desk.take(Enter(Draw(Tile.GOLD)))
    desk.take(Enter(how))
    desk.written.clear()
    return desk


def lead(desk: Desk) -> tuple[Seat, int | None] | None:
    """Return who leads, and with what."""
    now = auction.heard(desk.model)
    assert now is not None
    return None if now.leader is None else (now.leader.seat, now.leader.sun)


def said(desk: Desk) -> object:
    """Return what was said last."""
    return desk.model.screen.said


def note(desk: Desk) -> Notes | None:
    """Return which notice was said last."""
    now = said(desk)
    return now.note if isinstance(now, Notice) else None


def test_any_sun_leads_whoever_holds_it_and_nothing_is_written_yet() -> None:
    desk = bidding()
    desk.key("8")
    assert lead(desk) == (CARA, 8)
    assert not desk.entries
    assert prompt(desk.model).sentence == "Who wins this lot, and with which sun?"


def test_a_late_overbid_leads_whoever_it_is_by() -> None:
    desk = bidding()
    desk.key("8")
    desk.key("9")
    desk.key("shift 2")
    assert lead(desk) == (BEN, 12)


def test_a_sun_too_low_does_nothing_and_the_screen_says_why() -> None:
    desk = bidding()
    desk.key("8")
    desk.key("7")
    assert lead(desk) == (CARA, 8)
    assert note(desk) is Notes.SUN_TOO_LOW


def test_a_key_pressed_twice_says_that_it_leads_already() -> None:
    desk = bidding()
    desk.key("8")
    desk.key("8")
    assert lead(desk) == (CARA, 8)
    assert note(desk) is Notes.LEADS_ALREADY


def test_a_sun_that_nobody_has_does_nothing_and_the_screen_says_so() -> None:
    desk = bidding()
    desk.key("1")
    assert lead(desk) is None
    assert isinstance(said(desk), Refusal)


def test_an_own_button_steps_through_the_higher_suns_and_leads_at_once() -> None:
    desk = bidding()
    desk.press(OWN[2])
    assert lead(desk) == (CARA, 4)
    desk.press(OWN[2])
    assert lead(desk) == (CARA, 8)
    desk.press(OWN[0])
    assert desk.game.centre == 13


def test_a_button_of_whoever_has_no_higher_sun_is_dark_and_says_so() -> None:
    desk = bidding()
    desk.key("shift 2")
    assert not controls(desk.model).taps[Control(OWN[3])].is_lit
    desk.press(OWN[3])
    assert lead(desk) == (BEN, 12)
    assert note(desk) is Notes.NO_MORE_SUNS


def test_the_neighbours_button_leads_and_one_undo_takes_it_back() -> None:
    desk = bidding()
    desk.press(OWN[1])
    desk.press(OWN[2])
    assert lead(desk) == (CARA, 4)
    desk.press("undo")
    assert lead(desk) == (BEN, 3)
    assert isinstance(said(desk), TakenBack)
    assert not desk.entries


def test_the_key_of_a_tile_does_nothing_while_the_auction_is_open() -> None:
    desk = bidding()
    desk.key("8")
    for key in ("n", "r", "p", "i", "q", "e", "w", "y", "t"):
        desk.key(key)
        assert note(desk) is Notes.AUCTION_OPEN
    desk.press("ra")
    assert note(desk) is Notes.AUCTION_OPEN
    assert lead(desk) == (CARA, 8)
    assert not desk.entries


def test_ok_settles_it_and_ok_twice_only_goes_on() -> None:
    desk = bidding()
    desk.key("8")
    desk.press("ok")
    assert desk.entries == [Won(Sun(8))]
    desk.press("ok")
    desk.press("ok")
    assert desk.entries == [Won(Sun(8))]


def test_ok_before_the_first_sun_says_nobody_and_twice_does_no_more() -> None:
    desk = bidding()
    assert controls(desk.model).taps[Control.OK].label == "Nobody"
    desk.press("ok")
    desk.press("ok")
    assert desk.entries == [UNSOLD]


def test_ok_is_dark_while_the_caller_must_bid() -> None:
    desk = bidding(INVOKE)
    assert not controls(desk.model).taps[Control.OK].is_lit
    desk.press("ok")
    assert isinstance(said(desk), Refusal)
    for control in OWN[1:]:
        desk.press(control, is_held=True)
    assert prompt(desk.model).seat == ANNA
    desk.press(OWN[0])
    assert desk.game.centre == 2


def test_it_settles_itself_some_seconds_after_the_last_sun() -> None:
    desk = bidding()
    desk.key("8")
    desk.pass_time(3.0)
    desk.key("9")
    desk.pass_time(3.9)
    assert isinstance(desk.game.stage, Auction)
    desk.pass_time(0.2)
    assert desk.entries == [Won(Sun(9))]


def test_it_waits_for_ok_where_the_owner_wants_that_and_while_another_page_is_open() -> None:
    desk = bidding()
    desk.model = desk.model.with_preferences(auction_settle_seconds=0.0)
    desk.key("8")
    desk.pass_time(60)
    assert lead(desk) == (CARA, 8)
    desk = bidding()
    desk.key("8")
    desk.take(GoTo(Menu()))
    desk.pass_time(60)
    desk.go_back()
    desk.pass_time(60)
    assert lead(desk) == (CARA, 8)


def test_the_highest_sun_of_all_settles_it_at_once() -> None:
    desk = bidding()
    desk.key("shift 3")
    assert desk.entries == [Won(Sun(13))]


def test_passes_may_be_told_and_the_last_of_them_settles_it() -> None:
    desk = bidding()
    desk.key("shift 2")
    desk.press(OWN[0], is_held=True)
    assert not isinstance(desk.game.stage, Auction)
    assert desk.game.centre == 12


def test_one_undo_brings_a_settled_auction_back_with_its_lead() -> None:
    desk = bidding()
    desk.press(OWN[1])
    desk.press("ok")
    written = len(desk.entries)
    desk.press("undo")
    assert lead(desk) == (BEN, 3)
    assert desk.entries[written:] == [Undo(written)]
    desk.pass_time(60)
    assert lead(desk) == (BEN, 3)


def test_one_undo_takes_back_the_sun_that_settled_the_auction_by_itself() -> None:
    desk = bidding()
    desk.key("8")
    desk.key("shift 3")
    assert desk.game.centre == 13
    desk.press("undo")
    assert lead(desk) == (CARA, 8)
    desk.key("9")
    assert lead(desk) == (DAN, 9)
    desk.press("ok")
    assert desk.game.centre == 9


def test_one_undo_takes_back_the_pass_that_settled_the_auction_by_itself() -> None:
    desk = bidding()
    desk.key("shift 2")
    desk.press(OWN[0], is_held=True)
    desk.press("undo")
    assert lead(desk) == (BEN, 12)
    now = auction.heard(desk.model)
    assert now is not None
    assert ANNA not in now.passed


def test_undo_of_a_settlement_says_what_the_screen_had_said_and_not_its_first_pass() -> None:
    desk = bidding()
    for control in (OWN[1], OWN[2], OWN[3], OWN[0]):
        desk.press(control)
    assert len(desk.entries) > 1, "each call is a line"
    desk.press("undo")
    told = said(desk)
    assert isinstance(told, TakenBack)
    assert [type(each) for each in told.events] == [BidMade, LotWon]


def test_an_overbid_just_after_the_settlement_opens_it_again() -> None:
    desk = bidding()
    desk.key("8")
    desk.press("ok")
    desk.pass_time(3)
    desk.key("9")
    assert lead(desk) == (DAN, 9)
    assert desk.entries == [Won(Sun(8)), Undo(1)]


def test_a_button_that_meant_a_sun_draws_no_tile_just_after_the_settlement() -> None:
    desk = bidding()
    desk.key("shift 3")
    before = desk.entries
    for control in ("p1", "p2", "p3", "p4", "p5"):
        desk.press(control)
        assert note(desk) in {Notes.SETTLED, Notes.NOT_NOW}
    assert desk.entries == before
    desk.pass_time(1.1)
    desk.press("p1")
    assert desk.entries[-1] == Draw(Tile.PHARAOH)


def test_the_second_press_of_an_own_button_steps_on_although_the_first_has_settled_it() -> None:
    desk = bidding()
    desk.key("shift 2")
    desk.press("ok")
    desk.press(OWN[0])
    assert desk.game.centre == 13
    assert desk.entries[-1] == BIDS[Sun(13)]


def test_a_sun_key_after_a_settlement_that_is_no_overbid_does_nothing_and_says_why() -> None:
    desk = bidding()
    desk.key("8")
    desk.press("ok")
    desk.key("5")
    assert note(desk) is Notes.SETTLED
    assert desk.entries == [Won(Sun(8))]


def test_the_next_turn_needs_no_press_in_between() -> None:
    desk = bidding()
    desk.key("8")
    desk.press("ok")
    desk.key("n")
    assert desk.entries[-1] == Draw(Tile.NILE)


def test_bids_of_a_record_are_gone_on_from_and_undone_where_somebody_was_skipped() -> None:
    desk = bidding()
    order = [desk.game.active]
    sun = desk.game.players[order[0]].up[0]
    desk.take(Enter(BIDS[sun]))
    assert lead(desk) == (order[0], sun)
    desk.take(TakeSun(Sun(12)))
    desk.take(RestPass())
    assert desk.game.centre == 12
    assert desk.game.stage is Phase.TURN


def test_a_correction_of_the_table_leaves_the_lead_as_it_is() -> None:
    desk = bidding()
    desk.key("8")
    desk.take(Enter(Fix(ra_count=3)))
    assert lead(desk) == (CARA, 8)


def test_every_call_is_heard() -> None:
    desk = bidding()
    assert Sound(Cue.BID) in desk.take(TakeSun(Sun(8)))
    assert is_refusal(desk.take(TakeSun(Sun(7))))
    assert Sound(Cue.UNDO) in desk.take(TakeBack())
    assert lead(desk) is None


def test_an_auction_in_which_a_record_begins_is_settled_from_there() -> None:
    desk = Desk(PAGES["bid"](3, NAMES))
    now = auction.heard(desk.model)
    assert now is not None
    assert now.leader == Call(ANNA, Sun(5))
    desk.press("ok")
    assert auction.heard(desk.model) is None
    assert desk.entries == [PASS]


def test_a_sun_key_long_after_a_settlement_says_that_there_is_no_auction() -> None:
    desk = bidding()
    desk.key("8")
    desk.press("ok")
    desk.pass_time(9)
    desk.key("9")
    assert isinstance(said(desk), Refusal)
    assert desk.entries == [Won(Sun(8))]


def test_undo_after_a_settlement_line_by_line_lets_nobody_pass_who_did_not() -> None:
    desk = a_desk(4)
    for _ in range(3):
        desk.take(Enter(Draw(Tile.GOLD)))
    desk.take(Enter(RA))
    desk.press(OWN[0])
    desk.key("shift 3")
    assert desk.entries[-4:] == [BIDS[Sun(13)], PASS, PASS, PASS]
    desk.press("undo")
    assert lead(desk) == (ANNA, 2)
    now = auction.heard(desk.model)
    assert now is not None
    assert now.passed == frozenset()


def test_ok_twice_chooses_no_loss_of_a_disaster() -> None:
    many = "track dis_unrest nile"
    desk = Desk(at_table(3, f'auction A1 by "{NAMES[1]}"', many, names=NAMES))
    desk.take(TakeSun(desk.game.players[2].up[0]))
    desk.press("ok")
    assert isinstance(desk.game.stage, Disaster)
    desk.press("ok")
    assert isinstance(desk.page(), Table)
    assert desk.page() == Table()
    assert note(desk) is Notes.SETTLED


def test_a_second_touch_just_after_a_settlement_draws_no_tile_and_says_who_won() -> None:
    desk = bidding()
    desk.key("8")
    desk.press("ok")
    keys = {target.message for target in shown(desk.model).targets}
    assert not any(isinstance(key, Play | OpenGroup) for key in keys)
    desk.take(RestPass())
    assert note(desk) is Notes.SETTLED
    desk.pass_time(1.6)
    assert Play(Draw(Tile.NILE)) in {target.message for target in shown(desk.model).targets}


def test_once_the_next_epoch_has_begun_no_sun_of_the_last_lot_is_laid_face_down() -> None:
    text = (
        "epoch 1 | ra 3 | centre 2 | auction A1 by Anna | track nile\n"
        '*"Anna" 9 (1 5 6) 10 points: flood\n'
        '"Ben" (3 4 7 8) 10 points: god'
    )
    session = Session(timeline=Timeline(start=position(text)), buttons=(0, 1))
    desk = Desk(Model(page=Table(), session=session))
    desk.take(TakeSun(Sun(9)))
    while not isinstance(desk.page(), Table):
        desk.press("ok")
        desk.pass_time(3)
    assert desk.game.epoch == 2
    assert "Take 2, face down" not in " ".join(words(shown(desk.model)))
    assert "Next" not in words(shown(desk.model))


BEGUN_BEFORE = """\
epoch 1 | ra 3 | centre 2 | auction {} by Anna{} | track nile
"Anna" 6 9 12 13 0 points: flood
{}"Ben" 1 3 4 7 0 points: god
{}"Cara" 5 8 10 11 0 points: god
"""


def begun_before(reason: str = "A1", best: str = "", *, is_cara: bool = False) -> Desk:
    """Return three people whose record begins inside an auction; Ben is asked first, or Cara."""
    text = BEGUN_BEFORE.format(reason, best, *("", "*") if is_cara else ("*", ""))
    session = Session(timeline=Timeline(start=position(text)), buttons=(0, 1, 2))
    return Desk(Model(page=Table(), session=session))


@pytest.mark.parametrize(
    ("best", "suns", "entries", "centre"),
    [
        ("", (), [UNSOLD], 2),
        ("", (8,), [Won(Sun(8))], 8),
        ("", (1, 8), [BIDS[Sun(1)], BIDS[Sun(8)], PASS], 8),
        (" best Ben 4", (), [PASS, PASS], 4),
        (" best Ben 4", (8,), [BIDS[Sun(8)], PASS], 8),
        (" best Ben 4", (9,), [PASS, BIDS[Sun(9)]], 9),
    ],
)
def test_an_auction_inside_which_the_record_begins_is_settled_call_by_call(
    best: str, suns: tuple[int, ...], entries: list[object], centre: int
) -> None:
    desk = begun_before(best=best, is_cara=bool(best))
    for sun in suns:
        desk.take(TakeSun(Sun(sun)))
    assert not desk.entries
    desk.take(RestPass())
    assert desk.entries == entries
    assert desk.game.centre == centre
    assert desk.game.stage is Phase.TURN


def test_nobody_passes_on_a_seat_where_nobody_sits() -> None:
    desk = begun_before()
    model, effects = auction.call_pass(desk.model, DAN)
    assert model.screen.said == Notice(Notes.NOT_NOW)
    assert all(isinstance(each, Sound) for each in effects)


def test_a_sun_that_somebody_does_not_have_any_more_after_a_correction_leads_no_longer() -> None:
    desk = begun_before()
    desk.take(TakeSun(Sun(3)))
    desk.take(TakeSun(Sun(8)))
    hands = desk.game.players
    cara = replace(hands[CARA], up=tuple(sun for sun in hands[CARA].up if sun != 8), down=(8,))
    game = replace(desk.game, players=(*hands[:CARA], cara))
    desk.model = desk.model.with_session(timeline=Timeline(start=game))
    assert lead(desk) == (BEN, 3)


def test_the_clock_of_an_auction_begins_with_its_first_sun() -> None:
    desk = begun_before()
    desk.model, _ = auction.call_pass(desk.model, BEN)
    assert auction.deadline(desk.model) is None
