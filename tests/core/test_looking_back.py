"""The history as a list: what OK and back do, what is asked, and one numbering of entries."""

from companion.core.messages import BringBack, Enter, GoTo, Open, Route, TakeBack
from companion.pages.bindings import prompt
from companion.pages.corrections.fix_entry import FixEntry
from companion.pages.history.history import Depth, History
from companion.pages.table.looking_back import lines
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS
from companion.rules.records.entries import Undo
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk

NILE, GOLD, RA = DRAWS[Tile.NILE], DRAWS[Tile.GOLD], DRAWS[Tile.RA]


def looking_at(at: int) -> Desk:
    desk = a_desk(3)
    for action in (NILE, GOLD, NILE, GOLD):
        desk.take(Enter(action))
    desk.take(Open(Route.HISTORY))
    desk.turn(at - 4)
    return desk


def test_ok_steps_to_the_buttons_and_back_goes_one_step_at_a_time() -> None:
    desk = looking_at(2)
    steps = []
    for _ in range(2):
        desk.press("ok")
        steps.append(desk.page())
    assert steps == [History(2, Depth.CHOOSE), History(2, Depth.ASK)]
    for page in (History(2, Depth.CHOOSE), History(2), Table()):
        desk.press("undo")
        assert desk.page() == page
    assert desk.entries == [NILE, GOLD, NILE, GOLD]


def test_going_back_asks_once_and_then_is_one_entry() -> None:
    desk = looking_at(1)
    for _ in range(3):
        desk.press("ok")
    assert desk.entries[-1] == Undo(3)
    assert desk.page() == Table()


def test_no_is_an_answer_that_leads_to_the_list() -> None:
    desk = looking_at(1)
    desk.press("ok")
    desk.press("ok")
    desk.turn(1)
    desk.press("ok")
    assert desk.page() == History(1)


def test_the_dial_goes_from_going_back_to_this_was_wrong() -> None:
    desk = looking_at(2)
    desk.press("ok")
    desk.turn(1)
    desk.press("ok")
    assert desk.page() == FixEntry(2)


def test_what_was_taken_back_stays_in_the_list_and_comes_again_without_a_question() -> None:
    desk = looking_at(4)
    desk.take(TakeBack(2))
    desk.take(GoTo(History(4)))
    [way] = History(4).ways(desk.model)
    assert way.message == BringBack(2)


def test_an_entry_has_its_place_in_the_list_as_its_number_wherever_it_is_shown() -> None:
    desk = looking_at(4)
    desk.take(TakeBack(1))
    desk.take(Enter(RA))
    desk.take(Open(Route.HISTORY))
    timeline = desk.model.session.timeline
    assert timeline is not None
    assert [line.number for line in lines(timeline)] == [0, 1, 2, 3, 4]
    wrong = desk.page()
    assert isinstance(wrong, History)
    desk.press("p3")
    assert desk.page() == FixEntry(6)
    assert dict(prompt(desk.model).facts) == {"entry": 4}


def test_turns_are_counted_and_bids_are_part_of_one() -> None:
    desk = a_desk(3)
    for action in (NILE, RA):
        desk.take(Enter(action))
    timeline = desk.model.session.timeline
    assert timeline is not None
    turns = [line.turn for line in lines(timeline)]
    assert turns[0] is None
    assert [turn.number for turn in turns if turn is not None] == [1, 2]
