"""The options of ``ra-companion run``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


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
    begin_log: Callable[[], None] = lambda: None
    """Begins the log; called once the first picture stands, which needs none."""

    @property
    def is_performed(self) -> bool:
        """Whether a script or the demonstration plays."""
        return not (self.script is None and self.demo is None)
