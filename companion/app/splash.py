"""The name of the table on a bare console, until the first picture stands."""

import os
from collections.abc import Mapping
from contextlib import suppress

from companion.app.notify import is_service
from companion.paths import asset


def splash(environment: Mapping[str, str], console: int = 0) -> None:
    """Write it to the console that a service manager gave us as its input; elsewhere do nothing.

    A unit of its own writes the same early in the boot; systemd clears the console for the service.
    """
    if is_service(environment) and os.isatty(console):
        with suppress(OSError):
            os.write(console, asset("splash.txt").read_bytes())
