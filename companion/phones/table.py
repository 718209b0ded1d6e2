"""The process's end of the line to the table: the newest line in, deeds out."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.phones.shapes import MOST_LINE_BYTES, HelloLine, PhonesLine, TableLine

LOG = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""How often it is looked whether a table that has gone is back."""


class Table:
    """The table, as long as it is there."""

    def __init__(self, socket: Path, changed: Callable[[TableLine | None], None]) -> None:
        """Begin without a table.

        Args:
            socket: The table's socket.
            changed: Takes each line; None: the table has gone.
        """
        self._socket, self._changed = socket, changed
        self._writer: asyncio.StreamWriter | None = None
        self._complaint = ""

    @property
    def is_there(self) -> bool:
        """Whether there is anybody to send to."""
        return self._writer is not None

    def send(self, line: PhonesLine) -> None:
        """Send a line; without a table, do nothing."""
        if self._writer is not None:
            self._writer.write(msgspec.json.encode(line) + b"\n")

    async def run(self) -> None:
        """Look for the table, and listen to it, until cancelled."""
        while True:
            try:
                await self._listen()
            except (OSError, ValueError, msgspec.DecodeError) as why:
                self._complain(f"no table at {self._socket}: {why}")
            if self._writer is not None:
                self._writer = None
                self._changed(None)
            await asyncio.sleep(LOOK_SECONDS)

    async def _listen(self) -> None:
        """Listen to a table until it goes.

        Raises:
            OSError: There is none.
            ValueError: Its line is too long.
        """
        reader, writer = await asyncio.open_unix_connection(
            str(self._socket), limit=MOST_LINE_BYTES
        )
        try:
            writer.write(msgspec.json.encode(HelloLine()) + b"\n")
            while text := await reader.readline():
                line = _read(text)
                if line is None:  # it is said to a fleet process
                    continue
                self._writer, self._complaint = writer, ""
                self._changed(line)
        finally:
            writer.close()

    def _complain(self, what: str) -> None:
        """Log something, once."""
        if what != self._complaint:
            self._complaint = what
            LOG.warning("%s", what)


_lines = msgspec.json.Decoder(TableLine)


def _read(text: bytes) -> TableLine | None:
    try:
        return _lines.decode(text)
    except msgspec.ValidationError:
        return None
