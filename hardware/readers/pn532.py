"""The PN532 on its serial port (HSU): its frames, and the commands it needs before it reads."""

from enum import Enum
from typing import NamedTuple

import msgspec

from hardware.readers.frames import Alive, Frame, Tag
from hardware.tags import normal

ANSWER_SECONDS = 0.5
"""How long an answer other than a tag may take."""

PATIENCE_SECONDS = 3.0
"""How long the chip waits for a tag before it is pinged."""

AGAIN_SECONDS = 0.3
"""How long after a tag the chip is told to look again: well before a tag counts as new."""

SILENT_SECONDS = 5.0
"""How long the chip may be silent."""


class ChipCommand(Enum):
    """The commands, in order; the value is the command's number and its data."""

    ANTENNA = (0x14, 0x01)
    """Use the antenna, no second chip (SAMConfiguration, normal mode)."""

    WHO = (0x02,)
    """Which chip and version it is (GetFirmwareVersion)."""

    PATIENCE = (0x32, 0x05, 0xFF, 0x01, 0xFF)
    """Look for a tag forever (RFConfiguration, retries)."""

    LOOK = (0x4A, 0x01, 0x00)
    """Wait for one tag of type A at 106 kbit/s (InListPassiveTarget)."""


_AFTER = {
    ChipCommand.ANTENNA: ChipCommand.WHO,
    ChipCommand.WHO: ChipCommand.PATIENCE,
    ChipCommand.PATIENCE: ChipCommand.LOOK,
}


class Response(msgspec.Struct, frozen=True):
    """What the chip says."""

    data: bytes
    """The direction first, then the command's number plus one, then its results."""


class Repeat(msgspec.Struct, frozen=True):
    """The chip received a malformed frame."""


class Understood(msgspec.Struct, frozen=True):
    """The chip acknowledges a command."""


ChipFrame = Response | Understood | Repeat
"""Anything that the chip sends."""


class Pn532:
    """A parser for it, and what it must be told; see ``Parser``."""

    def __init__(self) -> None:
        self._chip = ChipFrames()
        self._step = ChipCommand.ANTENNA
        self._must_tell = True
        self._pause_seconds = 0.0
        self._has_heard = False
        self._told_at: float | None = None
        self._heard_at: float | None = None

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return a tag for each that the chip has found."""
        frames: list[Frame] = []
        for chip_frame in self._chip.feed(data):
            self._has_heard = True
            frames += self._answered(chip_frame)
        return tuple(frames)

    def say(self, now: float) -> bytes:
        """Return the next command, or repeat the last one if it was not answered."""
        if self._has_heard or self._heard_at is None:
            self._heard_at, self._has_heard = now, False
        due = self._due()
        if due is not None and now < due:
            return b""
        begin = b""
        if not self._must_tell:
            begin = self._not_answered()
        self._must_tell, self._told_at = False, now
        if self._step is ChipCommand.ANTENNA:
            begin = WAKE_UP
        return begin + command(*self._step.value)

    def _due(self) -> float | None:
        """Return when the next command is due."""
        if self._told_at is None:
            return None
        if self._must_tell:
            return self._told_at + self._pause_seconds
        return self._told_at + (
            PATIENCE_SECONDS if self._step is ChipCommand.LOOK else ANSWER_SECONDS
        )

    def is_silent(self, now: float) -> bool:
        """Return whether the chip has been silent for too long."""
        if self._heard_at is None or self._has_heard:
            return False
        return now > self._heard_at + SILENT_SECONDS

    def _not_answered(self) -> bytes:
        """Go on after the time for an answer is over, and return what to say first."""
        was_looking = self._step is ChipCommand.LOOK
        self._step = ChipCommand.WHO if was_looking else ChipCommand.ANTENNA
        return ACK if was_looking else b""

    def _answered(self, chip_frame: ChipFrame) -> tuple[Frame, ...]:
        """Go on after something came from the chip, and return what it means."""
        if isinstance(chip_frame, Understood):
            return ()
        if not isinstance(chip_frame, Response) or chip_frame.data[0] != FROM_CHIP:
            self._step, self._must_tell = ChipCommand.ANTENNA, False  # as if it had not answered
            return ()
        number, results = chip_frame.data[1:2], chip_frame.data[2:]
        if number == bytes((self._step.value[0] + 1,)):
            self._must_tell = True
            self._pause_seconds = AGAIN_SECONDS if self._step is ChipCommand.LOOK else 0.0
            self._step = _AFTER.get(self._step, ChipCommand.LOOK)
        if number == bytes((ChipCommand.LOOK.value[0] + 1,)):
            return _tag(results)
        if number == bytes((ChipCommand.WHO.value[0] + 1,)) and len(results) >= 3:  # noqa: PLR2004 - chip, version, revision
            return (Alive(f"PN5{results[0]:02X} {results[1]}.{results[2]}"),)
        return (Alive(),)


def _tag(results: bytes) -> tuple[Frame, ...]:
    """Return the tag that the chip has found, or a sign of life if it found none.

    How many were found, one at most; its place, two and one bytes of type, the length of its
    number, the number; what may follow does not matter.
    """
    length = int.from_bytes(results[5:6])  # 0 if there is nothing more
    uid = results[6 : 6 + length]
    is_tag = results[:1] == b"\x01" and uid and len(uid) == length
    return (Tag(normal(uid.hex())),) if is_tag else (Alive(),)


ACK = bytes.fromhex("0000FF00FF00")
"""Understood; from us, also: stop what you are doing."""

WAKE_UP = bytes.fromhex("5555") + bytes(14)
"""What wakes it: a signal, and the time it needs."""

TO_CHIP, FROM_CHIP, REFUSED = 0xD4, 0xD5, 0x7F

MOST = 255
"""The longest data there is, the direction included: nothing that we ask has a longer answer."""

_START, _HEAD = b"\x00\xff", 2


class Found(NamedTuple):
    """What the bytes after a start begin with."""

    frame: ChipFrame | None
    """A frame; ``None``: this was no start."""

    length: int
    """How many bytes are consumed, including the start."""


_NO_FRAME = Found(None, 1)


def command(*data: int) -> bytes:
    """Return the frame that gives this command to the chip."""
    body = bytes((TO_CHIP, *data))
    return b"\x00" + _START + bytes((len(body), -len(body) & 0xFF)) + body + _sum(body) + b"\x00"


def found(data: bytes) -> Found | None:
    """Return what these bytes begin with, the start left out; ``None``: more bytes are needed."""
    if len(data) < _HEAD:
        return None
    length, check = data[:_HEAD]
    if (length, check) in ((0x00, 0xFF), (0xFF, 0x00)):
        return Found(Understood() if length == 0 else Repeat(), len(_START) + _HEAD)
    if length == 0 or (length + check) & 0xFF:
        return _NO_FRAME
    if len(data) <= _HEAD + length:
        return None
    body = data[_HEAD : _HEAD + length]
    if data[_HEAD + length : _HEAD + length + 1] != _sum(body):
        return _NO_FRAME
    if body[0] not in (FROM_CHIP, REFUSED):
        return _NO_FRAME
    return Found(Response(body), len(_START) + _HEAD + length + 1)


def _sum(body: bytes) -> bytes:
    """Return the byte that makes the sum zero."""
    return bytes((-sum(body) & 0xFF,))


class ChipFrames:
    """Finds frames in what the chip sends; keeps an unfinished one."""

    def __init__(self) -> None:
        self._rest = b""

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
            at = start + result.length
        kept = start if start >= 0 else len(data) - data.endswith(b"\x00")
        self._rest = data[max(kept, at) :]
        return frames
