"""The bag reader's port: where it is plugged in, its speed, and what it sends for a tag."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import xor
from typing import NamedTuple

from hardware.readers.auto import Format

BAUDS = {
    Format.AUTO: (9600, 115200, 2400),
    Format.EM4100: (9600,),
    Format.PARALLAX: (2400,),
    Format.PN532: (115200,),
    Format.LINES: (115200,),
    Format.SCANNER: (9600,),
}
"""The speeds of each format, likeliest first."""

KNOWN_CHIPS = {
    0x03EB: "Atmel",
    0x0403: "FTDI",
    0x067B: "Prolific",
    0x10C4: "Silicon Labs CP210x",
    0x16C0: "Teensy",
    0x1A86: "WCH CH340",
    0x1B4F: "SparkFun",
    0x1EAB: "scanner",
    0x2341: "Arduino",
    0x239A: "Adafruit",
    0x2A03: "Arduino",
    0x2E8A: "Raspberry Pi Pico",
    0x303A: "Espressif",
}
"""USB vendors whose serial ports ``auto`` considers bag readers."""

LISTEN_SECONDS = {9600: 20.0}
"""How long to stay at a speed at which nothing arrives."""

PROBE_SECONDS = 2.0
"""The same for speeds not listed: a reader would answer at once."""

WRONG_BYTES = 64
"""How many bytes without a recognised format mean that the speed is wrong."""

_USB = re.compile(r"([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})")


@dataclass(frozen=True, slots=True)
class ReaderPort:
    """The owner's settings for the bag reader."""

    url: str = "auto"
    """A device's path, ``VID:PID`` in hexadecimal, ``auto``, or any URL of pyserial."""

    format: Format = Format.AUTO
    """Its wire format."""

    baud: int | None = None
    """Its speed; ``None``: the format's own, or tried out."""

    grace_seconds: float = 3.0
    """How long it may be disconnected before that is reported."""

    gone_seconds: float = 1.5
    """How long a tag must be gone to count as new."""


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


@dataclass(frozen=True, slots=True)
class Tuning:
    """Looking for the right speed."""

    bauds: tuple[int, ...]
    """The speeds to try, in turn."""

    turn: int = 0
    """Which one is tried now."""

    since: float = 0.0
    """Since when, in monotonic seconds."""

    received: int = 0
    """How many bytes have arrived at this speed."""

    @property
    def baud(self) -> int:
        """The speed that is tried now."""
        return self.bauds[self.turn % len(self.bauds)]


def retuned(tuning: Tuning, received: int, now: float) -> Tuning:
    """Return the speed to try now, while the format is not known yet.

    Args:
        tuning: The search so far.
        received: How many bytes have arrived since the last call.
        now: The monotonic clock.
    """
    if tuning.received + received >= WRONG_BYTES or now >= tuning.since + _patience(tuning.baud):
        return Tuning(tuning.bauds, tuning.turn + 1, now)
    return replace(tuning, received=tuning.received + received)


def _patience(baud: int) -> float:
    """Return how long to stay at a speed at which nothing comes."""
    return LISTEN_SECONDS.get(baud, PROBE_SECONDS)


def tag_bytes(spoken: Format, uid: str) -> bytes:
    """Return what a reader sends for this tag; for ``auto``, in any format.

    Args:
        spoken: The wire format.
        uid: The tag's number: every format can express ten hexadecimal digits.

    Raises:
        KeyError: The format is a dialogue, which one side alone cannot hold.
        ValueError: This format cannot express the number.
    """
    return _SAID[spoken](uid)


def can_say(spoken: Format) -> bool:
    """Return whether one side alone can send a tag of ten digits in this format."""
    return spoken in _SAID


def _line(uid: str) -> bytes:
    return f"TAG {uid}\n".encode()


def _em4100(uid: str) -> bytes:
    digits = _ten(uid)
    return b"\x02" + digits + b"%02X\x03" % reduce(xor, bytes.fromhex(uid))


def _parallax(uid: str) -> bytes:
    return 2 * (b"\n" + _ten(uid) + b"\r")


def _code(uid: str) -> bytes:
    return f"{uid}\r\n".encode()


def _ten(uid: str) -> bytes:
    """Return the digits of a number that such a chip can have."""
    if len(bytes.fromhex(uid)) != _CHIP_BYTES:
        raise ValueError(f"{uid} has not ten hexadecimal digits")
    return uid.encode()


_CHIP_BYTES = 5

_SAID: Mapping[Format, Callable[[str], bytes]] = {
    Format.AUTO: _line,
    Format.LINES: _line,
    Format.EM4100: _em4100,
    Format.PARALLAX: _parallax,
    Format.SCANNER: _code,
}
