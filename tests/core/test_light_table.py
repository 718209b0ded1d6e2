"""The partially recorded table: one gesture for each thing that happens there."""

from math import inf

import pytest
from msgspec.structs import replace

from companion.core.controls import PLAYER_CONTROLS, Control
from companion.core.messages import Enter, OpenGroup, Play, TakeBack, TakeSun, UseGods
from companion.core.mnemonics import TileGroup
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Guest, Session
from companion.pages.bindings import controls, prompt
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.corrections.ways import ledger_cells
from companion.pages.history.history import History
from companion.pages.keyboard import keys
from companion.pages.menu.menu import Menu, level_lines
from companion.pages.new_game.seating import Seating
from companion.pages.partial.partial_table import (
    PartialTable,
    Stepped,
    ring,
    tellable,
    winning_suns,
)
from companion.pages.render import lamps
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.scoring.projected import can_look_at_worth
from companion.pages.table.table import Table
from companion.rules.actions import BIDS, DRAWS, UNSOLD, Draw, Level, Won
from companion.rules.editions import Seat, Sun
from companion.rules.partial.ledger import END_EPOCH, Ledger, Wait
from companion.rules.partial.playing import play_ledger
from companion.rules.records.shapes import Change, Correct, Redo, SetLevel, Undo
from companion.rules.records.timeline import begin, enter
from companion.rules.refusal import Refusal, Why
from companion.rules.tiles import Tile
from tests.core.desk import REST_SECONDS, Desk, a_desk, dice, is_refusal

RA_TILE = DRAWS[Tile.RA]


LIGHT = SetLevel(Level.LIGHT)


def a_light_desk(players: int = 3, level: Level = Level.LIGHT) -> Desk:
    """Begin a game that is entered at this level."""
    desk = a_desk(players)
    desk.take(Enter(SetLevel(level)))
    desk.written.clear()
    return desk


def ledger(desk: Desk) -> Ledger:
    """Return what is known of the table."""
    assert desk.model.session.timeline is not None
    found = desk.model.session.timeline.ledger
    assert found is not None
    return found


def own(desk: Desk, seat: int) -> Control:
    """Return a player's button."""
    return PLAYER_CONTROLS[desk.model.session.buttons[seat]]


def test_ra_is_a_ra_tile_and_ok_says_that_nobody_won() -> None:
    desk = a_light_desk()
    desk.press("ra")
    assert ledger(desk).stage is Wait.DRAWN
    assert ledger(desk).ra_count == 1
    desk.press("ok")
    assert desk.entries == [RA_TILE, UNSOLD]
    assert ledger(desk).stage is Wait.TURN


def test_a_player_steps_to_the_sun_that_they_won_with_and_it_counts_when_they_stop() -> None:
    desk = a_light_desk()
    up = ledger(desk).hands[1].up
    assert up is not None
    desk.press("ra")
    desk.press(own(desk, 1))
    desk.press(own(desk, 1))
    page = desk.page()
    assert isinstance(page, PartialTable)
    assert isinstance(page.pick, Stepped)
    assert (page.pick.sun, page.pick.seat) == (up[1], Seat(1))
    assert desk.entries == [RA_TILE]
    desk.pass_time(REST_SECONDS)
    assert desk.entries == [RA_TILE, Won(up[1])]
    assert ledger(desk).hands[1].up == tuple(sun for sun in up if sun != up[1])
    assert ledger(desk).centre == up[1]


def test_a_higher_sun_just_after_a_result_corrects_it_and_says_so() -> None:
    desk = a_light_desk()
    desk.press("ra")
    desk.key("5")
    desk.pass_time(2)
    desk.key("6")
    assert desk.entries[-1] == Correct((Change(3, (Won(Sun(6)),)),))
    assert ledger(desk).centre == Sun(6)
    assert Sun(5) in (ledger(desk).hands[0].up or ())
    assert isinstance(desk.model.screen.said, Notice)
    assert desk.model.screen.said.note is Notes.RESULT_CORRECTED


