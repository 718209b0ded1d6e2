"""One button: everything that is possible is pointed at in turn, and the Ra button takes it."""

import pytest
from msgspec.structs import replace

from companion.core import messages
from companion.core.commands import GROUP_TILES, Control, TileGroup
from companion.core.effects import do
from companion.core.model import Model
from companion.pages.controls import keys, next_step, places, pointed
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.history.history import History
from companion.pages.menu.menu import Menu
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.scoring.epoch import EpochScores, HandsNow, LastLot
from companion.pages.scoring.finale import Finale
from companion.pages.table import auction, settled
from companion.pages.table.situation import PickGod
from companion.pages.table.table import Table
from companion.pages.update import next_deadline
from companion.rules.actions import (
    Action,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Pass,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.legal import legal_actions
from companion.rules.model import Phase
from companion.rules.tiles import Tile
from tests.core.desk import Desk, a_desk, dice
from tests.rules.games import some_action
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, offered

PACE = 1.5


def slow(desk: Desk, pace: float = PACE) -> Desk:
    """Give the table to people with one button."""
    preferences = replace(desk.model.preferences, scan_seconds=pace)
    desk.model = replace(desk.model, preferences=preferences)
    return desk


def take(desk: Desk, wanted: object) -> None:
    """Wait until this is pointed at, and press the one button."""
    for _ in range(len(places(desk.model)) + 1):
        offer = pointed(desk.model)
        assert offer is not None
        if offer.message == wanted:
            desk.press("ra")
            return
        due = next_step(desk.model)
        assert due is not None
        desk.pass_time(due - desk.model.now)
    raise AssertionError((wanted, places(desk.model)))


DIRECT = (Tile.PHARAOH, Tile.NILE, Tile.RA)


def play(desk: Desk, action: Action) -> None:
    """Do what a person with one button does to enter an action."""
    if settled.has_result(desk.model):
        take(desk, messages.DismissResult())
    match action:
        case Draw(tile) if tile not in DIRECT:
            group = next(
                each
                for each, tiles in GROUP_TILES.items()
                if each is not TileGroup.ALL and tile in tiles
            )
            take(desk, messages.OpenGroup(group))
            take(desk, messages.Play(action))
        case UseGod():
            picking = isinstance(desk.model.page, Table) and desk.model.page.pick == PickGod()
            if desk.game.stage is Phase.TURN and not picking:
                take(desk, messages.UseGods())
            take(desk, messages.Play(action))
        case Won(sun):
            take(desk, messages.TakeSun(sun))
            if auction.auction_now(desk.model) is not None:
                take(desk, messages.SettleAuction())
        case Unsold():
            take(desk, messages.SettleAuction())
        case Discard(tiles):
            for tile in tiles:
                take(desk, messages.ChooseLoss(tile))
        case _:
            take(desk, messages.Play(action))


@pytest.mark.parametrize(("players", "seed"), some([(2, 5), (3, 1), (4, 2), (5, 3)], 4, 2))
def test_a_whole_game_is_played_with_one_button(players: int, seed: int) -> None:
    desk, chance = slow(a_desk(players)), dice(seed)
    kinds = set()
    while legal_actions(desk.game):
        if isinstance(desk.page(), EpochScores | HandsNow | LastLot):
            desk.pass_time(9)  # the bars stand
            take(desk, messages.Next())
            continue
        action = some_action(desk.game, chance, 0.8)
        if isinstance(action, Bid | Pass):
            continue
        before = len(desk.entries)
        play(desk, action)
        assert desk.entries[before] == action or isinstance(action, Won)
        kinds.add(type(action))
    assert kinds >= {Draw, Invoke, Won}
    assert kinds <= {Draw, Invoke, Won, Unsold, Discard, UseGod, EndGods}
    while desk.page() != Finale(players):
        desk.pass_time(9)
        if desk.page() != Finale(players):
            take(desk, messages.Next())


def test_each_place_is_pointed_at_for_as_long_as_was_set_and_then_the_first_again() -> None:
    desk = slow(a_desk(3), 0.75)
    all_places = places(desk.model)
    seen = []
    for _ in range(len(all_places) + 1):
        seen.append(pointed(desk.model))
        desk.pass_time(0.75)
    assert seen == [*all_places, all_places[0]]
    assert len({place.message for place in all_places}) == len(all_places)


def test_the_program_wakes_for_every_step_and_otherwise_sleeps() -> None:
    desk = slow(a_desk(3))
    assert next_deadline(desk.model) == pytest.approx(desk.model.screen.scanned_from + PACE)
    assert next_deadline(a_desk(3).model) is None


# A keyboard alone does everything: on every page each thing has a key, or the menu has it.


OTHERWISE = messages.OpenGroup | messages.StepSun | messages.CallPass | messages.SettleAuction
"""What only buttons need: keys name the tile or the sun itself."""

HELD = messages.Peek
"""What lasts as long as something is held: the window says so of fingers and buttons only."""


def typed(model: Model) -> set[messages.Message]:
    """Return what a key means on this page, on the table it leads back to, or in the menu."""
    found = set(keys(model).values())
    if isinstance(model.page, History):
        found |= set(keys(replace(model, page=Table())).values())
    leads = (isinstance(each, messages.GoTo) and isinstance(each.page, Menu) for each in found)
    if messages.Open(messages.Route.MENU) in found or any(leads):
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
    assert typing["right"] == messages.Agree(row.following(1))
    assert typing["left"] == messages.Agree(row.following(-1))
    assert (typing["up"], typing["down"]) == (messages.TurnDial(-1), messages.TurnDial(1))
