"""Detects a reader's wire format from the bytes themselves."""

import re
from collections.abc import Callable, Mapping
from enum import StrEnum

from hardware.readers.em4100 import Em4100, Parallax
from hardware.readers.frames import Frame, Parser, Tag
from hardware.readers.lines import LineParser
from hardware.readers.pn532 import Pn532
from hardware.readers.scanner import Scanner


class Format(StrEnum):
    """The wire formats, by the names that settings use."""

    AUTO = "auto"
    EM4100 = "em4100"
    """RDM6300 and the ID-12LA family."""

    PARALLAX = "parallax"
    PN532 = "pn532"
    LINES = "lines"
    """The makers' line protocol, and Zaparoo's."""

    SCANNER = "scanner"
    """Printed codes: GM65 and its family, and everything that sends lines."""


_CHECKED: Mapping[Format, Callable[[], Parser]] = {
    Format.EM4100: Em4100,
    Format.PN532: Pn532,
    Format.LINES: LineParser,
}
"""Formats that a single frame proves, surest first."""

_PIECE = re.compile(rb"[^\x03\r\n\x00]{0,255}[\x03\r\n\x00]|[^\x03\r\n\x00]{256}")
"""Up to the next byte that can end a frame: so it does not matter in which pieces bytes come."""

_UNCHECKED: Mapping[Format, Callable[[], Parser]] = {
    Format.PARALLAX: Parallax,
    Format.SCANNER: Scanner,
}
"""Formats that could be mistaken for others."""

_CODE = re.compile(r"[!-~]{4,}")
"""What a printed code looks like, as far as can be told."""

_CODES = 2
"""How many codes, with nothing else between them, make a scanner."""


def parser(kind: Format) -> Parser:
    """Return a new parser for this format."""
    if kind is Format.AUTO:
        return Auto()
    return {**_CHECKED, **_UNCHECKED}[kind]()


class Auto:
    """A parser for every format until one is proved; see ``Parser``.

    Formats without a checksum are never fully proved: if one with a checksum shows up later, that
    one is right.
    """

    def __init__(self) -> None:
        self.settled: Format | None = None
        """Which format it is; ``None``: not known yet."""
        self._parsers = {kind: parser(kind) for kind in (*_CHECKED, *_UNCHECKED)}
        self._parsers[Format.SCANNER] = Scanner(b"\r\n")  # our own lines have tabs inside
        self._rest = b""
        """The beginning of a piece that has not come to its end."""
        self._codes = 0
        self._noise = 0

    @property
    def dropped(self) -> int:
        """How many bytes made no sense so far, to the parser to which most made sense."""
        if self.settled:
            return self._parsers[self.settled].dropped
        return min(each.dropped for each in self._parsers.values())

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return the frames that it completes, as far as known."""
        frames: list[Frame] = []
        data, self._rest, at = self._rest + data, b"", 0
        while not self._is_sure():
            if (piece := _PIECE.match(data, at)) is None:
                self._rest = data[at:]
                return tuple(frames)
            frames += self._tried(piece[0])
            at = piece.end()
        if self.settled:
            frames += self._parsers[self.settled].feed(data[at:])
        return tuple(frames)

    def _is_sure(self) -> bool:
        return self.settled in _CHECKED

    def say(self, now: float) -> bytes:
        """Return what must be sent to the settled format, or else to any of them."""
        return b"".join(each.say(now) for each in self._talking())

    def due(self) -> float | None:
        """Return when something must be sent."""
        times = (each.due() for each in self._talking())
        return min((time for time in times if time is not None), default=None)

    def is_silent(self, now: float) -> bool:
        """Return whether the settled format's reader is."""
        return self.settled is not None and self._parsers[self.settled].is_silent(now)

    def _talking(self) -> tuple[Parser, ...]:
        """Return the parsers whose word counts."""
        if self.settled:
            return (self._parsers[self.settled],)
        return tuple(self._parsers.values())

    def _tried(self, piece: bytes) -> tuple[Frame, ...]:
        """Give a piece to all parsers, and return the frames of the one that is right."""
        frames = {kind: each.feed(piece) for kind, each in self._parsers.items()}
        for kind in _CHECKED:
            if frames[kind]:
                self.settled = kind
                return frames[kind]
        if self.settled is not Format.PARALLAX and frames[Format.PARALLAX]:
            self.settled = Format.PARALLAX
        if self.settled is None and self._looks_scanned(frames[Format.SCANNER]):
            self.settled = Format.SCANNER
        return frames[self.settled] if self.settled else ()

    def _looks_scanned(self, lines: tuple[Frame, ...]) -> bool:
        """Return whether enough lines look like codes, with nothing else between them."""
        noise = self._parsers[Format.SCANNER].dropped
        for line in lines:
            is_code = isinstance(line, Tag) and _CODE.fullmatch(line.uid) is not None
            before = self._codes if noise == self._noise else 0
            self._codes = before + 1 if is_code else 0
            self._noise = noise
        return self._codes >= _CODES
