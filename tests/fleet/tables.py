"""Lightweight tables: a socket that says what a table says, and a fleet process on a thread."""

import logging
import socket
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from companion.app.fleet.feed import opened
from companion.core.kiosk import Link
from companion.fleet.fleet import FleetMember
from companion.fleet.shapes import (
    GameEvent,
    Hello,
    News,
    Order,
    State,
    TableOrder,
    TablePhase,
    TableReport,
)
from companion.settings import FleetSettings, Settings
from tests.fleet.mosquitto import until

STATE = State(
    phase=TablePhase.IDLE, players=0, epoch=0, ra=0, ra_limit=0, minutes=0, actions=0, call="none",
    trouble=(), language="en", volume="normal", night=False, version="1.0.0", games_today=0,
)  # fmt: skip


def settings(port: int, **others: object) -> FleetSettings:
    """Return the settings of a table whose broker is on this port of the loopback."""
    return replace(
        Settings().fleet, enabled=True, host="127.0.0.1", port=port, keepalive_seconds=5, **others
    )


class LightTable:
    """Says what a table says, and keeps what is asked of it."""

    def __init__(self, named: str, fleet: FleetSettings) -> None:
        """Wait for a fleet process."""
        self.id = named
        self._stack = ExitStack()
        self.file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
        self._hello = Hello(named, "1.0.0", fleet)
        self.state = STATE
        self.asked: list[TableOrder] = []
        self._peer: socket.socket | None = None
        self._listener = opened(self.file, self._stack)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                peer, _ = self._listener.accept()
                self._peer = peer
                self._say(TableReport(hello=self._hello))
                self._say(TableReport(state=self.state))
                with peer, suppress(ConnectionError), peer.makefile("rb") as lines:
                    for line in lines:
                        self.asked.append(msgspec.json.decode(line, type=TableOrder))

    def _say(self, told: TableReport) -> None:
        if self._peer is not None:
            with suppress(OSError):
                self._peer.sendall(msgspec.json.encode(told) + b"\n")

    def rename(self, named: str) -> None:
        """Say another id than before, as after a change of the settings."""
        self.id, self._hello = named, replace(self._hello, id=named)
        self._say(TableReport(hello=self._hello))

    def show(self, **changes: object) -> State:
        """Say a state that differs in this from the one before."""
        self.state = replace(self.state, **changes)
        self._say(TableReport(state=self.state))
        return self.state

    def ends(self, game: GameEvent) -> None:
        """Say that a game is over or was left."""
        self._say(TableReport(game=game))

    @property
    def orders(self) -> list[Order]:
        """What was ordered."""
        return [each.order for each in self.asked if each.order is not None]

    @property
    def news(self) -> list[News]:
        """How the fleet process got on."""
        return [each.news for each in self.asked if each.news is not None]

    def is_told(self, link: Link) -> bool:
        """Whether the table was told last that the broker is like this."""
        return bool(self.news) and self.news[-1].link is link

    def die(self) -> None:
        """Be gone, as after kill -9: the kernel closes what was open."""
        self._listener.shutdown(socket.SHUT_RDWR)
        if self._peer is not None:
            with suppress(OSError):
                self._peer.shutdown(socket.SHUT_RDWR)
        self._stack.close()
        self._thread.join(5)


class Attendant:
    """A fleet process on a thread of this one."""

    def __init__(self, table: Path, seed: int = 1) -> None:
        """Look for the table from now on."""
        self.log = logging.getLogger(f"fleet {seed}")
        dice = Random(seed)  # noqa: S311 - no secret
        self.fleet = FleetMember(table, time.monotonic, dice, self.log)
        self._is_over = threading.Event()
        self.failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            while not self._is_over.is_set():
                self.fleet.turn(0.1)
        except BaseException as why:  # the test says it
            self.failed = why
            raise

    def until_connected(self) -> "Attendant":
        """Wait until the broker knows the table."""
        until(lambda: self.fleet.link is Link.CONNECTED)
        return self

    def close(self) -> None:
        """Leave as a service does that is stopped."""
        self._is_over.set()
        self._thread.join(10)
        self.fleet.close()
        assert self.failed is None
