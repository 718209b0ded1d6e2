"""The addresses at which phones find this computer, and the names they may use."""

from __future__ import annotations

import fcntl
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress

_SIOCGIFADDR = 0x8915
"""Linux: the IPv4 address of an interface (netdevice(7))."""

_LOOPBACK = "127."

_NOWHERE = ("192.0.2.1", 9)
"""An address for documentation (RFC 5737); connecting a datagram socket there sends nothing."""


def own() -> str:
    """Return this computer's address in the local network: where its other traffic leaves."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_NOWHERE)
            return str(probe.getsockname()[0])
        except OSError:
            return next(_of_interfaces(probe), f"{_LOOPBACK}0.0.1")


def _of_interfaces(probe: socket.socket) -> Iterator[str]:
    """Yield the addresses of all interfaces but the loopback: a hotspot has no other route."""
    for _, name in socket.if_nameindex():
        asked = struct.pack("256s", name.encode()[:15])
        with suppress(OSError):
            answer = fcntl.ioctl(probe.fileno(), _SIOCGIFADDR, asked)
            address = socket.inet_ntoa(answer[20:24])
            if not address.startswith(_LOOPBACK):
                yield address


def is_asked_for(host: str, reached_at: str, named: str) -> bool:
    """Whether a request is meant for this computer, and does not come from another site.

    Args:
        host: The header Host, with its port.
        reached_at: The address at which the request has come in.
        named: What the owner says is this computer's address.
    """
    asked = host.rpartition(":")[0] if ":" in host else host
    asked = asked.lower().rstrip(".")
    machine = socket.gethostname().lower()
    known = {reached_at, named.lower(), "localhost", machine, f"{machine}.local"}
    return bool(asked) and asked in known
