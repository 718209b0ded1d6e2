"""Lines of text out of bytes, with a limit."""

import re


class TextLines:
    """Cuts bytes into lines, keeps an unfinished one, and throws away what is too long."""

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
        self.dropped = 0
        """How many bytes were thrown away because their line was too long."""

    def feed(self, data: bytes) -> list[bytes]:
        """Take what has come, and return the lines that it completes, without empty ones."""
        *lines, rest = self._ends.split(self._rest + data)
        if lines and self._is_too_long:
            self.dropped += len(lines.pop(0))
            self._is_too_long = False
        long = [line for line in lines if len(line) > self._most]
        self.dropped += sum(map(len, long))
        if len(rest) > self._most or self._is_too_long:
            self.dropped += len(rest)
            self._is_too_long, rest = True, b""
        self._rest = rest
        return [line for line in lines if 0 < len(line) <= self._most]
