"""The frames of a PN532 on its serial port: made, found and checked.

``00 00 FF``, length and its negative, one byte for the direction, data, a checksum, ``00``. Longer
ones have ``FF FF`` for the length and then two bytes of it. NXP's user manual UM0701-02, 6.2.1.
"""

from dataclasses import dataclass
from typing import NamedTuple

ACK = bytes.fromhex("0000FF00FF00")
"""Understood; from us also: stop what you are doing."""

NACK = bytes.fromhex("0000FFFF0000")
"""Not understood: say it again."""

WAKE_UP = bytes.fromhex("5555") + bytes(14)
"""What ends its sleep: a signal, and the time it needs."""

TO_CHIP, FROM_CHIP, REFUSED = 0xD4, 0xD5, 0x7F
MOST = 265
"""The longest data there is, the direction included."""

_START = b"\x00\xff"
_SHORT_HEAD, _LONG_HEAD = 2, 5


@dataclass(frozen=True, slots=True)
class Answer:
    """What the chip says."""

    data: bytes
    """The direction first, then the command's number plus one, then its results."""


@dataclass(frozen=True, slots=True)
class Understood:
    """The chip has got a command."""


@dataclass(frozen=True, slots=True)
class Repeat:
    """The chip has got nonsense."""


ChipFrame = Answer | Understood | Repeat
"""Anything that comes from the chip."""


class Found(NamedTuple):
    """What the bytes after a start begin with."""

    frame: ChipFrame | None
    """A frame; ``None``: this was no start."""

    length: int
    """How many bytes are over with, those of the start included."""


_NO_FRAME = Found(None, 1)


def command(*data: int) -> bytes:
    """Return the frame that gives this command to the chip."""
    body = bytes((TO_CHIP, *data))
    return b"\x00" + _START + bytes((len(body), -len(body) & 0xFF)) + body + _sum(body) + b"\x00"


def found(data: bytes) -> Found | None:
    """Return what these bytes begin with, the start left out; ``None``: more bytes are needed."""
    if len(data) < _SHORT_HEAD:
        return None
    head = data[:_SHORT_HEAD]
    if head in (b"\x00\xff", b"\xff\x00"):
        return Found(Understood() if head[0] == 0 else Repeat(), len(_START) + _SHORT_HEAD)
    if head == b"\xff\xff":
        return _long(data)
    is_length = any(head) and sum(head) & 0xFF == 0
    return _body(data, _SHORT_HEAD, head[0]) if is_length else _NO_FRAME


def _long(data: bytes) -> Found | None:
    """Return a frame whose length has two bytes."""
    if len(data) < _LONG_HEAD:
        return None
    length = int.from_bytes(data[2:4], "big")
    is_length = 0 < length <= MOST and sum(data[2:5]) & 0xFF == 0
    return _body(data, _LONG_HEAD, length) if is_length else _NO_FRAME


def _body(data: bytes, head: int, length: int) -> Found | None:
    """Return the answer after its head."""
    if len(data) <= head + length:
        return None
    body = data[head : head + length]
    if data[head + length : head + length + 1] != _sum(body) or body[0] not in (FROM_CHIP, REFUSED):
        return _NO_FRAME
    return Found(Answer(body), len(_START) + head + length + 1)


def _sum(body: bytes) -> bytes:
    """Return the byte that makes the sum zero."""
    return bytes((-sum(body) & 0xFF,))


class ChipFrames:
    """Finds frames in what the chip sends; keeps an unfinished one."""

    def __init__(self) -> None:
        self._rest = b""
        self.dropped = 0
        """How many bytes were in no frame; zeros between frames are no nonsense."""

    def feed(self, data: bytes) -> list[ChipFrame]:
        """Take what has come, and return the frames that it completes."""
        data, at = self._rest + data, 0
        frames: list[ChipFrame] = []
        while (start := data.find(_START, at)) >= 0:
            result = found(data[start + len(_START) : start + MOST + 16])
            if result is None:
                break
            if result.frame:
                frames.append(result.frame)
            self._drop(data[at:start])
            at = start + result.length
        kept = start if start >= 0 else len(data) - data.endswith(b"\x00")
        kept = max(kept, at)
        self._drop(data[at:kept])
        self._rest = data[kept:]
        return frames

    def _drop(self, data: bytes) -> None:
        """Count bytes that were in no frame."""
        self.dropped += len(data) - data.count(0)
