"""A script or the demonstration on the stage of the whole program."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from companion.app.demo import Demonstration
from companion.app.devices import Opened
from companion.app.loop import Loop
from companion.app.rig import SimulatedRig
from companion.app.script import Script
from companion.app.showing import Showing
from companion.app.starting import CannotStart
from companion.app.wakeup import Clock, Wakeup
from companion.words import Words

_FAILED = 1


class Stage(NamedTuple):
    """The parts of the program that a script moves or looks at."""

    loop: Loop
    showing: Showing
    opened: Opened
    clock: Clock
    wakeup: Wakeup

    def script(self) -> Script:
        """Return hands that can do what a script says."""
        rig = SimulatedRig(self.showing, self.opened, lambda: self.loop.model)
        return Script(self.loop, rig, self.clock, self.wakeup)


def perform_demo(stage: Stage, folder: Path, said: Words) -> int:
    """Play the demonstration, print what it does, and return the exit status."""
    demonstration = Demonstration(stage.script(), lambda: stage.loop.model, folder, said)
    for line in demonstration.run():
        print(line, flush=True)  # noqa: T201 - the demonstration says what it does
    return 0


def perform_script(stage: Stage, file: str) -> int:
    """Do what a script says and return the exit status.

    Raises:
        CannotStart: The script cannot be read.
    """
    with _lines(file) as (lines, name):
        trouble = stage.script().run(lines, name)
    if trouble is None:
        return 0
    print(trouble, file=sys.stderr)  # noqa: T201 - the contract of scripts
    return _FAILED


@contextmanager
def _lines(script: str) -> Iterator[tuple[Iterator[str], str]]:
    """Open a script; ``-`` is standard input, read as it comes.

    Raises:
        CannotStart: It cannot be read.
    """
    if script == "-":
        yield iter(sys.stdin.readline, ""), "-"
        return
    try:
        with Path(script).open(encoding="utf-8") as file:
            yield iter(file), script
    except (OSError, UnicodeDecodeError) as why:
        raise CannotStart("the script cannot be read: {why}", why=why) from why
