"""Nothing that leaves the program is different where somebody else's points are (R-INF-2)."""

import pytest
from msgspec.structs import replace

from companion.core.messages import (
    AskStaff,
    Leave,
    Next,
    ReadTable,
    RepeatSpeech,
    ShowCard,
    TurnDial,
)
from companion.core.model import Secrecy
from companion.pages.scoring.points_now import EndEarly
from tests.net.every_message import everything
from tests.net.rooms import ROOMS
from tests.security.twin_tables import Twins, after, offered, private_words, twins
from tests.security.walking import LIVELY, POINTS, SEAT, Walk, differences, secret, walked
from tests.together import for_each, some
from tests.view.gallery import NAMES

HIDDEN = tuple(POINTS)


TOLD = "scoring and refused"
"""Points were corrected here: what epochs brought does not tell any more what somebody has."""


@for_each(page=lambda: {TOLD, *some([page for page in secret() if page not in LIVELY], 8)})
def test_no_page_is_different_where_somebody_else_has_other_points(page: str) -> None:
    """An eighth of them, under one of the agreements; `make proof` tries all, and every seat."""
    assert not walked(page, HIDDEN[secret().index(page) % len(HIDDEN)], 1).found


@for_each(page=some(LIVELY, 16))
def test_neither_is_what_comes_two_steps_on_where_a_game_is_played(page: str) -> None:
    """A sixteenth of these pages; `make proof` tries all."""
    assert not walked(page, HIDDEN[LIVELY.index(page) % len(HIDDEN)], 2).found


@pytest.mark.parametrize("page", some(("turn", "bid", "scoring", "light counted"), 2))
def test_no_message_from_anywhere_tells_it_either(page: str) -> None:
    walk = Walk()
    pair = twins(ROOMS[page](3, NAMES), Secrecy.OWN_PEEK, SEAT, POINTS[Secrecy.OWN_PEEK])
    walk.go(pair, {name: (each, each) for name, each in everything(pair.one).items()}, 1, page)
    assert not walk.found


def test_where_points_lie_open_the_tables_do_differ() -> None:
    pair = twins(ROOMS["scoring"](3, NAMES), Secrecy.OPEN, SEAT, (3, 11))
    assert {"picture", "table aloud"} <= set(differences(pair))


def test_only_the_owner_s_peek_tells_a_total() -> None:
    pair = twins(ROOMS["turn"](3, NAMES), Secrecy.OWN_PEEK, SEAT, (3, 11))
    said = {own: private_words(after(pair, offered(pair)[f"hold p{own}"])[0]) for own in (1, 2, 3)}
    assert said == {1: ("41", "41"), 2: ("3", "11"), 3: ("58", "58")}


def test_whoever_has_the_points_shown_before_the_end_can_only_leave_the_game() -> None:
    model = twins(ROOMS["stopping"](3, NAMES), Secrecy.SEALED, SEAT, (3, 11)).one
    shown = replace(model, page=EndEarly(is_shown=True))
    ways = {name: type(each) for name, (each, _) in offered(Twins(shown, shown)).items()}
    assert ways.pop("tap ok") is Leave
    harmless = {ShowCard, AskStaff, TurnDial, ReadTable, RepeatSpeech}
    assert set(ways.values()) <= harmless  # nothing leads back
    agreed = replace(shown.session.agreement, secrecy=Secrecy.OPEN)
    open_table = shown.with_session(agreement=agreed)
    assert Next in {type(each) for each, _ in offered(Twins(open_table, open_table)).values()}
