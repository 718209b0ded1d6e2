"""Scanners for printed codes, GM65 and its family: each code is a line.

The scanner's answers to set-up commands come between the codes and are skipped: ``02 00``, kind,
length, data, and a CRC-16 (XMODEM) over everything from the kind on.
"""

from binascii import crc_hqx

from hardware.readers.frames import Frame, Listening, Tag, TextLines, normal

_ANSWER = b"\x02\x00"

_HEAD, _CRC, _LONGEST = 4, 2, 261


class Scanner(Listening):
    """A parser for it; see ``Parser``."""

    def __init__(self, ends: bytes = b"\r\n\t") -> None:
        """Know which bytes may end a code; scanners can be set to each of these."""
        self._rest = b""
        self._lines = TextLines(ends, 128)

    def feed(self, data: bytes) -> tuple[Frame, ...]:
        """Take what has come, and return a tag for each code."""
        frames: list[Frame] = []
        before = self._lines.dropped
        for line in self._lines.feed(self._without_answers(self._rest + data)):
            if code := _printable(line):
                frames.append(Tag(normal(code)))
            else:
                self.dropped += len(line)
        self.dropped += self._lines.dropped - before
        return tuple(frames)

    def _without_answers(self, data: bytes) -> bytes:
        """Return the bytes of codes; an unfinished answer is kept for the next time."""
        kept, at, self._rest = [], 0, b""
        while (start := data.find(_ANSWER[:1], at)) >= 0:
            kept.append(data[at:start])
            length = _answer_length(data[start : start + _LONGEST])
            if length is None:
                self._rest = data[start:]
                return b"".join(kept)
            if not length:
                self.dropped += 1
            at = start + (length or 1)
        return b"".join((*kept, data[at:]))


def _answer_length(data: bytes) -> int | None:
    """Return how long the answer is at the beginning of this; 0: none; ``None``: wait for more."""
    if not _ANSWER.startswith(data[:2]):
        return 0
    if len(data) < _HEAD:
        return None
    end = _HEAD + data[3]
    if len(data) < end + _CRC:
        return None
    is_right = crc_hqx(data[2:end], 0) == int.from_bytes(data[end : end + _CRC], "big")
    return end + _CRC if is_right else 0


def _printable(line: bytes) -> str:
    """Return the code, or nothing if the bytes are no text."""
    text = line.decode(errors="surrogateescape").strip()  # what is no text cannot be printed
    return text if text.isprintable() else ""
