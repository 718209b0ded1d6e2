"""The pictures on the README are what the program shows: the demonstration in its second epoch."""

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

SIZE = (1280, 720)


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
    surface = pygame.Surface(SIZE)
    painter_on(surface).paint(scene(model, Canvas(size=SIZE, type=measures)))
    golden(surface, name)
