"""Before a game: names in every alphabet, options, what is agreed on, and what is read."""

import pytest
from msgspec.structs import replace

from companion.core.messages import (
    Join,
    LeaveSeat,
    Message,
    NextAlphabet,
    PushDial,
    Resumed,
    TakeLetter,
    TakeName,
)
from companion.core.model import LONGEST_NAME, Agreement, Guest, Model, Preferences, Session
from companion.core.page import Page
from companion.i18n import ENGLISH
from companion.i18n.languages import BY_CODE, LANGUAGES
from companion.pages import letters as naming
from companion.pages.controls import places
from companion.pages.letters import VOICING
from companion.pages.new_game.dealing import Dealing, LayingOut, suns_of, told
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.reference import rules_card
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import Card
from companion.pages.scoring.finale import Finale
from companion.pages.table.playing import fitting
from companion.pages.table.table import Table
from companion.rules.actions import Level
from companion.rules.editions import Edition, Options, setup, sun_groups
from tests.app.fingers import picture, spot
from tests.core.desk import Desk, a_desk, models
from tests.together import some

PLAYERS = (2, 3, 4, 5)

KNOWN = ("Anna", "Anežka", "Boris", "Mary Ann")


def seated(players: int) -> Desk:
    """This many have pressed their buttons."""
    desk = Desk()
    for button in range(1, players + 1):
        desk.press(f"p{button}")
    return desk


def seating(desk: Desk) -> Seating:
    """Return the seats."""
    page = desk.page()
    assert isinstance(page, Seating)
    return page


def naming_desk(players: int = 3, *, language: str = "en") -> Desk:
    """Seat people, and open the sheet of the first of them."""
    desk = seated(players)
    desk.model = desk.model.with_session(known_names=KNOWN).with_preferences(language=language)
    desk.press("p1")
    return desk


def touch(desk: Desk, message: Message) -> None:
    """Put a finger where this is on the picture."""
    assert spot(picture(desk.model), message) is not None, message
    desk.gestures += 1
    desk.take(message)


@pytest.mark.parametrize("language", some(sorted(LANGUAGES), 3))
def test_every_letter_of_every_alphabet_is_typed_by_touch(language: str) -> None:
    desk = naming_desk(language=language)
    for letter in BY_CODE[language].keyboard.letters:
        desk.model = replace(
            desk.model, page=replace(seating(desk), guests=(Guest(0, "x"), Guest(1)))
        )
        touch(desk, TakeLetter(letter))
        if letter != VOICING:
            assert seating(desk).guests[0].name == f"x{letter}"


def test_kana_are_voiced_and_made_small() -> None:
    typed = {"か": "が", "は": "ば", "つ": "っ", "よ": "ょ", "ん": "ん", "": ""}
    assert {kana: naming.with_letter(kana, VOICING) for kana in typed} == typed
    three = "は"
    for _ in range(3):
        three = naming.with_letter(three, VOICING)
    assert three == "は"


def test_with_one_button_names_are_given_letter_by_letter() -> None:
    desk = naming_desk()
    desk.model = replace(desk.model, preferences=Preferences(scan_seconds=1.0))
    offered = [place.message for place in places(desk.model)]
    assert offered[: len(KNOWN) + 1] == [*map(TakeName, KNOWN), Join(0)]
    assert {TakeLetter("a"), NextAlphabet(), LeaveSeat(0)} <= set(offered)
    assert PushDial() not in offered[: len(KNOWN) + 20]


# Before a game: names, options, and suns that people dealt themselves.


def test_a_name_can_be_mended_and_is_cut_where_it_gets_too_long() -> None:
    desk = seated(1)
    for key in (" ", "A", "b", "backspace"):
        desk.key(key)
    for _ in range(300):
        desk.key("\u00e9")
    page = desk.model.page
    assert isinstance(page, Seating)
    assert page.guests[0].name == "A" + "\u00e9" * (LONGEST_NAME - 1)


@pytest.mark.parametrize("players", PLAYERS)
def test_every_value_of_every_option_can_be_played(players: int) -> None:
    desk = seated(players)
    desk.press("ok")
    tried = 0
    for row in range(len(rows(desk.model.session.agreement, players))):
        for _ in range(12):
            page = desk.model.page
            assert page == OptionsPage(page.guests, row) if isinstance(page, OptionsPage) else False
            agreed = fitting(desk.model.session.agreement, players)
            setup(tuple("ABCDE"[:players]), agreed.options)
            tried += 1
            desk.press("dial")
        desk.turn(1)
    assert tried >= 48
    assert isinstance(desk.model.page, OptionsPage)
    assert desk.model.page.row == 0


# Who is taken for whom, what is agreed on, and games with the same people.


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


# What is read before a game: the rules card of each page, the layout, what is said aloud.


PEOPLE = (Guest(0, "Anna"), Guest(1, "Ben"), Guest(3))

DEALT = Dealing(PEOPLE, sun_groups(3))


def spoken(page: Page, agreed: Agreement | None = None) -> list[str]:
    """Return what is said aloud."""
    model = Model(page=page, session=Session(agreement=agreed or Agreement()))
    return list(page.said_aloud(model, ENGLISH) or ())


@pytest.mark.parametrize(
    ("page", "card"),
    [
        (Welcome(), rules_card.WELCOME),
        (Seating(PEOPLE), rules_card.SEATING),
        (OptionsPage(PEOPLE), rules_card.of_agreeing(Model(page=OptionsPage(PEOPLE)))),
        (LayingOut(PEOPLE), rules_card.LAYING_OUT),
        (DEALT, rules_card.of_dealing(is_by_hand=DEALT.is_by_hand)),
    ],
)
def test_every_page_before_a_game_has_its_own_rules_card(page: Page, card: Card) -> None:
    assert page.help(Model(page=page)) == card


def test_what_lies_where_is_said_line_by_line_before_a_first_game() -> None:
    said = spoken(LayingOut(PEOPLE))
    lines = [line for part in told(3, Options()) for line in part]
    assert said[0].startswith("Suns in this game: ")
    assert said[1:-1] == [ENGLISH.say(line.sentence, **line.facts) for line in lines]
    assert said[-1] == "Setup"


@pytest.mark.parametrize("edition", list(Edition))
def test_the_length_of_the_track_and_where_suns_lie_are_told_as_agreed(edition: Edition) -> None:
    for limit in (None, 7):
        laid, first = told(4, Options(edition=edition, ra_limit=limit))
        assert [line.facts["limit"] for line in laid if line.facts] == [limit or 9]
        is_spread = edition is Edition.ALEA_1999
        assert (GuideLine(Rule.SPREAD.value) in laid) == is_spread
        assert (GuideLine(Rule.IN_BAG.value) in laid) != is_spread
        assert first


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_sun_in_the_centre_is_the_first_of_those_that_are_laid_out(players: int) -> None:
    dealt = sorted(sun for group in sun_groups(players) for sun in group)
    assert suns_of(players, Options()) == (1, *dealt)
