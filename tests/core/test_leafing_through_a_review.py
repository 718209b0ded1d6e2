"""A look back at a game: how far it is, its leaves, and the entries behind them."""

import pytest
from msgspec import json
from msgspec.structs import replace

from companion.core.controls import Control
from companion.core.messages import GoTo, OpenReview, TurnDial
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.session import Agreement, Session
from companion.opponent.review import (
    DRAWING,
    Alternative,
    Decision,
    NoReview,
    Outlook,
    Review,
    Sum,
    Swing,
)
from companion.pages.archive.games import Games, Replay
from companion.pages.archive.look_back import (
    LINES,
    TITLES,
    Advanced,
    LookBack,
    Reviewed,
    StartReview,
    StopReview,
    TableThen,
    orders,
)
from companion.pages.bindings import controls, prompt
from companion.pages.keyboard import keys
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import Options, Seat, setup
from companion.rules.records.record import entry
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.tiles import Tile
from companion.ui.scene import words
from tests.core.desk import Desk
from tests.view.gallery import shown

CHANCES, SWINGS, CHOICES, LOTS, SUMS = range(5)
"""Leaves."""


CALLING = json.encode(entry(INVOKE)).decode()


def played(*drawn: Tile) -> Timeline:
    """Return a game of two whose Ra track has one place, after these draws."""
    timeline = begin(setup(("Anna", "Ben"), Options(ra_limit=1)))
    for tile in drawn:
        timeline = enter(timeline, DRAWS[tile])
    return timeline


OVER = played(Tile.NILE, Tile.RA, Tile.NILE, Tile.RA, Tile.GOLD, Tile.RA)


def found(timeline: Timeline = OVER) -> Review:
    """Return what is told of a game in which every draw was a mistake."""
    moments = tuple(
        Outlook(
            seq=number + 1,
            number=number,
            chances=(5000, 5000),
            decision=Decision(
                Seat(0), Alternative(DRAWING, 4000), Alternative(CALLING, 5000 + number), 0
            ),
        )
        for number, _ in enumerate(timeline.moments)
    )
    swings = (Swing(since=2, at=3), Swing(since=0, at=0), Swing(since=4, at=4))
    sums = (Sum(5000, 5000, 0, 0),) * 2
    return Review(("Anna", "Ben"), (5000, 5000), moments, (), sums, swings, 1)


FOUND = found()


def waiting() -> LookBack:
    return LookBack(OVER, (0, 1), Finale(3))


def on_page(page: LookBack | TableThen | Replay | Finale) -> Desk:
    return Desk(Model(page=page, session=Session(timeline=OVER, buttons=(0, 1))))


def leaf(number: int, line: int | None = None) -> LookBack:
    return replace(waiting(), found=FOUND, leaf=number, line=line)


def test_a_look_back_that_was_just_asked_for_has_looked_at_nothing_yet() -> None:
    desk = on_page(Finale(4))
    effects = desk.take(OpenReview())
    page = desk.page()
    assert isinstance(page, LookBack)
    assert (page.done, page.of, page.leaf, page.found, page.because) == (0, 0, 0, None, None)
    assert effects == (StartReview(OVER, ""),)
    assert page.back == Finale(4)


def test_how_far_it_is_is_shown_and_then_what_was_found() -> None:
    desk = on_page(waiting())
    desk.take(Advanced(2, 6))
    assert desk.page() == replace(waiting(), done=2, of=6)
    desk.take(Reviewed(FOUND))
    assert desk.page() == replace(waiting(), done=2, of=6, found=FOUND)
    desk.take(Advanced(3, 6))  # the last word of a machine that is late
    assert desk.page() == replace(waiting(), done=2, of=6, found=FOUND)


def test_what_was_found_of_another_game_is_not_shown() -> None:
    desk = on_page(waiting())
    shorter = found(played(Tile.NILE, Tile.RA))
    assert desk.take(Reviewed(shorter)) == ()
    assert desk.page() == waiting()


def test_what_comes_when_nobody_looks_any_more_changes_nothing() -> None:
    desk = on_page(Finale(3))
    before = desk.model
    assert [desk.take(late) for late in (Advanced(1, 6), Reviewed(FOUND))] == [(), ()]
    assert desk.model == before


def test_while_it_is_computed_every_way_out_leads_back_and_the_dial_does_nothing() -> None:
    desk = on_page(waiting())
    taps = controls(desk.model).taps
    out = GoTo(Finale(3))
    assert [taps[each].message for each in (Control.OK, Control.RA, Control.UNDO)] == [out] * 3
    assert Control.P1 not in taps
    assert keys(desk.model)["return"] == out
    assert prompt(desk.model).sentence == "Looking back"
    assert waiting().places() == ()
    desk.turn(1)
    assert desk.page() == waiting()


def test_the_machines_stop_when_nobody_waits_for_them() -> None:
    here, done, away = (on_page(each).model for each in (waiting(), leaf(0), Finale(3)))
    assert orders(here, away) == (StopReview(),)
    assert orders(here, here) == ()
    assert orders(here, done) == ()
    assert orders(done, away) == ()
    assert orders(away, away) == ()
    assert orders(away, here) == ()


def test_leaves_are_browsed_with_the_dial_the_keys_and_two_buttons_and_go_round() -> None:
    desk = on_page(leaf(0))
    titles = []
    for _ in TITLES:
        titles.append(prompt(desk.model).sentence)
        desk.turn(1)
    assert titles == list(TITLES)
    assert desk.page() == leaf(0)
    desk.press("p1")
    assert desk.page() == leaf(len(TITLES) - 1)
    desk.press("p2")
    assert desk.page() == leaf(0)
    desk.key("right")
    assert desk.page() == leaf(1)


