"""Turns what the port's thread saw into the reader's events, without a clock or a port."""

from collections.abc import Iterator
from typing import NamedTuple

from hardware.events import (
    ButtonMasked,
    Control,
    DeviceFound,
    DeviceLost,
    DeviceName,
    DeviceNotice,
    Event,
    Loss,
    Noted,
    TagRead,
    Turned,
)
from hardware.panel.contact import Change, Contact
from hardware.reader.port import ReaderPort
from hardware.readers.frames import Alive, DialTurned, Frame, Pressed, ReaderTrouble, Tag

READER = DeviceName.READER

COMPLAINT_SECONDS = 10.0
"""A fault that the reader has not repeated for this long is over."""

BOOT_SECONDS = 3.0
"""What a board says so soon after its port was opened may be anything."""

PUZZLE_SECONDS = 0.5
"""After so long nothing more will come that makes sense of what came."""

MOST_PUZZLING = 64
"""How many of the latest bytes that were not understood are kept."""

TAGS_A_SECOND = 32
"""Far more than hands can lay; of a reader that says more, the rest is passed over."""

MOST_TAGS = 64
"""How many tags that are there are remembered."""


class _Failure(NamedTuple):
    """The link does not work."""

    why: Loss
    detail: str
    """The port's name and the system's words."""
    since: float
    is_told: bool = False