def test_a_sun_just_after_nobody_corrects_that() -> None:
    desk = a_light_desk()
    desk.press("ra")
    desk.press("ok")
    desk.press(own(desk, 0))
    desk.press("ok")
    assert isinstance(desk.entries[-1], Correct)
    assert ledger(desk).hands[0].down == (Sun(1),)


def test_a_sun_later_is_another_lot_and_the_screen_says_so() -> None:
    desk = a_light_desk()
    desk.press("ra")
    desk.key("5")
    desk.pass_time(REST_SECONDS)
    desk.key("6")
    assert desk.entries == [RA_TILE, Won(Sun(5)), Won(Sun(6))]
    assert isinstance(desk.model.screen.said, Notice)
    assert desk.model.screen.said.note is Notes.ANOTHER_LOT


def test_keys_of_ra_say_that_the_auction_is_open() -> None:
    desk = a_light_desk()
    desk.key("r")
    for key in ("r", "i"):
        desk.key(key)
        assert isinstance(desk.model.screen.said, Refusal)
        assert desk.model.screen.said.why is Why.AUCTION_OPEN
    assert desk.entries == [RA_TILE]


def test_ok_takes_a_sun_that_was_stepped_to_at_once() -> None:
    desk = a_light_desk()
    desk.press(own(desk, 2))
    desk.press("ok")
    assert isinstance(desk.entries[0], Won)


def test_somebody_wins_although_nobody_told_that_ra_was_called() -> None:
    desk = a_light_desk()
    [sun, *_] = ledger(desk).hands[0].up or ()
    desk.take(TakeSun(sun))
    assert desk.entries == [Won(sun)]


def test_the_dial_reaches_every_sun_and_whatever_else_can_be_told() -> None:
    desk = a_light_desk(5)
    found = ring(ledger(desk))
    for place, pick in enumerate(found, start=1):
        desk.turn(1)
        assert desk.page() == PartialTable(pick), place
    desk.turn(1)
    assert desk.page() == PartialTable(found[0])
    desk.turn(-1)
    desk.press("dial")
    assert desk.entries == [END_EPOCH]
    assert isinstance(desk.page(), SheetTally)


def test_a_pick_of_the_dial_never_counts_by_time_alone() -> None:
    desk = a_light_desk()
    desk.press(own(desk, 0))
    desk.turn(1)
    pick = desk.page()
    assert isinstance(pick, PartialTable)
    assert isinstance(pick.pick, Stepped)
    assert pick.pick.since == inf
    desk.pass_time(REST_SECONDS)
    assert desk.entries == []


def test_back_gives_up_what_is_half_chosen_before_anything_is_taken_back() -> None:
    desk = a_light_desk()
    desk.press("ra")
    desk.press(own(desk, 0))
    desk.press("undo")
    assert desk.page() == PartialTable()
    assert ledger(desk).stage is Wait.DRAWN
    desk.press("undo")
    assert ledger(desk).stage is Wait.TURN
    desk.press("ok")
    assert ledger(desk).stage is Wait.DRAWN


@pytest.mark.parametrize("seed", range(6))
def test_lamps_are_lit_exactly_where_something_is_allowed(seed: int) -> None:
    chance = dice(seed)
    desk = a_light_desk(2 + seed % 4)
    for _ in range(60):
        now = controls(desk.model)
        for control, bright in lamps(desk.model).items():
            assert (bright == 1.0) == now.is_lit(control)
        for seat in desk.game.setup.seats:
            assert now.taps[own(desk, seat)].is_lit == bool(winning_suns(ledger(desk), seat))
        assert now.taps[Control.RA].is_lit == (RA_TILE in tellable(ledger(desk)))
        found = sorted(tellable(ledger(desk)), key=repr)
        if not found:
            return
        desk.take(Enter(chance.choice(found)))
        if not isinstance(desk.page(), PartialTable):
            return


