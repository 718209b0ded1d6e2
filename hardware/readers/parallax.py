"""The Parallax 28140 and 28340: ten digits between ``0A`` and ``0D``, without a checksum.

So a tag counts only when two frames after each other are equal; the reader repeats it anyway.
"""

import re

from hardware.readers.frames import Frame, Listening, Tag

_FRAME = re.compile(rb"\n([0-9A-Fa-f]{10})\r")
_LONGEST = 12


class Parallax(Listening):
    """A parser for it; see ``Parser``."""

    def __init__(self) -> None:
        self._rest = b""
        self._before = b""

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return a tag for each frame that repeats the one before."""
        data, end = self._rest + data, 0
        frames: list[Frame] = []
        for match in _FRAME.finditer(data):
            self.dropped += match.start() - end
            end = match.end()
            digits = match[1].upper()
            if digits == self._before:
                frames.append(Tag(digits.decode()))
            self._before = digits
        start = data.rfind(b"\n", max(end, len(data) - _LONGEST + 1))
        self._rest = data[start:] if start >= 0 else b""
        self.dropped += len(data) - end - len(self._rest)
        return tuple(frames)
