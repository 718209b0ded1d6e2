"""The options of ``ra-companion run``."""

import re
from pathlib import Path
from typing import Annotated, get_args

from companion.i18n.languages import LANGUAGES
from companion.options import Common, Option
from companion.settings import QuarterTurns
from companion.ui.theme import THEMES


def window_size(text: str) -> tuple[int, int]:
    """Return width and height in pixels.

    Raises:
        ValueError: It does not say so.
    """
    numbers = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text, re.ASCII)
    if numbers is None:
        raise ValueError(f"write width and height such as 800x480, not {text}")
    return int(numbers[1]), int(numbers[2])


def quarter_turns(text: str) -> int:
    """Return by how many degrees a picture is turned.

    Raises:
        ValueError: It does not say so.
    """
    turns = get_args(QuarterTurns)
    if text not in map(str, turns):
        raise ValueError(f"write {', '.join(map(str, turns[:-1]))} or {turns[-1]}, not {text}")
    return int(text)


class RunOptions(Common, frozen=True, kw_only=True):
    """How the table is opened this time; what is not given is as the settings have it."""

    simulate: Annotated[bool, Option("use a simulated panel and tag reader")] = False
    headless: Annotated[
        bool, Option("run without a window; everything else works as usual, screenshots included")
    ] = False
    windowed: Annotated[bool, Option("run in a window instead of full screen")] = False
    size: Annotated[
        tuple[int, int] | None, Option("window size, such as 800x480", "WxH", read=window_size)
    ] = None
    rotate: Annotated[
        int, Option("turn the picture clockwise: 90, 180 or 270", "DEGREES", read=quarter_turns)
    ] = 0
    language: Annotated[
        str | None, Option("language (default: as in the settings)", "xx", LANGUAGES)
    ] = None
    theme: Annotated[
        str | None, Option("colours (default: as in the settings)", "NAME", tuple(THEMES))
    ] = None
    data: Annotated[
        Path | None, Option("folder of the games (default: ~/.local/share/ra-companion)", "DIR")
    ] = None
    settings: Annotated[Path | None, Option("path of the settings file", "FILE")] = None
    phones: Annotated[bool, Option("let phones of the local network be everybody's panel")] = False
    start: Annotated[
        str | None, Option("start from this record; no game may be unfinished", "FILE")
    ] = None
    script: Annotated[
        str | None,
        Option("run the commands in this file, then quit (- for standard input)", "FILE"),
    ] = None
    speech_log: Annotated[
        Path | None, Option("log every sound and every spoken sentence", "FILE")
    ] = None
    demo: Annotated[Path | None, Option("play the demo game; screenshots into DIR", "DIR")] = None
    or_demo: Annotated[
        Path | None, Option("like --demo, but only where there is no screen", "DIR")
    ] = None

    @property
    def is_performed(self) -> bool:
        """Whether a script or the demonstration plays."""
        return not (self.script is None and self.demo is None)