def test_whatever_cannot_be_is_refused_in_words_and_changes_nothing() -> None:
    desk = a_light_desk()
    for message, why in (
        (UseGods(), Why.NOT_AT_LIGHT),
        (OpenGroup(TileGroup.MONUMENT), Why.NOT_AT_LIGHT),
        (TakeSun(Sun(1)), Why.SUN_NOT_FREE),
    ):
        assert is_refusal(desk.take(message))
        assert isinstance(desk.model.screen.said, Refusal)
        assert desk.model.screen.said.why is why
    desk.press("ra")
    assert is_refusal(desk.take(Play(RA_TILE)))
    assert desk.entries == [RA_TILE]


def test_who_has_no_sun_left_is_told_so() -> None:
    desk = a_light_desk()
    for sun in ledger(desk).hands[0].up or ():
        desk.take(TakeSun(sun))
        desk.pass_time(REST_SECONDS)
    desk.press(own(desk, 0))
    assert isinstance(desk.model.screen.said, Notice)
    assert desk.model.screen.said.note is Notes.NO_MORE_SUNS


def test_a_key_for_every_sun_and_one_for_the_ra_tile() -> None:
    desk = a_light_desk(5)
    able = {
        Won(message.sun) for message in keys(desk.model).values() if isinstance(message, TakeSun)
    }
    assert able >= {BIDS[sun] and Won(sun) for sun in winning_suns(ledger(desk))} - {Won(Sun(14))}
    desk.key("r")
    assert desk.entries == [RA_TILE]
    desk.type_sun(14)
    assert desk.entries == [RA_TILE, Won(Sun(14))]
    desk.key("end")
    assert desk.entries[-1] == END_EPOCH


@pytest.mark.parametrize("by_key", [True, False])
def test_while_somebody_can_win_the_dial_and_a_key_bring_back(*, by_key: bool) -> None:
    desk = a_light_desk()
    for control in ("ra", "ok", "undo"):
        desk.press(control)
    assert ledger(desk).stage is Wait.DRAWN
    assert controls(desk.model).taps[Control.OK].message == Play(UNSOLD)
    if by_key:
        desk.key("f11")
    else:
        desk.press("dial")
    assert ledger(desk).stage is Wait.TURN
    assert desk.entries == [RA_TILE, UNSOLD, Undo(1), Redo(1)]


def test_history_menu_and_fix_are_where_they_always_are() -> None:
    for control, page in (("undo", History), ("dial", Menu), ("ok", FixPanel)):
        desk = a_light_desk()
        desk.press(control, is_held=True)
        assert isinstance(desk.page(), page)


def test_holding_the_own_button_shows_the_own_points() -> None:
    desk = a_light_desk()
    desk.press(own(desk, 1), is_held=True)
    assert desk.entries == []
    assert desk.page() == PartialTable()


def test_a_game_in_which_only_points_are_counted_stays_one() -> None:
    """No game begins so any more; one of an earlier version goes on."""
    desk = a_light_desk(3, Level.SCORE_ONLY)
    assert not lamps(desk.model)[Control.RA]
    desk.press("ra")
    assert isinstance(desk.model.screen.said, Refusal)
    assert desk.model.screen.said.why is Why.SCORES_ONLY
    desk.press("ok")
    assert desk.entries == [END_EPOCH]
    assert list(level_lines(desk.model)) == []
    assert isinstance(desk.page(), SheetTally)


def test_what_tiles_are_worth_is_not_said_where_they_are_not_known() -> None:
    desk = a_desk(3)
    assert can_look_at_worth(desk.model)
    desk.take(Enter(LIGHT))
    assert not can_look_at_worth(desk.model)


def test_the_question_names_who_is_to_play_only_where_that_is_known() -> None:
    desk = a_light_desk()
    assert prompt(desk.model).seat is not None
    desk.take(Enter(RA_TILE))
    desk.take(Enter(UNSOLD))
    assert (prompt(desk.model).seat is None) == (ledger(desk).active is None)


