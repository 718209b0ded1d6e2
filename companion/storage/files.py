"""Files named on the command line, and every reason why one is refused."""

import os
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import StrEnum, unique
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion.rules.problems import Problem, Why
from companion.rules.records import reading
from companion.rules.records.reading import BadRecord, Played
from companion.storage import FileRefused, Status

STANDARD_INPUT = "-"
"""What stands for standard input where a file is expected."""


@unique
class FileFlaw(StrEnum):
    """What can be wrong with a file before the rules have a say; the value says it to people."""

    NO_FILE = "no such file: check its name"
    FOLDER = "this is a folder: name a file in it"
    FORBIDDEN = "no permission to read it: check its permissions"
    TROUBLE = "cannot read it: {trouble}"
    CLOSED = "standard input is empty"


class Objection(msgspec.Struct, frozen=True):
    """One reason to refuse a file, and where it stands."""

    line: int
    """The line of the file, counted from 1; 0 if the whole file is meant."""
    problem: Problem
    """What is wrong."""


def flawed(line: int, flaw: FileFlaw, trouble: str = "") -> FileRefused:
    """Return the refusal of a file for one flaw, with what the system said."""
    return FileRefused(Status.UNREADABLE, Objection(line, Problem(flaw, {"trouble": trouble})))


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open a file for reading, and close it; standard input is lent and stays open.

    Raises:
        FileRefused: It cannot be opened.
    """
    if file == STANDARD_INPUT:
        # without a terminal or a pipe Python has no standard input, whatever its stubs say
        if sys.stdin is None:
            raise flawed(0, FileFlaw.CLOSED)
        yield sys.stdin.buffer
        return
    try:
        stream = _open(file)
    except OSError as trouble:
        raise unreadable(0, trouble) from trouble
    with stream:
        yield stream


_PIPE_SECONDS = 2.0
"""How long to wait for somebody to write to a pipe."""


def _open(file: str) -> BinaryIO:
    """Open a file, or a pipe made by a shell; a pipe that nobody writes to is not waited for.

    Raises:
        OSError: It cannot be opened.
    """
    fd = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
    try:
        if stat.S_ISFIFO(os.fstat(fd).st_mode):
            waiting = select.poll()
            waiting.register(fd, select.POLLIN)
            waiting.poll(_PIPE_SECONDS * 1000)
        os.set_blocking(fd, True)
        return os.fdopen(fd, "rb")  # says of a folder what it is
    except OSError:
        with suppress(OSError):
            os.close(fd)
        raise


def unreadable(line: int, trouble: OSError) -> FileRefused:
    """Return the refusal of a file that the system does not give us."""
    match trouble:
        case FileNotFoundError():
            return flawed(line, FileFlaw.NO_FILE)
        case IsADirectoryError():
            return flawed(line, FileFlaw.FOLDER)
        case PermissionError():
            return flawed(line, FileFlaw.FORBIDDEN)
        case _:
            return flawed(line, FileFlaw.TROUBLE, trouble.strerror or str(trouble))


def complaints(file: str, refused: FileRefused) -> list[str]:
    """Return why a file is refused, a line for each reason, as ``FILE:LINE: reason``.

    What is wrong with the file as a whole has no line: ``FILE: reason``.
    """
    return [
        f"{place(file, objected.line)}: {objection(objected)}" for objected in refused.objections
    ]


def place(file: Path | str, line: int) -> str:
    """Return where something is wrong; line 0 is the whole file."""
    return f"{file}:{line}" if line else f"{file}"


def objection(objected: Objection) -> str:
    """Return why a file is refused, as a sentence that begins with a capital letter."""
    said = str(objected.problem)
    return said[:1].upper() + said[1:]


def played(stream: BinaryIO) -> Iterator[Played]:
    """Play a record and yield every line of it with the game after it, the header first.

    Raises:
        FileRefused: A line cannot be read, or the rules refuse it; what was yielded before stands.
    """
    line = 1
    try:
        for step in reading.played(stream):
            yield step
            line += 1
    except BadRecord as why:
        by_rules = isinstance(why.problem.sentence, Why)
        status = Status.IMPOSSIBLE if by_rules else Status.UNREADABLE
        raise FileRefused(status, *(Objection(why.line, each) for each in why.problems)) from why
    except OSError as trouble:
        raise unreadable(line, trouble) from trouble
