"""What a parser reports in any wire format, and splitting bytes into lines of text."""

import re
from typing import Protocol

import msgspec


class Tag(msgspec.Struct, frozen=True):
    """A tag is at the reader now; most readers repeat it while it stays."""

    uid: str
    """Its number in canonical form; see ``hardware.tags``."""


class ReaderTrouble(msgspec.Struct, frozen=True):
    """The reader says that something is wrong."""

    text: str
    """In its own words."""


class Pressed(msgspec.Struct, frozen=True):
    """A button on the reader's board moved; the board has debounced it."""

    name: str
    """Its name as sent: a control's, or a player's number."""
    is_down: bool


class DialTurned(msgspec.Struct, frozen=True):
    """A dial on the reader's board was turned."""

    steps: int
    """How many detents; negative is counter-clockwise."""


class Alive(msgspec.Struct, frozen=True):
    """The reader answers."""

    who: str = ""
    """What it calls itself, if it said so."""


Frame = Tag | ReaderTrouble | Pressed | DialTurned | Alive
"""Anything a reader can say."""


class Parser(Protocol):
    """From bytes to frames, and what must be sent to the other end.

    It never raises, keeps less than four kilobytes, and gives the same result however the bytes are
    split.
    """

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return the frames that it completes."""
        ...

    def say(self, now: float) -> bytes:
        """Return what must be sent now; ask all the time, and whenever something has come."""
        ...

    def is_silent(self, now: float) -> bool:
        """Return whether the reader's answer is long overdue."""
        ...


class Listening:
    """The sending half of a parser for readers that only talk."""

    def say(self, now: float) -> bytes:  # noqa: ARG002 - the protocol's
        """Return nothing."""
        return b""

    def is_silent(self, now: float) -> bool:  # noqa: ARG002 - the protocol's
        """Return no: a reader that only talks is silent while no tag is there."""
        return False


class TextLines:
    """Splits bytes into lines, keeps an unfinished one, and drops overlong ones."""

    def __init__(self, ends: bytes, most: int) -> None:
        """Know where lines end.

        Args:
            ends: Every byte that ends a line; several after each other are one end.
            most: How many bytes a line may have.
        """
        self._ends = re.compile(b"[" + re.escape(ends) + b"]")
        self._most = most
        self._rest = b""
        self._is_too_long = False

    def feed(self, data: bytes) -> list[bytes]:
        """Take what has come, and return the lines that it completes, without empty ones."""
        *lines, rest = self._ends.split(self._rest + data)
        if lines and self._is_too_long:
            del lines[0]
            self._is_too_long = False
        if len(rest) > self._most or self._is_too_long:
            self._is_too_long, rest = True, b""
        self._rest = rest
        return [line for line in lines if 0 < len(line) <= self._most]
