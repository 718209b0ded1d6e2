"""A click at the desk is a button's, and no touch of the table above it."""

from collections.abc import Iterator
from random import Random
from time import monotonic

import pygame
import pytest

from companion.app.simulation.panel_view import desk_height
from companion.app.simulation.window import BagHand, DeskHands, DeskWindow
from companion.core.model import Preferences
from companion.paths import asset
from companion.screen.events import Released, Touched
from companion.screen.sdl import Mode, Opening
from companion.ui.scene import Scene
from companion.ui.text_metrics import type_from
from hardware.reader.port import ReaderPort
from hardware.simulated import SimulatedPanel, SimulatedReader
from tests.app.test_desk import BOX
from tests.hardware.conftest import Woken

WIDE, HIGH = TABLE = (800, 480)
MEASURES = type_from(asset("fonts", "advances.json").read_bytes())


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
