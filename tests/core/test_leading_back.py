"""Pages lead back, old pictures lead nowhere, and the menu leads everywhere."""

import pytest

from companion.core.effects import CloseBook, OpenBook
from companion.core.messages import (
    Agree,
    Begin,
    GoTo,
    Join,
    Leave,
    Open,
    PushDial,
    Route,
    SetPreference,
)
from companion.core.model import Model
from companion.core.page import Page
from companion.core.preferences import Preferences
from companion.core.session import Agreement, Guest
from companion.i18n.languages import LANGUAGES
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.history.history import History
from companion.pages.kiosk.staff_call import Help
from companion.pages.menu.about import About
from companion.pages.menu.menu import Menu
from companion.pages.menu.seats import Seats
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.reference.reading import Rules
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.projected import ProjectedScore
from companion.pages.table.table import Table
from companion.rules.editions import Seat
from tests.core.desk import Desk, a_desk, models
from tests.core.evenings import seated

SEEING = ("theme", "text_size")


def test_back_leads_page_by_page_to_the_start() -> None:
    desk = seated(2)
    desk.take(Agree(Agreement(dealt_by_hand=True)))
    desk.press("ok")
    desk.press("ra")
    pages: list[type[Page]] = []
    for _ in range(2):
        pages.append(type(desk.model.page))
        desk.press("undo")
    assert pages == [Dealing, Seating]
    assert desk.page() == Welcome()


def test_escape_leads_back_before_a_game_and_loses_no_name() -> None:
    desk = seated(2)
    desk.key("Q")
    seats = desk.model.page
    assert isinstance(seats, Seating)
    desk.key("tab")
    desk.key("escape")
    assert isinstance(desk.model.page, Seating)
    assert desk.model.page.guests == seats.guests


@pytest.mark.parametrize(
    "page", [Table(), EpochScores(), EpochScores(Seat(1)), Finale(2), History(3)], ids=repr
)
def test_a_touch_on_the_picture_of_a_game_that_was_left_leads_to_the_start(page: Page) -> None:
    desk = a_desk(3)
    desk.take(Leave())
    desk.take(GoTo(page))
    assert desk.page() == Welcome()


@pytest.mark.parametrize(
    "page",
    [
        Welcome(),
        Seating((Guest(0),)),
        OptionsPage((Guest(0), Guest(1))),
        EpochScores(),
        Finale(),
        About(),
    ],
    ids=repr,
)
def test_a_touch_on_an_old_picture_does_not_take_the_table_away(page: Page) -> None:
    desk = a_desk(3)
    desk.take(GoTo(page))
    assert desk.page() in (Table(), About())
    desk.take(Join(4))
    desk.take(Begin())
    assert desk.model.session.timeline is not None
    assert [type(each) for each in desk.written] == [OpenBook]


def test_the_menu_leads_everywhere_and_back() -> None:
    desk = a_desk(3)
    desk.key("n")
    desk.press("dial", is_held=True)
    labels = [entry.label for entry in Menu().entries(desk.model)]
    assert labels == [
        "History",
        "If the epoch ended now",
        "Fix the table on screen",
        "People and computer players",
        "Enter less: Ra tiles and auctions",
        "End the game early",
        "Language",
        "Colours: night",
        "Text size: normal",
        "Playing time: off",
        "Sound: on",
        "Spoken announcements: off",
        "Read the table aloud",
        "Rules",
        "Hardware test",
        "About",
        "Leave; game is saved",
    ]
    for row, wanted in ((0, History(1)), (1, ProjectedScore()), (3, Seats())):
        desk.take(GoTo(Menu(row=row)))
        desk.press("ok")
        assert desk.page() == wanted
    desk.take(GoTo(Menu(row=labels.index("Leave; game is saved"))))
    desk.press("dial")
    assert desk.page() == Welcome()
    assert isinstance(desk.written[-1], CloseBook)


def test_the_menu_leads_back_to_a_scoring_and_into_a_reveal_and_gives_nothing_away() -> None:
    desk = Desk(models(3, seed=0)[-1])
    for page in (EpochScores(), Finale(), Finale(1)):
        desk.take(GoTo(page))
        assert desk.page() == page
        desk.key("escape" if isinstance(page, EpochScores) else "home")
        desk.key("down")
        assert desk.page() == Menu(row=1)
        desk.key("escape")
        assert desk.page() == page
        desk.press("ok")


OVER_A_REVEAL = (About(), Rules(), History(0), FixPanel(), Help())


@pytest.mark.parametrize("over", OVER_A_REVEAL, ids=lambda page: type(page).__name__)
def test_what_is_opened_over_a_reveal_leads_back_to_where_it_stood(over: Page) -> None:
    desk = Desk(models(3, seed=0)[-1])
    stations = (
        EpochScores(),
        EpochScores(Seat(1)),
        Finale(),
        Finale(1),
        Finale(4),
    )
    for page in stations:
        desk.take(GoTo(page))
        assert desk.page() == page
        for way in ((Open(Route.MENU), GoTo(over)), (GoTo(over),)):
            for message in way:
                desk.take(message)
            assert isinstance(desk.page(), type(over))
            desk.key("right")
            desk.key("escape")
            assert desk.page() == page
    desk.take(GoTo(Finale(1)))
    desk.take(GoTo(History(0)))
    for _ in range(3):
        desk.press("ok")
    assert desk.page() == Table(), "who takes back is not led back to a reveal"
    assert desk.model.screen.revealing is None


def test_guests_of_a_kiosk_cannot_quit_the_program() -> None:
    model = Model(page=Welcome(), preferences=Preferences(kiosk=True))
    assert "Quit" not in [entry.label for entry in Menu().entries(model)]
    desk = Desk(Model(page=Menu(row=len(Menu().entries(Model(page=Welcome()))) - 1)))
    desk.take(PushDial())
    assert desk.has_left


def test_colours_letters_and_what_is_shown_take_turns_in_the_menu() -> None:
    desk = Desk()
    seen: list[tuple[str, ...]] = []
    for _ in range(4):
        changes = [
            each
            for each in Menu().entries(desk.model)
            if isinstance(each.message, SetPreference) and each.message.name in SEEING
        ]
        seen.append(tuple(entry.label for entry in changes))
        for change in changes:
            desk.take(change.message)
    assert seen == [
        ("Colours: night", "Text size: normal"),
        ("Colours: papyrus", "Text size: large"),
        ("Colours: high contrast", "Text size: larger"),
        ("Colours: night", "Text size: large print"),
    ]
    assert desk.model.preferences.theme == "papyrus"


def test_the_dial_chooses_the_language_on_the_start_page() -> None:
    desk = Desk()
    seen = [desk.model.preferences.language]
    for _ in LANGUAGES:
        desk.turn(1)
        seen.append(desk.model.preferences.language)
    assert set(seen) == set(LANGUAGES)
    assert seen[0] == seen[-1]
