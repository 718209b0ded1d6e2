"""Every legal action can be entered by buttons, by the dial alone, by keys and by one button."""

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from msgspec.structs import replace

from companion.app.scripts.gestures import Press, gestures
from companion.core import messages
from companion.core.commands import GROUP_TILES, Control, TileGroup
from companion.core.effects import do
from companion.core.model import Model
from companion.pages.controls import controls, keys, next_step, places, pointed
from companion.pages.hardware.hardware_test import HardwareTest
from companion.pages.history.history import History
from companion.pages.menu.menu import Menu
from companion.pages.new_game.options import OptionsPage, rows
from companion.pages.table import auction, settled, situation
from companion.pages.table.table import Table
from companion.pages.update import next_deadline
from companion.rules import actions
from companion.rules.editions import Sun
from companion.rules.legal import legal_actions, remaining_losses
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.play import play
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Redo
from companion.rules.tiles import ALL_TILES, KINDS, Tile, tiles
from tests.app.test_gestures import by_keys
from tests.core.desk import Desk, a_desk, models, states
from tests.together import EVERY, for_each, some
from tests.view.gallery import NAMES, PAGES, offered

PLAYERS = (2, 3, 4, 5)

SEEDS = (0, 1)

EVERY_NTH = 3 if EVERY else 5
"""So many states of a game are left out between two that are tried with all their actions."""


def tables(players: int, every_nth: int = EVERY_NTH) -> Iterator[Model]:
    """Yield the table of a few random games, now and then; in rarer stages whenever it is."""
    for seed in SEEDS:
        for number, model in enumerate(models(players, seed)[:-1]):
            stage = model.game.stage
            if number % every_nth == 0 or isinstance(stage, Discarding) or stage is Phase.GODS:
                desk = Desk(model)
                desk.go_back()
                yield desk.model


def wanted(game: Game, action: actions.Action) -> Game:
    """Return the table after an action; a god turn with nothing left to take ends by itself."""
    after, _ = play(game, action)
    if not isinstance(action, actions.EndGods) and legal_actions(after) == (actions.END_GODS,):
        return play(after, actions.END_GODS)[0]
    return after


def enters_all(
    players: int, enter: Callable[[Desk, actions.Action], None], every_nth: int = EVERY_NTH
) -> Counter[type]:
    """Enter every legal action of many tables in a way; return how often each kind was entered."""
    entered: Counter[type] = Counter()
    for model in tables(players, every_nth):
        for action in legal_actions(model.game):
            if isinstance(action, actions.Bid | actions.Pass):
                continue  # calls are no entries: auctions.story
            desk = Desk(model)
            enter(desk, action)
            assert desk.game == wanted(model.game, action), (
                action,
                desk.entries,
                desk.model.screen.notice,
            )
            entered[type(action)] += 1
    return entered


EVERY_KIND = {
    actions.Draw,
    actions.Invoke,
    actions.UseGod,
    actions.EndGods,
    actions.Won,
    actions.Unsold,
    actions.Discard,
}


@pytest.mark.parametrize("players", some(PLAYERS, 4, 1))
def test_buttons_can_enter_every_legal_action(players: int) -> None:
    def by_buttons(desk: Desk, action: actions.Action) -> None:
        desk.do(gestures(desk.model, action))

    assert set(enters_all(players, by_buttons)) == EVERY_KIND


def _point(desk: Desk, pick: situation.Pick) -> None:
    """Turn until the dial points at this, and push."""
    for _ in range(40):
        desk.turn(1)
        if isinstance(desk.model.page, Table) and desk.model.page.pick == pick:
            desk.press("dial")
            return
    raise AssertionError(f"the dial never points at {pick}")


def _by_dial(desk: Desk, action: actions.Action) -> None:
    """Turn the dial and push it or OK, and touch nothing else."""
    game = desk.game
    match action:
        case actions.Draw(tile):
            _point(desk, situation.PickTile(TileGroup.ALL, GROUP_TILES[TileGroup.ALL].index(tile)))
        case actions.Invoke():
            _point(desk, situation.PickCommand(situation.DialCommand.CALL_RA))
        case actions.UseGod(space):
            if game.stage is Phase.TURN:
                _point(desk, situation.PickCommand(situation.DialCommand.USE_GOD))
            _point(desk, situation.PickGod(space))
        case actions.Won(sun):
            _bid_by_dial(desk, sun)
        case actions.Discard(chosen):
            _lose_by_dial(desk, chosen)
        case _:
            desk.press("ok")


def _bid_by_dial(desk: Desk, sun: Sun) -> None:
    owner = next(seat for seat in desk.game.setup.seats if sun in desk.game.players[seat].suns)
    _point(desk, situation.PickSun(owner, sun))
    if isinstance(desk.game.stage, Auction):
        desk.press("ok")


def _lose_by_dial(desk: Desk, chosen: tuple[Tile, ...]) -> None:
    disaster = desk.game.stage
    assert isinstance(disaster, Discarding)
    kinds = [tile for tile, _ in remaining_losses(desk.game, disaster, ())]
    for number, tile in enumerate(chosen):
        _point(desk, situation.PickDiscard(chosen[:number], kinds.index(tile)))


@pytest.mark.parametrize("players", some(PLAYERS, 4))
def test_the_dial_and_ok_alone_can_enter_every_legal_action(players: int) -> None:
    assert set(enters_all(players, _by_dial, EVERY_NTH)) == EVERY_KIND


