"""Listing games: the first time, when the index is made, and later."""

import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks import games
from benchmarks.measure import Figure, yards_per_second

GAMES, TURNS = 2_000, 3

MOST_YARDS, MOST_MS = 6_000, 100
"""For each game when the index is made, and for a listing of all of them."""


def figures() -> list[Figure]:
    """Make the index in turns with yards, then list the games again."""
    first, again, nothing, yards = [], [], [], []
    with TemporaryDirectory() as folder:
        data, empty = Path(folder, "data"), Path(folder, "empty")
        games.whole(data, GAMES)
        (empty / "games").mkdir(parents=True)
        for _ in range(TURNS):
            for file in data.glob("history*"):
                file.unlink()
            yards.append(yards_per_second())
            first.append(_listed(data))
            again.append(_listed(data))
            nothing.append(_listed(empty))
    made = (median(first) - median(again)) / GAMES
    per_game = made * median(yards)
    listing = 1000 * (median(again) - median(nothing))
    return [
        Figure(
            "a game added to the index",
            f"{1000 * made:.2f} ms",
            f"{per_game:.0f} yards",
            f"≤ {MOST_YARDS:,} yards",
            per_game <= MOST_YARDS,
        ),
        Figure(
            f"{GAMES:,} games listed again",
            f"{listing:.0f} ms more than none",
            f"the command alone: {1000 * median(nothing):.0f} ms",
            f"≤ {MOST_MS} ms",
            listing <= MOST_MS,
        ),
    ]


def _listed(data: Path) -> float:
    """Return the processor's seconds of a command that lists games, its children included."""
    before = os.times()
    words = [sys.executable, "-m", "companion", "games", "--json", "--data", str(data)]
    subprocess.run(words, stdout=subprocess.DEVNULL, check=True)
    now = os.times()
    return now.children_user + now.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    began = time.monotonic()
    print(*figures(), f"{time.monotonic() - began:.0f} s", sep="\n")
