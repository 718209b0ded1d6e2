"""The most memory that a process takes which plays the demo game."""

import subprocess
import sys
from tempfile import TemporaryDirectory

from benchmarks.measure import Figure

MOST_MEGABYTES = {"1280x720": 100, "1920x1080": 135}

_PEAK = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
print(os.wait4(process.pid, 0)[2].ru_maxrss)
"""
"""A small process that starts it: Linux counts what the starter holds as the first peak."""


def megabytes(*words: str) -> float:
    """Return the peak of a process of our program."""
    command = [sys.executable, "-c", _PEAK, sys.executable, "-m", "companion", *words]
    ran = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    return int(ran.stdout) / 1024


def figures() -> list[Figure]:
    """Play the demo game at both sizes, beside a process that only imports pygame."""
    bare = subprocess.run(
        [sys.executable, "-c", _PEAK, sys.executable, "-c", "import pygame"],
        stdout=subprocess.PIPE, check=True, text=True,
    )  # fmt: skip
    beside = f"`import pygame` alone: {int(bare.stdout) / 1024:.0f} MB"
    found = []
    for size, most in MOST_MEGABYTES.items():
        with TemporaryDirectory(dir=sys.prefix) as folder:
            peak = megabytes("run", "--headless", "--simulate", "--size", size, "--demo", folder)
        what = f"memory while the demo game is played, {size}"
        found.append(Figure(what, f"{peak:.0f} MB", beside, f"≤ {most} MB", peak <= most))
    return found
