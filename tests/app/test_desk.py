"""The mouse at the desk: its hands move the real panel and reader, and touch no table above."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from time import monotonic, sleep
from unittest.mock import patch

import pygame
import pytest

from companion.app.simulation.panel import Cable, Detent, Finger, Holding, TakeTile
from companion.app.simulation.panel_view import desk_height
from companion.app.simulation.window import BagHand, DeskHands, DeskWindow, window_size
from companion.core.commands import Control
from companion.core.model import Hardware, Model, Preferences, Session
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.tags import bag
from companion.rules.actions import DRAWS
from companion.rules.editions import setup
from companion.rules.records.timeline import begin, enter
from companion.rules.tiles import Tile
from companion.screen.events import Released, Touched
from companion.screen.sdl import Mode, Opening
from companion.tags.box import SIMULATED_BOX
from companion.ui.scene import Scene
from hardware.events import ButtonDown, ButtonUp, DeviceFound, DeviceLost, Event, TagRead, Turned
from hardware.reader.port import ReaderPort
from hardware.readers.auto import Format
from hardware.simulated import SimulatedPanel, SimulatedReader
from tests.app.inside import MEASURES, PATIENCE_SECONDS
from tests.hardware.conftest import Woken
from tests.rules.table import NAMES

BOX = Model(page=Welcome(), hardware=Hardware(tags=SIMULATED_BOX))


@dataclass
class Bench:
    """Simulated devices with the mouse's hands on them."""

    panel: SimulatedPanel
    reader: SimulatedReader
    model: Model = BOX
    heard: list[Event] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Let the hands begin."""
        dice = Random(1)  # noqa: S311 - no secret
        self.bag = BagHand(self.reader, lambda: self.model, dice)
        self.hands = DeskHands(self.panel, self.reader, self.bag)

    def do(self, *hands: Holding) -> None:
        """Do this with the mouse."""
        for hand in hands:
            self.hands.do(hand)

    def until(self, wanted: Callable[[], object]) -> None:
        """Read the devices until this is so."""
        deadline = monotonic() + PATIENCE_SECONDS
        while not wanted():
            assert monotonic() < deadline, self.heard
            now = monotonic()
            self.hands.pass_time(now)
            self.heard += [*self.panel.read(now), *self.reader.read(now)]
            sleep(0.001)

    def read(self, kind: type[Event]) -> Event:
        """Return the next event of this kind."""
        self.heard.clear()
        self.until(lambda: any(isinstance(event, kind) for event in self.heard))
        return next(event for event in self.heard if isinstance(event, kind))


@pytest.fixture
def bench() -> Iterator[Bench]:
    yield from benched(ReaderPort(grace_seconds=0.05))


def benched(port: ReaderPort) -> Iterator[Bench]:
    """Open simulated devices whose reader speaks like this."""
    with SimulatedPanel(Woken()) as panel, SimulatedReader(lambda: None, port) as reader:
        yield Bench(panel, reader)


@pytest.mark.parametrize("control", list(Control))
def test_a_click_is_a_press_for_as_long_as_the_mouse_is_held(
    bench: Bench, control: Control
) -> None:
    bench.do(Finger(control))
    down = bench.read(ButtonDown)
    assert isinstance(down, ButtonDown)
    assert Control(down.control) is control
    assert bench.hands.seen().held == {control}
    assert not any(isinstance(event, ButtonUp) for event in bench.heard)
    bench.hands.let_go(monotonic())
    up = bench.read(ButtonUp)
    assert isinstance(up, ButtonUp)
    assert Control(up.control) is control
    assert bench.hands.seen().held == frozenset()


def test_the_shortest_click_is_a_press(bench: Bench) -> None:
    """A touchpad presses and lets go at once."""
    bench.do(Finger(Control.P1))
    bench.hands.let_go(monotonic())
    bench.until(lambda: any(isinstance(event, ButtonUp) for event in bench.heard))
    assert any(isinstance(event, ButtonDown) for event in bench.heard)


@pytest.mark.parametrize("steps", [-3, 1])
def test_the_dial_turns_by_what_the_wheel_says_and_its_mark_goes_along(
    bench: Bench, steps: int
) -> None:
    bench.do(Detent(steps))
    bench.read(Turned)
    bench.until(lambda: len([e for e in bench.heard if isinstance(e, Turned)]) == abs(steps))
    assert sum(event.steps for event in bench.heard if isinstance(event, Turned)) == steps
    assert bench.hands.seen().detents == steps


@pytest.mark.parametrize("spoken", [Format.EM4100, Format.LINES])
def test_the_bag_speaks_the_readers_format(spoken: Format) -> None:
    for bench in benched(ReaderPort(format=spoken)):
        bench.do(TakeTile(Tile.GOLD))
        read = bench.read(TagRead)
        assert isinstance(read, TagRead)
        assert SIMULATED_BOX[read.uid] == "gold"


def test_a_reader_that_must_be_asked_first_has_no_bag() -> None:
    for bench in benched(ReaderPort(format=Format.PN532)):
        assert not any(bench.hands.seen().bag.values())
        bench.do(TakeTile())
        assert bench.hands.seen().on_reader is None


def test_the_bag_holds_what_the_game_has_not_drawn_by_tag_or_by_hand() -> None:
    uid = next(uid for uid, kind in SIMULATED_BOX.items() if kind == "nile")
    start = begin(setup(NAMES[:3]))
    by_tag = enter(start, DRAWS[Tile.NILE], uid)
    by_hand = enter(by_tag, DRAWS[Tile.NILE])
    full, one, two = (
        bag(
            Model(
                page=Welcome(),
                hardware=Hardware(tags=SIMULATED_BOX),
                session=Session(timeline=timeline),
            )
        )
        for timeline in (start, by_tag, by_hand)
    )
    assert [len(each[Tile.NILE]) for each in (full, one, two)] == [25, 24, 23]
    assert sum(map(len, full.values())) == 180
    assert uid in full[Tile.NILE]
    assert uid not in one[Tile.NILE]


def test_the_cable_is_pulled_and_plugged_in_by_the_same_click(bench: Bench) -> None:
    bench.read(DeviceFound)
    bench.do(Cable())
    bench.read(DeviceLost)
    assert not bench.hands.seen().is_plugged
    bench.do(Cable())
    bench.read(DeviceFound)
    assert bench.hands.seen().is_plugged


WIDE, HIGH = TABLE = (800, 480)


@pytest.fixture
def window() -> Iterator[DeskWindow]:
    with (
        SimulatedPanel(Woken()) as panel,
        SimulatedReader(lambda: None, ReaderPort()) as reader,
        DeskWindow(Opening(Mode.HEADLESS, TABLE), MEASURES, monotonic) as opened,
    ):
        bag = BagHand(reader, lambda: BOX, Random(1))  # noqa: S311 - no secret
        opened.attach(DeskHands(panel, reader, bag), Preferences)
        opened.show(Scene(TABLE, ()))
        opened.events()
        yield opened


def click(x: int, y: int) -> None:
    """Click with the mouse."""
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        pygame.event.post(pygame.event.Event(kind, pos=(x, y), button=1, touch=False))


def test_neither_the_press_nor_its_end_touches_the_table(window: DeskWindow) -> None:
    """An end alone would wake a dark table, and the button would then be played."""
    for x in range(10, WIDE, 60):
        for y in range(HIGH + 10, HIGH + desk_height(WIDE), 30):
            click(x, y)
    assert window.events() == ()


def test_a_click_on_the_table_is_a_touch_of_it(window: DeskWindow) -> None:
    click(400, 240)
    assert [type(each) for each in window.events()] == [Touched, Released]


DESKTOP = (1280, 720)


@pytest.mark.parametrize("table", [DESKTOP, (800, 480), (1280, 700), (1920, 1080), None])
def test_a_window_is_no_higher_than_the_desktop_unless_so_much_was_asked_for(
    table: tuple[int, int] | None,
) -> None:
    with patch("companion.app.simulation.window.desktop_size", return_value=DESKTOP):
        size = window_size(Mode.WINDOWED, table)
    assert size is not None
    assert size[1] <= max(DESKTOP[1], table[1] if table else 0)
    assert table is None or (size[0] == table[0] and size[1] >= table[1])


def test_where_there_is_room_the_desk_is_added_below_the_table() -> None:
    with patch("companion.app.simulation.window.desktop_size", return_value=(1920, 1080)):
        assert window_size(Mode.WINDOWED, (800, 480)) == (800, 480 + desk_height(800))
