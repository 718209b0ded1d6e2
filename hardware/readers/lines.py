"""Readers that send lines of text: our protocol (``docs/build.md``), Zaparoo's, and anybody's.

A line that is nothing but a tag's number, with or without a word for it, is a tag.
"""

import re
from collections.abc import Callable, Mapping

from hardware.readers.frames import Alive, DialTurned, Frame, Pressed, ReaderTrouble, Tag, TextLines
from hardware.tags import normal, uid_in

PING_SECONDS = 1.0
"""How long the other end may be silent before it is pinged."""

SILENT_SECONDS = 3.0
"""How long a board that once answered may be silent before it counts as gone."""

_CHECKED = re.compile(rb"(\w+)(.*)\*([0-9A-Fa-f]{2})", re.DOTALL)

_UID = re.compile(r"[0-9A-Fa-f]{4,32}")

_NAME = re.compile(r"[\w-]{1,24}")

_NUMBER = re.compile(r"[+-]?\d{1,3}")

_PADS = ("", "pad")
"""Names of the draw spot: boards of version 2 could name other zones, which are passed over."""


class LineParser:
    """A parser for it; see ``Parser``.

    Lines without a checksum are accepted until one with a checksum arrives.
    """

    def __init__(self) -> None:
        self._lines = TextLines(b"\r\n", 1024)
        self._is_strict = False
        self._owes_pong = False
        self._has_answered = False
        self._has_spoken = False
        self._heard_at: float | None = None
        self._asked_at = float("-inf")

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return the frames that its lines mean."""
        frames: list[Frame] = []
        for line in self._lines.feed(data):
            text = self._checked(line)
            meant = None if text is None else _meaning(text)
            if meant is not None:
                self._has_spoken = True
                self._owes_pong |= text == "PING"
                self._has_answered |= text == "PONG"
                frames.append(meant)
        return tuple(frames)

    def say(self, now: float) -> bytes:
        """Return the answer to a ping, or a ping if nothing arrived for a while."""
        if self._has_spoken or self._heard_at is None:
            self._heard_at, self._has_spoken = now, False
        answer = b"PONG\n" if self._owes_pong else b""
        self._owes_pong = False
        if now < max(self._heard_at, self._asked_at) + PING_SECONDS:
            return answer
        self._asked_at = now
        return answer + b"PING\n"

    def is_silent(self, now: float) -> bool:
        """Return whether a board that can answer has been silent for too long."""
        if not self._has_answered or self._heard_at is None or self._has_spoken:
            return False
        return now > self._heard_at + SILENT_SECONDS

    def _checked(self, line: bytes) -> str | None:
        """Return the line as text without its checksum; ``None`` if it cannot be right."""
        match = _CHECKED.fullmatch(line)
        if match is None and self._is_strict:
            return None
        if match:
            word, rest, check = match.groups()
            if checksum(rest) != int(check, 16) & ~0x20:
                return None
            self._is_strict = True
            line = word + rest
        try:
            return line.decode().strip(" ")
        except UnicodeDecodeError:
            return None


def checksum(rest: bytes) -> int:
    """Return the XOR of what follows a line's first word, without bit 5.

    That bit distinguishes ``a`` from ``A``, and a space from nothing; neither must fail a line.
    """
    check = 0
    for byte in rest:
        check ^= byte
    return check & ~0x20


def _meaning(text: str) -> Frame | None:
    """Return the frame that a line means; ``None`` if it means nothing."""
    word, *parts = re.split(r"[\t ]", text, maxsplit=1)
    rest = parts[0] if parts else ""
    meant = None
    if word in _PLAIN:
        meant = _PLAIN[word](rest)
    elif word in _FIELDS:
        meant = _FIELDS[word](dict(part.partition("=")[::2] for part in rest.split("\t")))
    if meant is None and (uid := uid_in(text)):
        return Tag(uid)
    return meant


def _tag(rest: str) -> Frame | None:
    """``TAG uid``, or ``TAG uid zone`` from a board of version 2."""
    uid, _, zone = rest.partition(" ")
    if not _UID.fullmatch(uid) or (zone and not _NAME.fullmatch(zone)):
        return None
    return Tag(normal(uid)) if zone in _PADS else Alive()


def _error(rest: str) -> Frame | None:
    """``ERR text``; of a zone it is passed over."""
    if rest.startswith("zone="):
        return Alive()
    return ReaderTrouble(rest[:128]) if rest.isprintable() else None


def _hello(rest: str) -> Frame | None:
    """``HELLO`` and whatever the board calls itself."""
    who = " ".join(rest.split("\t"))
    return Alive(who[:64]) if who.isprintable() else None


def _scan(fields: Mapping[str, str]) -> Frame | None:
    """Zaparoo's ``SCAN``; without a number, the tag was removed."""
    uid = fields.get("uid", "")
    if not uid:
        return Alive()
    return Tag(normal(uid)) if _UID.fullmatch(uid) else None


def _button(fields: Mapping[str, str]) -> Frame | None:
    """``BTN``: a button moved."""
    name = _NAME.fullmatch(fields.get("id", ""))
    state = fields.get("state")
    return Pressed(name[0].lower(), state == "1") if name and state in ("0", "1") else None


def _dial(fields: Mapping[str, str]) -> Frame | None:
    """``ENC``: the dial turned."""
    steps = _NUMBER.fullmatch(fields.get("d", ""))
    return DialTurned(int(steps[0])) if steps and int(steps[0]) else None


def _alive(_rest: object) -> Frame:
    """``PING``, ``PONG``, and what is not used: ``W``, a scale's weight, ``INV``, a zone's tags."""
    return Alive()


_PLAIN: Mapping[str, Callable[[str], Frame | None]] = {
    "TAG": _tag,
    "ERR": _error,
    "HELLO": _hello,
    "PING": _alive,
    "PONG": _alive,
}

_FIELDS: Mapping[str, Callable[[Mapping[str, str]], Frame | None]] = {
    "SCAN": _scan,
    "INV": _alive,
    "BTN": _button,
    "ENC": _dial,
    "W": _alive,
}
