"""The fleet process between a table's socket and a broker that only takes notes, hour by hour."""

import socket
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace

import msgspec
import pytest
from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet import fleet as fleet_module
from companion.fleet.broker import Message
from companion.fleet.fleet import (
    BIRTH_SECONDS,
    FIRST_LOOK_SECONDS,
    MOST_COMPLAINTS,
    MOST_LOOK_SECONDS,
    REPAIR_SECONDS,
    SAME_ID_SECONDS,
    FleetMember,
    TableLink,
)
from companion.fleet.shapes import (
    MOST_LINE_BYTES,
    MOST_PAYLOAD_BYTES,
    GameEvent,
    Hello,
    News,
    Order,
    TableOrder,
    TableReport,
)
from tests.fleet.tables import STATE, settings

AVAILABILITY = "ra-companion/window-3/availability"


class Notes:
    """Stands in the broker's place, and writes down what it is told."""

    def __init__(self, _settings: object, client_id: str, **asked: object) -> None:
        self.client_id = client_id
        self.joined: Callable[[], None] = asked["joined"]  # type: ignore[assignment]
        self.heard: Callable[[Message], None] = asked["heard"]  # type: ignore[assignment]
        self.link, self.is_joined, self.is_closed = Link.CONNECTED, True, False
        self.published: list[tuple[str, str, bool]] = []
        self.waited: list[float] = []

    def publish(self, topic: str, payload: str | bytes, *, retain: bool) -> bool:
        """Write it down."""
        said = payload if isinstance(payload, str) else payload.decode()
        self.published.append((topic, said, retain))
        return True

    def turn(self, seconds: float, _reading: Sequence[int], _writing: Sequence[int]) -> None:
        """Write down for how long one would wait."""
        self.waited.append(seconds)

    def close(self) -> None:
        """Be closed."""
        self.is_closed = True


