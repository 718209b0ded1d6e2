"""On every page the same key and button lead back, one step at a time, and the same confirm."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from companion.core.commands import Control
from companion.core.messages import BringBack, Next, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.pages.controls import controls, has_card, keys, way_back
from companion.pages.corrections.fix_panel import FixPanel
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.hardware.pin_wizard import PinWizard
from companion.pages.hardware.tag_teaching import TagTeaching
from companion.pages.kiosk.idle import Attract, Locked
from companion.pages.menu.menu import Menu
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.score_sheet.tally import SheetTally
from companion.pages.scoring.epoch import EpochScores
from companion.pages.scoring.finale import Finale
from companion.pages.scoring.points_now import EndEarly
from companion.pages.table.table import Table
from companion.pages.update import update
from companion.ui.scene import Box, Picture
from companion.ui.theme import NIGHT
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, shown

_BUTTONS_ARE_TRIED = "every button lights up when it is pressed; keys lead away"

NOT_BACK: Mapping[type[Page], str] = {
    HardwareTest: _BUTTONS_ARE_TRIED,
    PinWizard: "the buttons have no pins yet",
    TagTeaching: "Undo takes back the tag that was taught last, as it takes back entries",
    Welcome: "nothing lies behind the first page; Undo opens the rules",
    Attract: "nothing lies behind it; whatever is pressed wakes the table",
    Locked: "the table is closed; only the PIN of the staff leads on",
}
"""Where the Undo button does not lead back, and why."""

NOT_OK: Mapping[type[Page], str] = {
    Seating: "Return begins the game, as Ra does; OK is the way to its options",
    OptionsPage: "the same; OK changes what is pointed at",
    HardwareTest: _BUTTONS_ARE_TRIED,
}
"""Where Return is not the same as OK, and why."""

NO_CORNER: Mapping[type[Page], str] = {
    Table: "the table has no title; what is half chosen is given up by the chip below it",
    PartialTable: "as on the full table",
    FixPanel: "the keys beside the table lead back",
    SheetTally: "the pad's own key leads back",
    Finale: "the places stand alone; the chip below them leads back",
}
"""Where no corner at the upper left leads back, and what does instead."""

CLOSED = (Locked,)
"""From here nothing leads home: guests must not open a table that the house has closed."""

ASLEEP = ("attract", "attract at night", "dim", "kept")
"""The first press only wakes a table at which nobody has been for a while."""

MOST_STEPS = 40
"""This many presses lead home from anywhere: a count of five players has the most."""

SHOWN = for_each(name=PAGES, players=(2, 5))


def back(model: Model) -> Model:
    """Return the program after one press of Escape."""
    return update(model, keys(model)["escape"])[0]


def undo(model: Model) -> object:
    """Return what the Undo button means."""
    offer = controls(model).taps.get(Control.UNDO)
    return None if offer is None else offer.message


def undone(model: Model) -> Model:
    """Return the program after one press of the Undo button."""
    offer = controls(model).taps.get(Control.UNDO)
    return update(model, Next() if offer is None else offer.message)[0]


def is_half_chosen(page: Page) -> bool:
    """Whether a choice is half made on the table."""
    return isinstance(page, Table | PartialTable) and page.pick is not None


def is_covered(model: Model) -> bool:
    """Whether something lies on the page that is closed before it."""
    over = model.screen.is_card_shown or model.session.peek is not None
    return over or model.page.parent() is not None or is_half_chosen(model.page)


def is_home(model: Model) -> bool:
    """Whether nothing can be closed: the first page, the table, and the points over it."""
    page = model.page
    is_rest = isinstance(page, Welcome) or page.is_table or page.is_reveal
    return is_rest and not is_covered(model) and keys(model).get("escape") != undo(model)


def still(model: Model) -> Model:
    """Return the program once bars have grown: until then whatever is pressed finishes that."""
    page = model.page
    return replace(model, page=replace(page, hidden=0)) if isinstance(page, EpochScores) else model


@SHOWN
def test_escape_and_the_undo_button_lead_back_alike(name: str, players: int) -> None:
    model = PAGES[name](players, NAMES)
    if is_home(model) or (type(model.page) in NOT_BACK and not is_covered(model)):
        return
    assert keys(model)["escape"] == undo(model)


@SHOWN
def test_return_does_what_ok_does(name: str, players: int) -> None:
    model = PAGES[name](players, NAMES)
    offer = controls(model).taps.get(Control.OK)
    if offer is not None and isinstance(offer.message, BringBack):
        assert "return" not in keys(model), "who confirms a correction does not undo it"
    elif offer is not None and type(model.page) not in NOT_OK:
        confirmed: object = offer.message
        assert keys(model)["return"] == confirmed


@pytest.mark.parametrize("name", ["replay", "replay of an unfinished game", "table of a swing"])
def test_the_one_golden_button_beside_a_past_table_is_what_ok_does(name: str) -> None:
    model = PAGES[name](3, NAMES)
    picture = shown(model)
    gold = {
        item.rect for item in picture.items if isinstance(item, Box) and item.fill == NIGHT.gold
    }
    golden = [target.message for target in picture.targets if target.rect in gold]
    assert golden == [controls(model).taps[Control.OK].message]


@SHOWN
def test_back_leads_home_in_single_steps_and_takes_nothing_back(name: str, players: int) -> None:
    model = still(PAGES[name](players, NAMES))
    if isinstance(model.page, CLOSED):
        assert "escape" not in keys(model)
        return
    timeline = model.session.timeline
    for _ in range(MOST_STEPS):
        if is_home(model):
            break
        before, model = model, back(model)
        assert (model.page, model.screen, model.session) != (
            before.page, before.screen, before.session
        )  # fmt: skip
        # the questions of who joins late: back takes back the answer before, which is an entry;
        # whoever has seen points that were hidden leaves the game
        assert model.session.timeline is timeline or isinstance(before.page, Joining | EndEarly)
        timeline = model.session.timeline
    assert is_home(model), model.page


@SHOWN
def test_from_home_back_opens_the_menu_and_the_menu_leads_home_again(
    name: str, players: int
) -> None:
    model = PAGES[name](players, NAMES)
    if not is_home(model) or name in ASLEEP:
        return
    menu = back(model)
    assert isinstance(menu.page, Menu)
    again = back(menu)
    assert is_home(again)
    assert again.session.timeline is model.session.timeline


@SHOWN
def test_what_lies_on_a_page_is_closed_before_the_page(name: str, players: int) -> None:
    model = PAGES[name](players, NAMES)
    if not has_card(model) or name in ASLEEP:
        return
    carded = model.with_screen(is_card_shown=True)
    for after in (back(carded), undone(carded)):
        if model.session.peek is not None:
            assert after.session.peek is None
            assert after.screen.is_card_shown
            after = back(after)  # noqa: PLW2901 - the second press
        assert not after.screen.is_card_shown
        assert after.page == model.page
        assert after.session.timeline is model.session.timeline


def test_undo_takes_an_entry_back_only_where_nothing_can_be_closed() -> None:
    for name, made in PAGES.items():
        model = made(3, NAMES)
        if isinstance(model.page, Joining):
            continue  # back takes back the answer before, which is an entry
        if undo(model) == TakeBack() and not is_home(model):
            after = update(model, TakeBack())[0]
            assert after.session.timeline is model.session.timeline, name


@for_each(name=PAGES)
def test_the_upper_left_corner_leads_back_on_every_page_with_a_title(name: str) -> None:
    model = PAGES[name](3, NAMES)
    back: object = way_back(model)
    if back is None or type(model.page) in NO_CORNER or model.screen.is_card_shown:
        return
    drawn = shown(model)
    corners = [
        item.rect
        for item in drawn.items
        if isinstance(item, Picture) and item.name == "ui_back" and item.rect.y < 60
    ]
    assert len(corners) == 1
    [corner] = corners
    assert drawn.target_at(corner.x + corner.w / 2, corner.y + corner.h / 2) == back
