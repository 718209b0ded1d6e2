"""Which files and functions of the program one gesture runs through.

As a program of its own it runs the command line and counts every call between two marks: the
script writes the state of the game into a file before the gesture and after it.
"""

import os
import subprocess
import sys
import threading
from enum import Enum
from pathlib import Path
from types import CodeType, FrameType
from typing import NamedTuple

ROOT = Path(__file__).parents[2]

BEFORE, AFTER = "before.json", "after.json"

NO_PART = ("companion/app/scripts/", "companion/cli/")
"""What only drives the program here."""

SEATED = ("press p1", "press p2", "press p3", "press ra", "press ok")


class Gesture(Enum):
    """What somebody does; it was done once before, so that nothing is left to load."""

    TAP = "press p2"
    TAG = "draw nile"


class Walk(NamedTuple):
    """What a gesture walked through."""

    files: frozenset[str]
    functions: int


def walked(gesture: Gesture, folder: Path) -> Walk:
    """Return what one gesture of a game walks through, from the driver to the picture."""
    script = folder / "script.txt"
    warm = (gesture.value, "wait 3", gesture.value, "wait 3")
    steps = (*SEATED, *warm, f"state {BEFORE}", gesture.value, f"state {AFTER}")
    script.write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
    options = ("run", "--simulate", "--headless", "--data", "data", "--script", str(script))
    done = subprocess.run(
        [sys.executable, __file__, *options], cwd=folder, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, timeout=120, check=True,
    )  # fmt: skip
    calls = [line.split(":") for line in done.stderr.splitlines() if ".py:" in line]
    return Walk(frozenset(file for file, *_ in calls), len(calls))


class _Walker:
    """Notes every call between the marks, in every thread."""

    def __init__(self) -> None:
        self.seen: set[CodeType] = set()
        self._is_open = False

    def mark(self, event: str, arguments: tuple[object, ...]) -> None:
        """Begin and end where the script writes its files."""
        if event == "open":
            name = os.path.basename(str(arguments[0]))  # noqa: PTH119 - inside of open()
            self._is_open = name == BEFORE or (self._is_open and name != AFTER)

    def note(self, frame: FrameType, event: str, _: object) -> None:
        """Note one call."""
        if self._is_open and event == "call":
            self.seen.add(frame.f_code)


def main() -> int:
    """Run the command line and tell standard error what was walked through."""
    from companion.cli import main as run  # noqa: PLC0415 - after the path is set

    walker = _Walker()
    sys.addaudithook(walker.mark)
    threading.setprofile(walker.note)
    sys.setprofile(walker.note)
    status = run()
    sys.setprofile(None)
    for code in sorted(walker.seen, key=lambda code: (code.co_filename, code.co_firstlineno)):
        file = os.path.relpath(code.co_filename, ROOT)
        if file.startswith(("companion/", "hardware/")) and not file.startswith(NO_PART):
            sys.stderr.write(f"{file}:{code.co_firstlineno}:{code.co_qualname}\n")
    return status


if __name__ == "__main__":
    sys.exit(main())