class Bench:
    """A fleet process, a table's socket, and a clock."""

    def __init__(self, stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        self.brokers: list[Notes] = []
        self._stack = stack
        self.file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
        self.listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
        self.listener.bind(str(self.file))
        monkeypatch.setattr(fleet_module, "Broker", self._made)
        self.fleet = FleetMember(self.file, lambda: self.now, Random(1))  # noqa: S311 - no secret
        stack.callback(self.fleet.close)

    def _made(self, *words: object, **asked: object) -> Notes:
        self.brokers.append(Notes(words[0], str(words[1]), **asked))
        return self.brokers[-1]

    @property
    def broker(self) -> Notes:
        """The broker of now."""
        return self.brokers[-1]

    def attached(self) -> socket.socket:
        """Let a table be there, and return its end."""
        self.listener.listen(1)
        self.fleet.turn(0.0)
        peer, _ = self.listener.accept()
        self._stack.callback(peer.close)
        peer.settimeout(5)
        self.says(peer, TableReport(hello=Hello("window-3", "1.0.0", settings(1883))))
        return peer

    def says(self, peer: socket.socket, told: TableReport) -> None:
        """Say something as the table."""
        peer.sendall(msgspec.json.encode(told) + b"\n")
        self.fleet.turn(0.0)

    def hears(self, topic: str, payload: bytes, *, is_retained: bool = False) -> None:
        """Let the broker pass something on."""
        self.broker.heard(Message(topic, payload, is_retained))
        self.fleet.turn(0.0)

    def said(self, topic: str) -> list[str]:
        """Return what was published there since the last look."""
        found = [said for where, said, _ in self.broker.published if where == topic]
        self.broker.published = [each for each in self.broker.published if each[0] != topic]
        return found


@pytest.fixture
def bench(stack: ExitStack, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench on which nobody has met yet."""
    return Bench(stack, monkeypatch)


def test_a_table_that_is_not_there_is_looked_for_less_and_less_often(tmp_path: Path) -> None:
    now = 1000.0
    link = TableLink(tmp_path / "none", lambda: now)
    waits = []
    for _ in range(6):
        assert not link.attach()
        waits.append(link.patience())
        now += link.patience() - 0.001
        before = link.patience()
        assert not link.attach()
        assert link.patience() == before  # it is not time yet
        now += 0.001
    assert waits == pytest.approx([FIRST_LOOK_SECONDS, 1.0, 2.0, 4.0, MOST_LOOK_SECONDS, 5.0])


def test_what_the_table_does_not_take_at_once_waits_and_of_two_orders_the_later(
    stack: ExitStack, tmp_path: Path
) -> None:
    listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
    listener.bind(str(tmp_path / "sock"))
    listener.listen(1)
    link = TableLink(tmp_path / "sock", lambda: 0.0)
    stack.callback(link.detach)
    assert (link.reading(), link.writing()) == ((), ())
    assert link.attach()
    peer, _ = listener.accept()
    stack.callback(peer.close)
    assert (len(link.reading()), link.writing()) == (1, ())
    for _ in range(10_000):
        link.ask(Order("message", "x" * 160))
    assert link.writing()
    for language in ("uk", "ja"):
        link.ask(Order("language", language))
    link.tell(News(Link.CONNECTED))
    peer.settimeout(0.2)
    heard = b""
    while link.writing():
        heard += peer.recv(1 << 16)
        link.send()
    heard += peer.recv(1 << 16)
    told = [msgspec.json.decode(line, type=TableOrder) for line in heard.splitlines()]
    assert [
        each.order.value for each in told if each.order and each.order.entity == "language"
    ] == ["ja"]
    assert [each.news for each in told if each.news] == [News(Link.CONNECTED)]


@pytest.fixture
def link(stack: ExitStack, tmp_path: Path) -> tuple[TableLink, socket.socket]:
    """Return a link to a table by a clock that stands still, and the table's end."""
    listener = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
    listener.bind(str(tmp_path / "sock"))
    listener.listen(1)
    made = TableLink(tmp_path / "sock", lambda: 0.0)
    stack.callback(made.detach)
    assert made.attach()
    peer = stack.enter_context(listener.accept()[0])
    peer.settimeout(5)
    return made, peer


def test_an_order_is_sent_to_the_table_at_once(link: tuple[TableLink, socket.socket]) -> None:
    ours, peer = link
    ours.ask(Order("language", "uk"))
    assert ours.writing() == ()
    told = msgspec.json.decode(peer.recv(4096), type=TableOrder)
    assert told.order == Order("language", "uk")


def test_a_table_that_has_gone_is_left_when_something_is_said_to_it_and_looked_for_in_a_moment(
    link: tuple[TableLink, socket.socket],
) -> None:
    ours, peer = link
    peer.close()
    ours.tell(News(Link.CONNECTED))
    assert not ours.is_attached
    assert ours.patience() == FIRST_LOOK_SECONDS
    assert not ours.attach()


def test_a_table_s_line_may_be_as_long_as_any_and_no_longer(
    link: tuple[TableLink, socket.socket],
) -> None:
    ours, peer = link
    peer.sendall(b" " * MOST_LINE_BYTES)
    assert list(ours.read()) == []
    assert ours.is_attached
    peer.sendall(b" ")
    assert list(ours.read()) == []
    assert not ours.is_attached


def test_a_table_that_says_what_no_table_says_is_left_and_looked_for_again(bench: Bench) -> None:
    peer = bench.attached()
    peer.sendall(b"Good evening\n")
    bench.fleet.turn(0.0)
    assert peer.recv(4096).endswith(b"\n")  # how the broker is
    assert peer.recv(4096) == b""
    assert bench.said(AVAILABILITY)[-1] == "offline"
    bench.now += FIRST_LOOK_SECONDS
    bench.attached()
    assert bench.said(AVAILABILITY) == ["online"]


def test_until_the_table_has_said_where_the_broker_is_the_process_sleeps(
    stack: ExitStack, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[tuple[tuple[int, ...], tuple[int, ...], float]] = []

    def select(
        reading: tuple[int, ...], writing: tuple[int, ...], _: object, seconds: float
    ) -> None:
        slept.append((reading, writing, seconds))

    monkeypatch.setattr(fleet_module, "select", SimpleNamespace(select=select))
    bench.fleet.turn(60.0)
    assert slept == [((), (), FIRST_LOOK_SECONDS)]
    bench.now += FIRST_LOOK_SECONDS
    bench.listener.listen(1)
    bench.fleet.turn(60.0)
    peer, _ = bench.listener.accept()
    stack.callback(peer.close)
    reading, writing, seconds = slept[-1]
    assert (len(reading), writing, seconds) == (1, (), 60.0)


def asked(peer: socket.socket) -> list[TableOrder]:
    """Return what the table has been asked and told since."""
    said = b""
    peer.settimeout(0)
    with suppress(BlockingIOError):
        while more := peer.recv(1 << 16):
            said += more
    return [msgspec.json.decode(line, type=TableOrder) for line in said.splitlines()]


def test_each_table_that_comes_is_told_once_how_the_broker_is(bench: Bench) -> None:
    told = [TableOrder(news=News(Link.CONNECTED, same_id=False))]
    peer = bench.attached()
    assert asked(peer) == told
    bench.fleet.turn(0.0)
    assert asked(peer) == []
    peer.close()
    bench.fleet.turn(0.0)
    bench.now += FIRST_LOOK_SECONDS
    peer = bench.attached()
    assert asked(peer) == told
    assert bench.said(AVAILABILITY) == ["online", "offline", "online"]


def test_whether_another_has_this_id_is_told_until_it_goes_or_the_connection_is_new(
    bench: Bench,
) -> None:
    peer = bench.attached()
    for said in (b"online", b"offline", b"online"):
        bench.hears(AVAILABILITY, said)
    bench.broker.joined()
    bench.fleet.turn(0.0)
    doubled = [each.news and each.news.same_id for each in asked(peer)]
    assert doubled == [False, True, False, True, False]


def test_everything_is_published_again_with_each_connection(bench: Bench) -> None:
    peer = bench.attached()
    bench.says(peer, TableReport(state=STATE))
    for topic in ("availability", "state"):
        bench.said(f"ra-companion/window-3/{topic}")
    bench.broker.joined()
    bench.fleet.turn(0.0)
    config, availability, state = (each[0].split("/")[-1] for each in bench.broker.published)
    assert (config, availability, state) == ("config", "availability", "state")


def test_a_game_and_a_call_are_events_that_nobody_hears_later(bench: Bench) -> None:
    peer = bench.attached()
    game = GameEvent(game="a-game", over=False, edition="c25", players=3, minutes=9, epochs=())
    bench.says(peer, TableReport(game=game, state=replace(STATE, call="pay")))
    kept = {topic.split("/")[-1]: retain for topic, _, retain in bench.broker.published}
    assert kept == {"availability": True, "state": True, "call": False, "game": False}


def test_orders_that_the_table_did_not_take_at_once_reach_it_when_it_reads(bench: Bench) -> None:
    peer = bench.attached()
    for _ in range(5000):
        bench.broker.heard(
            Message("ra-companion/window-3/message/set", b"x" * 160, is_retained=False)
        )
    bench.broker.heard(Message("ra-companion/window-3/language/set", b"uk", is_retained=False))
    orders = []
    for _ in range(20):
        orders += [each.order.value for each in asked(peer) if each.order is not None]
        bench.fleet.turn(0.0)
    assert len(orders) < 5000
    assert orders[-1] == "uk"


def test_a_process_that_ends_says_that_the_table_is_gone(bench: Bench) -> None:
    peer = bench.attached()
    asked(peer)
    bench.fleet.close()
    assert bench.broker.published[-1] == (AVAILABILITY, "offline", True)
    assert bench.broker.is_closed
    assert peer.recv(1) == b""


@pytest.mark.parametrize(
    ("entity", "payload", "why"),
    [
        ("pin", b"1234", "an order for something that cannot be ordered is dropped"),
        ("volume", b"x" * MOST_PAYLOAD_BYTES, "an order that makes no sense is dropped: volume"),
        (
            "volume",
            b"x" * (MOST_PAYLOAD_BYTES + 1),
            f"an order of more than {MOST_PAYLOAD_BYTES} bytes is dropped: volume",
        ),
        ("volume", b"\xff", "an order that is no text is dropped: volume"),
    ],
)
def test_an_order_that_is_none_is_dropped_and_logged_once(
    bench: Bench, caplog: pytest.LogCaptureFixture, entity: str, payload: bytes, why: str
) -> None:
    peer = bench.attached()
    for _ in range(2):
        bench.hears(f"ra-companion/window-3/{entity}/set", payload)
    assert [each.message for each in caplog.records] == [why]
    assert [each.order for each in asked(peer)] == [None]


def test_a_table_with_another_id_has_another_connection_and_the_old_one_is_closed(
    bench: Bench,
) -> None:
    peer = bench.attached()
    before = bench.broker
    bench.says(peer, TableReport(hello=Hello("window-3", "1.0.0", settings(1883))))
    assert len(bench.brokers) == 1
    bench.says(peer, TableReport(hello=Hello("bar-1", "1.0.0", settings(1883))))
    assert (len(bench.brokers), before.is_closed) == (2, True)
    assert before.published[-1] == (AVAILABILITY, "offline", True)
    assert before.client_id != bench.broker.client_id


def test_only_a_birth_that_is_new_is_answered_and_at_its_own_moment(bench: Bench) -> None:
    peer = bench.attached()
    bench.says(peer, TableReport(state=STATE))
    bench.said("ra-companion/window-3/state")
    for payload, is_retained in ((b"online", True), (b"offline", False)):
        bench.hears("homeassistant/status", payload, is_retained=is_retained)
    bench.now += BIRTH_SECONDS
    bench.fleet.turn(0.0)
    assert bench.said("ra-companion/window-3/state") == []
    bench.hears("homeassistant/status", b"online")
    bench.fleet.turn(60.0)
    assert 0.0 < bench.broker.waited[-1] < BIRTH_SECONDS
    bench.now += bench.broker.waited[-1]
    bench.fleet.turn(0.0)
    assert len(bench.said("ra-companion/window-3/state")) == 1
    bench.now += BIRTH_SECONDS
    bench.fleet.turn(60.0)
    assert bench.broker.waited[-1] == 60.0
    assert bench.said("ra-companion/window-3/state") == []


def test_whoever_says_that_the_table_is_gone_is_corrected_once_a_second(bench: Bench) -> None:
    bench.attached()
    bench.said(AVAILABILITY)
    bench.hears(AVAILABILITY, b"offline")
    assert bench.said(AVAILABILITY) == ["online"]
    bench.now += 0.25
    bench.hears(AVAILABILITY, b"offline")
    assert bench.said(AVAILABILITY) == []
    bench.fleet.turn(60.0)
    assert bench.broker.waited[-1] == REPAIR_SECONDS - 0.25
    bench.now += REPAIR_SECONDS - 0.25
    bench.fleet.turn(0.0)
    assert bench.said(AVAILABILITY) == ["online"]
    bench.now += 60.0
    bench.fleet.turn(0.0)
    assert bench.said(AVAILABILITY) == []


def test_another_table_with_this_id_is_answered_once_a_minute(bench: Bench) -> None:
    bench.attached()
    bench.said(AVAILABILITY)
    answers = []
    for seconds in (0.0, 1.0, SAME_ID_SECONDS - 1.5, 0.5):
        bench.now += seconds
        bench.hears(AVAILABILITY, b"online")
        answers.append(len(bench.said(AVAILABILITY)))
    assert answers == [1, 0, 0, 1]


def test_a_call_that_is_taken_back_and_one_that_comes_with_the_connection_are_events(
    bench: Bench,
) -> None:
    peer = bench.attached()
    calls = []
    for call in ("none", "rules", "rules", "pay", "none"):
        bench.says(peer, TableReport(state=replace(STATE, call=call)))
        calls.append(bench.said("ra-companion/window-3/call"))
    assert calls == [[], ["rules"], [], ["pay"], ["ended"]]


def test_complaints_come_to_an_end(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    peer = bench.attached()
    for number in range(MOST_COMPLAINTS + 5):
        for _ in range(2):
            bench.says(peer, TableReport(refused=f"reason {number}"))
    assert [each.message for each in caplog.records] == [
        f"the table refuses: reason {number}" for number in range(MOST_COMPLAINTS)
    ]
