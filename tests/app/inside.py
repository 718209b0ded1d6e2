"""The whole program except its window, on a disk and a clock that a test controls."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

from msgspec.structs import replace

from companion.app.counts import Counts
from companion.app.display import Display
from companion.app.game_store import GameStore
from companion.app.gestures import Input, Key
from companion.app.handlers import Handler
from companion.app.loop import Loop
from companion.app.startup import open_table
from companion.app.systemd import Heartbeat
from companion.app.wakeup import Clock, Wakeup
from companion.core.effects import Cue, ReadAloud, Sound
from companion.core.messages import Message
from companion.core.model import Model
from companion.core.notices import Notes
from companion.i18n import Words
from companion.journal import games_dir
from companion.journal.disk import Disk
from companion.journal.lines import Event
from companion.pages.new_game.welcome import Welcome
from companion.paths import asset
from companion.rules.records.timeline import Seq
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.scene import Scene, Text
from companion.ui.style import Canvas
from companion.ui.text_metrics import type_from
from hardware.events import Control
from hardware.simulated import SimulatedPanel
from tests.journal.disks import HASTY

PATIENCE_SECONDS = 20

TAP_SECONDS = 0.06

NOTHING: Scene[Message] = Scene((1, 1), ())

MEASURES = type_from(asset("fonts", "advances.json").read_bytes())

CANVAS = Canvas(size=(800, 480), type=MEASURES)


@dataclass
class Storeroom:
    """A disk that can stall and break, and tells what reaches it."""

    told: list[str]
    """What happened, in order; shared with the rest of the program."""

    error: int | None = None
    """With which number every flush fails; None: it does not."""

    is_free: threading.Event = field(default_factory=threading.Event)
    """While it is not set, every flush waits."""

    def __post_init__(self) -> None:
        """Begin healthy."""
        self.is_free.set()

    def disk(self) -> Disk:
        """The disk to work with."""
        return replace(HASTY, write=self._write, fdatasync=self._flush, unlink=self._unlink)

    def _unlink(self, path: Path) -> None:
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))
        HASTY.unlink(path)

    def _write(self, descriptor: int, data: bytes) -> int:
        if data.startswith(b"{") or b'"e":' in data:
            self.told.append("written")
        return HASTY.write(descriptor, data)

    def _flush(self, descriptor: int) -> None:
        assert self.is_free.wait(PATIENCE_SECONDS)
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))
        HASTY.fdatasync(descriptor)
        self.told.append("flushed")


@dataclass
class Glass:
    """A screen that remembers what it showed, and never shows what is not in the journal."""

    told: list[str]
    data: Path
    shown: list[Model] = field(default_factory=list)
    waiting: list[Input] = field(default_factory=list)

    def inputs(self) -> list[Input]:
        """Return what keys and fingers did."""
        waiting, self.waiting = self.waiting, []
        return waiting

    def show(self, model: Model, _: Words) -> Scene[Message]:
        """Look at the model as people would."""
        seq = model.session.timeline.seq if model.session.timeline else None
        if not self.shown or self.shown[-1].session.timeline is not model.session.timeline:
            self.told.append(f"shown {seq}")
        self.shown.append(model)
        return NOTHING

    def label(self, *, by_keys: bool, by_panel: bool) -> None:
        """Label nothing."""

    def poll_seconds(self) -> float | None:
        """Return that the window wakes the loop by itself."""
        return None


class Pane(Glass):
    """A screen that remembers what it showed, and shows it in a window without a screen."""

    def __init__(self, told: list[str], data: Path, showing: Display) -> None:
        super().__init__(told, data)
        self.showing = showing
        self.words: set[str] = set()

    def show(self, model: Model, words: Words) -> Scene[Message]:
        """Draw the model."""
        super().show(model, words)
        scene = self.showing.show(model, words)
        self.words = {item.text for item in scene.items if isinstance(item, Text)}
        return scene

    def label(self, *, by_keys: bool, by_panel: bool) -> None:
        """Let labels name keys, the panel's controls, or neither."""
        self.showing.label(by_keys=by_keys, by_panel=by_panel)

    def poll_seconds(self) -> float | None:
        """Return how soon something moves."""
        return self.showing.poll_seconds()

    def saved(self, path: Path) -> bytes:
        """Return the picture on the screen."""
        self.showing.save(path)
        return path.read_bytes()


@contextmanager
def at_window(
    data: Path, model: Model | None = None, canvas: Canvas = CANVAS
) -> Iterator[tuple["Inside", Window, Pane]]:
    """Open the program with a window of which nobody sees anything."""
    with Window(Opening(Mode.HEADLESS, canvas.size), asset(), MEASURES, lambda: 0.0) as window:

        def screen(told: list[str], data: Path) -> Glass:
            return Pane(told, data, Display(window, canvas))

        with inside(data, model=model, screen=screen) as program:
            assert isinstance(program.glass, Pane)
            yield program, window, program.glass


