"""An open table to measure: headless, five players, simulated hardware."""

import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.app.controls import Key
from companion.app.display import Display
from companion.app.game_store import GameStore
from companion.app.loop import Loop, Machines
from companion.app.systemd import Heartbeat
from companion.app.wakeup import Clock, Wakeup
from companion.core.messages import Dealt, Message, Next, Play
from companion.core.model import Model
from companion.core.session import Guest
from companion.i18n import Words
from companion.journal.disk import Disk
from companion.pages.new_game import Welcome
from companion.pages.scoring import EpochScores, HandsNow
from companion.pages.scoring.epoch import DEAF_SECONDS
from companion.paths import asset
from companion.rules.actions import Action
from companion.rules.editions import Setup, setup
from companion.rules.legal import can_draw
from companion.rules.model import Phase
from companion.rules.tiles import Tile
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.scene import Scene
from companion.ui.style import Canvas
from companion.ui.text_metrics import type_from
from hardware.events import Control
from hardware.simulated import SimulatedPanel
from tests.random_games import random_game

SIZE = (1280, 720)

NAMES = ("Anna", "Marek", "Yuki", "Zsófi", "Olena")

SEED = 7

SECONDS_OF_PEACE = 5.0
"""Between a lot and the next tile: nothing moves any more, as people are slower than pictures."""

PATIENCE_SECONDS = 60.0


class Watched(Display):
    """The window, and when its picture was last updated."""

    shown_at = 0.0

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Draw what differs; of something that moves, that is its first frame."""
        at_rest = super().show(model, words)
        self.shown_at = time.perf_counter()
        return at_rest


class Table:
    """The whole program except its command line, at a table of five."""

    def __init__(self, stack: ExitStack, folder: Path, disk: Disk) -> None:
        self.wakeup = Wakeup()
        stack.callback(self.wakeup.close)
        self._clock = Clock(time.monotonic)
        now = self._clock.now
        self.keeper = GameStore(folder, self.wakeup.wake, allow_memory=True, disk=disk)
        stack.callback(self.keeper.close)
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        self.window = stack.enter_context(
            Window(Opening(Mode.HEADLESS, SIZE), asset(), measures, now)
        )
        self.panel = stack.enter_context(SimulatedPanel(self.wakeup, clock=now))
        self.screen = Watched(self.window, Canvas(size=SIZE, type=measures))
        self.machines = Machines()
        self.loop = Loop(
            Model(page=Welcome(), now=now()),
            screen=self.screen,
            keeper=self.keeper,
            wakeup=self.wakeup,
            now=now,
            shuffle=Random(SEED).shuffle,
            machines=self.machines,
            pulse=Heartbeat(),
            confirmed=lambda _: None,
            sound=lambda _: None,
        )
        self.loop.attach((self.panel,))
        self._dice = Random(SEED)
        self.parts: list[tuple[float, float, float]] = []
        """Seconds of each tap: until the disk is asked, until it answers, until the picture."""
        self.begin_random()

    def begin(self, dealt: Setup, actions: Sequence[Action]) -> None:
        """Begin a game, in which these actions lie ahead."""
        guests = tuple(Guest(button, name) for button, name in enumerate(dealt.players))
        self.loop.post(Dealt(dealt, guests, self.loop.model.session.agreement), "benchmark")
        self.finish()
        self._ahead = iter(actions)

    def begin_random(self) -> None:
        """Begin a random game of five."""
        dealt = setup(NAMES)
        self.begin(dealt, random_game(dealt, self._dice))

    def go_on(self) -> None:
        """Play on to the next turn at which a pharaoh can be drawn; after a game comes another."""
        while True:
            action = next(self._ahead, None)
            if action is None:
                self.begin_random()
                continue
            self.loop.post(Play(action), "benchmark")
            self.finish()
            while isinstance(self.loop.model.page, EpochScores | HandsNow):
                self._clock.push(DEAF_SECONDS)
                self.loop.post(Next(), "benchmark")
                self.finish()
            if self.can_draw:
                self._clock.push(SECONDS_OF_PEACE)
                self.finish()
                return

    @property
    def seq(self) -> int:
        """How many entries are on the disk."""
        timeline = self.loop.model.session.timeline
        return 0 if timeline is None else timeline.seq

    @property
    def can_draw(self) -> bool:
        """Whether the player in turn may draw a pharaoh, from which only the next turn follows."""
        game = self.loop.model.game
        has_room = can_draw(game) and game.lane.count(None) > 1
        return game.stage is Phase.TURN and has_room and bool(game.bag & Tile.PHARAOH.mask)

    def finish(self) -> None:
        """Turn until the disk owes nothing."""
        self.loop.finish()

    def draw_and_take_back(self) -> tuple[float, float]:
        """Draw a pharaoh and take it back, and return how long each took."""
        return self.tap(Control.P1), self.tap(Control.UNDO)

    def tap(self, control: Control) -> float:
        """Tap a button that can also be held, and return the seconds until its tap is shown.

        A tap is one when the button is let go, so the time runs from that edge. At a table of five
        every button can be held.
        """
        self.panel.press(control)
        self.finish()
        time.sleep(0.03)
        self.finish()
        return self._until_shown(lambda: self.panel.release(control))

    def type(self, key: str) -> float:
        """Press a key, which answers when it goes down, and return the same."""
        return self._until_shown(lambda: self.loop.post(Key(key, key), "key"))

    def _until_shown(self, begin: Callable[[], None]) -> float:
        before = self.seq
        began = time.perf_counter()
        begin()
        self.wakeup.sleep(0.5)
        self.loop.turn()
        asked = answered = time.perf_counter()
        while self.seq == before:
            self.wakeup.sleep(0.5)
            answered = time.perf_counter()
            self.loop.turn()
        taken = self.screen.shown_at - began
        self.parts.append((asked - began, answered - asked, self.screen.shown_at - answered))
        time.sleep(0.03)
        self.finish()
        return taken


@contextmanager
def table(disk: Disk | None = None) -> Iterator[Table]:
    """Open a table in a folder of its own on the disk where the program is installed."""
    with TemporaryDirectory(dir=sys.prefix) as folder, ExitStack() as stack:
        yield Table(stack, Path(folder), disk or Disk())
