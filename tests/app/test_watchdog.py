"""What the service manager hears: a sign of life when everything works, and only then."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

import pytest

from companion.app.program import patiently
from companion.app.systemd import Heartbeat, is_service, notify, pulse_seconds
from companion.core.messages import Trouble
from companion.core.notices import Notes, Notice
from companion.screen.sdl import NoScreen
from companion.screen.window import Window
from tests.app.inside import Inside, inside

BEAT = "WATCHDOG=1"

EVERY = 15.0


class Manager:
    """The service manager's end of the socket."""

    def __init__(self, address: str) -> None:
        """Listen; a leading ``@`` stands for a name without a file."""
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.settimeout(0)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def heard(self) -> list[str]:
        """Return what was said since the last time; a datagram is there when it is sent."""
        said = []
        while True:
            try:
                said.append(self._socket.recv(4096).decode())
            except BlockingIOError:
                return said

    def close(self) -> None:
        """Listen no more."""
        self._socket.close()


@pytest.fixture
def manager(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Manager]:
    """A service manager that this process was started by."""
    address = str(tmp_path / "notify")
    monkeypatch.setenv("NOTIFY_SOCKET", address)
    listening = Manager(address)
    yield listening
    listening.close()


@pytest.fixture
def table(tmp_path: Path, manager: Manager) -> Iterator[Inside]:
    """Two people at their table, which gives a sign of life every fifteen seconds."""
    with watched_table(tmp_path / "data", manager, EVERY) as opened:
        yield opened


@contextmanager
def watched_table(data: Path, manager: Manager, seconds: float | None) -> Iterator[Inside]:
    """Seat two people at a table that gives a sign of life so often."""
    with inside(data, has_hardware=False, pulse_seconds=seconds) as opened:
        for key in ("1", "2", "return", "return"):
            opened.key(key)
            opened.settle()
        opened.pass_time(7)
        manager.heard()
        yield opened


def beats(manager: Manager) -> int:
    """Return how many signs of life arrived since the last time."""
    return manager.heard().count(BEAT)


@pytest.mark.parametrize("address", ["socket", "@ra-companion-of-a-test-{pid}"])
def test_a_state_arrives_as_one_datagram_also_at_a_socket_without_a_file(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = address.format(pid=os.getpid()) if "@" in address else str(tmp_path / address)
    listening = Manager(whole)
    monkeypatch.setenv("NOTIFY_SOCKET", whole)
    notify("READY=1")
    assert listening.heard() == ["READY=1"]
    listening.close()


def test_a_manager_that_has_gone_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
    pulse = Heartbeat(EVERY)
    pulse.beat(100.0)
    assert pulse.next_deadline() == 115.0


@pytest.mark.parametrize(
    ("environment", "seconds"),
    [
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"}, 15.0),
        ({"WATCHDOG_USEC": "30000000"}, 15.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
        ({"WATCHDOG_USEC": "-1"}, None),
        ({"WATCHDOG_USEC": "²"}, None),
        ({"WATCHDOG_USEC": ""}, None),
        ({}, None),
    ],
)
def test_the_sign_of_life_is_wanted_at_half_the_time_that_is_allowed_and_by_whom_it_is_meant_for(
    environment: dict[str, str], seconds: float | None
) -> None:
    assert pulse_seconds(environment, 7) == seconds


def test_only_who_was_started_by_a_service_manager_is_a_service() -> None:
    assert is_service({"INVOCATION_ID": "5c1e"})
    assert not is_service({})
    assert not is_service({"INVOCATION_ID": ""})


def test_an_idle_table_wakes_at_half_the_time_allowed_and_gives_one_sign_of_life(
    table: Inside, manager: Manager
) -> None:
    woken = table.pass_time(4 * EVERY)
    assert beats(manager) == 4
    assert woken <= 5
    for _ in range(3):  # and gives no more while it is played at
        table.key("n")
        table.settle()
    assert beats(manager) == 0


def test_without_a_watchdog_nobody_wakes_and_nothing_is_said(
    tmp_path: Path, manager: Manager
) -> None:
    with watched_table(tmp_path / "data", manager, None) as table:
        assert table.loop.idle_seconds() is None
        table.loop.turn()
        assert beats(manager) == 0


def test_while_the_journal_owes_an_answer_there_is_no_sign_of_life_and_no_spinning(
    table: Inside, manager: Manager
) -> None:
    table.room.is_free.clear()
    table.key("n")
    manager.heard()
    assert table.pass_time(10 * EVERY) <= 3
    assert beats(manager) == 0
    table.room.is_free.set()
    table.settle()
    assert beats(manager) == 1


def test_a_picture_that_does_not_come_to_stand_gives_no_sign_of_life(
    table: Inside, manager: Manager, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        assert beats(manager) == 0
        raise RuntimeError("the screen is gone")

    table.clock.advance(EVERY)
    monkeypatch.setattr(table.glass, "show", broken)
    with pytest.raises(RuntimeError, match="the screen is gone"):
        table.loop.turn()
    assert beats(manager) == 0


def test_a_disk_that_refuses_is_no_reason_to_be_killed(table: Inside, manager: Manager) -> None:
    table.room.error = 5
    table.key("n")
    table.settle()
    table.pass_time(2 * EVERY)
    said = manager.heard()
    assert said.count(BEAT) >= 2
    assert any(line.startswith("STATUS=The last entry could not be saved") for line in said)


def test_the_status_is_a_sentence_that_is_said_once_and_again_when_it_changes(
    table: Inside, manager: Manager
) -> None:
    table.loop.post(Trouble(Notice(Notes.READER_LOST)), "test")
    table.loop.turn()
    table.loop.turn()
    said = [line for line in manager.heard() if line.startswith("STATUS=")]
    assert said == ["STATUS=The bag reader is gone. Enter tiles by hand until it is back"]


def test_a_status_cannot_say_anything_else_to_the_manager(manager: Manager) -> None:
    Heartbeat().say("a file called\nREADY=1")
    assert manager.heard() == ["STATUS=a file called READY=1"]


NO_DRIVER = NoScreen("kmsdrm", "kmsdrm not available", ("libgbm1",))

NO_ANSWER = NoScreen("offscreen", "the desktop :0 does not answer")


@pytest.mark.parametrize(
    ("trouble", "comes_after", "patience", "waited", "comes"),
    [
        pytest.param(NO_DRIVER, 4.0, 20.0, 4.0, True, id="a service waits for a driver"),
        pytest.param(NO_DRIVER, 1000.0, 20.0, 20.0, False, id="not for ever"),
        pytest.param(NO_DRIVER, 4.0, 0.0, 0.0, False, id="who was started by hand does not"),
        pytest.param(NO_ANSWER, 4.0, 20.0, 0.0, False, id="and nobody for a desktop"),
    ],
)
def test_a_screen_is_waited_for_as_long_as_it_can_come(  # noqa: PLR0913, PLR0917 - the columns
    manager: Manager,
    trouble: NoScreen,
    comes_after: float,
    patience: float,
    waited: float,
    comes: bool,  # noqa: FBT001 - a case
) -> None:
    slept, heard = list[float](), set[str]()

    def opened() -> Window:
        heard.update(manager.heard())
        if sum(slept) < comes_after:
            raise trouble
        return object.__new__(Window)

    with nullcontext() if comes else pytest.raises(NoScreen):
        patiently(opened, patience_seconds=patience, now=lambda: sum(slept), sleep=slept.append)
    assert sum(slept) == waited
    waiting = {f"STATUS=Waiting for the screen: {trouble.reason}"} if slept else set()
    assert heard.union(manager.heard()) == waiting
