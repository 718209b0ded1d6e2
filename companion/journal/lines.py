"""One line of a journal: number, checksum, chain, source, and event (pure).

A line reads ``crc32 SP json LF``: eight small hex digits of the CRC-32 of the JSON, and a JSON
object with the keys ``s`` (number; 0 is the header), ``p`` (seal of the line before), ``t``, ``m``,
``b``, ``o`` (see `Stamp`) and ``e`` (the event). Newer versions may add keys, never rename them.
"""

import re
import time
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NewType
from zlib import crc32

import msgspec

if TYPE_CHECKING:
    from _hashlib import HASH

Event = dict[str, object]
"""A JSON object. What it means is its writer's business."""

GameId = NewType("GameId", str)
"""Names a game; it is the stem of its file's name and the root of its chain."""

LONGEST_BYTES = 1 << 20
"""No line is longer than this, its line feed included."""

MOST_NESTED = 64
"""Braces and brackets within each other; no line comes near.

How deep Python follows them depends on who asks, so a line could be read here and not there.
"""

_SEAL_DIGITS = 32

_FRAME_BYTES = 9

_AT_A_TIME = 256
"""Lines that are proved together: more than most games have."""


class Stamp(msgspec.Struct, frozen=True, gc=False):
    """When and from where an event came. Never used for order: the numbers are the order."""

    wall_ms: int
    """Milliseconds since 1970 by the clock on the wall, which may be wrong or set back."""

    boot_ms: int
    """Milliseconds since the machine was started, its sleep included."""

    boot: str
    """Which start of the machine ``boot_ms`` counts from."""

    source: str
    """What it was entered with: ``button``, ``key``, ``touch``, ``reader``, ``script``…"""


class Line(msgspec.Struct, frozen=True, gc=False):
    """The JSON of one line, in the order in which it is written."""

    number: int = msgspec.field(name="s")
    """0 for the header, then 1, 2, 3…"""

    before: str = msgspec.field(name="p")
    """The seal of the line before."""

    wall_ms: int = msgspec.field(name="t")
    boot_ms: int = msgspec.field(name="m")
    boot: str = msgspec.field(name="b")
    source: str = msgspec.field(name="o")

    event_json: msgspec.Raw = msgspec.field(name="e")
    """The JSON of the event: a game is often proved without being read."""

    @property
    def event(self) -> Event:
        """What was written, as it reads back: a copy of one's own."""
        return _decode_event(self.event_json)

    @property
    def stamp(self) -> Stamp:
        """When and from where it came."""
        return Stamp(self.wall_ms, self.boot_ms, self.boot, self.source)


class Head(msgspec.Struct, frozen=True):
    """The end of what is proved: where the next line goes and what it must follow."""

    number: int
    """The next line's number, so also how many lines there are."""

    size: int
    """Bytes before it."""

    seal: str
    """Hash of the line before it, 32 hex digits; of the game's name if there is none."""


class FlawKind(Enum):
    """Why a line cannot be proved."""

    TORN = "torn"
    """The file ends before the line does."""

    OVERLONG = "overlong"
    """No line feed within `LONGEST_BYTES`."""

    CHECKSUM = "checksum"
    """The checksum is not that of the text."""

    SHAPE = "shape"
    """The checksum is right, but the text is not a line of this form."""

    NUMBER = "number"
    """The line bears another number: one is missing, twice there, or out of place."""

    CHAIN = "chain"
    """It does not follow the line before, or belongs to another game."""


class Flaw(msgspec.Struct, frozen=True):
    """What is wrong with a line, and where."""

    kind: FlawKind
    """What is wrong."""

    number: int
    """The number the line should have had; its line in the file counted from 0."""

    offset: int
    """Where it begins, in bytes from the beginning of the file."""


class Verified(msgspec.Struct, frozen=True):
    """The provable part of a file, and what ended it."""

    lines: tuple[Line, ...]
    """Every line up to the first that cannot be proved."""

    head: Head
    """The end of them."""

    flaw: Flaw | None
    """Why it stopped; None when the whole file is proved, also when that is nothing at all."""


_encode = msgspec.json.Encoder().encode

_decode = msgspec.json.Decoder(Line).decode

_decode_event = msgspec.json.Decoder(Event).decode


def beginning(game: GameId) -> Head:
    """Return where a game's first line goes. Files of two games cannot be mixed up."""
    return Head(0, 0, _seal(b"ra-companion journal " + game.encode()))


def after(head: Head, raw: bytes) -> Head:
    """Return where the next line goes once this one, line feed included, stands at the head."""
    return Head(head.number + 1, head.size + len(raw), _seal(raw))


def line_at(head: Head, event: Event, stamp: Stamp) -> Line:
    """Return the line that says this at the head.

    Raises:
        TypeError, RecursionError: The event is not plain JSON.
    """
    said = msgspec.Raw(_encode(event))
    return Line(
        head.number, head.seal, stamp.wall_ms, stamp.boot_ms, stamp.boot, stamp.source, said
    )


def write_line(event: Event, stamp: Stamp, head: Head) -> bytes:
    """Return the line that says this at the head, line feed included.

    Raises:
        ValueError: It would not read back as the same: not plain JSON, or too long.
    """
    try:
        line = line_at(head, event, stamp)
        json = _encode(line)
    except (TypeError, RecursionError) as why:
        raise ValueError("An event must be plain JSON.") from why
    raw = b"%08x %s\n" % (crc32(json), json)
    read = read_line(raw, head)
    if read != line or line.event != event:
        raise ValueError(f"An event must be plain JSON of less than {LONGEST_BYTES} bytes.")
    return raw


