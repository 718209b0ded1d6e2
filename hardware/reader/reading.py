"""Turns what the port's thread saw into the reader's events, without a clock or a port."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple, assert_never

from hardware.events import (
    ButtonDown,
    ButtonMasked,
    ButtonTrusted,
    ButtonUp,
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
from hardware.readers.frames import (
    Alive,
    DialTurned,
    Frame,
    Pressed,
    ReaderTrouble,
    Tag,
)

READER = DeviceName.READER

COMPLAINT_SECONDS = 10.0
"""A fault that the reader has not repeated for this long is over."""

STRANGE_BYTES, STRANGE_SECONDS = 64, 3.0
"""This many meaningless bytes over this long, with nothing understood between: not boot noise."""

_MUST_SPEAK = (Loss.SILENT, Loss.NOT_UNDERSTOOD)
"""Failures that reopening the port does not fix: the reader must send something first."""


class ReaderFault(NamedTuple):
    """The reader reported a fault."""

    text: str
    """In its own words."""

    until: float
    """When it counts as over, in monotonic seconds."""


class Failure(NamedTuple):
    """The link does not work."""

    why: Loss
    """What is known about the reason."""

    detail: str
    """The port's name and the system's words."""

    since: float
    """Since when, in monotonic seconds."""

    is_said: bool = False
    """Whether it was said."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is known of the reader."""

    grace_seconds: float
    """How long it may be disconnected before that is reported."""

    gone_seconds: float
    """How long a tag must be gone to count as new."""

    failure: Failure | None
    """What is wrong with the link now; ``None``: nothing."""

    is_found: bool = False
    """Whether it was reported as connected, and not as lost since."""

    seen: Mapping[str, float] = field(default_factory=dict)
    """When each tag that is there was seen last, in monotonic seconds."""

    down: frozenset[Control] = frozenset()
    """The buttons on its board that are down."""

    masked: frozenset[Control] = frozenset()
    """Those that were down when the link broke."""

    complaint: ReaderFault | None = None
    """The fault it last reported; ``None``: none."""

    strange: int = 0
    """How many meaningless bytes since something was last understood."""

    strange_since: float = 0.0
    """When the first of them arrived, in monotonic seconds."""


class ReadingReport(NamedTuple):
    """The reading afterwards, and what it reports."""

    reading: Reading
    """What is known now."""

    events: tuple[Event, ...]
    """What happened."""


def begun(grace_seconds: float, gone_seconds: float, at: float) -> Reading:
    """Return what is known before the port was opened for the first time."""
    return Reading(grace_seconds, gone_seconds, Failure(Loss.NOT_OPENED, "", at))


def failed(reading: Reading, why: Loss, detail: str, at: float) -> ReadingReport:
    """Return what is known after the link broke, or could not be made."""
    reading, late = looked(reading, at)
    masks = tuple(ButtonMasked(c, at) for c in sorted(reading.down))
    broken = replace(
        reading,
        failure=_failure(reading.failure, why, detail, at),
        down=frozenset(),
        masked=reading.masked | reading.down,
    )
    return ReadingReport(broken, late + masks)


def opened(reading: Reading, at: float) -> ReadingReport:
    """Return what is known after the port was opened.

    A reader that was silent or made no sense must first send something.
    """
    if reading.failure and reading.failure.why in _MUST_SPEAK:
        return looked(reading, at)
    return _works(reading, at)


def heard(reading: Reading, frame: Frame, at: float) -> ReadingReport:
    """Return what is known after this frame."""
    reading, first = _works(replace(reading, strange=0) if reading.strange else reading, at)
    reading, events = _meant(reading, frame, at)
    return ReadingReport(reading, first + events)


def heard_all(reading: Reading, frames: tuple[Frame, ...], at: float) -> ReadingReport:
    """Return what is known after these frames, which arrived together."""
    events: tuple[Event, ...] = ()
    for frame in frames:
        reading, more = heard(reading, frame, at)
        events += more
    return ReadingReport(reading, events)


def puzzled(reading: Reading, dropped: int, port: str, at: float) -> ReadingReport:
    """Return what is known after this many meaningless bytes and nothing else."""
    since = reading.strange_since if reading.strange else at
    reading = replace(reading, strange=reading.strange + dropped, strange_since=since)
    if reading.strange < STRANGE_BYTES or at < since + STRANGE_SECONDS:
        return ReadingReport(reading, ())
    return failed(reading, Loss.NOT_UNDERSTOOD, port, at)


