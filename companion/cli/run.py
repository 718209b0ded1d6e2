"""``ra-companion run``: opens the table."""

import gc
import logging
from functools import partial
from pathlib import Path

from msgspec.structs import asdict

from companion.app.run_options import RunOptions
from companion.cli.terminal import debugging, load
from companion.cli.terminal.options import STATUSES, CommandParser, Common, size
from companion.i18n import LANGUAGES, mark
from companion.ui.theme import THEMES

ABOUT = mark("""\
Open the table: the whole game on a screen, entered with buttons, keys or touch. Everything is saved
to disk before it is shown.

examples:
  ra-companion run --simulate                         try it on any computer
  ra-companion run --headless --script evening.txt    run a script without a window
""")

ROTATIONS = (0, 90, 180, 270)
"""Degrees by which a picture can be turned."""


class Options(Common, frozen=True, kw_only=True):
    """How the table is opened, under the names of `RunOptions`."""

    simulate: bool = False
    headless: bool = False
    windowed: bool = False
    size: tuple[int, int] | None = None
    rotate: int = 0
    language: str | None = None
    theme: str | None = None
    data: Path | None = None
    settings: Path | None = None
    start: str | None = None
    script: str | None = None
    speech_log: Path | None = None
    demo: Path | None = None
    or_demo: Path | None = None


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT, STATUSES)
    add = parser.add
    add(
        "--simulate",
        action="store_true",
        help=mark("simulate the panel and reader below the real drivers"),
    )
    add(
        "--headless",
        action="store_true",
        help=mark("run without a window; everything else works as usual, screenshots included"),
    )
    parser.add_data()
    add(
        "--size",
        type=partial(size, parser.said),
        metavar="WxH",
        help=mark("window size, such as 800x480"),
    )
    add("--language", choices=LANGUAGES, metavar="xx", help=mark("language, such as uk"))
    add("--theme", choices=tuple(THEMES), metavar="NAME", help=mark("colour theme for this run"))
    add(
        "--start",
        metavar="FILE",
        help=mark("start from this record; requires that no game is unfinished"),
    )
    add(
        "--script",
        metavar="FILE",
        help=mark("run the commands in this file, then quit (- for standard input)"),
    )
    add(
        "--settings",
        type=Path,
        metavar="FILE",
        help=mark("settings file other than the usual one"),
    )
    add(
        "--speech-log",
        type=Path,
        metavar="FILE",
        help=mark("log everything heard and said aloud"),
    )
    add("--demo", type=Path, metavar="DIR", help=mark("play the demo game; screenshots into DIR"))
    add(
        "--or-demo",
        type=Path,
        metavar="DIR",
        help=mark("like --demo, but only where there is no screen"),
    )
    add("--windowed", action="store_true", help=mark("run in a window instead of full screen"))
    add("--rotate", type=int, choices=ROTATIONS, default=0, help=mark("rotate the picture"))
    parser.add_loudness()


def run(options: Options) -> int:
    """Open the table, and return the exit status once it is put away.

    Raises:
        OSError: The system refuses something that the table cannot do without.
    """
    if not options.verbose:
        debugging.begin(logging.WARNING if options.quiet else logging.INFO)
    known = set(RunOptions.__struct_fields__)
    told = {name: value for name, value in asdict(options).items() if name in known}
    gc.disable()  # until the first picture stands, hardly anything is garbage
    try:
        status: int = load("companion.app.program").run(RunOptions(**told))
    finally:
        gc.enable()
    return status