def read_line(raw: bytes, head: Head) -> Line | Flaw:
    """Return the line at the head, or what is wrong with it. Never raises."""
    line = _checked(raw)
    if isinstance(line, FlawKind):
        return Flaw(line, head.number, head.size)
    if line.number != head.number:
        return Flaw(FlawKind.NUMBER, head.number, head.size)
    if line.before != head.seal:
        return Flaw(FlawKind.CHAIN, head.number, head.size)
    return line


def read_unchained(raw: bytes) -> Line | None:
    """Return a line, line feed included, whose checksum is right; None if it is not.

    That it belongs where it stands is not proved.
    """
    line = _checked(raw)
    return None if isinstance(line, FlawKind) else line


def verify(chunks: Iterable[bytes], game: GameId) -> Verified:
    """Read a game's file, given in pieces of any size, as far as it can be proved.

    Never raises, and keeps no more than the proved lines and one piece's bytes in memory.
    """
    lines: list[Line] = []
    head = beginning(game)
    for raws in _split(chunks):
        proved = _all_proved(raws, head)
        if proved is not None:
            head = proved.head
            lines += proved.lines
            continue
        for raw in raws:
            line = read_line(raw, head)
            if isinstance(line, Flaw):
                return Verified(tuple(lines), head, line)
            head = after(head, raw)
            lines.append(line)
    return Verified(tuple(lines), head, None)


class _Proved(msgspec.Struct, frozen=True, gc=False):
    """Lines that can each be verified, and where they end."""

    lines: list[Line]
    head: Head


def _all_proved(raws: list[bytes], head: Head) -> _Proved | None:
    """Return the lines at the head if nothing at all is wrong with them.

    It asks of all of them what `read_line` asks of one, and takes half the time: thousands of
    games of hundreds of lines are indexed.
    """
    texts = [raw[_FRAME_BYTES:-1] for raw in raws]
    if raws[-1][-1:] != b"\n" or max(map(len, raws)) > LONGEST_BYTES:
        return None
    frames = b"".join([raw[:_FRAME_BYTES] for raw in raws])
    if frames != b"%08x " * len(texts) % tuple(map(crc32, texts)):
        return None
    try:
        lines = [_decode(text) for text in texts]
    except (ValueError, RecursionError):
        return None
    sha256 = _sha256()
    seals = [head.seal, *[sha256(raw).hexdigest()[:_SEAL_DIGITS] for raw in raws]]
    numbers = range(head.number, head.number + len(raws))
    if (
        [line.number for line in lines] != [*numbers]
        or [line.before for line in lines] != seals[:-1]
        or any(map(_is_deep, texts))
        or not all(map(_is_event, {*map(bytes, [line.event_json for line in lines])}))
    ):
        return None
    return _Proved(lines, Head(numbers.stop, head.size + sum(map(len, raws)), seals[-1]))


def _seal(raw: bytes) -> str:
    return _sha256()(raw).hexdigest()[:_SEAL_DIGITS]


@cache
def _sha256() -> "Callable[[bytes], HASH]":
    from hashlib import sha256  # noqa: PLC0415 - brings OpenSSL along, and a new table has no line

    return sha256


def _checked(raw: bytes) -> Line | FlawKind:
    if len(raw) >= LONGEST_BYTES and (len(raw) > LONGEST_BYTES or raw[-1:] != b"\n"):
        return FlawKind.OVERLONG
    if raw[-1:] != b"\n":
        return FlawKind.TORN
    json = raw[_FRAME_BYTES:-1]
    if raw[:_FRAME_BYTES] != b"%08x " % crc32(json):
        return FlawKind.CHECKSUM
    try:
        line = _decode(json)
    except (ValueError, RecursionError):
        return FlawKind.SHAPE
    return FlawKind.SHAPE if _is_deep(json) or not _is_event(bytes(line.event_json)) else line


_MARK = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]')


def _is_deep(json: bytes) -> bool:
    """Whether more braces and brackets stand within each other than any line has."""
    if json.count(b"{") + json.count(b"[") <= MOST_NESTED:
        return False
    depth = 0
    for mark in _MARK.finditer(json):
        depth += {b"{": 1, b"[": 1, b"}": -1, b"]": -1}.get(mark[0], 0)
        if depth > MOST_NESTED:
            return True
    return False


@lru_cache(maxsize=1024)
def _is_event(said: bytes) -> bool:
    """Whether this is an object that can be read; the same few events make up most of all games."""
    try:
        _decode_event(said)
    except (ValueError, RecursionError):
        return False
    return True


def _split(chunks: Iterable[bytes]) -> Iterator[list[bytes]]:
    """Yield some lines at a time, each with its line feed; a rest, or what is too long, without."""
    rest = bytearray()
    for chunk in chunks:
        rest += chunk
        if b"\n" in chunk:
            *whole, left = bytes(rest).split(b"\n")
            for at in range(0, len(whole), _AT_A_TIME):
                yield [line + b"\n" for line in whole[at : at + _AT_A_TIME]]
            rest = bytearray(left)
        if len(rest) >= LONGEST_BYTES:
            yield [bytes(rest)]
            return
    if rest:
        yield [bytes(rest)]


_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")

_NS_PER_MS = 1_000_000


def stamp(source: str) -> Stamp:
    """Return the stamp of something that came from this source just now."""
    wall_ms = time.time_ns() // _NS_PER_MS
    boot_ms = time.clock_gettime_ns(time.CLOCK_BOOTTIME) // _NS_PER_MS
    return Stamp(wall_ms, boot_ms, _boot(), source)


@cache
def _boot() -> str:
    """Return the name of this start of the machine; empty where it has none."""
    try:
        return _BOOT_ID.read_text(encoding="ascii").strip()
    except OSError:
        return ""
