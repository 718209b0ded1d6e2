"""Before a game: names in every alphabet, options, what is agreed on, and what is read."""

from itertools import permutations, product

import pytest
from msgspec.structs import replace

from companion.core import messages
from companion.core.model import (
    LONGEST_NAME,
    Agreement,
    Guest,
    Model,
    Preferences,
    Secrecy,
    Session,
)
from companion.core.page import Page
from companion.i18n import ENGLISH
from companion.i18n.languages import LANGUAGES
from companion.i18n.languages import language as of
from companion.pages import letters as naming
from companion.pages.controls import places
from companion.pages.letters import VOICING
from companion.pages.new_game.dealing import Dealing, LayingOut, filled_by_hand, suns_of, told
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.page_view import LEVELS
from companion.pages.reference import rules_card
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import Card
from companion.pages.table.playing import fitting
from companion.rules.editions import Edition, Options, setup, sun_groups
from companion.ui.scene import Box, Text
from tests.app.fingers import picture, spot
from tests.core.desk import Desk
from tests.together import for_each, some
from tests.view.gallery import shown

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


def touch(desk: Desk, message: messages.Message) -> None:
    """Put a finger where this is on the picture."""
    assert spot(picture(desk.model), message) is not None, message
    desk.gestures += 1
    desk.take(message)


@pytest.mark.parametrize("language", some(sorted(LANGUAGES), 3))
def test_every_letter_of_every_alphabet_is_typed_by_touch(language: str) -> None:
    desk = naming_desk(language=language)
    for letter in of(language).keyboard.letters:
        desk.model = replace(
            desk.model, page=replace(seating(desk), guests=(Guest(0, "x"), Guest(1)))
        )
        touch(desk, messages.TakeLetter(letter))
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
    assert offered[: len(KNOWN) + 1] == [*map(messages.TakeName, KNOWN), messages.Join(0)]
    assert {messages.TakeLetter("a"), messages.NextAlphabet(), messages.LeaveSeat(0)} <= set(
        offered
    )
    assert messages.PushDial() not in offered[: len(KNOWN) + 20]


# Before a game: names, options, and suns that people dealt themselves.


@pytest.mark.parametrize("players", PLAYERS)
def test_one_button_lays_suns_as_they_were_dealt_by_hand(players: int) -> None:
    """A press on a card lays the next group, also where suns lie; one ring says on which."""
    groups = sun_groups(players)
    for dealt in some(permutations(groups), 6):
        page = filled_by_hand(tuple(map(Guest, range(players))))
        desk = Desk(Model(page=page, preferences=Preferences(scan_seconds=1.0)))
        for place in (0, *range(players)):  # back to a card that was filled before
            _point_at(desk, messages.SetGroup(place))
            rim = [each for each in shown(desk.model).items if isinstance(each, Box) and each.glow]
            assert len(rim) == 1
            while _dealing(desk).suns[place] != dealt[place]:
                desk.take(messages.TakePointed())
        assert _dealing(desk).suns == dealt
        _point_at(desk, messages.Begin())
        desk.take(messages.TakePointed())
        assert tuple(each.suns for each in desk.game.players) == dealt


def _point_at(desk: Desk, message: messages.Message) -> None:
    """Let time pass until the one button points at this."""
    step = [each.message for each in places(desk.model)].index(message)
    desk.model = replace(desk.model.with_screen(scanned_from=0.0), now=step + 0.5)


def _dealing(desk: Desk) -> Dealing:
    page = desk.model.page
    assert isinstance(page, Dealing)
    return page


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
            assert (
                page == OptionsPage(page.guests, row=row)
                if isinstance(page, OptionsPage)
                else False
            )
            agreed = fitting(desk.model.session.agreement, players)
            setup(tuple("ABCDE"[:players]), agreed.options)
            tried += 1
            desk.press("dial")
        desk.turn(1)
    assert tried >= 48
    assert isinstance(desk.model.page, OptionsPage)
    assert desk.model.page.row == 0


@for_each(size=[(800, 480), (480, 800), (1280, 720)], people=range(1, 6))
def test_no_row_under_a_finger_moves_when_something_is_agreed(
    size: tuple[int, int], people: int
) -> None:
    page = OptionsPage(tuple(map(Guest, range(people))))
    ways = product(range(5 - people + 1), Secrecy, LEVELS)
    assert len({_places(page, size, Agreement(machines=machines, secrecy=secrecy, level=level))
                for machines, secrecy, level in ways}) == 1  # fmt: skip


def _places(
    page: OptionsPage, size: tuple[int, int], agreed: Agreement
) -> tuple[tuple[int, int], ...]:
    """Return where the titles of the rows are whose values make others come and go."""
    titles = ("Edition", "Entered", "Points", "Computer players", "First time?")
    items = shown(Model(page=page, session=Session(agreement=agreed)), size).items
    found = (item for item in items if isinstance(item, Text) and item.text in titles)
    return tuple((item.rect.x, item.rect.y) for item in found)


# Who is taken for whom, what is agreed on, and games with the same people.


def cards(desk: Desk) -> Dealing:
    """Return the cards with the suns."""
    page = desk.page()
    assert isinstance(page, Dealing)
    return page


# Who plays


# The same people again


# Options


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
