"""The wire formats, and finding out which one it is from the bytes themselves."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum

from hardware.readers.em4100 import Em4100
from hardware.readers.frames import Frame, Parser
from hardware.readers.lines import LineParser
from hardware.readers.pn532 import Pn532


class Format(StrEnum):
    """The wire formats, by the names that settings use."""

    AUTO = "auto"
    EM4100 = "em4100"
    """RDM6300 and the ID-12LA family."""
    PN532 = "pn532"
    LINES = "lines"
    """The makers' line protocol, Zaparoo's, and any line that is a tag's number."""


BAUDS: Mapping[Format, int] = {
    Format.AUTO: 115200,
    Format.EM4100: 9600,
    Format.PN532: 115200,
    Format.LINES: 115200,
}
"""The speed of each format, if the settings name no other."""

_PARSERS: Mapping[Format, Callable[[], Parser]] = {
    Format.EM4100: Em4100,
    Format.PN532: Pn532,
    Format.LINES: LineParser,
}

_PIECE = re.compile(rb"[^\x03\r\n\x00]{0,255}[\x03\r\n\x00]|[^\x03\r\n\x00]{256}")
"""Up to the next byte that can end a frame: so it does not matter in which pieces bytes come."""


def parser(kind: Format) -> Parser:
    """Return a new parser for this format."""
    return Auto() if kind is Format.AUTO else _PARSERS[kind]()


class Auto:
    """A parser for every format, and for one alone from the first frame of that one on."""

    def __init__(self) -> None:
        self.settled: Format | None = None
        """Which format it is; ``None``: not known yet."""
        self._parsers = {kind: make() for kind, make in _PARSERS.items()}
        self._rest = b""
        """The beginning of a piece that has not come to its end."""

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return the frames that it completes."""
        frames: list[Frame] = []
        data, self._rest, at = self._rest + data, b"", 0
        while self.settled is None:
            if (piece := _PIECE.match(data, at)) is None:
                self._rest = data[at:]
                return tuple(frames)
            at = piece.end()
            for kind, each in self._parsers.items():
                if found := each.feed(piece[0]):
                    self.settled, self._parsers = kind, {kind: each}
                    frames += found
                    break
        (settled,) = self._parsers.values()
        return (*frames, *settled.feed(data[at:]))

    def say(self, now: float) -> bytes:
        """Return what must be sent to the settled format, or else to any of them."""
        return b"".join(each.say(now) for each in self._parsers.values())

    def is_silent(self, now: float) -> bool:
        """Return whether the settled format's reader is."""
        return self.settled is not None and all(
            each.is_silent(now) for each in self._parsers.values()
        )