class Ear(Handler):
    """Hears cues."""

    orders = (Sound, ReadAloud)

    def __init__(self, heard: list[Cue]) -> None:
        self._heard = heard

    def obey(self, order: Sound | ReadAloud) -> tuple[()]:
        """Note a cue."""
        if isinstance(order, Sound):
            self._heard.append(order.cue)
        return ()


@dataclass
class Inside:
    """The program's parts, put together as ``run`` does."""

    data: Path
    told: list[str]
    room: Storeroom
    clock: Clock
    wakeup: Wakeup
    store: GameStore
    glass: Glass
    loop: Loop
    panel: SimulatedPanel
    heard: list[Cue]

    @property
    def model(self) -> Model:
        """What the program shows."""
        return self.glass.shown[-1]

    @property
    def seq(self) -> int:
        """How many entries the table shows."""
        assert self.model.session.timeline is not None
        return self.model.session.timeline.seq

    @property
    def notes(self) -> list[Notes]:
        """What is said to be wrong."""
        return [notice.note for notice in self.model.screen.troubles]

    def settle(self) -> None:
        """Let the program finish what it has begun."""
        deadline = monotonic() + PATIENCE_SECONDS
        self.loop.turn()
        while self.loop.is_busy:
            assert monotonic() < deadline
            self.wakeup.sleep(0.05)
            self.loop.turn()

    def hear(self, word: str) -> None:
        """Wait until the disk has told this."""
        deadline = monotonic() + PATIENCE_SECONDS
        while word not in self.told:
            assert monotonic() < deadline
            self.wakeup.sleep(0.01)

    def down(self, control: str) -> None:
        """Put a finger on a button; a mock pin goes low."""
        self.panel.press(Control(control))
        self.loop.turn()

    def up(self, control: str) -> None:
        """Take it away after a tap's time."""
        self.clock.advance(TAP_SECONDS)
        self.panel.release(Control(control))
        self.loop.turn()
        self.clock.advance(TAP_SECONDS)
        self.loop.turn()

    def tap(self, *controls: str) -> None:
        """Tap buttons one after the other, without waiting for the disk."""
        for control in controls:
            self.down(control)
            self.up(control)

    def press(self, *controls: str) -> None:
        """Tap buttons, each when all before it is done."""
        for control in controls:
            self.tap(control)
            self.settle()

    def key(self, name: str) -> None:
        """Press a key."""
        self.glass.waiting.append(Key(name, name if len(name) == 1 else ""))
        self.loop.turn()

    def pass_time(self, seconds: float) -> int:
        """Let program time pass as the loop would sleep; return how often it woke."""
        end, woken = self.clock.now() + seconds, 0
        while (left := end - self.clock.now()) > 1e-9:
            idle = self.loop.idle_seconds()
            self.clock.advance(left if idle is None else min(left, idle))
            self.loop.turn()
            woken += 1
            assert woken < 1000, "the loop turns round and round"
        return woken

    def journal(self) -> list[Event]:
        """Return the events of the newest game that are proved, without its header."""
        newest = games_dir.game_files(self.data)[-1]
        return [line.event for line in games_dir.read(newest).lines[1:]]


@contextmanager
def inside(  # noqa: PLR0913 - whatever a test holds in its hands
    data: Path,
    *,
    model: Model | None = None,
    has_hardware: bool = True,
    real: Callable[[], float] = lambda: 1000.0,
    screen: Callable[[list[str], Path], Glass] = Glass,
    pulse_seconds: float | None = None,
    disk: Disk | None = None,
) -> Iterator[Inside]:
    """Open the program on a data folder, by a clock that stands still unless it is pushed."""
    told: list[str] = []
    heard: list[Cue] = []
    room, clock, wakeup = Storeroom(told), Clock(real), Wakeup()
    glass = screen(told, data)
    store = GameStore(data, wakeup.wake, allow_memory=True, disk=disk or room.disk())
    kept = store.newest()
    store.counts = Counts(data, room.disk())

    def confirmed(seq: Seq) -> None:
        told.append(f"confirmed {seq}")

    start = model or Model(page=Welcome())
    loop = Loop(
        replace(start.with_screen(troubles=tuple(store.troubles)), now=clock.now()),
        screen=glass,
        store=store,
        wakeup=wakeup,
        now=clock.now,
        shuffle=Random(1).shuffle,  # noqa: S311 - no secret
        pulse=Heartbeat(pulse_seconds),
        confirmed=confirmed,
    )
    loop.handlers.add(Ear(heard))
    with SimulatedPanel(wakeup, clock=clock.now) as panel:
        loop.attach((panel,) if has_hardware else ())
        program = Inside(data, told, room, clock, wakeup, store, glass, loop, panel, heard)
        try:
            open_table(loop, store, wakeup, None, kept)
            program.settle()
            yield program
        finally:
            room.is_free.set()
            room.error = None
            store.close()
            wakeup.close()
