"""The main screens, point by point as they were looked at and found good."""

from collections.abc import Callable

import pytest
from pygame import Surface

from companion.screen.painter import Painter
from tests.view.gallery import NAMES, PAGES, papyrus, shown

pytestmark = pytest.mark.golden

PainterOn = Callable[[Surface], Painter]

Golden = Callable[[Surface, str], None]

SMALL = (800, 480)

MAIN = ("welcome", "turn", "auction", "scoring", "winner")
"""The screens that are also kept at other sizes and by day."""


def named(page: str, size: tuple[int, int], more: str = "") -> str:
    """Return what the picture of a page is called."""
    return f"{page.replace(' ', '-')}{more}-{size[0]}x{size[1]}"


@pytest.mark.parametrize("size", [SMALL, (1024, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("page", MAIN)
def test_the_main_screens_look_as_they_should_at_every_size(
    page: str, size: tuple[int, int], painter_on: PainterOn, golden: Golden
) -> None:
    surface = Surface(size, 0, 32)
    painter_on(surface).paint(shown(PAGES[page](4, NAMES), size))
    golden(surface, named(page, size))


@pytest.mark.parametrize("page", MAIN)
def test_the_main_screens_look_as_they_should_by_day(
    page: str, painter_on: PainterOn, golden: Golden
) -> None:
    surface = Surface(SMALL, 0, 32)
    painter_on(surface).paint(shown(papyrus(PAGES[page](5, NAMES)), SMALL))
    golden(surface, named(page, SMALL, "-papyrus"))


def test_buttons_without_a_touch_screen_look_as_they_should(
    painter_on: PainterOn, golden: Golden
) -> None:
    surface = Surface(SMALL, 0, 32)
    painter_on(surface).paint(shown(PAGES["turn"](5, NAMES), SMALL, touch=False))
    golden(surface, named("turn", SMALL, "-buttons"))


def test_a_screen_that_stands_upright_looks_as_it_should(
    painter_on: PainterOn, golden: Golden
) -> None:
    size = (480, 800)
    surface = Surface(size, 0, 32)
    painter_on(surface).paint(shown(PAGES["turn"](5, NAMES), size))
    golden(surface, named("turn", size))
