"""Who is taken for whom, what is agreed on, and games with the same people."""

import pytest

from companion.core.messages import Resumed
from companion.core.model import Agreement, Model, Session
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import rows
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.rules.actions import Level
from tests.core.desk import Desk, a_desk, models

OVER = models(2, 0)[-1]
"""A game of two that is over, and its people."""


def cards(desk: Desk) -> Dealing:
    """Return the cards with the suns."""
    page = desk.page()
    assert isinstance(page, Dealing)
    return page


# Who plays


def test_a_kept_game_comes_back_to_where_it_was_and_is_nobodys_first_any_more() -> None:
    left = a_desk(2).model.session
    assert left.timeline is not None
    agreed = Agreement(is_first=True)
    for session, page in ((left, Table), (OVER.session, Finale)):
        assert session.timeline is not None
        desk = Desk(Model(page=Welcome(), session=Session(kept=True)))
        desk.take(Resumed(session.timeline, session.last_guests, agreed))
        assert isinstance(desk.page(), page)
        now = desk.model.session
        assert (now.kept, now.is_first, now.agreement.is_first) == (False, True, False)
        assert now.buttons == tuple(guest.button for guest in session.last_guests)


# The same people again


# Options


def shown(agreed: Agreement, people: int) -> dict[str, tuple[str, dict[str, int]]]:
    """Return the value of every row."""
    return {row.title: (row.value, row.facts) for row in rows(agreed, people)}


@pytest.mark.parametrize("people", [1, 2, 3, 4])
def test_the_table_plays_any_number_of_free_seats_in_turn(people: int) -> None:
    agreed, seen = Agreement(), []
    for _ in range(6 - people):
        row = next(row for row in rows(agreed, people) if row.title == "Computer players")
        seen.append((row.value, row.facts.get("seats")))
        agreed = row.following(1)
    assert seen == [("no seat", None), *(("{seats}", each) for each in range(1, 6 - people))]
    assert agreed.machines == 0
    row = next(row for row in rows(agreed, people) if row.title == "Computer players")
    assert row.following(-1).machines == 5 - people


def test_more_seats_than_are_free_are_not_played() -> None:
    assert shown(Agreement(machines=4), 3)["Computer players"] == ("{seats}", {"seats": 2})
    assert "Strength" in shown(Agreement(machines=4), 3)
    assert "Computer players" not in shown(Agreement(machines=4), 5)


def test_where_less_is_entered_the_options_are_those_for_the_people_alone() -> None:
    found = shown(Agreement(machines=3, level=Level.LIGHT), 2)
    assert found["Ra track spaces on your board"] == ("{spaces}", {"spaces": 6})
    assert "Two-player suns" in found
    assert "Strength" not in found
    unchanged = Agreement(machines=3, level=Level.LIGHT)
    row = next(row for row in rows(unchanged, 2) if row.title == "Computer players")
    assert row.following(1) == unchanged
