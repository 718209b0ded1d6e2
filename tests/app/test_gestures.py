"""Whole games by buttons alone, by keys alone and by touch alone, with every gesture counted."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.messages import Message, Next
from companion.core.mnemonics import SUN_KEYS, TILE_KEYS
from companion.pages.scoring import EpochScores, Finale
from companion.pages.table import GOD_KEY, INVOKE_KEY
from companion.rules.actions import Action, Discard, Draw, EndGods, Invoke, UseGod, Won
from companion.rules.editions import Setup
from companion.rules.model import Game, Phase
from companion.rules.play import play
from companion.rules.tiles import Tile
from companion.selfplay.people import gestures
from companion.storage.files import opened, played
from tests.app.fingers import picture, spot, touches
from tests.core.desk import REST_SECONDS, Desk, desk_of, states

FIVE = Path(__file__).with_name("games") / "five.jsonl"


Enter = Callable[[Desk, Action], None]


def read(path: Path) -> tuple[Setup, list[Action]]:
    """Return a recorded game."""
    agreed: Setup | None = None
    actions: list[Action] = []
    with opened(str(path)) as stream:
        for each in played(stream):
            if isinstance(each.said, Setup):
                agreed = each.said
            elif isinstance(each.said, Action):
                actions.append(each.said)
    assert agreed is not None
    return agreed, actions


def by_buttons(desk: Desk, action: Action) -> None:
    """Press what the demonstration presses."""
    desk.do(gestures(desk.model, action))


def by_keys(desk: Desk, action: Action) -> None:
    """Press the key of what happened."""
    suns = {sun: key for key, sun in SUN_KEYS.items()}
    match action:
        case Draw(tile):
            desk.key(TILE_KEYS[tile])
        case Invoke():
            desk.key(INVOKE_KEY)
        case UseGod(slot):
            desk.key(GOD_KEY)
            desk.key(str(slot + 1))
        case Won(sun):
            desk.key(suns[sun])
            desk.pass_time(REST_SECONDS)
        case Discard(tiles):
            for tile in tiles:
                desk.key(TILE_KEYS[tile])
        case _:
            desk.key("return")


def by_touch(desk: Desk, action: Action) -> None:
    """Touch what is on the picture."""
    for message in touches(action):
        touch(desk, message)
    if isinstance(action, Won):
        desk.pass_time(REST_SECONDS)


def touch(desk: Desk, message: Message) -> None:
    """Put a finger where this is on the picture."""
    assert spot(picture(desk.model), message) is not None, (message, desk.model.page)
    desk.gestures += 1
    desk.take(message)


def go_on(desk: Desk, enter: Enter) -> None:
    """Leave the scoring of an epoch."""
    if isinstance(desk.model.page, EpochScores):
        if enter is by_touch:
            touch(desk, Next())
        elif enter is by_keys:
            desk.key("return")
        else:
            desk.press("ok")


def whole_game(agreed: Setup, actions: list[Action], enter: Enter) -> Desk:
    """Enter a game from its first draw to the scoring of its last epoch."""
    desk = desk_of(agreed)
    table = desk.game
    for action in actions:
        table, _ = play(table, action)
        if not _is_done(action, desk):
            enter(desk, action)
        assert desk.game == table or _is_end_of_gods(desk, table), action
        go_on(desk, enter)
    assert isinstance(desk.model.page, Finale)
    return desk


def _is_done(action: Action, desk: Desk) -> bool:
    """Whether a god turn has ended by itself already."""
    return isinstance(action, EndGods) and desk.game.stage is not Phase.GODS


def _is_end_of_gods(desk: Desk, table: Game) -> bool:
    return table.stage is Phase.GODS and desk.game.stage is not Phase.GODS


def test_the_counted_game_is_an_evening_of_five() -> None:
    agreed, actions = read(FIVE)
    kinds = Counter(type(action).__name__ for action in actions)
    draws = [action.tile for action in actions if isinstance(action, Draw)]
    assert len(agreed.players) == 5
    assert len(draws) == 150
    assert draws.count(Tile.RA) == 27
    assert (kinds["Invoke"], kinds["Won"], kinds["Unsold"]) == (12, 34, 3)
    assert (kinds["UseGod"], kinds["Discard"]) == (5, 3)


@pytest.mark.parametrize(
    ("enter", "most", "counted"),
    [(by_buttons, 331, 321), (by_touch, 215, 213), (by_keys, 230, 224)],
)
def test_a_game_of_five_is_entered_with_so_many_gestures(
    enter: Enter, most: int, counted: int
) -> None:
    desk = whole_game(*read(FIVE), enter)
    assert desk.gestures == counted <= most


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("enter", [by_buttons, by_touch, by_keys])
def test_a_whole_game_of_any_number_of_players_is_entered_in_one_way_alone(
    players: int, enter: Enter
) -> None:
    """Bids one by one, results, gods, disasters: whatever a random game has."""
    actions = [(action, desk.game.setup) for desk, action in states(players, seed=1)]
    desk = whole_game(actions[0][1], [action for action, _ in actions], enter)
    assert desk.game.stage is Phase.OVER
