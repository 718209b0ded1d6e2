"""Whole games with antennas under the board: a reader's lines in, a journal out."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import NamedTuple

import pytest

from companion.core.controls import Control
from companion.core.hardware import Hardware
from companion.core.messages import Dealt
from companion.core.model import Model
from companion.core.session import Agreement, Guest
from companion.journal import game_lines
from companion.pages.new_game import Welcome
from companion.pages.scoring import EpochScores, Finale
from companion.rules.actions import (
    UNSOLD,
    Action,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Pass,
    UseGod,
    Won,
)
from companion.rules.editions import Setup
from companion.rules.events import LotWon, NobodyBid
from companion.rules.model import Game, Phase, new_game
from companion.rules.play import play
from companion.rules.tiles import Tile
from companion.selfplay import Detents, Gesture, Press, gestures
from hardware.reader.reader_port import ReaderPort
from hardware.readers.auto import Format
from hardware.simulated import SimulatedReader
from tests.app.inside import PATIENCE_SECONDS, Inside, inside
from tests.app.test_gestures import FIVE, REVEAL_SECONDS, read
from tests.core.board import ALL, LANE_AND_SUN, WITH_FIGURE, Board
from tests.core.desk import states

STILL_SECONDS = 3.5
"""Longer than any place must be still."""


class Session(NamedTuple):
    """A program with a reader, and people who count what they press."""

    program: Inside
    reader: SimulatedReader
    board: Board
    told: dict[str, tuple[str, ...]]
    pressed: list[str]

    def say(self, line: str) -> None:
        """Let the reader's board say a line, and wait until the program has it."""
        self.reader.serial(line.encode() + b"\n")
        until = monotonic() + PATIENCE_SECONDS
        while not self.reader.is_settled:
            assert monotonic() < until
            self.program.settle()
            sleep(0.0005)
        self.program.settle()

    def tell(self) -> None:
        """Let the antennas say what has changed, as the sketch does."""
        for zone, uids in self.board.read().items():
            if self.told.get(zone) != uids:
                self.told[zone] = uids
                self.say(f"INV\tzone={zone}\tuids={','.join(uids)}")

    def lay(self, uid: str | None) -> None:
        """Lay a tile on the pad for a moment."""
        self.say(f"TAG {uid}")
        self.rest(2.0)

    def rest(self, seconds: float = STILL_SECONDS) -> None:
        """Let program time pass, and everything that follows from it happen."""
        self.program.pass_time(seconds)
        self.program.settle()

    def press(self, *made: Gesture) -> None:
        """Make these gestures with buttons and dial, and count them."""
        for gesture in made:
            if isinstance(gesture, Press):
                self.pressed.append(gesture.control)
                self.program.down(gesture.control)
                self.program.pass_time(0.6 if gesture.is_held else 0.0)
                self.program.up(gesture.control)
            elif isinstance(gesture, Detents):
                self.pressed.extend(["dial"] * abs(gesture.steps))
                self.program.panel.turn(gesture.steps)
                self.rest(0.5)
            else:
                self.rest(5.7)
            self.program.settle()


@contextmanager
def session(data: Path, zones: tuple[str, ...], agreed: Setup) -> Iterator[Session]:
    """Begin a game with a reader that has these zones."""
    board = Board(zones)
    with inside(data, model=Model(page=Welcome(), hardware=Hardware(tags=board.tags))) as program:
        port = ReaderPort(format=Format.LINES, grace_seconds=0.1)
        with SimulatedReader(program.wakeup.wake, port, clock=program.clock.now) as reader:
            program.loop.attach((reader,))
            guests = tuple(Guest(button, name) for button, name in enumerate(agreed.players))
            program.loop.post(Dealt(agreed, guests, Agreement(options=agreed.options)), "test")
            program.settle()
            made = Session(program, reader, board, {}, [])
            made.tell()
            made.rest()
            yield made


def is_by_hand(action: Action, zones: tuple[str, ...]) -> bool:
    """Whether the antennas cannot see this."""
    if isinstance(action, Invoke):
        return "figure" not in zones
    return isinstance(action, Discard) and "discard" not in zones


