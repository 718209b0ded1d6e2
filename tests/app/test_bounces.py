"""A panel that bounces, and one that tells a touch as finger and mouse: a touch counts once."""

from collections.abc import Iterator

import pygame
import pytest
from msgspec.structs import replace

from companion.app.display import Display
from companion.app.gestures import TargetTouched
from companion.core.messages import Message, Play, SettleAuction, TakeLetter
from companion.core.model import Model
from companion.i18n import ENGLISH
from companion.pages.table.seat import AGAIN_SECONDS, HandsDone
from companion.paths import asset
from companion.rules.actions import BIDS, Draw
from companion.screen.events import touch
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.style import Canvas
from companion.ui.text_metrics import type_from
from tests.core.desk import Desk
from tests.view.gallery import NAMES, PAGES, at_table
from tests.view.machine_seats import decided

SIZE = (800, 480)

FINGER, MOUSE = "finger", "mouse"


class Panel:
    """A touch screen that shows a page, and a clock that a test controls."""

    def __init__(self, page: str) -> None:
        self.now = 10.0
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        self.window = Window(Opening(Mode.HEADLESS, SIZE), asset(), measures, lambda: self.now)
        self._display = Display(self.window, Canvas(size=SIZE, type=measures))
        self._model: Model = PAGES[page](3, NAMES)
        self._scene = self._display.show(replace(self._model, now=self.now), ENGLISH)
        self.sent: list[Message] = []

    def spot(self, kind: type[Message]) -> tuple[float, float]:
        """Return the middle of the first key that means a message of a kind."""
        rect = next(
            each.rect
            for each in self._scene.targets
            if isinstance(each.message, kind)
            and (not isinstance(each.message, Play) or isinstance(each.message.action, Draw))
        )
        return rect.x + rect.w / 2, rect.y + rect.h / 2

    def touch(self, spot: tuple[float, float], after: float = 0.0, *ways: str) -> None:
        """Touch a place, some seconds later, and let each way of telling it tell it."""
        self.now += after
        for way in ways or (FINGER,):
            if way == FINGER:
                touch(spot[0] / SIZE[0], spot[1] / SIZE[1])
            else:
                for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                    pos = (round(spot[0]), round(spot[1]))
                    pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        self.listen()

    def listen(self) -> None:
        """Let the program ask for what was done."""
        self._model = replace(self._model, now=self.now)
        self._scene = self._display.show(self._model, ENGLISH)
        inputs = self._display.inputs()
        self.sent += [each.message for each in inputs if isinstance(each, TargetTouched)]

    def count(self, kind: type[Message]) -> int:
        """Return how many messages of a kind were sent."""
        return sum(isinstance(each, kind) for each in self.sent)


@pytest.fixture
def table() -> Iterator[Panel]:
    panel = Panel("turn")
    yield panel
    panel.window.close()


@pytest.fixture
def letters() -> Iterator[Panel]:
    panel = Panel("naming")
    yield panel
    panel.window.close()


@pytest.mark.parametrize("gap", [0.0, 0.05, 0.1, 0.15])
@pytest.mark.parametrize("way", [FINGER, MOUSE])
def test_a_tile_touched_again_at_once_is_drawn_once(table: Panel, gap: float, way: str) -> None:
    spot = table.spot(Play)
    table.touch(spot, 0.0, way)
    table.touch((spot[0] + 5, spot[1] - 4), gap, way)
    table.touch(spot, gap, way)
    assert table.count(Play) == 1


def test_a_tile_touched_twice_by_a_hand_is_drawn_twice(table: Panel) -> None:
    spot = table.spot(Play)
    for gap in (0.0, 0.25, 0.25):
        table.touch(spot, gap)
    assert table.count(Play) == 3


@pytest.mark.parametrize("gap", [0.1, 0.15])
def test_letters_are_typed_as_fast_as_hands_type(letters: Panel, gap: float) -> None:
    spot = letters.spot(TakeLetter)
    for _ in range(4):
        letters.touch(spot, gap)
    assert letters.count(TakeLetter) == 4


@pytest.mark.parametrize("ways", [(FINGER, MOUSE), (MOUSE, FINGER)])
def test_a_touch_told_as_finger_and_mouse_counts_once(
    letters: Panel, ways: tuple[str, str]
) -> None:
    for gap in (0.0, 0.3, 0.3):
        letters.touch(letters.spot(TakeLetter), gap, *ways)
    assert letters.count(TakeLetter) == 3


@pytest.mark.parametrize(("first", "second"), [(FINGER, MOUSE), (MOUSE, FINGER)])
def test_the_other_way_of_telling_may_come_later(letters: Panel, first: str, second: str) -> None:
    spot = letters.spot(TakeLetter)
    letters.touch(spot, 0.0, first)
    letters.touch(spot, 0.15, second)
    assert letters.count(TakeLetter) == 1


def test_a_mouse_is_used_after_a_finger(letters: Panel) -> None:
    spot = letters.spot(TakeLetter)
    letters.touch(spot, 0.0, FINGER)
    letters.touch(spot, 1.0, MOUSE)
    letters.touch(spot, 0.2, MOUSE)
    assert letters.count(TakeLetter) == 3


def test_a_touch_soon_after_done_means_what_the_key_says_once_it_is_no_second_tap() -> None:
    auction = at_table(3, f"auction A1 by {NAMES[2]}", active=0)
    measures = type_from(asset("fonts", "advances.json").read_bytes())
    desk = Desk(decided(auction, BIDS[5]))
    with Window(Opening(Mode.HEADLESS, SIZE), asset(), measures, lambda: 0.0) as window:
        display = Display(window, Canvas(size=SIZE, type=measures, panel=False))
        display.show(desk.model, ENGLISH)
        desk.take(HandsDone())
        display.show(desk.model, ENGLISH)
        desk.pass_time(AGAIN_SECONDS)
        meant = [each.message for each in display.show(desk.model, ENGLISH).targets]
    assert SettleAuction() in meant
    assert HandsDone() not in meant
