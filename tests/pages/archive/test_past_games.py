"""The list of past games and its pages, the ends of a game gone through, and names forgotten."""

import pytest
from msgspec.structs import replace

from companion.core.commands import Control
from companion.core.messages import Search, TurnDial
from companion.core.model import Agreement, Guest, Model, Session
from companion.pages.archive.games import ROWS, Games, PastGame, PastOpened, Replay
from companion.pages.archive.look_back import LookBack
from companion.pages.archive.messages import LookUp, NamesKept
from companion.pages.controls import controls
from companion.pages.new_game.welcome import Welcome
from companion.pages.update import update
from companion.rules.actions import DRAWS
from companion.rules.editions import setup
from companion.rules.records.entries import Undo
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.tiles import Tile
from companion.ui.scene import words
from tests.core.desk import Desk
from tests.view.gallery import NAMES, PAGES, shown

TABLE = setup(("Anna", "Ben"))

ANNA, BEN, NAMELESS = Guest(0, "Anna"), Guest(1, "Ben"), Guest(2)


def listed(row: int = 0, *, skip: int = 0, found: int = ROWS, is_more: bool = False) -> Games:
    """A page of the list of games; ``skip`` of them are newer."""
    games = tuple(
        PastGame(
            f"{place}", "2026-01-02 20:15", (("Anna", 41), ("Ben", 37)), is_over=True, minutes=61
        )
        for place in range(found)
    )
    return Games(Search(skip=skip), found=games, is_more=is_more, row=row)


@pytest.mark.parametrize(
    ("skip", "is_more", "lit"),
    [
        (0, True, {Control.P4: False, Control.P5: True}),
        (ROWS, True, {Control.P4: True, Control.P5: True}),
        (ROWS, False, {Control.P4: True, Control.P5: False}),
        (0, False, {}),
    ],
)
def test_newer_and_older_are_offered_where_not_all_games_fit_and_lit_where_there_are_any(
    skip: int,
    is_more: bool,  # noqa: FBT001 - a case
    lit: dict[Control, bool],
) -> None:
    taps = controls(Model(page=listed(skip=skip, is_more=is_more))).taps
    assert {at: taps[at].is_lit for at in (Control.P4, Control.P5) if at in taps} == lit


@pytest.mark.parametrize(
    ("page", "steps", "skip"),
    [
        (listed(ROWS - 1, is_more=True), 1, ROWS),
        (listed(is_more=True), ROWS, ROWS),
        (listed(ROWS - 1, skip=ROWS, is_more=True), 1, 2 * ROWS),
        (listed(skip=ROWS), -1, 0),
        (listed(ROWS - 1, skip=2 * ROWS), -ROWS, ROWS),
    ],
)
def test_beyond_the_ends_of_a_page_of_the_list_are_older_and_newer_games(
    page: Games, steps: int, skip: int
) -> None:
    desk = Desk(Model(page=page))
    done = desk.take(TurnDial(steps))
    assert LookUp(Search(skip=skip)) in done
    assert desk.page() == page


@pytest.mark.parametrize(
    ("page", "steps", "row"),
    [
        (listed(ROWS - 2, is_more=True), 1, ROWS - 1),
        (listed(1, skip=ROWS), -1, 0),
        (listed(ROWS - 2), 1, ROWS - 1),
        (listed(ROWS - 2), 5, ROWS - 1),
        (listed(1), -5, 0),
        (listed(found=1), 1, 0),
        (listed(found=0), 1, 0),
    ],
)
def test_every_game_of_the_list_is_reached_and_the_dial_stops_at_the_first_and_the_last(
    page: Games, steps: int, row: int
) -> None:
    after, _ = update(Model(page=page), TurnDial(steps))
    assert isinstance(after.page, Games)
    assert after.page.row == row


def gone_through() -> Desk:
    """A game of five entries opened from the list, the last two of them taken back."""
    played = begin(TABLE)
    for _ in range(5):
        played = enter(played, DRAWS[Tile.NILE])
    played = enter(played, Undo(2))
    desk = Desk(Model(page=listed()))
    desk.take(PastOpened("0", played, (Guest(0, "Anna"), Guest(1, "Ben")), Agreement()))
    return desk


def stands_at(desk: Desk) -> int:
    page = desk.page()
    assert isinstance(page, Replay)
    return page.at


def test_a_past_game_opens_where_it_stood_and_is_gone_through_from_end_to_end() -> None:
    """What was taken back comes after; earlier and later are lit where there is an entry."""
    desk = gone_through()
    assert stands_at(desk) == 3
    ends = (
        (9, 5, (True, False)),
        (-1, 4, (True, True)),
        (-3, 1, (True, True)),
        (-9, 0, (False, True)),
    )
    for steps, at, lit in ends:
        desk.turn(steps)
        taps = controls(desk.model).taps
        assert (stands_at(desk), (taps[Control.P1].is_lit, taps[Control.P2].is_lit)) == (at, lit)


@pytest.mark.parametrize(
    ("known", "timeline", "guests"),
    [
        (("Ben", "Anna"), None, (ANNA, BEN, NAMELESS)),
        (("Anna", "Cleo"), None, ()),
        ((), None, ()),
        ((), begin(TABLE), (ANNA, BEN, NAMELESS)),
    ],
)
def test_who_sat_here_last_is_proposed_again_until_one_of_them_is_forgotten(
    known: tuple[str, ...], timeline: Timeline | None, guests: tuple[Guest, ...]
) -> None:
    """At the table itself nobody is forgotten before the game is put away."""
    sat = Session(timeline=timeline, last_guests=(ANNA, BEN, NAMELESS), known_names=("Anna", "Ben"))
    after, _ = update(Model(page=Welcome(), session=sat), NamesKept(known))
    assert (after.session.known_names, after.session.last_guests) == (known, guests)


def test_a_game_in_which_a_tag_was_refused_can_be_looked_back_at() -> None:
    replay = PAGES["replay"](3, NAMES)
    assert isinstance(replay.page, Replay)
    assert replay.page.rejected
    page = LookBack(replay.page.timeline, replay.page.buttons, replay.page)
    assert "Esc" in words(shown(replace(replay, page=page), letters=True))
