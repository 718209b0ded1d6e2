"""Serial ports that are plugged in, and which of them may be the reader's."""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

_USB = re.compile(r"([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})")

KNOWN_CHIPS = {
    0x03EB: "Atmel",
    0x0403: "FTDI",
    0x067B: "Prolific",
    0x10C4: "Silicon Labs CP210x",
    0x16C0: "Teensy",
    0x1A86: "WCH CH340",
    0x1B4F: "SparkFun",
    0x1EAB: "Newland",
    0x2341: "Arduino",
    0x239A: "Adafruit",
    0x2A03: "Arduino",
    0x2E8A: "Raspberry Pi Pico",
    0x303A: "Espressif",
}
"""USB vendors whose serial ports ``auto`` considers bag readers."""


class UsbPort(NamedTuple):
    """A serial port that is plugged in."""

    device: str
    """Its path."""
    vendor: int | None
    """Its USB vendor ID; ``None``: not a USB port."""
    product: int | None
    """Its USB product ID."""
    description: str
    """What it calls itself."""


def plugged_ports() -> tuple[UsbPort, ...]:
    """Return every serial port of this computer, in order of names."""
    from serial.tools import list_ports  # noqa: PLC0415 - the doctor runs without pyserial, too

    ports = (
        UsbPort(port.device, port.vid, port.pid, port.description or "")
        for port in list_ports.comports()
    )
    return tuple(sorted(ports, key=lambda port: port.device))


def candidates(url: str, plugged: Callable[[], Iterable[UsbPort]]) -> tuple[str, ...]:
    """Return the paths or URLs to try; none if nothing fits. Lists the ports only if needed."""
    wanted = _USB.fullmatch(url)
    if url != "auto" and not wanted:
        return (url,)
    fitting = (
        port.device
        for port in plugged()
        if (
            (port.vendor, port.product) == (int(wanted[1], 16), int(wanted[2], 16))
            if wanted
            else port.vendor in KNOWN_CHIPS
        )
    )
    return tuple(sorted(fitting))


def is_path(url: str) -> bool:
    """Return whether the setting is a device path, which exists or not."""
    return url != "auto" and "://" not in url and not _USB.fullmatch(url)
