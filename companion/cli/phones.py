"""``ra-companion phones``: serves the table's pages to phones of the local network."""

from pathlib import Path
from typing import Annotated

from companion.cli.terminal import keep_log, load
from companion.options import Common, Option
from companion.paths import phones_state, table_socket
from companion.storage import Status

ABOUT = """\
Serve phones of the local network as everybody's own panel: their button, suns, tiles and points.

Guests point a phone at the code on the table's screen. The port is in [phones] of the settings.
"""

EXAMPLES = """\
Examples:
  ra-companion run --phones                           both at once, to try it
  sudo systemctl enable --now ra-companion-phones     as a service
"""


class Options(Common, frozen=True, kw_only=True):
    """Which table the phones are for."""

    socket: Annotated[
        Path | None, Option("the table's socket, if it is not in its usual place", "FILE")
    ] = None
    state: Annotated[Path | None, Option("file that remembers which phone is whose", "FILE")] = None


def run(options: Options) -> int:
    """Serve phones until somebody ends it, and return the exit status.

    Raises:
        OSError: No port is free, or none may be used.
    """
    if not options.verbose:
        keep_log("WARNING" if options.quiet else "INFO")
    load("companion.phones.server").serve(
        options.socket or table_socket(), options.state or phones_state()
    )
    return Status.DONE
