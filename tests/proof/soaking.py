"""``python -m tests.proof.soaking DATA PLAYERS SEED GAMES``: a table where everything goes wrong.

Simulated people play; between what they do somebody pulls cables, makes noise on the line, sets
clocks, fills the disk, and changes language and colours. An odd number of them plays in a café,
where guests go away and staff look in. After each game it prints a line of JSON.
"""

import errno
import gc
import os
import sys
import threading
import time
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from companion.app import program
from companion.app.game_store import GameStore
from companion.app.loop import speaking
from companion.app.scripts.gestures import Press
from companion.core.commands import Control
from companion.core.messages import SetPreference
from companion.i18n.languages import LANGUAGES
from companion.journal import lines
from companion.journal.disk import DISK
from companion.pages.kiosk.idle import ResumeQuestion
from companion.pages.kiosk.staff import Staff
from companion.pages.table.table import Table
from companion.paths import asset
from companion.screen.events import press_key
from companion.storage.pin import StaffPin
from tests.fair import Fair, Plan, play
from tests.people import Deed

if TYPE_CHECKING:
    from collections.abc import Callable


_THEMES = ("night", "papyrus", "contrast")

_MISHAP = 1 / 15
"""How often something happens before somebody does something."""

_SHORT_OF_ROOM = 3
"""Writes that fail before there is room again."""

_MOST_NOISE = 300

_AWAY_SECONDS = (5.0, 90.0, 400.0, 700.0, 2800.0)
"""So long guests leave the table alone."""

_GONE_SECONDS = 600.0

_GO_ON = 0.9
"""How often whoever finds a game goes on with it."""

_PIN = "1357"

_YEAR_NS = 365 * 86_400 * 10**9

_CLOCK = {"ahead": 0}

_ROOM = {"refusals": 0}


def _time_ns() -> int:
    return time.time_ns() + _CLOCK["ahead"]


def _write(descriptor: int, data: bytes) -> int:
    """Write, unless the disk is full just now; then perhaps take a part of it."""
    if _ROOM["refusals"]:
        _ROOM["refusals"] -= 1
        if _ROOM["refusals"] % 2:
            return os.write(descriptor, data[: len(data) // 2])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return os.write(descriptor, data)


def _open_files() -> int:
    """Return how many files are open, the faces of the fonts left out: each is opened once."""
    fonts = str(asset("fonts"))
    return sum(
        not str(each.resolve()).startswith(fonts) for each in Path("/proc/self/fd").iterdir()
    )


class Soaked(Fair):
    """A table with people around it, to which everything happens."""

    def __init__(self, stage: Any, plan: Plan) -> None:  # noqa: ANN401 - as it is made
        super().__init__(stage, plan)
        self._chance = Random(plan.seed)  # noqa: S311 - a proof's dice
        self._began = self._clock.now()
        self._mishaps = 0
        self._happening: tuple[Callable[[], None], ...] = (
            self._noise, self._cable, self._clocks, self._full, self._language, self._theme,
        )  # fmt: skip

    def _do(self, deed: Deed) -> None:
        if self._chance.random() < _MISHAP:
            self._mishaps += 1
            self._chance.choice(self._happening)()
            self._script.let_reader_settle()
        super()._do(deed)

    def _noise(self) -> None:
        self._reader.serial(self._chance.randbytes(self._chance.randrange(1, _MOST_NOISE)))

    def _cable(self) -> None:
        self._reader.unplug()
        self._pass_time(self._chance.uniform(0.1, 5.0))
        self._reader.plug()
        self._script.let_reader_settle()
        self._pass_time(4.0)

    def _clocks(self) -> None:
        _CLOCK["ahead"] = self._chance.randrange(-50 * _YEAR_NS, 50 * _YEAR_NS)

    def _full(self) -> None:
        _ROOM["refusals"] = self._chance.randint(1, _SHORT_OF_ROOM)

    def _language(self) -> None:
        self._loop.post(speaking(self._chance.choice([*LANGUAGES])), "touch")

    def _theme(self) -> None:
        self._loop.post(SetPreference("theme", self._chance.choice(_THEMES)), "touch")

    def again(self) -> None:
        """Press until another game lies on the table: the disk may have been full."""
        before = self._loop.model.session.timeline
        for _ in range(2 * _SHORT_OF_ROOM):
            super().again()
            if self._loop.model.session.timeline is not before:
                return

    def count(self, entries: bytes) -> None:
        """Count a game that was played, and look how the process is."""
        super().count(entries)
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        line = {
            "kib": pages * os.sysconf("SC_PAGE_SIZE") // 1024,
            "files": _open_files(),
            "threads": threading.active_count(),
            "mishaps": self._mishaps,
            "table_seconds": self._clock.now() - self._began,
        }
        os.write(1, msgspec.json.encode(line) + b"\n")


class InCafe(Soaked):
    """The same in a café: guests go away and come back or do not, and staff look in.

    Clocks do not jump here, or names of guests would run out in the middle of a game.
    """

    def __init__(self, stage: Any, plan: Plan) -> None:  # noqa: ANN401 - as it is made
        super().__init__(stage, plan)
        self._happening = (
            self._noise, self._cable, self._full, self._theme, self._nobody, self._staff,
        )  # fmt: skip

    def _nobody(self) -> None:
        """Let nobody do anything for a while; then somebody comes, and mostly goes on."""
        if not isinstance(self._loop.model.page, Table):
            return
        self._pass_time(self._chance.choice(_AWAY_SECONDS))
        self._do(Press(Control.OK))
        if isinstance(self._loop.model.page, ResumeQuestion) and self._chance.random() < _GO_ON:
            self._do(Press(Control.OK))

    def _staff(self) -> None:
        """Let staff come with their PIN, look, and go."""
        if not isinstance(self._loop.model.page, Table):
            return
        _ROOM["refusals"] = 0  # what staff do is written down, or not done
        for name in ("f12", *_PIN, "return"):
            self._key(name)
        assert isinstance(self._loop.model.page, Staff), self._loop.model.page
        self._key("r")

    def _key(self, name: str) -> None:
        press_key(name)
        self._loop.finish()
        self._pass_time(0.1)

    def again(self) -> None:
        """Let these guests go, until the table shows itself to nobody, and others come."""
        self._pass_time(_GONE_SECONDS)
        Fair.again(self)


def _cafe(data: Path) -> Path:
    """Make a table one in a café whose staff have a PIN, and return its settings."""
    StaffPin(data / "staff-pin.json", time.monotonic).choose(_PIN)
    settings = data.with_name("settings.toml")
    settings.write_text("[table]\nkiosk = true\n[data]\nallow_memory = true\n")
    return settings


def main() -> None:
    """Open the table."""
    data, players, seed, games = sys.argv[1:]
    wall = SimpleNamespace(
        time_ns=_time_ns, clock_gettime_ns=time.clock_gettime_ns, CLOCK_BOOTTIME=time.CLOCK_BOOTTIME
    )
    disk = replace(DISK, write=_write)
    with (
        patch.object(lines, "time", wall),
        patch.object(program, "GameStore", partial(GameStore, disk=disk)),
    ):
        plan = Plan(int(players), int(games), int(seed))
        if plan.players % 2:
            play(plan, Path(data), _cafe(Path(data)), InCafe)
        else:
            play(plan, Path(data), seated=Soaked)


if __name__ == "__main__":
    main()
