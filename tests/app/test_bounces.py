"""A panel that bounces, and one that tells a touch as finger and mouse: a touch counts once."""

from typing import Any

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
from tests.app.inside import CANVAS, MEASURES
from tests.core.desk import Desk
from tests.view.gallery import NAMES, PAGES, at_table
from tests.view.machine_seats import decided

SIZE = CANVAS.size

FINGER, MOUSE = "finger", "mouse"


class Panel:
    """A touch screen that shows a page, and a clock that a test controls."""

    def __init__(self, page: str) -> None:
        self.now = 10.0
        self.window = Window(Opening(Mode.HEADLESS, SIZE), asset(), MEASURES, lambda: self.now)
        self._display = Display(self.window, CANVAS)
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


DRAW, TYPE = ("turn", Play), ("naming", TakeLetter)

FASTER_THAN_A_HAND = (0.0, 0.05, 0.1, 0.15)


@pytest.mark.parametrize(
    ("page", "touches", "count"),
    [
        *(pytest.param(DRAW, [(0.0, way), (gap, way), (gap, way)], 1, id=f"bounce {gap} {way}")
          for gap in FASTER_THAN_A_HAND for way in (FINGER, MOUSE)),
        pytest.param(DRAW, [(0.0, FINGER), (0.25, FINGER), (0.25, FINGER)], 3, id="by a hand"),
        *(pytest.param(TYPE, [(gap, FINGER)] * 4, 4, id=f"typed every {gap}")
          for gap in (0.1, 0.15)),
        *(pytest.param(TYPE, [(gap, *ways) for gap in (0.0, 0.3, 0.3)], 3, id=f"told as {ways}")
          for ways in ((FINGER, MOUSE), (MOUSE, FINGER))),
        *(pytest.param(TYPE, [(0.0, one), (0.15, other)], 1, id=f"{other} later")
          for one, other in ((FINGER, MOUSE), (MOUSE, FINGER))),
        pytest.param(TYPE, [(0.0, FINGER), (1.0, MOUSE), (0.2, MOUSE)], 3, id="a mouse later"),
    ],
)  # fmt: skip
def test_a_touch_counts_once_however_it_is_told_and_each_touch_of_a_hand_counts(
    page: tuple[str, type[Message]], touches: list[tuple[Any, ...]], count: int
) -> None:
    """A place beside the first one, within a finger's breadth, is the same place."""
    name, kind = page
    panel = Panel(name)
    x, y = panel.spot(kind)
    for number, (after, *ways) in enumerate(touches):
        panel.touch((x + 5, y - 4) if number == 1 else (x, y), after, *ways)
    panel.window.close()
    assert sum(isinstance(each, kind) for each in panel.sent) == count


def test_a_touch_soon_after_done_means_what_the_key_says_once_it_is_no_second_tap() -> None:
    auction = at_table(3, f"auction A1 by {NAMES[2]}", active=0)
    desk = Desk(decided(auction, BIDS[5]))
    with Window(Opening(Mode.HEADLESS, SIZE), asset(), MEASURES, lambda: 0.0) as window:
        display = Display(window, replace(CANVAS, panel=False))
        display.show(desk.model, ENGLISH)
        desk.take(HandsDone())
        display.show(desk.model, ENGLISH)
        desk.pass_time(AGAIN_SECONDS)
        meant = [each.message for each in display.show(desk.model, ENGLISH).targets]
    assert SettleAuction() in meant
    assert HandsDone() not in meant
