"""``ra-companion run``: opens the table."""

import gc
import logging
from pathlib import Path
from typing import get_args

from msgspec.structs import asdict

from companion.app.run_options import RunOptions
from companion.cli.terminal import keep_log, load
from companion.cli.terminal.options import CommandParser, Common
from companion.i18n import mark
from companion.settings import QuarterTurns
from companion.ui.theme import THEMES

ABOUT = mark("""\
Open the table: the whole game on a screen, entered with buttons, keys or touch. Everything is saved
to disk before it is shown.

examples:
  ra-companion run --simulate                         try it on any computer
  ra-companion run --headless --script evening.txt    run a script without a window
""")


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
    parser.describe(ABOUT)
    add, path = parser.add, parser.add_path
    parser.add_flag("--simulate", help=mark("simulate the panel and reader below the real drivers"))
    parser.add_shared("--headless")
    parser.add_data()
    parser.add_shared("--size", "--language")
    add("--theme", choices=tuple(THEMES), metavar="NAME", help=mark("colour theme for this run"))
    starting = mark("start from this record; requires that no game is unfinished")
    add("--start", metavar="FILE", help=starting)
    scripted = mark("run the commands in this file, then quit (- for standard input)")
    add("--script", metavar="FILE", help=scripted)
    parser.add_shared("--settings")
    path("--speech-log", "FILE", mark("log everything heard and said aloud"))
    path("--demo", "DIR", mark("play the demo game; screenshots into DIR"))
    path("--or-demo", "DIR", mark("like --demo, but only where there is no screen"))
    parser.add_shared("--windowed")
    turns = get_args(QuarterTurns)
    add("--rotate", type=int, choices=turns, default=0, help=mark("rotate the picture"))
    parser.add_loudness()


def run(options: Options) -> int:
    """Open the table, and return the exit status once it is put away.

    Raises:
        OSError: The system refuses something that the table cannot do without.
    """
    if not options.verbose:
        keep_log(logging.WARNING if options.quiet else logging.INFO)
    known = set(RunOptions.__struct_fields__)
    told = {name: value for name, value in asdict(options).items() if name in known}
    gc.disable()  # until the first picture stands, hardly anything is garbage
    try:
        status: int = load("companion.app.program").run(RunOptions(**told))
    finally:
        gc.enable()
    return status
