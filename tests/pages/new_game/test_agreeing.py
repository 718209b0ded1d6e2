"""Who is taken for whom, what is agreed on, and games with the same people."""

import pytest
from msgspec.structs import replace

from companion.core.effects import CloseBook
from companion.core.messages import GoTo, Rematch, Resumed
from companion.core.model import Agreement, Guest, Model, Session
from companion.opponent.strength import Strength
from companion.pages.menu.menu import Menu
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.finale import Finale
from companion.pages.table.playing import with_machines
from companion.pages.table.table import Table
from companion.rules.actions import Level
from companion.rules.editions import Options, Split
from tests.core.desk import Desk, a_desk, models

OVER = models(2, 0)[-1]
"""A game of two that is over, and its people."""

PEOPLE = (Guest(0, "Anna"), Guest(1, "Ben"), Guest(3))


def cards(desk: Desk) -> Dealing:
    """Return the cards with the suns."""
    page = desk.page()
    assert isinstance(page, Dealing)
    return page


# Who plays


def test_no_seat_of_the_table_has_the_name_of_somebody_who_sits_there() -> None:
    model = Model(page=Welcome()).with_session(agreement=Agreement(machines=2))
    everybody = with_machines(model, (Guest(0, "Thoth"), Guest(1, "Ben")))
    assert [guest.name for guest in everybody] == ["Thoth", "Ben", "Isis", "Horus"]


def test_the_name_of_a_machine_stays_behind_unless_somebody_is_really_called_that() -> None:
    last = (Guest(0, "Isis"), Guest(1, "Thoth"), Guest(2, "Ben"), Guest(3, "Isis", Strength.QUICK))
    session = Session(last_guests=last, known_names=("Thoth", "Ben"))
    desk = Desk(Model(page=Welcome(), session=replace(session, agreement=Agreement(machines=1))))
    desk.take(Rematch())
    people = [guest.name for guest in cards(desk).guests if guest.is_person]
    assert people == ["", "Thoth", "Ben"]


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


def test_after_a_game_the_same_people_deal_themselves_once_it_is_put_away() -> None:
    by_hand = Agreement(dealt_by_hand=True)
    desk = Desk(OVER.with_session(agreement=by_hand))
    assert CloseBook() in desk.take(Rematch())
    assert desk.model.session.timeline is None
    assert desk.model.session.buttons == ()
    assert cards(desk).suns == ((), ())


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


def test_a_row_that_has_gone_is_counted_from_the_first() -> None:
    number = len(rows(Agreement(), 3))
    page = OptionsPage(PEOPLE, row=number + 3)
    model = Model(page=page)
    assert page.pointed_at(model).title == "Entered"
    desk = Desk(Model(page=Menu()))
    desk.take(GoTo(page))
    assert desk.page() == OptionsPage(PEOPLE, row=3)


def test_what_was_never_chosen_is_shown_as_in_the_rulebook() -> None:
    found = shown(Agreement(options=Options()), 2)
    assert found["Two-player suns"][0] == "9-6-5-2 and 8-7-4-3"
    row = next(row for row in rows(Agreement(), 2) if row.title == "Two-player suns")
    assert row.following(1).options.two_player_split is Split.BAUMER
