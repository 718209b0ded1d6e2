"""``ra-companion fleet``: speaks for a table at the broker of a café."""

import time
from pathlib import Path
from random import SystemRandom
from typing import Annotated

from companion.cli.terminal import keep_log, leave_on_sigterm, load
from companion.options import Common, Option
from companion.paths import table_socket
from companion.storage import Status

ABOUT = """\
Let staff behind the bar see this table and answer its calls, over an MQTT broker.

The broker is named in [fleet] of the table's settings.
"""

EXAMPLES = """\
Examples:
  ra-companion fleet
  sudo systemctl enable --now ra-companion-fleet    as a service
"""


class Options(Common, frozen=True, kw_only=True):
    """Which table is spoken for."""

    socket: Annotated[
        Path | None, Option("the table's socket, if it is not in its usual place", "FILE")
    ] = None


def run(options: Options) -> int:
    """Speak for the table until somebody ends it, and return the exit status."""
    if not options.verbose:
        keep_log("WARNING" if options.quiet else "INFO")
    fleet = load("companion.fleet.member").Member(
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
