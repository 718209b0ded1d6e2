"""Loads what the first picture did not need, while the table idles: one module between two turns.

A press in the first second waits for one module at most, and no later picture waits for any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module

from companion.pages import modules

# In both, those that need few others come first.
_GAME = (
    "companion.journal.writer",
    "companion.rules.events",
    "companion.rules.play",
    "companion.rules.partial.playing",
    "companion.rules.records.timeline",
    "companion.rules.corrections.conservation",
    "companion.narration",
    "companion.statistics",
)

_MACHINES = (
    "gettext",
    "sqlite3",
    "companion.journal.index",
    "companion.exports.kept_game",
    "companion.exports",
    "companion.storage.score_sheets",
    "companion.app.forgetting",
    "companion.app.archive",
    "companion.app.opponent",
    "tomlkit",
    "companion.app.hardware_bench.bench",
    "ctypes.util",
    "companion.doctor.machine",
    "companion.doctor.power",
    "companion.app.simulation.window",
    "json",
    "companion.storage.files",
    "companion.app.scripts.hands",
    "companion.storage.pin",
    "companion.storage.staff_log",
    "companion.app.kiosk.office",
    "companion.app.late",
)
"""What ``late`` needs."""


def loading() -> Iterator[Callable[[], object]]:
    """Yield what loads everything, a little at a time: a game first, the machines last."""
    for module in (*_GAME, "companion.pages.motion", *modules(), *_MACHINES):
        yield partial(import_module, module)
