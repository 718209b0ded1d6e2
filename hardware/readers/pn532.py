"""The PN532 on its serial port (HSU): it is silent until it is told what to do.

It is woken, told to use its antenna, asked who it is, and then told to wait for a tag. It answers
only when one comes; every few seconds it is interrupted and asked whether it is still there.
"""

from enum import Enum

from hardware.readers.frames import Alive, Frame, Tag
from hardware.readers.pn532_frames import (
    ACK,
    FROM_CHIP,
    WAKE_UP,
    Answer,
    ChipFrame,
    ChipFrames,
    Understood,
    command,
)

ANSWER_SECONDS = 0.5
"""How long an answer other than a tag may take."""

PATIENCE_SECONDS = 3.0
"""How long the chip waits for a tag before it is asked whether it is still there."""

AGAIN_SECONDS = 0.3
"""How long after a tag the chip is told to look again: well within the time of a new tag."""

SILENT_SECONDS = 5.0
"""How long the chip may answer nothing at all."""


class Step(Enum):
    """What the chip is told, in order; the value is the command's number and its data."""

    ANTENNA = (0x14, 0x01)
    """Use the antenna, no second chip (SAMConfiguration, normal mode)."""

    WHO = (0x02,)
    """Which chip and version it is (GetFirmwareVersion)."""

    PATIENCE = (0x32, 0x05, 0xFF, 0x01, 0xFF)
    """Look for a tag for ever (RFConfiguration, retries)."""

    LOOK = (0x4A, 0x01, 0x00)
    """Wait for one tag of type A at 106 kbit/s (InListPassiveTarget)."""


_AFTER = {Step.ANTENNA: Step.WHO, Step.WHO: Step.PATIENCE, Step.PATIENCE: Step.LOOK}


class Pn532:
    """A parser for it, and what it must be told; see ``Parser``."""

    def __init__(self) -> None:
        self._chip = ChipFrames()
        self._step = Step.ANTENNA
        self._must_tell = True
        self._pause_seconds = 0.0
        self._has_heard = False
        self._told_at: float | None = None
        self._heard_at: float | None = None

    @property
    def dropped(self) -> int:
        """How many bytes made no sense so far."""
        return self._chip.dropped

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return a tag for each that the chip has found."""
        frames: list[Frame] = []
        for chip_frame in self._chip.feed(data):
            self._has_heard = True
            frames += self._answered(chip_frame)
        return tuple(frames)

    def say(self, now: float) -> bytes:
        """Return the next command, or the last one again if it was not answered."""
        if self._has_heard or self._heard_at is None:
            self._heard_at, self._has_heard = now, False
        due = self.due()
        if due is not None and now < due:
            return b""
        begin = b""
        if not self._must_tell:
            begin = self._not_answered()
        self._must_tell, self._told_at = False, now
        if self._step is Step.ANTENNA:
            begin = WAKE_UP
        return begin + command(*self._step.value)

    def due(self) -> float | None:
        """Return when the next command is due."""
        if self._told_at is None:
            return None
        if self._must_tell:
            return self._told_at + self._pause_seconds
        return self._told_at + (PATIENCE_SECONDS if self._step is Step.LOOK else ANSWER_SECONDS)

    def is_silent(self, now: float) -> bool:
        """Return whether the chip has answered nothing for too long."""
        if self._heard_at is None or self._has_heard:
            return False
        return now > self._heard_at + SILENT_SECONDS

    def _not_answered(self) -> bytes:
        """Go on after the time for an answer is over, and return what to say first."""
        was_looking = self._step is Step.LOOK
        self._step = Step.WHO if was_looking else Step.ANTENNA
        return ACK if was_looking else b""

    def _answered(self, chip_frame: ChipFrame) -> tuple[Frame, ...]:
        """Go on after something came from the chip, and return what it means."""
        if isinstance(chip_frame, Understood):
            return ()
        if not isinstance(chip_frame, Answer) or chip_frame.data[0] != FROM_CHIP:
            self._step, self._must_tell = Step.ANTENNA, False  # as if it had not answered at all
            return ()
        number, results = chip_frame.data[1:2], chip_frame.data[2:]
        if number == bytes((self._step.value[0] + 1,)):
            self._must_tell = True
            self._pause_seconds = AGAIN_SECONDS if self._step is Step.LOOK else 0.0
            self._step = _AFTER.get(self._step, Step.LOOK)
        if number == bytes((Step.LOOK.value[0] + 1,)):
            return _tags(results)
        if number == bytes((Step.WHO.value[0] + 1,)) and len(results) >= 3:  # noqa: PLR2004 - chip, version, revision
            return (Alive(f"PN5{results[0]:02X} {results[1]}.{results[2]}"),)
        return (Alive(),)


def _tags(results: bytes) -> tuple[Frame, ...]:
    """Return the tags that the chip has found, or a sign of life if it found none.

    Of each: its place, two and one bytes of type, the length of its number, the number, and for
    tags of type 4 (bit 5 of the third) a block of data that begins with its own length.
    """
    tags: list[Frame] = []
    at = 1
    for _ in range(results[0] if results else 0):
        length = int.from_bytes(results[at + 4 : at + 5])  # 0 if there is nothing more
        uid = results[at + 5 : at + 5 + length]
        if not uid or len(uid) != length:
            break
        tags.append(Tag(uid.hex().upper()))
        has_block = results[at + 3] & 0x20
        at += 5 + len(uid)
        at += results[at] if has_block and at < len(results) else 0
    return tuple(tags) or (Alive(),)
