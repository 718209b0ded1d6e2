"""Whole games by buttons alone, by keys alone and by touch alone, with every gesture counted."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.core.messages import CallPass, Message, Next
from companion.core.mnemonics import SUN_KEYS, TILE_KEYS
from companion.pages.score_sheet import PLAYER_KEYS
from companion.pages.scoring import EpochScores, Finale, HandsNow
from companion.pages.table import GOD_KEY, INVOKE_KEY, auction
from companion.rules.actions import Action, Bid, Discard, Draw, EndGods, Invoke, Pass, UseGod, Won
from companion.rules.editions import Seat, Setup
from companion.rules.model import Auction, Game, Phase
from companion.rules.play import play
from companion.rules.tiles import Tile
from companion.selfplay.people import gestures
from companion.storage.files import opened, played
from tests.app.fingers import picture, spot, touches
from tests.core.desk import REST_SECONDS, Desk, desk_of, states

REVEAL_SECONDS = 16
"""So long bars grow and stand until the card comes."""

FIVE = Path(__file__).with_name("games") / "five.jsonl"


Enter = Callable[[Desk, Action, Seat], None]


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


def by_buttons(desk: Desk, action: Action, seat: Seat) -> None:
    """Press what the demonstration presses."""
    desk.do(gestures(desk.model, action, seat))


def by_keys(desk: Desk, action: Action, seat: Seat) -> None:
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
        case Bid(sun):
            desk.key(suns[sun])
        case Pass():
            if is_asked(desk, seat):
                desk.key(PLAYER_KEYS[seat])
        case Discard(tiles):
            for tile in tiles:
                desk.key(TILE_KEYS[tile])
        case _:
            desk.key("return")


def is_asked(desk: Desk, seat: Seat) -> bool:
    """Whether this player has a higher sun and has said nothing: who has not need not pass."""
    now = auction.heard(desk.model)
    return now is not None and now.may_pass(seat)


def by_touch(desk: Desk, action: Action, seat: Seat) -> None:
    """Touch what is on the picture."""
    if isinstance(action, Pass):
        if is_asked(desk, seat):
            touch(desk, CallPass(seat))
        return
    for message in touches(action, is_taking=desk.game.stage is Phase.GODS):
        touch(desk, message)
    if isinstance(action, Won):
        desk.pass_time(REST_SECONDS)


def touch(desk: Desk, message: Message) -> None:
    """Put a finger where this is on the picture."""
    assert spot(picture(desk.model), message) is not None, (message, desk.model.page)
    desk.gestures += 1
    desk.take(message)


def go_on(desk: Desk, enter: Enter) -> None:
    """Leave the scoring of an epoch, when its bars stand."""
    while isinstance(desk.model.page, EpochScores | HandsNow):
        desk.pass_time(REVEAL_SECONDS)
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
        if auction.is_guarded(desk.model):
            desk.pass_time(auction.GUARD_SECONDS)  # hands exchange the sun meanwhile
        if not _is_done(action, desk):
            enter(desk, action, table.active)
        table, _ = play(table, action)
        if not isinstance(table.stage, Auction):
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
    [(by_buttons, 321, 321), (by_touch, 218, 218), (by_keys, 224, 218)],
)
def test_a_game_of_five_is_entered_with_so_many_gestures(
    enter: Enter, most: int, counted: int
) -> None:
    """By touch each of the five gods takes two: the first touch on a tile only asks."""
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
