"""What it means that a finger slides, and that a finger or a key is lifted."""

import pygame
from msgspec.structs import replace

from companion.app.display import Display
from companion.app.gestures import Input, TargetTouched
from companion.core.messages import EndPeek, GoTo
from companion.i18n import ENGLISH
from companion.pages.history.history import History
from companion.screen.sdl import Mode, Opening
from companion.screen.window import Window
from companion.ui.scene import Slider
from companion.ui.style import Canvas
from tests.view.gallery import ASSETS, NAMES, PAGES, TYPE

CANVAS = Canvas(size=(800, 480), type=TYPE)


def finger(kind: int, x: float, y: float) -> None:
    wide, high = CANVAS.size
    place = {"x": x / wide, "y": y / high, "finger_id": 0, "touch_id": 0, "dx": 0.0, "dy": 0.0}
    pygame.event.post(pygame.event.Event(kind, place))


def test_a_finger_drags_the_rail_also_beside_it_until_it_is_lifted() -> None:
    model = replace(PAGES["history"](3, NAMES), page=History(3))
    with Window(Opening(Mode.HEADLESS, CANVAS.size), ASSETS, TYPE, lambda: 0.0) as window:
        display = Display(window, CANVAS)
        shown = display.show(model, ENGLISH)
        [rail] = [each for each in shown.targets if isinstance(each, Slider)]
        x, top, bottom = rail.rect.x + 10, rail.rect.y + 1, rail.rect.y + rail.rect.h - 2
        heard: list[tuple[Input, ...]] = []
        for kind, at in (
            (pygame.FINGERMOTION, (x, top)),
            (pygame.FINGERDOWN, (x, bottom)),
            (pygame.FINGERMOTION, (x - 300, top)),
            (pygame.FINGERUP, (x - 300, top)),
            (pygame.FINGERMOTION, (x, bottom)),
        ):
            finger(kind, *at)
            heard.append(display.inputs())
    first, last = GoTo(History(0)), GoTo(History(6))
    assert heard == [
        (),
        (TargetTouched(last),),
        (TargetTouched(first),),
        (TargetTouched(EndPeek()),),
        (),
    ]


def test_own_points_are_hidden_when_the_key_that_shows_them_is_let_go_and_by_no_other() -> None:
    with Window(Opening(Mode.HEADLESS, CANVAS.size), ASSETS, TYPE, lambda: 0.0) as window:
        display = Display(window, CANVAS)
        for key in pygame.K_F5, pygame.K_LSHIFT, pygame.K_a:
            pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0, unicode=""))
        assert display.inputs() == (EndPeek(),)


def test_a_table_with_keys_and_a_panel_is_not_built_anew_whenever_another_hand_presses() -> None:
    model = PAGES["turn"](5, NAMES)
    with Window(Opening(Mode.HEADLESS, CANVAS.size), ASSETS, TYPE, lambda: 0.0) as window:
        display, shown = Display(window, CANVAS), []
        for by_keys in (False, True, False):
            display.label(by_keys=by_keys, by_panel=not by_keys)
            shown.append(display.show(model, ENGLISH).items)
    built = {id(item) for item in shown[0]}
    assert sum(id(item) not in built for item in shown[2]) < len(shown[2]) // 10
