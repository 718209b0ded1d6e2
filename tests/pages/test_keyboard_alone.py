"""A keyboard alone does everything: on every page each thing has a key, or the menu has it."""

from msgspec.structs import replace

from companion.core.commands import Control
from companion.core.effects import do
from companion.core.messages import (
    Agree,
    CallPass,
    GoTo,
    Message,
    Open,
    OpenGroup,
    Peek,
    Route,
    SettleAuction,
    StepSun,
    TurnDial,
)
from companion.core.model import Model
from companion.pages.controls import keys
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.history.history import History
from companion.pages.menu.menu import Menu
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.table.table import Table
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, offered

OTHERWISE = OpenGroup | StepSun | CallPass | SettleAuction
"""What only buttons need: keys name the tile or the sun itself."""

HELD = Peek
"""What lasts as long as something is held: the window says so of fingers and buttons only."""


def typed(model: Model) -> set[Message]:
    """Return what a key means on this page, on the table it leads back to, or in the menu."""
    found = set(keys(model).values())
    if isinstance(model.page, History):
        found |= set(keys(replace(model, page=Table())).values())
    leads = (isinstance(each, GoTo) and isinstance(each.page, Menu) for each in found)
    if Open(Route.MENU) in found or any(leads):
        found |= {entry.message for entry in Menu().entries(model)}
    return found


@for_each(page=PAGES, players=[2, 3, 5])
def test_everything_on_a_page_can_be_typed(page: str, players: int) -> None:
    model = PAGES[page](players, NAMES)
    missing = {
        each for each in offered(model) - typed(model) if not isinstance(each, OTHERWISE | HELD)
    }
    if isinstance(model.page, HardwareTest):  # only wires must be tested
        missing -= {do(HardwareTest.press, control) for control in Control}
    assert missing == set()


def test_on_the_options_the_arrows_to_the_sides_change_the_value_between_them() -> None:
    model = PAGES["agreeing"](3, NAMES)
    assert isinstance(model.page, OptionsPage)
    row = rows(model.session.agreement, 3)[model.page.row]
    typing = keys(model)
    assert typing["right"] == Agree(row.following(1))
    assert typing["left"] == Agree(row.following(-1))
    assert (typing["up"], typing["down"]) == (TurnDial(-1), TurnDial(1))
