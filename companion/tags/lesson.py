"""A lesson at the terminal: lines from the keyboard, tags from the reader, each kept at once."""

import os
import select
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic

from companion import box_files, device_notes
from companion.core import notices
from companion.core.box import Box
from companion.core.notices import Notes
from companion.printing import complain, finish, say
from companion.tags.teaching import Step, Teaching, question, seen, typed
from companion.words import Words, mark
from hardware.bag_reader import BagReader
from hardware.device import Device
from hardware.events import (
    DeviceFound,
    DeviceLost,
    Event,
    LineNoise,
    Loss,
    Noted,
    Notice,
    TagRead,
)
from hardware.reader_port import ReaderPort

_MOST_BYTES = 4096


class Lesson:
    """What has been taught so far; what it says to be known is on the disk."""

    def __init__(self, file: Path, box: Box, words: Words) -> None:
        self._file, self._words = file, words
        self._teaching = Teaching(box)

    def begin(self) -> None:
        """Say how it goes, and ask for the first kind."""
        self._tell([self._words.say(_ABOUT), question(self._teaching, self._words)])

    def hear(self, line: str) -> None:
        """Take a line from the keyboard."""
        self._take(typed(self._teaching, line, self._words))

    def happen(self, event: Event) -> None:
        """Take what the reader reports."""
        words = self._words
        match event:
            case TagRead(uid):
                self._take(seen(self._teaching, uid, self._words))
            case DeviceFound():
                self._tell([words.say("The bag reader is there")])
            case DeviceLost(_, Loss.NOT_OPENED, _, ""):
                pass  # it has not been tried yet; why it fails is told next
            case DeviceLost():
                self._tell([lost(event, words)])
            case LineNoise():
                self._tell([device_notes.said(notices.Notice(Notes.READER_GARBLED), words)])
            case Notice(_, Noted.SPOKEN_ERROR, detail):
                complaint = notices.Notice(Notes.READER_COMPLAINS, {"detail": detail})
                self._tell([device_notes.said(complaint, words)])
            case _:
                pass  # buttons and zones are no part of a lesson

    def _take(self, step: Step) -> None:
        """Keep what is new, and only then say it and hold it for true."""
        if step.teaching.box != self._teaching.box:
            try:
                box_files.save(self._file, step.teaching.box)
            except OSError as why:
                unsaved = mark("This could not be saved ({why}), so it is not taken")
                complain([self._words.say(unsaved, why=why.strerror or why)])
                return
        self._teaching = step.teaching
        self._tell(step.told)

    @property
    def box(self) -> Box:
        """What is on the disk."""
        return self._teaching.box

    def _tell(self, lines: Iterable[str]) -> None:
        say(lines)
        finish()  # somebody waits for it with a tile in the hand


_ABOUT = mark(
    "Lay one tile after the other on the reader. A line with - takes the last one back, another"
    " kind goes on with that kind, Ctrl-D leaves; everything is saved at once."
)


def lost(event: DeviceLost, words: Words) -> str:
    """Return why the reader does not answer, and what to do."""
    match event.why:
        case Loss.IN_USE:
            return words.say("Another program has the bag reader: is the table open?")
        case Loss.UNPLUGGED:
            return words.say("The bag reader was unplugged: plug it in again")
        case _:
            return device_notes.said(device_notes.lost(event), words)


def teach(lesson: Lesson, port: ReaderPort, terminal: int) -> None:
    """Give the lesson until no more lines come.

    Args:
        lesson: What is known so far.
        port: Where the reader is.
        terminal: The descriptor from which lines come.
    """
    with _alarm() as (rung, ring), BagReader(port, ring) as reader:
        lesson.begin()
        rest = b""
        while True:
            for event in reader.read(monotonic()):
                lesson.happen(event)
            ready, _, _ = select.select([terminal, rung], [], [], _idle_seconds(reader))
            if rung in ready:
                os.read(rung, _MOST_BYTES)
            if terminal in ready:
                data = _read(terminal)
                *lines, rest = (rest + data).split(b"\n")
                for line in lines:
                    lesson.hear(line.decode(errors="replace"))
                if not data:
                    return


def _read(terminal: int) -> bytes:
    """Return what was typed; nothing when there will be no more."""
    try:
        return os.read(terminal, _MOST_BYTES)
    except OSError:  # a terminal that was closed
        return b""


def _idle_seconds(reader: Device) -> float | None:
    due = reader.next_deadline()
    return None if due is None else max(0.0, due - monotonic())


@contextmanager
def _alarm() -> Iterator[tuple[int, "Ring"]]:
    """Open a descriptor that can be read after somebody called."""
    rung, bell = os.pipe()
    os.set_blocking(bell, False)
    try:
        yield rung, Ring(bell)
    finally:
        os.close(rung)
        os.close(bell)


class Ring:
    """Wakes whoever waits at the other end; from any thread, never blocking."""

    def __init__(self, bell: int) -> None:
        self._bell = bell

    def __call__(self) -> None:
        """Wake them; a pipe that is full or gone wakes nobody who is asleep."""
        with suppress(OSError):
            os.write(self._bell, b"x")
