"""Suns at a partially recorded table: whose they are, when they count, and why some do not."""

from math import inf

from msgspec.structs import replace

from companion.core.effects import do
from companion.core.messages import Enter, GoTo, Open, Route, StepSun, StepTogether, TakeSun, Tick
from companion.core.notices import Notes, Notice
from companion.pages.bindings import prompt
from companion.pages.menu.menu import level_lines
from companion.pages.partial import partial_table
from companion.pages.partial.joining import Ask, Joining, SunPlace
from companion.pages.partial.partial_table import (
    PartialTable,
    Pointing,
    Stepped,
    Telling,
    ring,
    winning_suns,
)
from companion.pages.update import next_deadline
from companion.rules.actions import INVOKE, UNSOLD, Level, Won
from companion.rules.editions import Seat, Sun, suns_in_play
from companion.rules.partial.ledger import END_EPOCH
from companion.rules.records.shapes import Change, Correct
from companion.rules.refusal import Refusal, Why
from tests.core.desk import Desk
from tests.core.test_light_table import RA_TILE, a_light_desk, ledger
from tests.core.test_questions_when_joining import asking
from tests.core.test_revealing_epochs import ended

SECONDS = 2.0
"""So long a sun stands before it counts by itself, at these tables."""


def picked(desk: Desk) -> tuple[int, int | None]:
    """Return which sun is half chosen, and by whom."""
    page = desk.page()
    assert isinstance(page, PartialTable)
    assert isinstance(page.pick, Stepped)
    return page.pick.sun, page.pick.seat


def said(desk: Desk) -> object:
    """Return what was said last."""
    return desk.model.screen.said


def at_auction(desk: Desk) -> Desk:
    """Draw a Ra tile; suns count by themselves after a while."""
    desk.model = desk.model.with_preferences(sun_commit_seconds=SECONDS)
    desk.take(Enter(RA_TILE))
    desk.written.clear()
    return desk


def unknown_hands() -> Desk:
    """Return three people of whose suns only the centre is known, at an auction."""
    desk = asking(Ask.SUNS)
    desk.take(do(Joining.answer, SunPlace()))
    desk.take(GoTo(PartialTable()))
    return at_auction(desk)


def test_the_question_names_who_pressed_and_for_the_dial_whoever_has_the_sun() -> None:
    desk = at_auction(a_light_desk())
    up = ledger(desk).hands[2].up or ()
    desk.take(StepSun(Seat(2)))
    assert prompt(desk.model).facts == {"player": ledger(desk).name(Seat(2)), "sun": up[0]}
    desk.model = replace(desk.model, page=PartialTable(Stepped(up[1], inf)))
    assert prompt(desk.model).facts == {"player": ledger(desk).name(Seat(2)), "sun": up[1]}
    desk = unknown_hands()
    desk.take(StepSun(Seat(1)))
    assert prompt(desk.model).seat == 1
    sun, _ = picked(desk)
    desk.model = replace(desk.model, page=PartialTable(Stepped(Sun(sun), inf)))
    assert prompt(desk.model).sentence == "Is sun {sun} in the centre now?"


def test_the_dial_goes_on_from_the_sun_to_which_somebody_stepped() -> None:
    desk = at_auction(a_light_desk())
    every = [pick.sun for pick in ring(ledger(desk)) if isinstance(pick, Stepped)]
    desk.take(StepSun(Seat(1)))
    sun, _ = picked(desk)
    desk.turn(1)
    assert picked(desk) == (every[every.index(Sun(sun)) + 1], None)


def test_a_sun_counts_at_the_moment_when_its_time_is_over_and_not_before() -> None:
    desk = at_auction(a_light_desk())
    desk.take(Tick(10.0))
    desk.take(StepSun(Seat(1)))
    sun, _ = picked(desk)
    assert next_deadline(desk.model) == 10.0 + SECONDS
    desk.take(Tick(11.75))
    assert not desk.entries
    desk.take(Tick(10.0 + SECONDS))
    assert desk.entries == [Won(Sun(sun))]
    assert desk.page().deadline(desk.model) is None


def test_each_own_button_begins_with_its_own_lowest_sun() -> None:
    desk = at_auction(a_light_desk())
    lowest = [(hand.up or ())[0] for hand in ledger(desk).hands]
    desk.take(StepSun(Seat(0)))
    desk.take(StepSun(Seat(0)))
    desk.take(StepSun(Seat(1)))
    assert picked(desk) == (lowest[1], 1)
    desk.take(Open(Route.MENU))
    desk.take(StepSun(Seat(1)))
    assert picked(desk) == (lowest[1], 1)