def choose_line(desk: Desk, label: str) -> None:
    """Choose a line of the menu about levels."""
    desk.take(next(offer.message for offer in level_lines(desk.model) if offer.label == label))


def test_levels_are_switched_with_one_choice_and_come_back_with_one_undo() -> None:
    desk = a_desk(3)
    desk.take(Play(DRAWS[Tile.NILE]))
    before = desk.game
    choose_line(desk, "Enter less: Ra tiles and auctions")
    assert isinstance(desk.page(), PartialTable)
    assert ledger(desk).lane_tiles == 1
    desk.take(TakeBack())
    assert isinstance(desk.page(), Table)
    assert desk.game == before


def test_every_tile_is_entered_again_at_once_while_everything_is_known() -> None:
    desk = a_desk(3)
    before = desk.game
    choose_line(desk, "Enter less: Ra tiles and auctions")
    choose_line(desk, "Enter every tile")
    assert isinstance(desk.page(), Table)
    assert desk.game == before


def test_the_level_that_was_agreed_is_the_first_entry_of_the_journal() -> None:
    guests = (Guest(0), Guest(1), Guest(2))
    for level, entries in (
        (Level.FULL, []),
        (Level.LIGHT, [SetLevel(Level.LIGHT)]),
    ):
        desk = Desk(Model(page=Seating(guests), session=Session(agreement=Agreement(level=level))))
        desk.press("ra")
        desk.press("ok")
        assert desk.entries == entries
        assert isinstance(desk.page(), Table if level is Level.FULL else PartialTable)


def test_a_game_told_by_gestures_is_the_game_as_entered() -> None:
    """A whole random epoch by buttons alone ends as the same entries do without hands."""
    chance = dice(3)
    desk = a_light_desk(4)
    known = ledger(desk)
    while known.stage is not Wait.TALLY:
        if known.stage is Wait.TURN:
            desk.press("ra")
            known, _ = play_ledger(known, RA_TILE)
        else:
            able = [Seat(seat) for seat, hand in enumerate(known.hands) if hand.up]
            seat = chance.choice([None, *able])
            if seat is None:
                desk.press("ok")
                known, _ = play_ledger(known, UNSOLD)
            else:
                suns = known.hands[seat].up or ()
                sun = chance.choice(suns)
                for _ in range(suns.index(sun) + 1):
                    desk.press(own(desk, seat))
                desk.pass_time(REST_SECONDS)
                known, _ = play_ledger(known, Won(sun))
        assert ledger(desk) == known
    assert isinstance(desk.page(), SheetTally)


MOST_GESTURES = 5


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_any_one_thing_is_put_right_with_five_gestures(players: int) -> None:
    for entries in ((LIGHT,), (LIGHT, RA_TILE), (LIGHT, Draw(Tile.NILE))):
        timeline = begin(a_desk(players).game.setup)
        for entry in entries:
            timeline = enter(timeline, entry)
        start = Desk(
            Model(
                page=PartialTable(),
                session=Session(timeline=timeline, buttons=tuple(range(players))),
            )
        )
        for place, cell in enumerate(ledger_cells(ledger(start))):
            for number, way in enumerate(cell.ways):
                if way.fix is None:
                    continue
                desk = Desk(start.model)
                desk.press("ok", is_held=True)
                gestures = 1
                for wanted in (place, number):
                    page = desk.page()
                    assert isinstance(page, FixPanel)
                    at = page.cell if page.way is None else page.way
                    desk.turn(wanted - at)
                    desk.press("dial")
                    gestures += 1 + (wanted != at)
                assert gestures <= MOST_GESTURES
                assert desk.entries == [way.fix], (cell.matter, way)
                assert desk.page() == PartialTable()


def test_a_half_chosen_sun_waits_for_ok_where_time_alone_counts_nothing() -> None:
    desk = a_light_desk()
    slow = replace(desk.model.preferences, sun_commit_seconds=0.0)
    desk.model = replace(desk.model, preferences=slow)
    desk.press(own(desk, 0))
    desk.pass_time(10)
    assert desk.entries == []
