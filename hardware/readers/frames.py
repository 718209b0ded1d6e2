"""What a reader can say, whatever its wire format, and what every parser promises."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag is at the reader now; most readers repeat it while it stays."""

    uid: str
    """Its number in its one form, see ``hardware.uid``."""

    zone: str | None = None
    """Where, if the reader says."""


@dataclass(frozen=True, slots=True)
class ZoneTags:
    """Everything that lies in one zone now."""

    zone: str
    """The place's name."""

    uids: tuple[str, ...]
    """Every tag there, in alphabetical order."""


@dataclass(frozen=True, slots=True)
class ZoneTrouble:
    """A zone cannot be read now."""

    zone: str
    """The place's name."""

    code: str
    """What the reader calls the trouble."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """The reader says that something is wrong."""

    text: str
    """In its own words."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button on the reader's board moved; the board has debounced it."""

    name: str
    """Its name as sent: a control's, or a player's number."""

    is_down: bool
    """Where it is now."""


@dataclass(frozen=True, slots=True)
class Stepped:
    """A dial on the reader's board was turned."""

    steps: int
    """How many detents; negative is to the left."""


@dataclass(frozen=True, slots=True)
class Alive:
    """The reader answers."""

    who: str = ""
    """What it calls itself, if it said so."""


Frame = Tag | ZoneTags | ZoneTrouble | Trouble | Pressed | Stepped | Alive
"""Anything a reader can say."""


class Parser(Protocol):
    """From bytes to frames, and what the other end must be told.

    It never raises, whatever comes; it keeps less than four kilobytes; and it makes no difference
    in which pieces the bytes come.
    """

    @property
    def dropped(self) -> int:
        """How many bytes made no sense so far."""
        ...

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return the frames that it completes."""
        ...

    def say(self, now: float) -> bytes:
        """Return what must be sent now: nothing, to a reader that only talks.

        Ask whenever something has come, and when ``due`` says.
        """
        ...

    def due(self) -> float | None:
        """Return when to ask for ``say`` although nothing comes; ``None``: never."""
        ...

    def is_silent(self, now: float) -> bool:
        """Return whether the reader should have answered long ago and has not."""
        ...


class Listening:
    """The half of a parser for readers that need not be told anything."""

    dropped = 0
    """How many bytes made no sense so far."""

    def say(self, now: float) -> bytes:  # noqa: ARG002 - the protocol's
        """Return nothing."""
        return b""

    def due(self) -> float | None:
        """Return never."""
        return None

    def is_silent(self, now: float) -> bool:  # noqa: ARG002 - the protocol's
        """Return no: a reader that only talks is silent while no tag is there."""
        return False
