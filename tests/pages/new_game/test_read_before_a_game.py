"""What is read before a game: the rules card of each page, the layout, what is said aloud."""

import pytest

from companion.core.model import Agreement, Guest, Model, Session
from companion.core.page import Page
from companion.i18n import ENGLISH
from companion.pages.new_game.dealing import Dealing, LayingOut, suns_of, told
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.reference import rules_card
from companion.pages.reference.guide import GuideLine, Rule
from companion.pages.reference.rules_card import Card
from companion.rules.editions import Edition, Options, sun_groups

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
