"""``python -m tests.app.kiosk.day DATA SETTINGS SEED GAMES IDLES MISHAPS``: a day in a café.

Simulated guests play through the whole program; in between they go away, staff look in, and what is
named happens. Whatever is confirmed is printed at once, as somebody may pull the plug any time.
"""

import errno
import gc
import os
import sys
import threading
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec
from msgspec.structs import replace

from companion.app import program as app_program
from companion.app.game_store import GameStore
from companion.app.loop import Loop
from companion.app.parts import Parts
from companion.app.scripts.gestures import Press
from companion.core.commands import Control
from companion.core.model import Model
from companion.journal.disk import DISK
from companion.pages.kiosk.idle import ResumeQuestion
from companion.pages.kiosk.staff import Staff
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.screen.events import press_key
from tests.fair import Fair, Plan, play
from tests.people import Deed

PIN = "1357"

AWAY_SECONDS = (5.0, 90.0, 400.0, 700.0, 2800.0)
"""So long guests leave the table alone."""

GONE_SECONDS = 600.0
"""After a game: long enough that the table shows itself to nobody."""

EVERY_DEEDS = 9

FULL_DEEDS = 15
"""For this many deeds there is no room on the disk."""

_ROOM = {"refusals": 0}


def _write(descriptor: int, data: bytes) -> int:
    if _ROOM["refusals"]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    return os.write(descriptor, data)


def _say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


class Day(Fair):
    """A table with guests around it who come and go."""

    def __init__(self, parts: Parts, plan: Plan, idles: int, mishaps: list[str]) -> None:
        super().__init__(parts, plan)
        self._chance = Random(plan.seed)  # noqa: S311 - no secret
        self._per_game = -(-idles // plan.games)
        self._idles, self._left = idles, self._per_game
        self._languages = mishaps.count("language")
        self._mishaps = [each for each in mishaps if each != "language"]

    def _do(self, deed: Deed) -> None:
        page = self._loop.model.page
        if not isinstance(page, Finale) and self._deeds % EVERY_DEEDS == EVERY_DEEDS - 1:
            if self._idles and self._left:
                self._nobody()
            if self._mishaps and isinstance(self._loop.model.page, Table):
                self._happens(self._mishaps.pop())
        _ROOM["refusals"] = max(0, _ROOM["refusals"] - 1)
        super()._do(deed)

    def _nobody(self) -> None:
        """Let nobody do anything for a while; then somebody comes, and mostly goes on."""
        self._idles, self._left = self._idles - 1, self._left - 1
        self._pass_time(self._chance.choice(AWAY_SECONDS))
        _say("idle")
        super()._do(Press(Control.OK))
        if isinstance(self._loop.model.page, ResumeQuestion) and self._chance.random() < 0.9:
            super()._do(Press(Control.OK))

    def _happens(self, what: str) -> None:
        match what:
            case "cable":
                self._reader.unplug()
                self._pass_time(10.0)
                self._reader.plug()
                self._script.let_reader_settle()
                self._pass_time(4.0)
            case "full":
                _ROOM["refusals"] = FULL_DEEDS
            case _:
                self._look_in()
        _say(f"mishap {what}")

    def _look_in(self) -> None:
        """Let staff come with their PIN, look, and go."""
        for name in ("f12", *PIN, "return"):
            self._key(name)
        assert isinstance(self._loop.model.page, Staff), self._loop.model.page
        self._key("r")

    def _key(self, name: str) -> None:
        press_key(name)
        self._loop.finish()
        self._pass_time(0.1)

    def again(self) -> None:
        """Let these guests go and others come: they choose another language now and then."""
        self._left = self._per_game
        self._pass_time(GONE_SECONDS)
        super()._do(Press(Control.RA))
        if self._languages and isinstance(self._loop.model.page, Welcome):
            self._languages -= 1
            before = self._loop.model.preferences.language
            self._panel.turn(1)
            self._loop.finish()
            assert self._loop.model.preferences.language != before
            _say("mishap language")

    def count(self, entries: bytes) -> None:
        """Say how the process is after a game."""
        super().count(entries)
        gc.collect()
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        figures = {
            "kib": pages * os.sysconf("SC_PAGE_SIZE") // 1024,
            "threads": threading.active_count(),
        }
        _say(msgspec.json.encode(figures).decode())


def main() -> None:
    """Open the table."""
    data, settings, seed, games, idles, mishaps = sys.argv[1:]

    def loop(model: Model, *, store: GameStore, confirmed: object, **parts: Any) -> Loop:  # noqa: ANN401, ARG001 - as the loop has them
        return Loop(
            model,
            store=store,
            confirmed=lambda seq: _say(f"confirmed {store.game} {seq}"),
            **parts,
        )

    day = partial(Day, idles=int(idles), mishaps=mishaps.split(",") if mishaps else [])
    with (
        patch.object(app_program, "Loop", loop),
        patch.object(
            app_program, "GameStore", partial(GameStore, disk=replace(DISK, write=_write))
        ),
    ):
        play(Plan(3, int(games), int(seed)), Path(data), Path(settings), day)


if __name__ == "__main__":
    main()
