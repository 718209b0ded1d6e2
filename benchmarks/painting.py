"""How long painting takes, compared with one opaque blit of the whole screen in the same run."""

import os
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

from pygame import Surface

from benchmarks.figures import Figure, spread
from companion.core.messages import Dealt, Enter, Message
from companion.core.model import Model
from companion.core.session import Agreement, Guest
from companion.pages.new_game import Seating
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


LIMIT_OF_ONE_CHANGE = 4


ROUNDS = 200


NAMES = ("Anna", "Marek", "Yuki", "Zsófi", "Олена")


SIZE, FEWER_PLAYERS = (1280, 720), (2, 3, 4)


SEED, EPOCH, LOT = 7, 3, 5
"""A draw is measured in the last epoch of a random game, onto a lot of at least this many tiles."""


def seconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


def drawn(
    size: tuple[int, int], players: int, measures: Type
) -> tuple[Scene[Message], Scene[Message]]:
    """Return a full table before and after somebody draws a tile.

    Whose turn it is, the question and two players' names change with it.
    """
    dealt, dice = setup(NAMES[:players]), Random(SEED)
    guests = tuple(Guest(button, name) for button, name in enumerate(dealt.players))
    first, _ = update(Model(page=Seating(guests)), Dealt(dealt, guests, Agreement()))
    canvas = Canvas(size=size, type=measures)
    while True:
        before = first
        for action in random_game(dealt, dice):
            after, _ = update(before, Enter(action))
            lie, more = (
                sum(slot is not None for slot in each.game.lane) for each in (before, after)
            )
            if before.game.epoch == EPOCH and lie >= LOT and more > lie:
                return scene(before, canvas), scene(after, canvas)
            before = after


class Bench:
    """One size of screen with a full table of this many on it."""

    def __init__(self, size: tuple[int, int], players: int = len(NAMES)) -> None:
        measures = type_from(asset("fonts", "advances.json").read_bytes())
        self.surface, self.picture = (Surface(size, 0, 32) for _ in range(2))
        fonts = Fonts(asset("fonts"), measures)
        self.painter = Painter(self.surface, fonts, Pictures(asset("icons")))
        self.scenes = [*drawn(size, players, measures)]
        self.first = seconds(lambda: self.painter.paint(self.scenes[0]))

    def measured(self, rounds: int) -> dict[str, list[float]]:
        """Return how long each thing takes, in seconds, alternating; pictures are cached before."""
        times: dict[str, list[float]] = {}
        for _ in range(rounds):
            for name, prepare, action in (
                ("blit", _nothing, lambda: self.surface.blit(self.picture, (0, 0))),
                ("whole", self.painter.forget, lambda: self.painter.paint(self.scenes[0])),
                ("draw", self.scenes.reverse, lambda: self.painter.paint(self.scenes[0])),
                ("same", _nothing, lambda: self.painter.paint(self.scenes[0])),
            ):
                prepare()
                times.setdefault(name, []).append(seconds(action))
        return times


def _nothing() -> None:
    """Prepare nothing."""


def figures(rounds: int = ROUNDS) -> list[Figure]:
    """Measure and return the figures."""
    sizes = [each for size, limit in LIMITS.items() for each in _of(size, limit, rounds)]
    return [*sizes, *(_of_fewer(players, rounds) for players in FEWER_PLAYERS)]


def _of_fewer(players: int, rounds: int) -> Figure:
    """Return what the whole table of fewer players takes."""
    bench = Bench(SIZE, players)
    bench.measured(2)
    times = bench.measured(rounds)
    ratios = [each / median(times["blit"]) for each in times["whole"]]
    what = f"{SIZE[0]}×{SIZE[1]}: the whole table of {players}"
    return Figure(what, f"{spread(ratios, 1)} blits", f"{LIMITS[SIZE]} ×",
                  median(ratios) <= LIMITS[SIZE])  # fmt: skip


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
        figure(f"the whole table of {len(NAMES)}", "whole", limit),
        figure("a draw: tile, question and two names", "draw", LIMIT_OF_ONE_CHANGE),
        Figure(f"{at}: no change", f"{median(times['same']) * 1e3:.3f} ms"),
        Figure(f"{at}: the first time", f"{bench.first * 1e3:.0f} ms"),
    ]


if __name__ == "__main__":
    for found in figures():
        print(f"{found.what}: {found.found}, aim {found.aim}")
