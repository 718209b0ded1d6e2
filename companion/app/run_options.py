"""The options of ``ra-companion run``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from companion.app.scripts.hands import Stage
    from companion.i18n import Words


class VirtualTable(Protocol):
    """What simulated people play."""

    @property
    def seed(self) -> int:
        """The seed of the dice."""
        ...

    def perform(self, stage: Stage, data: Path, said: Words) -> int:
        """Let them play and return the exit status."""
        ...


class RunOptions(msgspec.Struct, frozen=True, kw_only=True):
    """How the table is opened this time; what is not said is as the settings have it."""

    simulate: bool = False
    """Whether panel and reader are simulated, below the real drivers."""
    headless: bool = False
    """Whether there is no window."""
    windowed: bool = False
    size: tuple[int, int] | None = None
    """Width and height of the window, in pixels."""
    rotate: int = 0
    """Degrees by which the picture is turned clockwise."""
    language: str | None = None
    theme: str | None = None
    data: Path | None = None
    """The data folder."""
    settings: Path | None = None
    """The owner's settings, if they are not in the usual place."""
    start: str | None = None
    """The record to begin with."""
    script: str | None = None
    """The commands to perform; ``-`` is standard input."""
    speech_log: Path | None = None
    """Where it is written what is heard and said aloud."""
    demo: Path | None = None
    """The folder for the pictures of the demonstration."""
    or_demo: Path | None = None
    """The same, if there is no screen."""
    virtual_table: VirtualTable | None = None
    """What simulated people play; None: people play."""
    begin_log: Callable[[], None] = lambda: None
    """Begins the log; called once the first picture stands, which needs none."""

    @property
    def is_performed(self) -> bool:
        """Whether a script, the demonstration or simulated people play."""
        return not (self.script is None and self.demo is None and self.virtual_table is None)
