"""Files that people name on the command line, and every reason why one is refused."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum, unique
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion.rules.malformed import BadText, Fault
from companion.rules.refusal import Refusal
from companion.rules.slips import Mistake
from companion.words import Sentences

STANDARD_INPUT = "-"
"""What stands for standard input where a file is expected."""


class Status(IntEnum):
    """What a command says about its files when it leaves; of several the highest counts."""

    DONE = 0
    IMPOSSIBLE = 1
    """The rules of Ra refuse what a file says."""
    UNREADABLE = 2
    """A file cannot be read, or is of another kind."""


@unique
class Flaw(Sentences):
    """What can be wrong with a file before the rules have a say; the value says it to people."""

    NO_FILE = "there is no such file: look at its name again"
    FOLDER = "this is a folder: name a file in it"
    FORBIDDEN = "reading it is not allowed: look at its permissions"
    TROUBLE = "it cannot be read: {trouble}"
    CLOSED = "there is nothing on standard input"
    EMPTY = "it is empty: the first line of a game record is its header"
    BLANK = "a line of a game record is not blank: take it out"
    TOO_LONG = "a line of a game record has at most {most} bytes: is it this file?"


class Complaint(msgspec.Struct, frozen=True):
    """A flaw with its facts apart from its words."""

    flaw: Flaw
    trouble: str = ""
    """What the system said."""
    most: int = 0
    """What would have been allowed."""


class Objection(msgspec.Struct, frozen=True):
    """One reason to refuse a file, and where it stands."""

    line: int
    """The line of the file, counted from 1."""
    reason: Complaint | Fault | Refusal | Mistake
    """What is wrong."""


class Refused(ValueError):
    """A file is refused from here on."""

    def __init__(self, status: Status, *objections: Objection) -> None:
        super().__init__(objections)
        self.status = status
        """What it means for the exit status."""
        self.objections = objections
        """Every reason that is known, at least one."""


def flawed(line: int, flaw: Flaw, trouble: str = "", most: int = 0) -> Refused:
    """Return the refusal of a file for one flaw."""
    return Refused(Status.UNREADABLE, Objection(line, Complaint(flaw, trouble, most)))


def not_ours(line: int, why: BadText) -> Refused:
    """Return the refusal of a file that is no record or sheet from this line on."""
    return Refused(Status.UNREADABLE, Objection(line, why.fault))


@contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open a file for reading, and close it; standard input is lent and stays open.

    Raises:
        Refused: It cannot be opened.
    """
    if file == STANDARD_INPUT:
        # without a terminal or a pipe Python has no standard input, whatever its stubs say
        if sys.stdin is None:
            raise flawed(1, Flaw.CLOSED)
        yield sys.stdin.buffer
        return
    try:
        stream = Path(file).open("rb")  # noqa: SIM115 - closed below, outside of this try
    except OSError as trouble:
        raise unreadable(1, trouble) from trouble
    with stream:
        yield stream


def unreadable(line: int, trouble: OSError) -> Refused:
    """Return the refusal of a file that the system does not give us."""
    match trouble:
        case FileNotFoundError():
            return flawed(line, Flaw.NO_FILE)
        case IsADirectoryError():
            return flawed(line, Flaw.FOLDER)
        case PermissionError():
            return flawed(line, Flaw.FORBIDDEN)
        case _:
            return flawed(line, Flaw.TROUBLE, trouble.strerror or str(trouble))
