"""The main screens, point by point as they were looked at and found good."""

from collections.abc import Callable, Mapping

import pygame
import pytest
from pygame import Surface

from companion.app.scripts.hands import demo_game
from companion.core.model import Agreement, Guest, Model, Secrecy, Session
from companion.core.page import Page
from companion.pages.render import scene
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.table import Table
from companion.rules.records.timeline import begin, enter
from companion.screen.painter import Painter
from companion.ui.style import Canvas
from companion.ui.text_metrics import Type
from tests.view.gallery import NAMES, PAGES, papyrus, shown
from tests.view.test_golden_languages import SIZE, TRANSLATED, spoken

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


# A picture of each language, point by point as it was looked at and found good.


SHEET = ("scoring", "all reasons", "menu", "card")


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_looks_as_it_should(
    language: str, painter_on: PainterOn, golden: Golden
) -> None:
    wide, high = SIZE
    sheet = Surface((2 * wide, 2 * high), 0, 32)
    for place, page in enumerate(SHEET):
        surface = Surface(SIZE, 0, 32)
        painter_on(surface).paint(spoken(page, language))
        sheet.blit(surface, (place % 2 * wide, place // 2 * high))
    golden(sheet, f"language-{language}")


# The pictures on the README are what the program shows: the demonstration in its second epoch.


README_SIZE = (1280, 720)


PICTURES: Mapping[str, tuple[int, Page]] = {
    "readme": (136, Table()),
    "readme_points": (145, EpochScores()),
}
"""After how many actions each is seen, and the page."""


@pytest.mark.parametrize("name", PICTURES)
def test_the_pictures_on_the_readme_are_what_the_program_shows(
    name: str,
    golden: Callable[[Surface, str], None],
    painter_on: Callable[[Surface], Painter],
    measures: Type,
) -> None:
    played, page = PICTURES[name]
    setup, actions = demo_game()
    timeline = begin(setup)
    for action in actions[:played]:
        timeline = enter(timeline, action)
    guests = tuple(Guest(button, name) for button, name in enumerate(setup.players))
    model = Model(
        page=page,
        now=1000.0,
        session=Session(
            timeline=timeline,
            buttons=tuple(guest.button for guest in guests),
            last_guests=guests,
            agreement=Agreement(secrecy=Secrecy.OPEN),
        ),
    )
    surface = pygame.Surface(README_SIZE)
    painter_on(surface).paint(scene(model, Canvas(size=README_SIZE, type=measures)))
    golden(surface, name)
