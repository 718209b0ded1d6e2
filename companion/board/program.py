"""``ra-companion board``: opens the window and the connection, and runs until somebody leaves.

The connection has a thread of its own, as looking for a broker may take seconds; the thread puts
what it hears into a bounded queue and wakes the loop.
"""

from __future__ import annotations

import os
import queue
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from secrets import token_hex

import msgspec
from msgspec.structs import replace

from companion.app.program import SCREEN_SECONDS, patiently
from companion.app.systemd import is_service, notify
from companion.app.wakeup import Bell, Wakeup
from companion.board.tables import (
    Board,
    TableHeard,
    answered,
    counts_of,
    hear,
    linked,
    part_of,
)
from companion.board.view import AnswerCall, BoardPage, More, Wish, scene
from companion.core.effects import Cue
from companion.core.kiosk import Link
from companion.core.preferences import Loudness, Preferences
from companion.fleet import shapes
from companion.fleet.broker import Broker, Message, Topic
from companion.i18n.catalogues import words
from companion.journal.index import all_tables
from companion.paths import asset
from companion.screen.events import CloseAsked, KeyPressed, Resized, Rotation, Touched
from companion.screen.sdl import Mode, Opening
from companion.screen.sounds import Sounds
from companion.screen.window import Window
from companion.settings import FleetSettings, Settings
from companion.ui.style import Canvas, Style, style
from companion.ui.text_metrics import type_from

MOST_WAITING = 10_000
"""Messages that may wait for the loop; further ones are dropped."""

REDRAW_SECONDS = 15.0
"""How often the board is redrawn even if nothing happens, as it shows minutes."""

_TURN_SECONDS = 60.0
"""The longest wait for the broker; an order wakes the thread before."""


class BoardOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How the board is opened."""

    settings: Settings
    data: Path
    headless: bool = False
    windowed: bool = False
    size: tuple[int, int] | None = None


class Ears:
    """Listens at the broker, on a thread of its own, and answers calls there."""

    def __init__(self, settings: FleetSettings, wake: Callable[[], None]) -> None:
        """Begin to listen.

        Args:
            settings: Where the broker is, and the board's account there.
            wake: Wakes the loop.
        """
        self._base = settings.base
        self._wake = wake
        self.heard: queue.Queue[TableHeard] = queue.Queue(MOST_WAITING)
        self._orders: queue.Queue[str] = queue.Queue(100)
        self._is_over = threading.Event()
        self._bell = Bell()
        self._broker = Broker(
            settings,
            f"ra-companion-board-{token_hex(4)}",
            topics=tuple(
                Topic(f"{settings.base}/+/{part}") for part in ("availability", "state", "game")
            ),
            will=None,
            joined=wake,
            heard=self._hear,
            now=time.monotonic,
            dice=SystemRandom(),
        )
        self.link = Link.CONNECTING
        self._thread = threading.Thread(target=self._listen, name="broker", daemon=True)
        self._thread.start()

    def answer(self, table: str) -> None:
        """Let a table know that its call is answered."""
        try:
            self._orders.put_nowait(table)
        except queue.Full:
            return
        self._bell.ring()

    def close(self) -> None:
        """Stop listening."""
        self._is_over.set()
        self._bell.ring()
        self._thread.join()
        self._bell.close()

    def _hear(self, message: Message) -> None:
        found = part_of(self._base, message.topic)
        if found is None or (found[1] == "game" and message.is_retained):
            return
        try:
            self.heard.put_nowait(TableHeard(*found, message.payload))
        except queue.Full:
            return
        self._wake()

    def _listen(self) -> None:
        while not self._is_over.is_set():
            self._broker.turn(_TURN_SECONDS, reading=(self._bell.fileno(),))
            self._bell.hush()
            while self._broker.is_joined and not self._orders.empty():
                topic = f"{self._base}/{self._orders.get()}/call/set"
                self._broker.publish(topic, "end", retain=False)
            if self._broker.link is not self.link:
                self.link = self._broker.link
                self._wake()
        self._broker.close()


class Program:
    """The board: what was heard, what it looks like, and what is done about it."""

    def __init__(self, options: BoardOptions, stack: ExitStack) -> None:
        """Open everything; closed by the stack.

        Raises:
            NoScreen: There is nothing to draw on.
        """
        self._options = options
        settings = options.settings
        self._wakeup = Wakeup()
        stack.callback(self._wakeup.close)
        self._measures = type_from(asset("fonts", "advances.json").read_bytes())
        mode = Mode.WINDOWED if options.windowed else Mode.FULL_SCREEN
        opening = Opening(
            Mode.HEADLESS if options.headless else mode,
            options.size,
            Rotation(settings.screen.rotate),
        )
        self.window = patiently(
            lambda: Window(opening, asset(), self._measures, time.monotonic),
            patience_seconds=SCREEN_SECONDS if is_service(os.environ) else 0.0,
            now=time.monotonic,
            sleep=time.sleep,
        )
        stack.callback(self.window.close)
        if self.window.wake_descriptor is not None:
            self._wakeup.watch(self.window.wake_descriptor)
        self._loudness = 0.0
        self._sounds: Sounds | None = None
        if not options.headless and settings.sound.level is not Loudness.OFF:
            self._open_sounds(settings, stack)
        self._look = self._style()
        self.board = Board(now=time.monotonic())
        self._day = ""
        self.ears = Ears(settings.fleet, self._wakeup.wake)
        stack.callback(self.ears.close)
        self._is_running = True

    def _open_sounds(self, settings: Settings, stack: ExitStack) -> None:
        level = settings.sound.level
        is_night = level is Loudness.NIGHT
        self._loudness = (settings.sound.night_volume if is_night else settings.sound.volume) / 100
        self._sounds = Sounds(asset("sounds"), lambda _: None)
        stack.callback(self._sounds.close)

    def _style(self) -> Style:
        table = self._options.settings.table
        canvas = Canvas(
            size=self.window.size, type=self._measures, words=words(table.language), letters=True
        )
        preferences = Preferences(
            language=table.language, theme=table.theme, text_scale=table.text_scale
        )
        return style(canvas, preferences)

    def run(self) -> None:
        """Turn until somebody leaves."""
        notify("READY=1")
        while self._is_running:
            self.turn()
            poll = self.window.poll_seconds
            self.wait(REDRAW_SECONDS if poll is None else min(poll, REDRAW_SECONDS))

    def wait(self, seconds: float) -> None:
        """Sleep until something arrives, and no longer than this."""
        self._wakeup.sleep(seconds)

    def turn(self) -> None:
        """Take everything that has arrived, and show the result once."""
        self.board = linked(replace(self.board, now=time.monotonic()), self.ears.link)
        self._take_heard()
        for event in self.window.events():
            match event:
                case CloseAsked():
                    self._is_running = False
                case Resized():
                    self._look = self._style()
                case Touched(x=x, y=y):
                    self._do(scene(self.board, self._look).target_at(x, y))
                case KeyPressed(name=name):
                    self._press(name)
                case _:
                    pass
        self.window.show(scene(self.board, self._look))

    def _take_heard(self) -> None:
        before = len(self.board.calls)
        for _ in range(self.ears.heard.qsize()):
            heard = self.ears.heard.get_nowait()
            if heard.part == "game":
                self._keep(heard)
            else:
                self.board = hear(self.board, heard)
        if len(self.board.calls) > before and self._sounds is not None:
            self._sounds.play(Cue.EPOCH, self._loudness)
        if self._today() != self._day:
            self._day = self._today()
            self._sum_up()

    def _today(self) -> str:
        return f"{datetime.now().astimezone():%Y-%m-%d}"

    def _keep(self, heard: TableHeard) -> None:
        """Keep a game in the board's own index; a disk that does not take it stops nothing."""
        game = shapes.heard(heard.payload, shapes.GameEvent)
        if game is None:
            return
        try:
            all_tables.keep(
                self._options.data,
                all_tables.TableGame(
                    heard.table, game.game[:40], self._today(), game.over, counts_of(game)
                ),
            )
        except all_tables.TROUBLES:
            return
        self._sum_up()

    def _sum_up(self) -> None:
        try:
            today = all_tables.totals(self._options.data, self._today())
            ever = all_tables.totals(self._options.data)
        except all_tables.TROUBLES:
            return
        self.board = replace(self.board, today=today, ever=ever)

    def _press(self, key: str) -> None:
        """Do what a key means: Enter answers the oldest call, a digit the one in that place."""
        calls = [each for each in self.board.calls if not each.is_answered]
        if key in ("return", "space") and calls:
            self._do(AnswerCall(calls[0].table))
        elif key.isdecimal() and 0 < int(key) <= len(self.board.calls):
            self._do(AnswerCall(self.board.calls[int(key) - 1].table))
        elif key == "s":
            self._do(BoardPage.FIGURES)
        elif key in ("right", "down"):
            meant = [each.message for each in scene(self.board, self._look).targets]
            self._do(next((each for each in meant if isinstance(each, More)), None))
        elif key == "escape" and self.board.shows_figures:
            self._do(BoardPage.FIGURES)
        elif key == "q":
            self._is_running = False

    def _do(self, wish: Wish | None) -> None:
        match wish:
            case AnswerCall(table):
                self.ears.answer(table)
                self.board = answered(self.board, table)
            case BoardPage.FIGURES:
                self.board = replace(self.board, shows_figures=not self.board.shows_figures)
            case More(shown):
                self.board = replace(self.board, first=self.board.first + shown)
            case None:
                pass


def run(options: BoardOptions) -> int:
    """Open the board, and return the exit status once somebody leaves.

    Raises:
        NoScreen: There is nothing to draw on.
    """
    with ExitStack() as stack:
        Program(options, stack).run()
    return 0
