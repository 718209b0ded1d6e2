"""Nothing that leaves the program is different where somebody else's points are (R-INF-2)."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from companion.core.messages import Leave, Next
from companion.core.session import Secrecy
from companion.pages.archive import Replay
from companion.pages.table import EndEarly
from companion.rules.editions import Seat
from tests.net.every_message import everything
from tests.net.rooms import ROOMS
from tests.security.twin_tables import (
    HIDDEN,
    Pair,
    Twins,
    after,
    is_secret,
    leaving,
    offered,
    private_words,
    twins,
)
from tests.view.gallery import NAMES

SEAT = Seat(1)

POINTS = {
    Secrecy.OWN_PEEK: (0, 900),
    Secrecy.EPOCH_GAINS: (3, 500),
    Secrecy.SEALED: (9, 990),
}
"""Totals that one step of the fix panel would take below none, and others: last and first."""

SECRET = tuple(
    page
    for page, made in ROOMS.items()
    if is_secret(room := made(3, NAMES))
    and (room.session.timeline is not None or isinstance(room.page, Replay))
)
"""The pages of a running game."""

LIVELY = (
    *("turn with a god", "bid", "discard", "gods", "scoring", "scoring the last", "menu"),
    *("history", "mending", "light", "half known", "worth", "replay of an unfinished game"),
)
"""Those from which one goes furthest."""


def _differences(pair: Twins) -> list[str]:
    one, other = (leaving(model) for model in pair)
    return [what for what in one if one[what] != other[what]]


class Walk:
    """From page to page of both tables, with every difference that is found."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self._known: set[str] = set()

    def go(self, pair: Twins, said: Mapping[str, Pair], deep: int, way: str) -> None:
        """Say each of these to both tables, and, so deep, everything that is offered then."""
        for name, both in said.items():
            here = f"{way} > {name}"
            then, (one, other) = after(pair, both)
            self.found += [f"{here}: {what}" for what in one if one[what] != other.get(what)]
            if not all(map(is_secret, then)) or self._is_known(then):
                continue
            self.found += [f"{here}: {what}" for what in _differences(then)]
            if deep > 1:
                self.go(then, offered(then), deep - 1, here)

    def _is_known(self, pair: Twins) -> bool:
        model = pair.one
        screen = (model.screen.said, model.screen.is_card_shown)
        text = repr((model.page, model.session, screen, model.preferences, model.kiosk))
        was_known = text in self._known
        self._known.add(text)
        return was_known


@pytest.mark.parametrize("page", SECRET)
def test_no_page_is_different_where_somebody_else_has_other_points(page: str) -> None:
    walk = Walk()
    for secrecy, points in POINTS.items():
        pair = twins(ROOMS[page](3, NAMES), secrecy, SEAT, points)
        walk.found += [f"{points}: {what}" for what in _differences(pair)]
        walk.go(pair, offered(pair), 1, f"{points}")
    assert not walk.found


@pytest.mark.parametrize("page", LIVELY)
@pytest.mark.parametrize("secrecy", HIDDEN)
def test_nothing_that_is_done_two_steps_on_tells_it_either(page: str, secrecy: Secrecy) -> None:
    walk = Walk()
    pair = twins(ROOMS[page](3, NAMES), secrecy, SEAT, POINTS[secrecy])
    walk.go(pair, offered(pair), 2, page)
    assert not walk.found


@pytest.mark.parametrize("page", ["turn", "bid", "scoring", "light counted"])
def test_no_message_from_anywhere_tells_it_either(page: str) -> None:
    walk = Walk()
    pair = twins(ROOMS[page](3, NAMES), Secrecy.OWN_PEEK, SEAT, POINTS[Secrecy.OWN_PEEK])
    walk.go(pair, {name: (each, each) for name, each in everything(pair.one).items()}, 1, page)
    assert not walk.found


def test_where_points_lie_open_the_tables_do_differ() -> None:
    pair = twins(ROOMS["scoring"](3, NAMES), Secrecy.OPEN, SEAT, (3, 11))
    assert {"picture", "table aloud"} <= set(_differences(pair))


def test_only_the_owner_s_peek_tells_a_total() -> None:
    pair = twins(ROOMS["turn"](3, NAMES), Secrecy.OWN_PEEK, SEAT, (3, 11))
    said = {own: private_words(after(pair, offered(pair)[f"hold p{own}"])[0]) for own in (1, 2, 3)}
    assert said == {1: ("41", "41"), 2: ("3", "11"), 3: ("58", "58")}


def test_whoever_has_the_points_shown_before_the_end_can_only_leave_the_game() -> None:
    model = twins(ROOMS["stopping"](3, NAMES), Secrecy.SEALED, SEAT, (3, 11)).one
    shown = replace(model, page=EndEarly(is_shown=True))
    ways = {name: type(each) for name, (each, _) in offered(Twins(shown, shown)).items()}
    assert ways.pop("tap ok") is Leave
    assert set(ways) == {"key ?", "key f1", "key f12"}  # the rules card, and whom to ask
    agreed = replace(shown.session.agreement, secrecy=Secrecy.OPEN)
    open_table = shown.with_session(agreement=agreed)
    assert Next in {type(each) for each, _ in offered(Twins(open_table, open_table)).values()}
