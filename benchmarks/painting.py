"""How long painting takes, beside one opaque blit of the whole screen."""

import os
from collections.abc import Callable
from random import Random
from time import process_time

from pygame import Surface

from benchmarks.games import NAMES
from benchmarks.measure import Figure, against
from companion.core.messages import Dealt, Enter, Message
from companion.core.model import Agreement, Guest, Model
from companion.pages.new_game.seating import Seating
from companion.pages.render import scene
from companion.pages.update import update
from companion.paths import asset
from companion.rules.editions import setup
from companion.screen.drawings import Fonts
from companion.screen.painter import Painter
from companion.screen.surfaces import Pictures
from companion.ui.scene import Scene
from companion.ui.style import Canvas
from companion.ui.text_metrics import Type, type_from
from tests.random_games import random_game

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

LIMITS = {(800, 480): 20, (1280, 720): 14, (1920, 1080): 11}
"""Blits that the whole table may take, for each size."""

LIMIT_OF_A_DRAW, ROUNDS = 4, 150

EPOCH, LOT = 3, 5
"""A draw is measured in the last epoch of a random game, onto a lot of at least this many tiles."""


def drawn(size: tuple[int, int], measures: Type) -> tuple[Scene[Message], Scene[Message]]:
    """Return a full table before and after somebody draws a tile."""
    dealt, dice = setup(NAMES), Random(7)
    guests = tuple(Guest(button, name) for button, name in enumerate(dealt.players))
    first, _ = update(Model(page=Seating(guests)), Dealt(dealt, guests, Agreement()))
    canvas = Canvas(size=size, type=measures)
    while True:
        before = first
        for action in random_game(dealt, dice):
            after, _ = update(before, Enter(action))
            lie, more = (
                sum(space is not None for space in each.game.track) for each in (before, after)
            )
            if before.game.epoch == EPOCH and lie >= LOT and more > lie:
                return scene(before, canvas), scene(after, canvas)
            before = after


def figures() -> list[Figure]:
    """Paint in turns, with everything that is cached."""
    return [figure for size, limit in LIMITS.items() for figure in _of(size, limit)]


def _of(size: tuple[int, int], limit: int) -> list[Figure]:
    measures = type_from(asset("fonts", "advances.json").read_bytes())
    surface, picture = (Surface(size, 0, 32) for _ in range(2))
    fonts, pictures = Fonts(asset("fonts"), measures), Pictures(asset("icons"))
    painter = Painter(surface, fonts, pictures)
    scenes = [*drawn(size, measures)]
    first = _seconds(lambda: painter.paint(scenes[0]))
    blits, whole, draws = [], [], []
    for _ in range(ROUNDS):
        blits.append(_seconds(lambda: surface.blit(picture, (0, 0))))
        painter.forget()
        whole.append(_seconds(lambda: painter.paint(scenes[0])))
        scenes.reverse()
        draws.append(_seconds(lambda: painter.paint(scenes[0])))
    at, beside = f"{size[0]}×{size[1]}", "an opaque blit"
    return [
        against(f"{at}: the whole table of 5", whole, blits, beside, limit, tail=False),
        against(f"{at}: a draw", draws, blits, beside, LIMIT_OF_A_DRAW, tail=False),
        Figure(f"{at}: the first time", f"{1000 * first:.0f} ms"),
    ]


def _seconds(action: Callable[[], object]) -> float:
    start = process_time()  # of the processor, as others may use it, too
    action()
    return process_time() - start
