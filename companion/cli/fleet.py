"""``ra-companion fleet``: speaks for a table at the broker of a café."""

import time
from pathlib import Path
from random import SystemRandom

from companion.cli.terminal import keep_log, leave_on_sigterm, load
from companion.cli.terminal.options import Common
from companion.cli.terminal.parser import CommandParser
from companion.i18n import mark
from companion.paths import table_socket
from companion.storage import Status

ABOUT = mark("""\
Let staff behind the bar see this table and answer its calls, over an MQTT broker. The broker is
named in [fleet] of the table's settings; docs/fleet.md shows how to set it up.

examples:
  ra-companion fleet
  sudo systemctl enable --now ra-companion-fleet    as a service
""")


class Options(Common, frozen=True, kw_only=True):
    """Which table is spoken for."""

    socket: Path | None = None


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT)
    parser.add_path("--socket", "FILE", mark("the table's socket, if it is not in its usual place"))
    parser.add_loudness()


def run(options: Options) -> int:
    """Speak for the table until somebody ends it, and return the exit status."""
    if not options.verbose:
        keep_log("WARNING" if options.quiet else "INFO")
    fleet = load("companion.fleet.fleet").FleetMember(
        options.socket or table_socket(), time.monotonic, SystemRandom()
    )
    leave_on_sigterm()
    try:
        while True:
            fleet.turn()
    except SystemExit:
        return Status.DONE
    finally:
        fleet.close()
