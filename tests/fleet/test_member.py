"""The fleet process between a table's socket and a broker that only takes notes, hour by hour."""

import socket
import tempfile
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet import member as member_module
from companion.fleet.account import AccountError
from companion.fleet.member import (
    ACCOUNT_SECONDS,
    CORRECTION_SECONDS,
    HOME_ASSISTANT_SECONDS,
    LOOK_SECONDS,
    SAME_ID_SECONDS,
    Member,
)
from companion.fleet.shapes import FleetLine, Hello, TableLine
from tests.fleet.tables import STATE, settings

AVAILABILITY = "ra-companion/window-3/availability"

HELLO = TableLine(hello=Hello("window-3", "1.0.0", settings(1883)))

KEEPALIVE_SECONDS = 5


class Notes:
    """Stands in the broker's place, and writes down what it is told."""

    def __init__(self, _settings: object, client_id: str, _topics: object, **asked: object) -> None:
        self.client_id = client_id
        self.changed: Callable[[], None] = asked["changed"]  # type: ignore[assignment]
        self.link, self.connections, self.is_idle, self.is_closed = Link.CONNECTED, 1, True, False
        self.published: list[tuple[str, str, bool]] = []
        self.heard: dict[str, bytes] = {}

    def publish(self, topic: str, payload: str | bytes, *, retain: bool) -> None:
        """Write it down."""
        said = payload if isinstance(payload, str) else payload.decode()
        self.published.append((topic, said, retain))

    def take(self) -> dict[str, bytes]:
        """Return what a test lets it hear."""
        heard, self.heard = self.heard, {}
        return heard

    def close(self, last: tuple[str, str]) -> None:
        """Be closed."""
        self.published.append((*last, True))
        self.is_closed = True