def looked(reading: Reading, now: float) -> ReadingReport:
    """Return what is known after some time; a lost reader has no faults."""
    due, complaint = _loss_due(reading), reading.complaint
    if reading.failure is not None and due is not None and now >= due:
        why, detail, *_ = reading.failure
        said = reading.failure._replace(is_said=True)
        reading = replace(reading, failure=said, is_found=False, complaint=None)
        return ReadingReport(reading, (DeviceLost(READER, why, due, detail),))
    if complaint is not None and now >= complaint.until:
        over = DeviceNotice(READER, Noted.ERROR_OVER, complaint.text, complaint.until)
        return ReadingReport(replace(reading, complaint=None), (over,))
    return ReadingReport(reading, ())


def deadline(reading: Reading) -> float | None:
    """Return when a loss is due to be reported, or a fault is over; ``None``: never."""
    due, complaint = _loss_due(reading), reading.complaint
    if complaint is None:
        return due
    return complaint.until if due is None else min(due, complaint.until)


def _loss_due(reading: Reading) -> float | None:
    """Return when a loss is due if the link does not come back; ``None``: never."""
    failure = reading.failure
    return None if failure is None or failure.is_said else failure.since + reading.grace_seconds


def _failure(before: Failure | None, why: Loss, detail: str, at: float) -> Failure:
    """Return what is wrong now; the time counts from the first failure until it is said."""
    if before is None:
        return Failure(why, detail, at)
    if before.why is Loss.UNPLUGGED and why is Loss.NOT_THERE:
        return before
    if why is before.why:
        return before._replace(detail=detail)
    return Failure(why, detail, at if before.is_said else before.since)


def _works(reading: Reading, at: float) -> ReadingReport:
    """Return what is known now that the link certainly works."""
    reading, late = looked(reading, at)
    if reading.failure is None:
        return ReadingReport(reading, late)
    events: tuple[Event, ...] = () if reading.is_found else (DeviceFound(READER, at),)
    events += tuple(ButtonTrusted(control, at) for control in sorted(reading.masked))
    well = replace(reading, failure=None, is_found=True, masked=frozenset())
    return ReadingReport(well, late + events)


def _meant(reading: Reading, frame: Frame, at: float) -> ReadingReport:
    """Return what follows from one frame."""
    match frame:
        case Tag():
            return _tag(reading, frame, at)
        case Pressed():
            return _pressed(reading, frame, at)
        case DialTurned(steps):
            return ReadingReport(reading, (Turned(steps, at),))
        case ReaderTrouble(text):
            return _complained(reading, text, at)
        case Alive():
            return ReadingReport(reading, ())
        case _:
            assert_never(frame)


def _tag(reading: Reading, tag: Tag, at: float) -> ReadingReport:
    """Return what follows from a tag: an event only if it was not there a moment ago."""
    there = {uid: then for uid, then in reading.seen.items() if at < then + reading.gone_seconds}
    is_new = tag.uid not in there
    reading = replace(reading, seen={**there, tag.uid: at})
    return ReadingReport(reading, (TagRead(tag.uid, at),) if is_new else ())


def _complained(reading: Reading, text: str, at: float) -> ReadingReport:
    """Return what follows from a fault: an event, unless the last one persists."""
    last = reading.complaint
    if last is not None and last.text != text:
        return ReadingReport(reading, ())
    reading = replace(reading, complaint=ReaderFault(text, at + COMPLAINT_SECONDS))
    return ReadingReport(
        reading, () if last else (DeviceNotice(READER, Noted.SPOKEN_ERROR, text, at),)
    )


def _pressed(reading: Reading, pressed: Pressed, at: float) -> ReadingReport:
    """Return what follows from a button on the reader's board."""
    name = f"p{pressed.name}" if pressed.name.isdigit() else pressed.name
    if name not in list(Control):
        return ReadingReport(reading, ())
    control = Control(name)
    if pressed.is_down == (control in reading.down):
        return ReadingReport(reading, ())
    event = ButtonDown(control, at) if pressed.is_down else ButtonUp(control, at)
    return ReadingReport(replace(reading, down=reading.down ^ {control}), (event,))
