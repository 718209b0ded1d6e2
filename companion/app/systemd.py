"""The service manager: whether it started the program, and what it is told."""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress

_MICROSECONDS = 1_000_000


def notify(state: str) -> None:
    """Tell the service manager a state such as ``READY=1``; without one, do nothing.

    The protocol is one datagram to the socket that ``NOTIFY_SOCKET`` names; a leading ``@`` stands
    for a name without a file. A manager that does not listen is no reason to stop.
    """
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address:
        return
    # What `socket` is made of; the lists of names around it take a fiftieth of the start.
    import _socket  # noqa: PLC0415 - only a service needs it

    if address.startswith("@"):
        address = "\0" + address[1:]
    with suppress(OSError):
        channel = _socket.socket(_socket.AF_UNIX, _socket.SOCK_DGRAM)
        try:
            channel.sendto(state.encode(), address)
        finally:
            channel.close()


def is_service(environment: Mapping[str, str]) -> bool:
    """Return whether a service manager started the program."""
    return bool(environment.get("INVOCATION_ID"))


def pulse_seconds(environment: Mapping[str, str], pid: int) -> float | None:
    """Return how often the manager wants a sign of life, with time to spare; None: it wants none.

    Half of what it allows, as its manual advises. The wish may be meant for another process.
    """
    allowed = environment.get("WATCHDOG_USEC", "")
    if environment.get("WATCHDOG_PID", str(pid)) != str(pid):
        return None
    if not (allowed.isascii() and allowed.isdecimal() and int(allowed)):
        return None
    return int(allowed) / _MICROSECONDS / 2


class Heartbeat:
    """The sign of life that a service manager wants, and what it shows about the program."""

    def __init__(self, every_seconds: float | None = None) -> None:
        """Begin; the first beat is due at once.

        Args:
            every_seconds: How often the manager wants it; None: nobody waits for it.
        """
        self._every = every_seconds
        self._due = None if every_seconds is None else 0.0
        self._status = ""

    def next_deadline(self) -> float | None:
        """Return when the next beat is due, by the monotonic clock in seconds; None: never."""
        return self._due

    def beat(self, now: float) -> None:
        """Send the watchdog its ping, if one is due. Call it only when everything works."""
        if self._every is not None and self._due is not None and now >= self._due:
            notify("WATCHDOG=1")
            self._due = now + self._every

    def say(self, status: str) -> None:
        """Let the manager show this line beside the service, if it is another than before."""
        if status != self._status:
            self._status = status
            notify("STATUS=" + " ".join(status.split()))
