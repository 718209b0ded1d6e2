"""The parts of the open program, for whoever works with several of them."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from companion.app.display import Display
from companion.app.game_store import GameStore
from companion.app.loop import Loop
from companion.app.run_options import RunOptions
from companion.app.wakeup import Clock, Wakeup
from companion.settings import Settings

if TYPE_CHECKING:
    from companion.app.devices import Opened


class Parts(NamedTuple):
    """The parts of the open program."""

    options: RunOptions
    settings: Settings
    data: Path
    """The data folder."""
    clock: Clock
    wakeup: Wakeup
    store: GameStore
    display: Display
    loop: Loop
    opened: Opened
    """Panel and bag reader."""
    stack: ExitStack
    """Closes what they open."""
