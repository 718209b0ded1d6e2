"""Screens on which screen and table are made to agree, and points counted: at every size."""

from collections.abc import Callable

import pytest
from pygame import Surface

from companion.screen.painter import Painter
from tests.screen.test_golden_screens import named
from tests.view.gallery import NAMES, PAGES, shown
from tests.view.peeks import PEEKS

pytestmark = pytest.mark.golden


PainterOn = Callable[[Surface], Painter]


Golden = Callable[[Surface, str], None]


LARGER = ((1024, 600), (1280, 720), (1920, 1080))
"""Every page is kept at 800x480 elsewhere."""


SCREENS = (
    "mending",
    "mending a slot",
    "correcting",
    "contradiction",
    "rebuilding",
    "light",
    "counting suns",
    "gathering names",
    "reckoned",
    "revealing an epoch",
)


@pytest.mark.parametrize("size", LARGER)
@pytest.mark.parametrize("page", SCREENS)
def test_what_puts_things_right_looks_as_it_should_at_every_size(
    page: str, size: tuple[int, int], painter_on: PainterOn, golden: Golden
) -> None:
    surface = Surface(size, 0, 32)
    painter_on(surface).paint(shown(PAGES[page](4, NAMES), size))
    golden(surface, named(page, size))


@pytest.mark.parametrize(("players", "seat"), [each for each in PEEKS if each[0] in (2, 5)])
def test_a_peek_looks_as_it_should_for_every_seat(
    players: int, seat: int, painter_on: PainterOn, golden: Golden
) -> None:
    size = (800, 480)
    surface = Surface(size, 0, 32)
    painter_on(surface).paint(shown(PEEKS[players, seat], size))
    golden(surface, named(f"peek of {seat + 1} of {players}", size))