class Bench:
    """A fleet process, a table's socket, and a clock."""

    def __init__(self, stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.brokers: list[Notes] = []
        self.waits: list[float] = []
        self._stack = stack
        self.file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
        self.listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        self.listener.bind(str(self.file))
        self.listener.settimeout(5)
        monkeypatch.setattr(member_module, "Broker", self._made)
        self.member = Member(self.file, lambda: self.now, Random(1))  # noqa: S311 - no secret
        stack.callback(self.member.close)

    def _made(self, *words: object, **asked: object) -> Notes:
        self.brokers.append(Notes(words[0], str(words[1]), words[2], **asked))
        return self.brokers[-1]

    @property
    def broker(self) -> Notes:
        """The broker of now."""
        return self.brokers[-1]

    def turn(self) -> None:
        """Do what is due."""
        self.member.turn(0.0)

    def pass_time(self, seconds: float) -> None:
        """Let so much time pass, and do what is due then."""
        self.now += seconds
        self.turn()

    def slept(self, monkeypatch: pytest.MonkeyPatch) -> float:
        """Return how long the process would sleep now."""
        waited: list[float] = []
        with monkeypatch.context() as patched:
            patched.setattr(
                "companion.fleet.member.select.select",
                lambda _reading, _writing, _, seconds: waited.append(seconds),
            )
            self.member.turn()
        return waited[0]

    def attached(self, first: TableLine = HELLO) -> socket.socket:
        """Let a table be there that says this first, and return its end."""
        self.listener.listen(1)
        self.turn()
        peer, _ = self.listener.accept()
        self._stack.callback(peer.close)
        peer.settimeout(5)
        self.says(peer, first)
        return peer

    def says(self, peer: socket.socket, told: TableLine) -> None:
        """Say something as the table."""
        peer.sendall(msgspec.json.encode(told) + b"\n")
        self.turn()

    def hears(self, topic: str, payload: bytes) -> None:
        """Let the broker pass something on."""
        self.broker.heard[topic] = payload
        self.turn()

    def said(self, topic: str) -> list[str]:
        """Return what was published there since the last look."""
        found = [said for where, said, _ in self.broker.published if where == topic]
        self.broker.published = [each for each in self.broker.published if each[0] != topic]
        return found


@pytest.fixture
def bench(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench on which nobody has met yet."""
    return Bench(stack, monkeypatch)


def told(peer: socket.socket) -> list[FleetLine]:
    """Return what the table has been told since."""
    said = b""
    peer.settimeout(0)
    with suppress(BlockingIOError):
        while more := peer.recv(1 << 16):
            said += more
    return [msgspec.json.decode(line, type=FleetLine) for line in said.splitlines()]


def test_a_table_that_is_not_there_is_looked_for_every_second_and_logged_once(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        bench.pass_time(LOOK_SECONDS)
        assert bench.slept(monkeypatch) == LOOK_SECONDS
    (said,) = caplog.messages
    assert said.startswith(f"no table at {bench.file}: Connection refused (it opens this socket")


def test_a_table_that_says_what_no_table_says_is_left_and_looked_for_again(bench: Bench) -> None:
    peer = bench.attached()
    assert bench.said(AVAILABILITY) == ["online"]
    peer.sendall(b"Good evening\n")
    bench.turn()
    assert told(peer) == [FleetLine(Link.CONNECTED)]
    assert bench.said(AVAILABILITY) == ["offline"]
    bench.now += LOOK_SECONDS
    bench.attached()
    assert bench.said(AVAILABILITY) == ["online"]


def test_one_that_has_to_wait_says_so_in_the_log_and_nothing_at_the_broker(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    peer = bench.attached(TableLine(waits=True))
    assert bench.brokers == []
    assert "another fleet service speaks for this table" in caplog.text
    bench.says(peer, HELLO)  # the other one has gone
    assert bench.said(AVAILABILITY) == ["online"]


def test_one_whose_table_is_taken_by_another_leaves_the_broker(bench: Bench) -> None:
    bench.attached().close()
    bench.turn()
    bench.now += LOOK_SECONDS
    peer = bench.attached(TableLine(waits=True))
    assert bench.broker.is_closed
    assert bench.said(AVAILABILITY)[-1] == "offline"
    bench.says(peer, HELLO)
    assert len(bench.brokers) == 2


def test_each_table_that_comes_is_told_once_how_the_broker_is(bench: Bench) -> None:
    peer = bench.attached()
    assert told(peer) == [FleetLine(Link.CONNECTED)]
    bench.turn()
    assert told(peer) == []
    bench.broker.link = Link.NO_BROKER
    bench.turn()
    assert told(peer) == [FleetLine(Link.NO_BROKER)]
    bench.broker.link = Link.CONNECTED
    peer.close()
    bench.turn()
    bench.now += LOOK_SECONDS
    assert told(bench.attached()) == [FleetLine(Link.CONNECTED)]
    assert bench.said(AVAILABILITY) == ["online", "offline", "online"]


def test_whether_another_has_this_id_is_told_until_it_goes_or_the_connection_is_new(
    bench: Bench,
) -> None:
    peer = bench.attached()
    for said in (b"online", b"offline", b"online"):
        bench.hears(AVAILABILITY, said)
    bench.broker.connections += 1
    bench.turn()
    assert [each.same_id for each in told(peer)] == [False, True, False, True, False]


def test_a_state_waits_until_the_broker_has_confirmed_the_one_before(bench: Bench) -> None:
    peer = bench.attached()
    bench.says(peer, TableLine(state=STATE))
    bench.broker.is_idle = False
    for actions in range(1, 100):
        bench.says(peer, TableLine(state=replace(STATE, actions=actions)))
    bench.broker.is_idle = True
    bench.turn()
    published = bench.said("ra-companion/window-3/state")
    assert [msgspec.json.decode(each)["actions"] for each in published] == [0, 99]


def test_a_flood_of_answers_for_a_table_that_does_not_read_does_not_grow(bench: Bench) -> None:
    peer = bench.attached()
    for _ in range(5000):
        bench.hears("ra-companion/window-3/call/set", b"end")
    heard = told(peer)
    assert 0 < len(heard) < 5000
    bench.turn()
    assert told(peer)[-1].answered


def test_files_of_the_account_that_cannot_be_used_are_told_and_tried_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    tried: list[float] = []

    def refused(*_: object, **__: object) -> None:
        tried.append(bench.now)
        raise AccountError(Link.CERTIFICATE, "fleet.tls_ca: cannot use /ca.crt: no such file")

    with monkeypatch.context() as patched:
        patched.setattr(member_module, "Broker", refused)
        peer = bench.attached()
        assert told(peer) == [FleetLine(Link.CERTIFICATE)]
        assert "fleet.tls_ca: cannot use /ca.crt" in caplog.text
        bench.pass_time(ACCOUNT_SECONDS - 0.001)
        assert len(tried) == 1
    bench.says(peer, TableLine(state=STATE))
    bench.pass_time(0.001)
    assert told(peer) == [FleetLine(Link.CONNECTED)]


def test_home_assistant_that_comes_back_is_answered_at_a_moment_of_ones_own(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = bench.attached()
    bench.says(peer, TableLine(state=STATE))
    bench.broker.published = []
    bench.hears("homeassistant/status", b"offline")
    assert bench.broker.published == []
    bench.hears("homeassistant/status", b"online")
    assert bench.broker.published == []
    due = bench.slept(monkeypatch)
    assert 0.0 < due < HOME_ASSISTANT_SECONDS
    bench.now += due
    bench.says(peer, TableLine(state=STATE))
    assert [each[0].split("/")[-1] for each in bench.broker.published] == [
        *("config", "availability", "state")
    ]


def test_whoever_says_that_the_table_is_gone_is_corrected_once_a_second(bench: Bench) -> None:
    peer = bench.attached()
    bench.said(AVAILABILITY)
    answers = []
    for seconds in (0.0, 0.25, 0.25, CORRECTION_SECONDS - 0.5):
        bench.now += seconds
        bench.says(peer, TableLine(state=STATE))
        bench.hears(AVAILABILITY, b"offline")
        answers.append(bench.said(AVAILABILITY))
    assert answers == [["online"], [], [], ["online"]]


def test_another_table_with_this_id_is_answered_once_a_minute(bench: Bench) -> None:
    peer = bench.attached()
    bench.said(AVAILABILITY)
    answers = []
    for seconds in (0.0, 1.0, SAME_ID_SECONDS - 1.5, 0.5):
        bench.now += seconds
        bench.says(peer, TableLine(state=STATE))
        bench.said(AVAILABILITY)
        bench.hears(AVAILABILITY, b"online")
        answers.append(len(bench.said(AVAILABILITY)))
    assert answers == [1, 0, 0, 1]


def test_while_there_is_no_broker_the_process_sleeps(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    peer = bench.attached()
    bench.hears("homeassistant/status", b"online")
    bench.hears(AVAILABILITY, b"offline")
    bench.broker.link = Link.NO_BROKER
    bench.says(peer, TableLine(state=STATE))
    bench.pass_time(KEEPALIVE_SECONDS)
    assert bench.slept(monkeypatch) == pytest.approx(0.5 * KEEPALIVE_SECONDS)


def test_the_process_is_woken_by_what_the_broker_says(bench: Bench) -> None:
    bench.attached()
    bench.broker.changed()
    bench.member.turn(60.0)  # it would sleep for longer than a test may
    assert bench.member.link is Link.CONNECTED