class Reading:
    """What is known of the reader; times are seconds of the monotonic clock."""

    def __init__(self, settings: ReaderPort, at: float) -> None:
        """Begin before the port was opened for the first time."""
        self._grace, self._gone = settings.grace_seconds, settings.gone_seconds
        self._speed = settings.speed
        self._failure: _Failure | None = _Failure(Loss.NOT_OPENED, "", at)
        self._must_speak = self._is_found = False
        self._seen: dict[str, float] = {}
        self._read: list[float] = []
        self._buttons: dict[Control, Contact] = {}
        self._complaint: tuple[str, float] | None = None  # in its words, and until when
        self._opened_at = at
        self._puzzle, self._puzzle_at = b"", at
        self._is_proven = self._is_puzzled = False

    def on_opened(self, at: float) -> Iterator[Event]:
        """Yield what follows from the port being open.

        A reader that was silent must first send something.
        """
        self._opened_at, self._puzzle, self._is_proven = at, b"", False
        if not self._must_speak:
            yield from self._works(at)

    def on_failed(self, why: Loss, detail: str, at: float) -> Iterator[Event]:
        """Yield what follows from a link that broke, or could not be made."""
        yield from self.advance(at)
        for control, contact in self._buttons.items():
            if contact.is_down and not contact.is_masked:
                yield ButtonMasked(control, at)
            lost = contact.is_down or contact.is_masked
            self._buttons[control] = Contact(0.0, at, is_closed=False, is_masked=lost)
        self._must_speak = why is Loss.SILENT
        self._failure = _failure(self._failure, why, detail, at)

    def on_bytes(self, data: bytes, frames: tuple[Frame, ...], at: float) -> Iterator[Event]:
        """Yield what follows from bytes that came together, and the frames that they completed."""
        if not frames:
            self._puzzle, self._puzzle_at = (self._puzzle + data)[-MOST_PUZZLING:], at
            return
        self._puzzle = b""
        yield from self._works(at)
        for frame in frames:
            yield from self._meant(frame, at)

    def advance(self, now: float) -> Iterator[Event]:
        """Yield what follows from the time until now."""
        failure = self._failure
        if failure and not failure.is_told and now >= failure.since + self._grace:
            self._failure = failure._replace(is_told=True)
            self._is_found, self._complaint, self._is_puzzled = False, None, False
            yield DeviceLost(READER, failure.why, failure.since + self._grace, failure.detail)
        if self._complaint and now >= self._complaint[1]:
            text, until = self._complaint
            self._complaint = None
            yield DeviceNotice(READER, Noted.ERROR_OVER, text, until)
        if self._puzzle and now >= self._puzzle_at + PUZZLE_SECONDS:
            yield from self._puzzled(now)
        for control, contact in self._buttons.items():
            yield from _events(control, contact.advance(now))

    def due(self) -> float | None:
        """Return when ``advance`` has something to do; ``None``: never."""
        failure = self._failure
        times = (
            failure.since + self._grace if failure and not failure.is_told else None,
            self._complaint[1] if self._complaint else None,
            self._puzzle_at + PUZZLE_SECONDS if self._puzzle else None,
            *(contact.due() for contact in self._buttons.values()),
        )
        return min((at for at in times if at is not None), default=None)

    def _works(self, at: float) -> Iterator[Event]:
        """Yield what follows once the link certainly works."""
        yield from self.advance(at)
        if self._failure is not None:
            self._failure, self._must_speak = None, False
            if not self._is_found:
                self._is_found = True
                yield DeviceFound(READER, at)

    def _puzzled(self, now: float) -> Iterator[Event]:
        """Yield bytes that were not understood, once, as long as no tag has been."""
        data, self._puzzle = self._puzzle, b""
        is_boot = self._puzzle_at < self._opened_at + BOOT_SECONDS
        if self._is_proven or self._is_puzzled or is_boot:
            return
        self._is_puzzled = True
        text = data.decode("ascii", "replace").strip()
        is_text = text.replace("\t", " ").replace("\r", " ").replace("\n", " ").isprintable()
        if is_text and "\ufffd" not in text:
            yield DeviceNotice(READER, Noted.NOT_A_TAG, " ".join(text.split()), now)
        else:
            yield DeviceNotice(READER, Noted.UNREADABLE, str(self._speed), now)

    def _meant(self, frame: Frame, at: float) -> Iterator[Event]:
        """Yield what follows from one frame."""
        match frame:
            case Tag(uid):
                yield from self._tag(uid, at)
            case Pressed(name, is_down):
                yield from self._pressed(name, at, is_down=is_down)
            case DialTurned(steps):
                yield Turned(steps, at)
            case ReaderTrouble(text):
                yield from self._complained(text, at)
            case Alive():
                return

    def _tag(self, uid: str, at: float) -> Iterator[Event]:
        """Yield a tag that was not there a moment ago."""
        self._is_proven = True
        if self._is_puzzled:
            self._is_puzzled = False
            yield DeviceNotice(READER, Noted.ERROR_OVER, "", at)
        is_new = at >= self._seen.pop(uid, float("-inf")) + self._gone
        self._seen[uid] = at  # the latest stands last
        if len(self._seen) > MOST_TAGS:
            del self._seen[next(iter(self._seen))]
        self._read = [then for then in self._read if at < then + 1.0]
        if is_new and len(self._read) < TAGS_A_SECOND:
            self._read.append(at)
            yield TagRead(uid, at)

    def _pressed(self, name: str, at: float, *, is_down: bool) -> Iterator[Event]:
        """Yield what follows from a button on the reader's board; unknown ones are ignored."""
        name = f"p{name}" if name.isdigit() else name
        if name in list(Control):
            control = Control(name)
            if control not in self._buttons:
                self._buttons[control] = Contact(0.0, at, is_closed=False, is_masked=False)
            yield from _events(control, self._buttons[control].on_edge(at, is_closed=is_down))

    def _complained(self, text: str, at: float) -> Iterator[Event]:
        """Yield a fault that the reader reports, unless the last one persists."""
        if self._complaint is None:
            yield DeviceNotice(READER, Noted.SPOKEN_ERROR, text, at)
        if self._complaint is None or self._complaint[0] == text:
            self._complaint = (text, at + COMPLAINT_SECONDS)


def _events(control: Control, changes: Iterator[Change]) -> Iterator[Event]:
    return (kind(control, at) for kind, at in changes)


def _failure(before: _Failure | None, why: Loss, detail: str, at: float) -> _Failure:
    """Return what is wrong now; the time counts from the first failure until it is told."""
    if before is None:
        return _Failure(why, detail, at)
    if before.why is Loss.UNPLUGGED and why is Loss.NOT_THERE:
        return before
    if why is before.why:
        return before._replace(detail=detail)
    return _Failure(why, detail, at if before.is_told else before.since)
