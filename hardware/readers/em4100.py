"""125 kHz readers that send ten digits and a checksum: RDM6300, ID-2LA, ID-12LA, ID-20LA."""

import re
from functools import reduce
from operator import xor

from hardware.readers.frames import Frame, Listening, Tag
from hardware.tags import normal

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
            end = match.end()
            digits, check = (group.decode() for group in match.groups())
            if checksum(digits) == int(check, 16):
                frames.append(Tag(normal(digits)))
        start = data.rfind(b"\x02", max(end, len(data) - _LONGEST + 1))
        self._rest = data[start:] if start >= 0 else b""
        return tuple(frames)


def checksum(digits: str) -> int:
    """Return the XOR of all bytes."""
    return reduce(xor, bytes.fromhex(digits))