def test_sentences_are_browsed_once_one_is_pointed_at_and_go_round() -> None:
    desk = on_page(leaf(SWINGS))
    assert controls(desk.model).taps[Control.OK].label == "Choose"
    desk.press("ok")
    assert desk.page() == leaf(SWINGS, 0)
    seen = []
    for _ in range(4):
        desk.turn(1)
        page = desk.page()
        assert isinstance(page, LookBack)
        seen.append(page.line)
    assert seen == [1, 2, 0, 1]
    desk.turn(-2)
    assert desk.page() == leaf(SWINGS, 2)
    assert controls(desk.model).taps[Control.UNDO].message == GoTo(leaf(SWINGS))


@pytest.mark.parametrize(
    ("number", "after"),
    [(CHANCES, ()), (SWINGS, (4, 1, 5)), (CHOICES, (6, 5, 4, 3, 2)), (LOTS, ())],
)
def test_a_sentence_about_an_entry_opens_the_table_after_it(
    number: int, after: tuple[int, ...]
) -> None:
    assert leaf(number).places() == after
    assert len(after) <= LINES
    for line, at in enumerate(after):
        desk = on_page(leaf(number, line))
        chosen = controls(desk.model).taps[Control.OK]
        assert (chosen.label, chosen.message) == (
            "The table",
            GoTo(TableThen(leaf(number, line), at)),
        )
        assert keys(desk.model)["return"] == chosen.message


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (SWINGS, "4. Ben drew Ra"),
        (CHOICES, "6. Anna: a tile drawn. Better by 10 points: Ra invoked"),
        (LOTS, "Every lot went for what it was worth."),
        (SUMS, "Anna: luck +0, own choices +0"),
    ],
)
def test_a_leaf_says_what_its_title_promises(number: int, said: str) -> None:
    assert said in words(shown(on_page(leaf(number)).model))


def test_on_a_leaf_only_arrows_return_and_what_closes_have_a_meaning() -> None:
    found = keys(on_page(leaf(SWINGS)).model)
    assert {"left", "right", "up", "down", "return", "escape", "backspace"} <= set(found)
    assert not {"space", "1", "2", "t"} & set(found)


def test_on_a_leaf_without_entries_everything_goes_forward() -> None:
    taps = controls(on_page(leaf(LOTS)).model).taps
    for control in (Control.OK, Control.DIAL, Control.P2):
        assert taps[control].message == TurnDial(1)
    assert taps[Control.P1].message == TurnDial(-1)


@pytest.mark.parametrize(
    ("at", "earlier", "later"),
    [(0, False, True), (1, True, True), (5, True, True), (6, True, False)],
)
def test_lamps_say_whether_there_is_an_earlier_or_a_later_entry(
    at: int, *, earlier: bool, later: bool
) -> None:
    desk = on_page(TableThen(leaf(SWINGS, 0), at))
    taps = controls(desk.model).taps
    assert (taps[Control.P1].is_lit, taps[Control.P2].is_lit) == (earlier, later)
    assert (taps[Control.P1].message, taps[Control.P2].message) == (TurnDial(-1), TurnDial(1))


def test_the_table_of_an_entry_goes_on_by_one_and_leads_back_to_the_sentence() -> None:
    desk = on_page(TableThen(leaf(SWINGS, 0), 4))
    assert prompt(desk.model).sentence == "Turn the dial to step through the game"
    desk.press("p2")
    assert desk.page() == TableThen(leaf(SWINGS, 0), 5)
    desk.press("p1")
    desk.turn(-1)
    assert desk.page() == TableThen(leaf(SWINGS, 0), 3)
    assert keys(desk.model)["return"] == GoTo(leaf(SWINGS, 0))
    desk.turn(-9)
    assert desk.page() == TableThen(leaf(SWINGS, 0), 0)
    desk.press("ok")
    assert desk.page() == leaf(SWINGS, 0)


@pytest.mark.parametrize("key", ["escape", "backspace", "z", "r"])
def test_every_key_that_means_away_leads_one_step_back(key: str) -> None:
    desk = on_page(TableThen(leaf(SWINGS, 0), 4))
    for after in (leaf(SWINGS, 0), leaf(SWINGS), Finale(3)):
        desk.key(key)
        assert desk.page() == after


def test_a_kept_game_is_looked_back_at_by_its_own_name_and_buttons() -> None:
    replay = Replay("7", OVER, (2, 4), Agreement(), (), Games(), at=3)
    model, effects = update(Model(page=replay), OpenReview())
    assert model.page == LookBack(OVER, (2, 4), replay)
    assert effects == (StartReview(OVER, "7"),)


def test_a_kept_game_that_is_not_over_says_why_there_is_nothing_to_see() -> None:
    replay = Replay("7", played(Tile.NILE), (0, 1), Agreement(), (), Games(), at=1)
    model, effects = update(Model(page=replay), OpenReview())
    assert isinstance(model.page, LookBack)
    assert model.page.because is NoReview.RUNNING
    assert effects == ()


def test_nothing_is_looked_back_at_while_a_game_is_played_or_where_there_is_none() -> None:
    running = Model(page=Table(), session=Session(timeline=played(Tile.NILE), buttons=(0, 1)))
    for before in (running, Model(page=Table())):
        model, _ = update(before, OpenReview())
        assert model.page == before.page
        assert model.screen.said == Notice(Notes.NOT_NOW)
