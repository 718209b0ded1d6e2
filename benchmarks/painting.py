"""How long painting takes, compared with one opaque blit of the whole screen in the same run."""

import os
from collections.abc import Callable
from statistics import median
from time import perf_counter

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from pygame import Surface

from benchmarks.example import table
from benchmarks.figures import Figure, spread
from companion.app.demo import demo_game
from companion.core.messages import Dealt, Enter, Message
from companion.core.model import Agreement, Guest, Model, Seating
from companion.core.update import update
from companion.paths import asset
from companion.screen.fonts import Fonts
from companion.screen.painter import Painter
from companion.screen.pictures import Pictures
from companion.view.canvas import Canvas
from companion.view.render import scene
from companion.view.scene import Scene
from companion.view.type import Type, type_from

LIMITS = {(800, 480): 20, (1280, 720): 14, (1920, 1080): 11}
LIMIT_OF_ONE_CHANGE = 4
ROUNDS = 200
ACTIONS = 24
"""So many actions of the demonstration game come before the drawn tile; then it lies on a lot."""


def seconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


def drawn(size: tuple[int, int], measures: Type) -> tuple[Scene[Message], Scene[Message]]:
    """Return a table of the demonstration game before and after somebody draws a tile.

    Whose turn it is, the question and two players' names change with it.
    """
    setup, actions = demo_game()
    guests = tuple(Guest(button, name) for button, name in enumerate(setup.players))
    model, _ = update(Model(page=Seating(guests)), Dealt(setup, guests, Agreement()))
    canvas = Canvas(size=size, type=measures)
    for number, action in enumerate(actions):
        after, _ = update(model, Enter(action))
        lies = sum(slot is not None for slot in after.game.lane)
        if number >= ACTIONS and lies > sum(slot is not None for slot in model.game.lane):
            return scene(model, canvas), scene(after, canvas)
        model = after
    raise AssertionError("Nobody draws in the demonstration game.")


class Bench:
    """One size of screen with a full table on it."""

    def __init__(self, size: tuple[int, int]) -> None:
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        self.surface, self.picture = (Surface(size, 0, 32) for _ in range(2))
        fonts = Fonts(asset("fonts"), measures)
        self.painter = Painter(self.surface, fonts, Pictures(asset("icons")))
        self.example = [table(size, lot=6, bag=87), table(size, lot=7, bag=86)]
        self.game = [*drawn(size, measures)]
        self.first = seconds(lambda: self.painter.paint(self.example[0]))

    def measured(self, rounds: int) -> dict[str, list[float]]:
        """Return how long each thing takes in seconds, in turns; what is drawn is drawn before."""
        times: dict[str, list[float]] = {}
        for _ in range(rounds):
            for name, prepare, action in (
                ("blit", _nothing, lambda: self.surface.blit(self.picture, (0, 0))),
                ("whole", self.painter.forget, lambda: self.painter.paint(self.example[0])),
                ("one tile", self.example.reverse, lambda: self.painter.paint(self.example[0])),
                ("same", _nothing, lambda: self.painter.paint(self.example[0])),
                ("", self.game.reverse, lambda: self.painter.paint(self.game[1])),
                ("draw", _nothing, lambda: self.painter.paint(self.game[0])),
            ):
                prepare()
                times.setdefault(name, []).append(seconds(action))
        return times


def _nothing() -> None:
    """Prepare nothing."""


def figures(rounds: int = ROUNDS) -> list[Figure]:
    """Measure and return the figures."""
    return [each for size, limit in LIMITS.items() for each in _of(size, limit, rounds)]


def _of(size: tuple[int, int], limit: int, rounds: int) -> list[Figure]:
    bench = Bench(size)
    bench.measured(2)
    times = bench.measured(rounds)
    blit = median(times["blit"])
    at = f"{size[0]}×{size[1]}"

    def figure(what: str, name: str, most: int) -> Figure:
        ratio = median(times[name]) / blit
        found = f"{spread([each / blit for each in times[name]], 1)} blits"
        return Figure(f"{at}: {what}", found, f"{most} ×", ratio <= most)

    return [
        Figure(f"{at}: one opaque blit of everything", f"{blit * 1e3:.3f} ms"),
        figure("the whole table", "whole", limit),
        figure("a drawn tile alone", "one tile", LIMIT_OF_ONE_CHANGE),
        figure("a draw: tile, question and two names", "draw", LIMIT_OF_ONE_CHANGE),
        Figure(f"{at}: no change", f"{median(times['same']) * 1e3:.3f} ms"),
        Figure(f"{at}: the first time", f"{bench.first * 1e3:.0f} ms"),
    ]


if __name__ == "__main__":
    for found in figures():
        print(f"{found.what}: {found.found}, aim {found.aim}")
