"""One end of the table's socket: whole JSON lines in, and out only what is newest.

The table and every process that speaks for it use this. Nothing here blocks, and nothing grows:
a line has a longest length, and a line is begun only when the other end has taken the one before.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TypeVar

import msgspec

MOST_LINE_BYTES = 4096

ROOM_BYTES = 4096
"""How much may wait unread in the socket: a few lines."""

_Shape = TypeVar("_Shape")


class NotUnderstoodError(ConnectionError):
    """The other end sends what is no line of this socket."""


class Lines:
    """One end of a connected Unix socket."""

    def __init__(self, peer: socket.socket) -> None:
        peer.settimeout(0)
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_BYTES)
        self._peer = peer
        self._unread = self._unsent = b""

    def hold(self, room_bytes: int) -> None:
        """Let so much wait unread in the socket, for an end with longer lines."""
        self._peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, room_bytes)

    def fileno(self) -> int:
        """Return the descriptor to wait for."""
        return self._peer.fileno()

    @property
    def is_sending(self) -> bool:
        """Whether a line is begun that the other end has not taken."""
        return bool(self._unsent)

    def read(self, shape: type[_Shape]) -> list[_Shape]:
        """Return the whole lines among the next few kilobytes that have arrived.

        Raises:
            NotUnderstoodError: A line is too long, or has another shape.
            ConnectionError: The other end has gone.
        """
        try:
            more = self._peer.recv(MOST_LINE_BYTES)
        except BlockingIOError:
            return []
        if not more:
            raise ConnectionResetError("the other end has gone")
        *lines, self._unread = (self._unread + more).split(b"\n")
        if max(map(len, (*lines, self._unread))) > MOST_LINE_BYTES:
            raise NotUnderstoodError(f"a line has more than {MOST_LINE_BYTES} bytes")
        try:
            return [msgspec.json.decode(line, type=shape) for line in lines]
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as why:
            raise NotUnderstoodError(f"a line cannot be read: {why}") from why

    def send(self, line: msgspec.Struct) -> bool:
        """Begin a line, and return whether it was: not while the one before is still being sent.

        Raises:
            OSError: The other end has gone.
        """
        self.flush()
        if self._unsent:
            return False
        self._unsent = msgspec.json.encode(line) + b"\n"
        self.flush()
        return True

    def flush(self) -> None:
        """Send of the line that is begun what the other end takes now.

        Raises:
            OSError: The other end has gone.
        """
        with suppress(BlockingIOError):
            while self._unsent:
                self._unsent = self._unsent[self._peer.send(self._unsent) :]

    def close(self) -> None:
        """Hang up."""
        self._peer.close()
