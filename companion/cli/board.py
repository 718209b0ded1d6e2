"""``ra-companion board``: every table of a café on one screen."""

from pathlib import Path

from msgspec.structs import replace

from companion.cli.terminal import leave_on_sigterm, load
from companion.cli.terminal.options import Common
from companion.cli.terminal.output import complain
from companion.cli.terminal.parser import CommandParser
from companion.i18n import mark
from companion.i18n.catalogues import words
from companion.settings import data_in_use, owners_file
from companion.settings import load as load_settings
from companion.storage import Status
from companion.ui.theme import THEMES

ABOUT = mark("""\
Show every table of a café on one screen: which are free, what is played, who calls and what for.
A touch or Enter answers a call; S shows what was played. The broker is named in [fleet] of the
settings; docs/fleet.md shows how to set it up.

examples:
  ra-companion board
  ra-companion board --windowed --language ja
""")


class Options(Common, frozen=True, kw_only=True):
    """How the board is opened."""

    windowed: bool = False
    headless: bool = False
    size: tuple[int, int] | None = None
    language: str | None = None
    theme: str | None = None
    data: Path | None = None
    settings: Path | None = None


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_shared("--windowed", "--headless", "--size")
    parser.add("--theme", choices=tuple(THEMES), metavar="NAME",
               help=mark("colour theme for this run"))  # fmt: skip
    parser.add_shared("--language", "--settings")
    parser.add_data()
    parser.add_loudness()


def run(options: Options) -> int:
    """Show the board until somebody leaves, and return the exit status."""
    settings, _ = load_settings(owners_file(options.settings))
    table = settings.table
    language, theme = options.language or table.language, options.theme or table.theme
    settings = replace(settings, table=replace(table, language=language, theme=theme))
    program = load("companion.board.program")
    leave_on_sigterm()
    wanted = program.BoardOptions(
        settings=settings,
        data=data_in_use(options.data, settings) / "board",
        headless=options.headless,
        windowed=options.windowed,
        size=options.size,
    )
    try:
        status: int = program.run(wanted)
    except load("companion.screen.sdl").NoScreen as why:
        said = words(language)
        complain([said.say("no screen to draw on: {reason}", reason=why.reason)])
        return Status.UNREADABLE
    return status
