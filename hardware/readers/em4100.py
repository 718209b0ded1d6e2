"""125 kHz readers that send ten digits: RDM6300, ID-2LA, ID-12LA, ID-20LA, and two by Parallax."""

import re

from hardware.readers.frames import Frame, Listening, Tag

_FRAME = re.compile(rb"\x02([0-9A-Fa-f]{10})([0-9A-Fa-f]{2})[\r\n]{0,2}\x03")

_LONGEST = 16


class Em4100(Listening):
    """A parser for the ASCII frames of both families; see ``Parser``."""

    def __init__(self) -> None:
        self._rest = b""

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return a tag for each frame with a right checksum."""
        data, end = self._rest + data, 0
        frames: list[Frame] = []
        for match in _FRAME.finditer(data):
            self.dropped += match.start() - end
            end = match.end()
            digits, check = match.groups()
            if _checksum(bytes.fromhex(digits.decode())) == int(check, 16):
                frames.append(Tag(digits.decode().upper()))
            else:
                self.dropped += end - match.start()
        start = data.rfind(b"\x02", max(end, len(data) - _LONGEST + 1))
        self._rest = data[start:] if start >= 0 else b""
        self.dropped += len(data) - end - len(self._rest)
        return tuple(frames)


def _checksum(data: bytes) -> int:
    """Return the XOR of all bytes."""
    check = 0
    for byte in data:
        check ^= byte
    return check


_PARALLAX_FRAME = re.compile(rb"\n([0-9A-Fa-f]{10})\r")

_PARALLAX_LONGEST = 12


class Parallax(Listening):
    """A parser for it; see ``Parser``."""

    def __init__(self) -> None:
        self._rest = b""
        self._before = b""

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return a tag for each frame that repeats the one before."""
        data, end = self._rest + data, 0
        frames: list[Frame] = []
        for match in _PARALLAX_FRAME.finditer(data):
            self.dropped += match.start() - end
            end = match.end()
            digits = match[1].upper()
            if digits == self._before:
                frames.append(Tag(digits.decode()))
            self._before = digits
        start = data.rfind(b"\n", max(end, len(data) - _PARALLAX_LONGEST + 1))
        self._rest = data[start:] if start >= 0 else b""
        self.dropped += len(data) - end - len(self._rest)
        return tuple(frames)
