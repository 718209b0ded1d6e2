"""How long painting takes, compared with one opaque blit of the whole screen in the same run.

Usage: python benchmarks/painting.py [rounds]
"""

import os
import statistics
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
sys.path.insert(0, str(Path(__file__).parents[1]))

from pygame import Surface, version

from benchmarks.example import table
from companion.screen.fonts import Fonts
from companion.screen.painter import Painter
from companion.screen.pictures import Pictures
from companion.view.type import type_from

ASSETS = Path(__file__).parents[1] / "assets"
LIMITS = {(800, 480): 20, (1280, 720): 14, (1920, 1080): 11}
LIMIT_OF_ONE_CHANGE = 4


def seconds(action: Callable[[], object]) -> float:
    """Return how long an action takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


class Bench:
    """One size of screen with a full table on it."""

    def __init__(self, size: tuple[int, int]) -> None:
        measures = type_from((ASSETS / "fonts" / "advances.json").read_bytes())
        self.surface = Surface(size, 0, 32)
        self.picture = Surface(size, 0, 32)
        fonts = Fonts(ASSETS / "fonts", measures)
        self.painter = Painter(self.surface, fonts, Pictures(ASSETS / "icons"))
        self.scenes = [table(size, lot=6, bag=87), table(size, lot=7, bag=86)]
        self.first = seconds(lambda: self.painter.paint(self.scenes[0]))
        self.change()

    def reference(self) -> None:
        """Copy one picture as large as the screen."""
        self.surface.blit(self.picture, (0, 0))

    def whole(self) -> None:
        """Paint all of the table."""
        self.painter.forget()
        self.painter.paint(self.scenes[0])

    def change(self) -> None:
        """Paint what one drawn tile changes."""
        self.scenes.reverse()
        self.painter.paint(self.scenes[0])

    def same(self) -> None:
        """Find that nothing has changed."""
        self.painter.paint(self.scenes[0])

    def measured(self, rounds: int) -> dict[str, float]:
        """Return the median of each action in seconds, taken in turns."""
        actions = {"blit": self.reference, "whole": self.whole, "change": self.change}
        actions["same"] = self.same
        times: dict[str, list[float]] = {name: [] for name in actions}
        for _ in range(rounds):
            for name, action in actions.items():
                times[name].append(seconds(action))
        return {name: statistics.median(taken) for name, taken in times.items()}


def main() -> None:
    """Print a line for each size, and leave with 1 if a limit is passed."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    print(f"pygame {version.ver}, SDL {version.SDL}, median of {rounds} rounds taken in turns")
    failed = False
    for size, limit in LIMITS.items():
        bench = Bench(size)
        times = bench.measured(rounds)
        whole, change = times["whole"] / times["blit"], times["change"] / times["blit"]
        failed |= whole > limit or change > LIMIT_OF_ONE_CHANGE
        print(
            f"{size[0]}x{size[1]}: one blit {times['blit'] * 1e3:.3f} ms | "
            f"whole table {whole:.1f} x (at most {limit}) | "
            f"one drawn tile {change:.1f} x (at most {LIMIT_OF_ONE_CHANGE}) | "
            f"no change {times['same'] * 1e3:.3f} ms | first time {bench.first * 1e3:.0f} ms"
        )
    sys.exit(failed)


if __name__ == "__main__":
    main()
