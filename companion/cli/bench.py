"""``ra-companion bench``: measures how fast this computer is, for its owner or to share."""

import os

import msgspec

from companion import __version__
from companion.cli.doctor import Places, case_of
from companion.cli.score import aligned
from companion.cli.terminal.options import STATUSES, CommandParser
from companion.cli.terminal.output import say, write
from companion.doctor.machine import Severity, worst
from companion.doctor.measuring import measurements
from companion.i18n import mark

ABOUT = mark("""\
Measure how fast this computer is at what the table does; it takes about a minute. While the service
has the table open and nobody plays, its memory and wake-ups are measured, too.

examples:
  sudo ra-companion bench            for yourself
  sudo ra-companion bench --share    one line of figures to send us; it holds no names
""")


class Options(Places, frozen=True, kw_only=True):
    """What is measured, and how it is reported."""

    share: bool = False


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT, STATUSES)
    parser.add("--share", action="store_true", help=mark("print figures only, as one JSON object"))
    parser.add_places()


def run(options: Options) -> int:
    """Print what was measured on this computer; return the exit status: 0, or 1 if it failed."""
    found = tuple(measurements(case_of(options)))
    if options.share:
        figures = {each.name: each.facts for each in found if each.state is not Severity.WRONG}
        shared = {"version": __version__, "cores": os.cpu_count(), "figures": figures}
        write([msgspec.json.encode(shared) + b"\n"])
    else:
        rows = [[each.name, f"{each.sentence}. {each.remedy}".strip(". ")] for each in found]
        say(aligned(rows, (0, 1)))
    return int(worst(found) is Severity.WRONG)
