"""The fleet process's end of a table's socket: lines in, the newest orders out. Never blocks."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.fleet.shapes import MOST_LINE_BYTES, News, Order, TableOrder, TableReport

FIRST_LOOK_SECONDS, MOST_LOOK_SECONDS = 0.5, 5.0
"""How often to look for a table that is not there, at first and after a while."""


class TableLink:
    """Attaches to a table whenever it is there. Belongs to one thread."""

    def __init__(self, file: Path, now: Callable[[], float]) -> None:
        self._file, self._now = file, now
        self._socket: socket.socket | None = None
        self._unread = self._unsent = b""
        self._orders: dict[str, Order] = {}
        self._news: News | None = None
        self._look_at, self._wait = now(), FIRST_LOOK_SECONDS

    @property
    def is_attached(self) -> bool:
        """Whether a table is there."""
        return self._socket is not None

    def attach(self) -> bool:
        """Look for the table if it is time to, and return whether it has just come."""
        if self._socket is not None or self._now() < self._look_at:
            return False
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        made.settimeout(0)
        try:
            made.connect(str(self._file))
        except OSError:
            made.close()
            self._look_at = self._now() + self._wait
            self._wait = min(MOST_LOOK_SECONDS, self._wait * 2)
            return False
        self._socket, self._unread, self._unsent = made, b"", b""
        self._orders, self._news = {}, None
        return True

    def reading(self) -> tuple[int, ...]:
        """Return what to wait for, to read."""
        return () if self._socket is None else (self._socket.fileno(),)

    def writing(self) -> tuple[int, ...]:
        """Return what to wait for, to write."""
        is_waiting = self._unsent or self._orders or self._news
        return (self._socket.fileno(),) if self._socket is not None and is_waiting else ()

    def patience(self) -> float:
        """Return how long nothing has to be done, in seconds."""
        return 60.0 if self._socket is not None else max(0.0, self._look_at - self._now())

    def ask(self, order: Order) -> None:
        """Pass an order to the table; of two for one entity only the later."""
        if self._socket is not None:
            self._orders[order.entity] = order
            self.send()

    def tell(self, news: News) -> None:
        """Tell the table the state of the connection; only the newest is sent."""
        self._news = news
        self.send()

    def send(self) -> None:
        """Send what waits, as far as the table takes it."""
        while self._socket is not None:
            self._unsent = self._unsent or self._next()
            if not self._unsent:
                return
            try:
                sent = self._socket.send(self._unsent)
            except BlockingIOError:
                return
            except OSError:
                self.detach()
                return
            self._unsent = self._unsent[sent:]

    def _next(self) -> bytes:
        if self._news is not None:
            news, self._news = self._news, None
            return msgspec.json.encode(TableOrder(news=news)) + b"\n"
        if self._orders:
            order = self._orders.pop(next(iter(self._orders)))
            return msgspec.json.encode(TableOrder(order=order)) + b"\n"
        return b""

    def read(self) -> Iterator[TableReport]:
        """Yield what the table has said since. One that says what no table says is detached."""
        while self._socket is not None:
            try:
                more = self._socket.recv(MOST_LINE_BYTES)
            except BlockingIOError:
                return
            except OSError:
                more = b""
            if not more:
                self.detach()
                return
            *lines, self._unread = (self._unread + more).split(b"\n")
            if len(self._unread) > MOST_LINE_BYTES:
                self.detach()
                return
            for line in lines:
                try:
                    told = msgspec.json.decode(line, type=TableReport)
                except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                    self.detach()
                    return
                yield told

    def detach(self) -> None:
        """Leave the table, and look for it again in a moment."""
        made, self._socket = self._socket, None
        self._orders, self._news = {}, None
        self._wait = FIRST_LOOK_SECONDS
        self._look_at = self._now() + self._wait
        if made is not None:
            made.close()