@pytest.mark.parametrize("players", some(PLAYERS, 4, 3))
def test_keys_can_enter_every_legal_action(players: int) -> None:
    def by_letters_and_digits(desk: Desk, action: actions.Action) -> None:
        by_keys(desk, action, desk.game.active)

    assert set(enters_all(players, by_letters_and_digits)) == EVERY_KIND


def presses(tile: Tile) -> int:
    """How often a button is pressed to enter a drawn tile."""
    found = gestures(a_desk(5).model, actions.Draw(tile))
    assert all(isinstance(each, Press) and not each.is_held for each in found)
    return len(found)


def test_a_drawn_tile_costs_280_presses_in_180() -> None:
    """Ra 30, Pharaoh 25 and Nile 25 cost one press each, the other 100 tiles two: 1.556."""
    bag = tiles(ALL_TILES)
    assert len(bag) == 180
    assert Fraction(sum(map(presses, bag)), len(bag)) == Fraction(280, 180) < Fraction("1.61")


def test_the_three_commonest_kinds_cost_one_press_and_no_kind_more_than_two() -> None:
    assert {tile for tile in KINDS if presses(tile) == 1} == {Tile.RA, Tile.PHARAOH, Tile.NILE}
    assert {presses(tile) for tile in KINDS} == {1, 2}


# Taking back, bringing back and looking back: every way there is also a way back.


def at_the_end(players: int, seed: int = 0) -> Desk:
    """A game that is over, its last epoch just scored."""
    desk = Desk(models(players, seed)[-1])
    assert desk.game.stage is Phase.OVER
    return desk


def all_games(desk: Desk) -> list[Game]:
    """Return the table after every action so far, the start first."""
    timeline = desk.model.session.timeline
    assert timeline is not None
    return [timeline.start, *(each.game for each in timeline.steps)]


@pytest.mark.parametrize("players", some(PLAYERS, 2))
def test_a_whole_game_can_be_undone_and_redone_press_by_press(players: int) -> None:
    desk = at_the_end(players)
    desk.finish()
    games = all_games(desk)
    for game in reversed(games[:-1]):
        desk.press("undo")
        assert desk.game == game
    desk.press("undo")
    assert isinstance(desk.model.screen.notice, Problem)
    assert desk.model.screen.notice.sentence is Why.NOTHING_TO_UNDO
    for game in games[1:]:
        desk.go_back()
        if controls(desk.model).taps[Control.OK].message != messages.BringBack():
            desk.press("undo", is_held=True)  # OK has another meaning: through the history
            desk.turn(1)
            desk.press("ok")
        desk.press("ok")
        assert desk.game == game


def _waits(game: Game) -> str:
    """Return what the table waits for, in a word."""
    return game.stage.name if isinstance(game.stage, Phase) else type(game.stage).__name__


@pytest.mark.parametrize("players", some(PLAYERS, 2))
@pytest.mark.parametrize("by_key", [True, False])
def test_one_press_brings_back_what_was_taken_back_whatever_the_table_waits_for(
    players: int, *, by_key: bool
) -> None:
    seen = set()
    for start, action in states(players, seed=1):
        desk = Desk(start.model)
        desk.take(messages.Play(action))
        after = desk.game
        desk.take(messages.TakeBack())
        if not isinstance(desk.model.page, Table):
            continue
        seen.add(_waits(desk.game))
        if by_key:
            desk.key("f11")
        else:
            is_ok = controls(desk.model).taps[Control.OK].message == messages.BringBack()
            desk.press("ok" if is_ok else "dial")
        assert desk.game == after
        assert desk.entries[-1] == Redo(1)
    assert seen >= {"TURN", "GODS", "Auction"}


# One button: everything that is possible is pointed at in turn, and the Ra button takes it.


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


def by_one_button(desk: Desk, action: actions.Action) -> None:
    """Do what a person with one button does to enter an action."""
    if settled.has_result(desk.model) and not isinstance(action, actions.Discard):
        take(desk, messages.DismissResult())
    match action:
        case actions.Draw(tile) if tile not in DIRECT:
            group = next(
                each
                for each, tiles in GROUP_TILES.items()
                if each is not TileGroup.ALL and tile in tiles
            )
            take(desk, messages.OpenGroup(group))
            take(desk, messages.Play(action))
        case actions.UseGod():
            picking = (
                isinstance(desk.model.page, Table) and desk.model.page.pick == situation.PickGod()
            )
            if desk.game.stage is Phase.TURN and not picking:
                take(desk, messages.UseGods())
            take(desk, messages.Play(action))
        case actions.Won(sun):
            take(desk, messages.TakeSun(sun))
            if auction.auction_now(desk.model) is not None:
                take(desk, messages.SettleAuction())
        case actions.Unsold():
            take(desk, messages.SettleAuction())
        case actions.Discard(tiles):
            for tile in tiles:
                take(desk, messages.ChooseLoss(tile))
        case _:
            take(desk, messages.Play(action))


@pytest.mark.parametrize("players", some(PLAYERS, 4, 2))
def test_one_button_can_enter_every_legal_action(players: int) -> None:
    def enter(desk: Desk, action: actions.Action) -> None:
        by_one_button(slow(desk), action)

    assert set(enters_all(players, enter, 3 if EVERY else 17)) == EVERY_KIND


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
