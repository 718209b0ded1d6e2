"""Tables for the fleet: light ones, with a fleet process on a thread, and real programs."""

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import msgspec
from msgspec.structs import replace

from companion.app.fleet import opened
from companion.core.kiosk import Link
from companion.fleet.member import Member
from companion.fleet.shapes import FleetLine, Hello, State, TableLine, TablePhase, beat_seconds
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
    """Says what a table says, and keeps what it is told."""

    def __init__(self, named: str, fleet: FleetSettings) -> None:
        """Wait for a fleet process."""
        self.id = named
        self._stack = ExitStack()
        self.file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
        self._hello = Hello(named, "1.0.0", fleet)
        self.state = STATE
        self.told: list[FleetLine] = []
        self._peer: socket.socket | None = None
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._listener = opened(self.file, self._stack)
        self._threads = [
            threading.Thread(target=each, daemon=True) for each in (self._serve, self._beat)
        ]
        for each in self._threads:
            each.start()

    def _serve(self) -> None:
        with suppress(OSError):
            while True:
                peer, _ = self._listener.accept()
                self._peer = peer
                self._say(TableLine(hello=self._hello))
                self._say(TableLine(state=self.state))
                with peer, suppress(ConnectionError), peer.makefile("rb") as lines:
                    for line in lines:
                        if not line.endswith(b"\n"):
                            break  # whoever wrote it has been killed meanwhile
                        self.told.append(msgspec.json.decode(line, type=FleetLine))

    def _beat(self) -> None:
        while not self._is_over.wait(beat_seconds(self._hello.settings)):
            self._say(TableLine(state=self.state))

    def _say(self, line: TableLine) -> None:
        if self._peer is not None:
            with suppress(OSError), self._lock:
                self._peer.sendall(msgspec.json.encode(line) + b"\n")

    def rename(self, named: str) -> None:
        """Say another id than before, as after a change of the settings."""
        self.id, self._hello = named, replace(self._hello, id=named)
        self._say(TableLine(hello=self._hello))

    def show(self, **changes: object) -> State:
        """Say a state that differs in this from the one before."""
        self.state = replace(self.state, **changes)
        self._say(TableLine(state=self.state))
        return self.state

    @property
    def answers(self) -> int:
        """How often a call was answered."""
        return sum(each.answered for each in self.told)

    def is_told(self, link: Link) -> bool:
        """Whether the table was told last that the broker is like this."""
        return bool(self.told) and self.told[-1].link is link

    def is_doubled(self) -> bool:
        """Whether the table was told last that another has its id."""
        return bool(self.told) and self.told[-1].same_id

    def die(self) -> None:
        """Be gone, as after kill -9: the kernel closes what was open."""
        self._is_over.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        if self._peer is not None:
            with suppress(OSError):
                self._peer.shutdown(socket.SHUT_RDWR)
        self._stack.close()
        for each in self._threads:
            each.join(5)


class Attendant:
    """A fleet process on a thread of this one."""

    def __init__(self, table: Path, seed: int = 1) -> None:
        """Look for the table from now on."""
        self.fleet = Member(table, time.monotonic, Random(seed))  # noqa: S311 - no secret
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
        if not self._is_over.is_set():
            self._is_over.set()
            self._thread.join(10)
            self.fleet.close()
        assert self.failed is None


class RealTable:
    """``ra-companion run`` and ``ra-companion fleet``, as two processes."""

    def __init__(self, folder: Path, named: str, port: int, stack: ExitStack) -> None:
        """Start both; they are killed with the stack."""
        folder.mkdir()
        runtime = tempfile.mkdtemp(prefix="ra")
        file = folder / "settings.toml"
        file.write_text(
            f'[fleet]\nenabled = true\nhost = "127.0.0.1"\nport = {port}\nid = "{named}"\n'
            "keepalive_seconds = 5\n[data]\nallow_memory = true\n"
        )
        self.id = named
        self._own = own = {**os.environ, "RUNTIME_DIRECTORY": runtime}
        python = (sys.executable, "-m", "companion")
        run = (*python, "run", "--headless", "--simulate", "--script", "-")
        self.program = subprocess.Popen(
            (*run, "--settings", str(file), "--data", str(folder / "data")),
            env=own, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self.fleet = subprocess.Popen((*python, "fleet"), env=own)
        self._others: list[subprocess.Popen[bytes]] = []
        self._lock = threading.Lock()
        self._is_over = threading.Event()
        self._clock = threading.Thread(target=self._tick, daemon=True)
        self._clock.start()
        stack.callback(self.close)

    def another_fleet(self) -> "subprocess.Popen[bytes]":
        """Start a second fleet process for the same table."""
        python = (sys.executable, "-m", "companion")
        second = subprocess.Popen((*python, "fleet"), env=self._own, stderr=subprocess.PIPE)
        self._others.append(second)
        return second

    def _tick(self) -> None:
        """Let the script go on, so that the program's loop turns."""
        while not self._is_over.wait(0.1):
            with suppress(OSError, ValueError):
                self.do("wait 0.05")

    def do(self, *lines: str) -> None:
        """Let the script do this."""
        assert self.program.stdin is not None
        with self._lock:
            for line in lines:
                self.program.stdin.write(line.encode() + b"\n")
            self.program.stdin.flush()

    def confirmed(self) -> bytes:
        """Return the next confirmation."""
        assert self.program.stdout is not None
        return self.program.stdout.readline()

    def close(self) -> None:
        """End both."""
        self._is_over.set()
        self._clock.join(5)
        for each in (self.fleet, *self._others, self.program):
            with suppress(OSError):
                each.send_signal(signal.SIGCONT)
            each.kill()
            each.wait(20)
        errors = (each.stderr for each in self._others)
        for pipe in (self.program.stdin, self.program.stdout, *errors):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
