"""Whole games by buttons alone, by keys alone and by touch alone, with every gesture counted."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from companion.app.scripts.gestures import gestures
from companion.app.touches import BOUNCE_SECONDS
from companion.core.commands import GOD_KEY, INVOKE_KEY, TILE_KEYS
from companion.core.messages import CallPass, Message, Next, SettleAuction
from companion.journal import games_dir
from companion.pages.controls import PLAYER_KEYS
from companion.pages.scoring.epoch import EpochScores, HandsNow, LastLot
from companion.pages.scoring.finale import Finale
from companion.pages.table import auction, settled
from companion.rules.actions import Action, Bid, Discard, Draw, EndGods, Invoke, Pass, UseGod, Won
from companion.rules.editions import Options, Seat, Setup, setup
from companion.rules.model import Auction, Game, Phase
from companion.rules.play import play
from companion.storage.files import opened, played
from tests.app.fingers import SIZE, picture, spot, touches
from tests.app.outside import Starts
from tests.core.desk import Desk, desk_of, dice, states
from tests.random_games import random_game
from tests.rules.table import NAMES
from tests.together import for_each

REVEAL_SECONDS = 16
"""So long bars grow and stand until the card comes."""

FIVE = Path(__file__).with_name("games") / "five.jsonl"

Enter = Callable[[Desk, Action, Seat], None]

APART = f"wait {2 * BOUNCE_SECONDS}"
"""The same place touched again sooner would be the same touch."""


@dataclass
class Scribe(Desk):
    """Writes down everything that hands do here, as a script of the whole program."""

    script: list[str] = field(default_factory=list)

    def press(self, control: str, *, is_held: bool = False) -> None:
        """Press a button of the panel and let it go."""
        self.script.append(f"hold {control} 0.6" if is_held else f"press {control}")
        super().press(control, is_held=is_held)

    def turn(self, steps: int) -> None:
        """Turn the dial."""
        self.script.append(f"turn {steps}")
        super().turn(steps)

    def key(self, name: str) -> None:
        """Press a key."""
        self.script.append(f"key {name}")
        super().key(name)

    def pass_time(self, seconds: float) -> None:
        """Let time pass."""
        self.script.append(f"wait {seconds}")
        super().pass_time(seconds)


def read(path: Path) -> tuple[Setup, list[Action]]:
    """Return a recorded game."""
    agreed: Setup | None = None
    actions: list[Action] = []
    with opened(str(path)) as stream:
        for each in played(stream):
            if isinstance(each.entry, Setup):
                agreed = each.entry
            elif isinstance(each.entry, Action):
                actions.append(each.entry)
    assert agreed is not None
    return agreed, actions


def by_buttons(desk: Desk, action: Action, seat: Seat) -> None:
    """Press what the demonstration presses."""
    desk.do(gestures(desk.model, action, seat))


def by_keys(desk: Desk, action: Action, seat: Seat) -> None:
    """Press the key of what happened."""
    match action:
        case Draw(tile):
            desk.key(TILE_KEYS[tile])
        case Invoke():
            desk.key(INVOKE_KEY)
        case UseGod(space):
            desk.key(GOD_KEY)
            desk.key(str(space + 1))
        case Bid(sun) | Won(sun):
            desk.type_sun(sun)
            if isinstance(action, Won) and auction.auction_now(desk.model) is not None:
                desk.key("return")
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
    now = auction.auction_now(desk.model)
    return now is not None and now.may_pass(seat)


def by_touch(desk: Desk, action: Action, seat: Seat) -> None:
    """Touch what is on the picture."""
    if isinstance(action, Pass):
        if is_asked(desk, seat):
            touch(desk, CallPass(seat))
        return
    for message in touches(action, is_taking=desk.game.stage is Phase.GODS):
        touch(desk, message)
    if isinstance(action, Won) and auction.auction_now(desk.model) is not None:
        touch(desk, SettleAuction())


def touch(desk: Desk, message: Message) -> None:
    """Put a finger where this is on the picture."""
    place = spot(picture(desk.model), message)
    assert place is not None, (message, desk.model.page)
    if isinstance(desk, Scribe):
        desk.script += [f"tap {place[0]:.3f} {place[1]:.3f}", APART]
    desk.gestures += 1
    desk.take(message)


WAYS: tuple[Enter, ...] = (by_buttons, by_touch, by_keys)


def go_on(desk: Desk, enter: Enter) -> None:
    """Leave the scoring of an epoch, when its bars stand."""
    while isinstance(desk.model.page, EpochScores | HandsNow | LastLot):
        desk.pass_time(REVEAL_SECONDS)
        if enter is by_touch:
            touch(desk, Next())
        elif enter is by_keys:
            desk.key("return")
        else:
            desk.press("ok")


def whole_game(desk: Desk, actions: Iterable[Action], enter: Enter) -> Counter[str]:
    """Enter a game from its first draw to the scoring of its last epoch; count the gestures."""
    table, counted = desk.game, Counter[str]()
    for action in actions:
        if settled.has_result(desk.model):
            desk.pass_time(settled.BY_ITSELF_SECONDS)  # hands exchange the sun meanwhile
        before = desk.gestures
        if not _is_done(action, desk):
            enter(desk, action, table.active)
        table, _ = play(table, action)
        if not isinstance(table.stage, Auction) and auction.auction_now(desk.model) is not None:
            desk.press("ok")  # a button may step on to the leader's next sun
        counted[type(action).__name__] += desk.gestures - before
        if not isinstance(table.stage, Auction):
            assert desk.game == table or _is_end_of_gods(desk, table), action
        before = desk.gestures
        go_on(desk, enter)
        counted["Next"] += desk.gestures - before
    assert isinstance(desk.model.page, Finale)
    assert desk.game.stage is Phase.OVER
    return counted


def _is_done(action: Action, desk: Desk) -> bool:
    """Whether a god turn has ended by itself already."""
    return isinstance(action, EndGods) and desk.game.stage is not Phase.GODS


def _is_end_of_gods(desk: Desk, table: Game) -> bool:
    return table.stage is Phase.GODS and desk.game.stage is not Phase.GODS


def test_a_game_of_five_takes_so_many_gestures_and_this_is_where_they_go() -> None:
    """A draw in full takes one touch or key; by buttons 68 take one, and 82 two.

    OK settles 27 of the 34 auctions that somebody wins; in the others nobody had a higher sun left.
    By buttons OK also goes on after a lot (36), as until then a player's button is a late bid: it
    never draws a tile that nobody meant. By keys the 15 suns of two digits take one more: what is
    typed is what is printed on the sun. Enter ends the two of sun 1, as another digit could follow.

    Fewer than 240 by touch cannot be reached in this game: the table alone knows 150 tiles, 34
    winning suns, 12 calls of Ra, 3 lots without a bid, 5 tiles that gods take and what 3 disasters
    do. What is left over is a touch that asks before it takes (a god), the loudest moments, which
    never happen by themselves (Ra on a full track, the last sun), and the card between epochs.
    """
    agreed, actions = read(FIVE)
    said = {enter: whole_game(desk_of(agreed), actions, enter) for enter in WAYS}
    usual = {"Invoke": 12, "Unsold": 3, "UseGod": 10, "EndGods": 0, "Discard": 6, "Next": 21}
    going_on = {"Invoke": 15, "Discard": 9}
    pressed = usual | {"Draw": 68 + 2 * 82 + 30, "Won": 34 + 27 + 21} | going_on
    assert said[by_buttons] == Counter(pressed)
    assert said[by_touch] == Counter({"Draw": 150, "Won": 34 + 27, **usual})
    assert said[by_keys] == said[by_touch] + Counter(Won=15 + 2)
    assert [each.total() for each in said.values()] == [402, 263, 280]


@for_each(5, players=(2, 3, 4, 5), enter=WAYS)
def test_a_whole_game_of_any_number_of_players_is_entered_in_one_way_alone(
    players: int, enter: Enter
) -> None:
    """Bids one by one, results, gods, disasters: whatever a random game has."""
    agreed = setup(NAMES[:players])
    actions = (action for _, action in states(players, seed=1))
    assert whole_game(desk_of(agreed), actions, enter).total()


def test_the_three_ways_write_the_same_journal(starts: Starts) -> None:
    """But for times and sources, and the chain, which is made of all that stands before."""
    short = Options(ra_limit=1)
    agreed = setup(NAMES[:3], short)
    actions = random_game(agreed, dice(7))
    options = (*starts.record(agreed=short), "--size", f"{SIZE[0]}x{SIZE[1]}")
    written = []
    for enter in WAYS:
        scribe = Scribe(desk_of(agreed).model)
        whole_game(scribe, actions, enter)
        starts.data = starts.folder / enter.__name__
        starts.play(*scribe.script, options=options)
        lines = games_dir.game_files(starts.data)[-1].path.read_text().splitlines()
        read = [json.loads(line.partition(" ")[2]) for line in lines]
        written.append([{key: each[key] for key in each if key not in "tmbop"} for each in read])
    assert written[0] == written[1] == written[2]
    assert len(written[0]) > len(actions)