def played(table: Session, actions: list[Action]) -> None:
    """Play a game on the board; press only for what no antenna sees."""
    program = table.program
    game = program.model.game
    for action in actions:
        if is_by_hand(action, table.board.zones):
            table.press(*gestures(program.model, action, game.active))
        for _ in table.board.do(action, game):
            table.tell()
            table.rest(0.4)
        table.rest()
        before, (game, _) = game, play(game, action)
        if game.epoch != before.epoch or game.stage is Phase.OVER:
            assert isinstance(program.model.page, EpochScores), action
            table.rest(REVEAL_SECONDS)
            table.press(Press(Control.OK))
            table.board.clear()
            table.tell()
            table.rest()


@pytest.mark.parametrize(
    ("zones", "most"),
    [(LANE_AND_SUN, 21), (WITH_FIGURE, 9), (ALL, 3)],
    ids=["lane and sun", "with the figure", "and the discarded tiles"],
)
def test_a_game_of_five_takes_so_many_gestures(
    tmp_path: Path, zones: tuple[str, ...], most: int
) -> None:
    agreed, actions = read(FIVE)
    with session(tmp_path, zones, agreed) as table:
        played(table, actions)
        assert len(table.pressed) == most
        assert table.program.journal() == [game_lines.line(action) for action in actions]
        assert isinstance(table.program.model.page, Finale)


def table_after(agreed: Setup, actions: list[Action]) -> Game:
    """Return the table after all these actions."""
    game = new_game(agreed)
    for action in actions:
        game, _ = play(game, action)
    return game


def test_a_draw_pad_alone_leaves_what_is_not_drawn_to_the_buttons(tmp_path: Path) -> None:
    """A player who uses a god lays the tile on the pad, and so does one who loses tiles."""
    agreed, actions = read(FIVE)
    with session(tmp_path, (), agreed) as table:
        program, bag, lane = table.program, table.board.bag, table.board.slots
        game = new_game(agreed)
        for action in actions:
            if isinstance(action, Draw):
                drawn = bag[action.tile.value].pop()
                bag.setdefault(f"drawn {action.tile.value}", []).append(drawn)
                if action.tile is not Tile.RA:
                    lane[program.model.game.lane.index(None)] = drawn
                table.lay(drawn)
            elif isinstance(action, UseGod):
                if program.model.game.stage is not Phase.GODS:
                    table.press(next(iter(gestures(program.model, action))))
                table.lay(lane[action.slot])
            elif isinstance(action, Discard):
                for tile in action.tiles:
                    table.lay(bag[f"drawn {tile.value}"].pop())
            elif not isinstance(action, EndGods) or program.model.game.stage is Phase.GODS:
                table.press(*gestures(program.model, action, game.active))
            game, _ = play(game, action)
            if isinstance(program.model.page, EpochScores):
                table.rest(REVEAL_SECONDS)
                table.press(Press(Control.OK))
        assert program.model.game == table_after(agreed, actions)
        assert len(table.pressed) <= 85
        assert len(table.pressed) == 78


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_of_any_number_of_players_is_told_by_its_antennas(
    tmp_path: Path, players: int
) -> None:
    actions = [action for _, action in states(players, seed=3)]
    agreed = next(states(players, seed=3))[0].game.setup
    told = list(condensed(agreed, actions))
    with session(tmp_path, ALL, agreed) as table:
        played(table, told)
        assert table.program.journal() == [game_lines.line(action) for action in told]


def condensed(agreed: Setup, actions: list[Action]) -> Iterator[Action]:
    """Yield the actions with each auction as one, which is all that an antenna can see of it."""
    game = new_game(agreed)
    for action in actions:
        game, events = play(game, action)
        if not isinstance(action, Bid | Pass):
            yield action
        for event in events if isinstance(action, Bid | Pass) else ():
            if isinstance(event, LotWon):
                yield Won(event.paid)
            elif isinstance(event, NobodyBid):
                yield UNSOLD
