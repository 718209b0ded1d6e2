"""``ra-companion run``: opens the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, get_args

from msgspec.structs import asdict, replace

from companion.app.run_options import RunOptions
from companion.cli.terminal import keep_log, load
from companion.cli.terminal.options import Common
from companion.i18n import mark
from companion.settings import QuarterTurns
from companion.ui.theme import THEMES

if TYPE_CHECKING:
    from companion.cli.terminal.parser import CommandParser

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


_FLAGS = frozenset({"--simulate", "--headless", "--windowed"})

_TEXTS: Mapping[str, type[Path | str]] = {
    "--data": Path,
    "--settings": Path,
    "--start": str,
    "--script": str,
    "--speech-log": Path,
    "--demo": Path,
    "--or-demo": Path,
}
"""Options whose value may be any text."""


def plainly(words: Sequence[str]) -> Options | None:
    """Return the options of a line with which nothing can be wrong; None if the parser must see it.

    It understands what the parser would, without it: loading a parser, and declaring all that it
    might have to explain, takes a twentieth of the time to the first picture.
    """
    given: dict[str, object] = {}
    rest = iter(words)
    for word in rest:
        field = word.removeprefix("--").replace("-", "_")
        if word in _FLAGS:
            given[field] = True
        elif word in _TEXTS and not (text := next(rest, "-")).startswith("-"):
            given[field] = _TEXTS[word](text)
        else:
            return None
    return replace(Options(), **given)


def run(options: Options) -> int:
    """Open the table, and return the exit status once it is put away.

    Raises:
        OSError: The system refuses something that the table cannot do without.
    """
    known = set(RunOptions.__struct_fields__)
    told = {name: value for name, value in asdict(options).items() if name in known}
    begin_log = partial(keep_log, "WARNING" if options.quiet else "INFO")
    status: int = load("companion.app.program").run(RunOptions(**told, begin_log=begin_log))
    return status
