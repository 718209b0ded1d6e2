"""The picture on the README is what the program shows: the demonstration in its second epoch."""

from collections.abc import Callable

import pygame
from pygame import Surface

from companion.app.scripts.hands import demo_game
from companion.core.model import Model
from companion.core.session import Guest, Session
from companion.pages.render import scene
from companion.pages.table.table import Table
from companion.rules.records.timeline import begin, enter
from companion.screen.painter import Painter
from companion.ui.style import Canvas
from companion.ui.text_metrics import Type

SIZE = (1280, 720)

ACTIONS = 136


def test_the_picture_on_the_readme_is_what_the_program_shows(
    golden: Callable[[Surface, str], None],
    painter_on: Callable[[Surface], Painter],
    measures: Type,
) -> None:
    setup, actions = demo_game()
    timeline = begin(setup)
    for action in actions[:ACTIONS]:
        timeline = enter(timeline, action)
    guests = tuple(Guest(button, name) for button, name in enumerate(setup.players))
    model = Model(
        page=Table(),
        now=1000.0,
        session=Session(
            timeline=timeline, buttons=tuple(guest.button for guest in guests), last_guests=guests
        ),
    )
    surface = pygame.Surface(SIZE)
    painter_on(surface).paint(scene(model, Canvas(size=SIZE, type=measures)))
    golden(surface, "readme")
