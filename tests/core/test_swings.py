"""Where the game turned: a swing chosen opens the table as it stood, and back leads back."""

from functools import cache

import pytest
from msgspec.structs import replace

from companion.core.messages import GoTo
from companion.core.model import Model
from companion.core.session import Agreement, Session
from companion.opponent.review import DRAWING, Alternative, Decision, Review
from companion.opponent.reviewing import Judge, review
from companion.pages.archive.games import Games, Replay
from companion.pages.archive.look_back import MOMENTS, LookBack, TableThen, leaves
from companion.pages.keyboard import keys
from companion.pages.scoring.finale import Finale
from companion.rules.editions import Seat
from companion.ui.scene import words
from tests.core.desk import Desk
from tests.opponent.games import a_game
from tests.view.gallery import shown


@cache
def found() -> Review:
    """The look back at a game in which three choices are said to have cost much."""
    drawing, other = Alternative(DRAWING, 1000), Alternative(DRAWING, 5000)
    choices = tuple(Decision(number, Seat(0), drawing, other, 0) for number in (3, 9, 12))
    return replace(review(a_game(), Judge(1)), choices=choices, turns=())


def _leaf() -> int:
    return [each.title for each in leaves(found())].index(MOMENTS)


def looking_back(*, is_kept: bool) -> Desk:
    """The swings of the game that was just played, or of a kept one."""
    game = a_game()
    replay = Replay("7", game, (0, 1), Agreement(), (), Games(), at=0)
    back = replay if is_kept else Finale(0)
    session = Session() if is_kept else Session(timeline=game, buttons=(0, 1))
    page = LookBack(game, (0, 1), back, found(), leaf=_leaf())
    return Desk(Model(page=page, session=session))


@pytest.mark.parametrize("is_kept", [True, False])
def test_ok_points_at_a_swing_and_opens_the_table_after_it_and_back_leads_to_it_again(
    *, is_kept: bool
) -> None:
    desk = looking_back(is_kept=is_kept)
    leaf = desk.page()
    desk.press("ok")
    desk.turn(2)
    chosen = desk.page()
    desk.press("ok")
    opened = desk.page()
    assert isinstance(opened, TableThen)
    assert opened.at == found().moments()[2].number
    desk.press("undo")
    assert desk.page() == chosen
    desk.press("undo")
    assert desk.page() == leaf
    desk.press("undo")
    assert desk.page() == leaf.back  # type: ignore[attr-defined]


def test_pushing_the_dial_does_the_same() -> None:
    desk = looking_back(is_kept=False)
    desk.press("dial")
    desk.press("dial")
    opened = desk.page()
    assert isinstance(opened, TableThen)
    assert opened.at == found().moments()[0].number


def test_a_finger_opens_any_of_them_at_once() -> None:
    desk = looking_back(is_kept=True)
    targets = [target.message for target in shown(desk.model).targets]
    opens = [
        each.page.at
        for each in targets
        if isinstance(each, GoTo) and isinstance(each.page, TableThen)
    ]
    assert opens == [each.number for each in found().moments()]


def test_the_dial_goes_on_through_the_game_and_stops_at_both_ends() -> None:
    desk = looking_back(is_kept=False)
    desk.press("ok")
    desk.press("ok")
    for steps, at in ((-1000, 0), (1, 1), (1000, len(a_game().steps))):
        desk.turn(steps)
        page = desk.page()
        assert isinstance(page, TableThen)
        assert page.at == at


@pytest.mark.parametrize("is_kept", [True, False])
def test_the_table_is_that_of_the_swing(*, is_kept: bool) -> None:
    desk = looking_back(is_kept=is_kept)
    desk.press("ok")
    desk.press("ok")
    page = desk.page()
    assert isinstance(page, TableThen)
    replayed = Replay("7", a_game(), (0, 1), Agreement(), (), Games(), page.at)
    here, there = ({*words(shown(each))} for each in (desk.model, Model(page=replayed)))
    assert str(a_game().steps[page.at - 1].seq) in here
    assert there - here == {"The race", "Review"}


def test_escape_does_what_undo_does() -> None:
    desk = looking_back(is_kept=False)
    leaf = desk.page()
    desk.press("ok")
    assert keys(desk.model)["escape"] == GoTo(leaf)
    desk.press("ok")
    assert keys(desk.model)["escape"] == GoTo(
        LookBack(a_game(), (0, 1), Finale(0), found(), leaf=_leaf(), line=0)
    )


def test_on_a_leaf_without_entries_ok_turns_it() -> None:
    desk = looking_back(is_kept=False)
    desk.turn(2)
    desk.press("ok")
    page = desk.page()
    assert isinstance(page, LookBack)
    assert page.leaf == 0