def test_a_seat_where_nobody_sits_has_no_suns() -> None:
    desk = at_auction(a_light_desk())
    assert winning_suns(ledger(desk), Seat(3)) == ()
    for message in (StepSun(Seat(3)), StepTogether((Seat(2), Seat(3)))):
        desk.take(message)
        assert said(desk) == Notice(Notes.NOT_NOW)
    desk.take(StepTogether((Seat(1), Seat(2))))
    assert isinstance(desk.model.screen.said, Notice)
    assert desk.model.screen.said.note is Notes.TOGETHER


def test_why_no_sun_can_be_stepped_to_is_said() -> None:
    desk = a_light_desk()
    for sun in ledger(desk).hands[0].up or ():
        desk.take(Enter(Won(sun)))
    desk.take(StepSun(Seat(0)))
    name = ledger(desk).name(Seat(0))
    assert said(desk) == Notice(Notes.NO_MORE_SUNS, {"name": name})
    desk.take(Enter(END_EPOCH))
    desk.take(GoTo(PartialTable()))
    desk.take(StepSun(Seat(1)))
    assert said(desk) == Refusal(Why.TALLY_FIRST, {})
    desk = a_light_desk(level=Level.SCORE_ONLY)
    desk.take(StepSun(Seat(1)))
    assert said(desk) == Refusal(Why.SCORES_ONLY, {})
    assert not partial_table.asks_suns(ledger(desk))


def test_even_the_lowest_sun_just_after_nobody_corrects_that() -> None:
    desk = asking(Ask.SUNS)
    for at, _ in enumerate(suns_in_play(3)):
        is_last = at == len(suns_in_play(3)) - 1
        desk.take(do(Joining.answer, SunPlace() if is_last else SunPlace(Seat(at % 3))))
    desk.take(GoTo(PartialTable()))
    at_auction(desk)
    assert ledger(desk).hands[0].up == (1, 4, 7, 10)
    desk.take(Enter(UNSOLD))
    desk.take(TakeSun(Sun(1)))
    [_, corrected] = desk.entries
    assert isinstance(corrected, Correct)
    assert corrected.changes == (Change(corrected.changes[0].seq, (Won(Sun(1)),)),)


def test_the_dial_reaches_only_what_can_be_told_now() -> None:
    desk = a_light_desk()

    def tellings() -> set[Telling]:
        return {pick.telling for pick in ring(ledger(desk)) if isinstance(pick, Pointing)}

    assert tellings() == {*Telling}
    desk.take(Enter(INVOKE))
    assert tellings() == {Telling.NOBODY, Telling.EPOCH_OVER}


def test_one_button_reaches_the_end_of_the_epoch_while_it_can_be_told() -> None:
    desk = a_light_desk()
    end = "The epoch is over"
    assert [offer.label for offer in desk.model.page.in_turn(desk.model)][-1] == end
    desk.take(Enter(END_EPOCH))
    desk.take(GoTo(PartialTable()))
    assert end not in [offer.label for offer in desk.model.page.in_turn(desk.model)]


def test_a_sun_that_is_not_in_play_is_refused_just_after_a_result_too() -> None:
    desk = at_auction(a_light_desk())
    desk.take(TakeSun(Sun(5)))
    desk.take(TakeSun(Sun(16)))
    assert str(said(desk)) == "nobody can have won with sun 16"
    assert desk.entries == [Won(Sun(5))]


def test_a_higher_sun_is_another_lot_from_the_moment_when_nothing_is_corrected_any_more() -> None:
    for seconds, kind in ((4.75, Correct), (5.0, Won)):
        desk = at_auction(a_light_desk())
        desk.take(Tick(10.0))
        desk.take(TakeSun(Sun(5)))
        desk.take(Tick(10.0 + seconds))
        desk.take(TakeSun(Sun(6)))
        assert isinstance(desk.entries[-1], kind)


def test_the_same_sun_once_more_is_no_correction() -> None:
    desk = at_auction(a_light_desk())
    desk.take(TakeSun(Sun(5)))
    desk.take(TakeSun(Sun(5)))
    assert desk.entries == [Won(Sun(5))]
    assert isinstance(said(desk), Refusal)


def test_how_much_is_entered_can_be_chosen_only_while_people_play() -> None:
    assert [*level_lines(Desk().model)] == []
    assert [*level_lines(a_light_desk().model)] != []
    assert [*level_lines(ended(epochs=3).model)] == []
