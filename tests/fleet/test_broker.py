"""One connection, at a broker that says whatever a test wants, by a clock that the test turns."""

import errno
import logging
import select
import socket
import ssl
import struct
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random

import msgspec
import pytest
from paho.mqtt.client import Client

from companion.core.kiosk import Link
from companion.fleet.account import NoAccountError
from companion.fleet.broker import (
    ANSWER_SECONDS,
    FIRST_WAIT_SECONDS,
    MOST_PACKET_BYTES,
    MOST_WAITING,
    STABLE_SECONDS,
    Broker,
    Message,
    Topic,
    Will,
    link_of,
    wait_seconds,
)
from tests.fleet.mosquitto import authority, certificate, needs_openssl
from tests.fleet.tables import settings

ACCEPTED, WELCOME, SUBSCRIBE, PUBLISH = 0x00, b"\x20\x03\x00", 0x82, 0x30
"""MQTT 5: reason code 0; a CONNACK up to its reason code; types of packets."""


class Stranger:
    """Stands in the broker's place, with one connection before it."""

    def __init__(self, stack: ExitStack, **others: object) -> None:
        """Listen, and let somebody connect in a moment."""
        self._stack = stack
        self.listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.port: int = self.listener.getsockname()[1]
        self.now = 1000.0
        self.joined = 0
        self.heard: list[Message] = []
        self.peer: socket.socket | None = None
        self.broker = Broker(
            settings(self.port, username="window", **others),
            "an-id",
            topics=(Topic("orders/+"), Topic("own", is_others_only=True)),
            will=Will("own", "gone"),
            joined=self._join,
            heard=self.heard.append,
            now=lambda: self.now,
            dice=Random(1),  # noqa: S311 - no secret
        )
        stack.callback(self.broker.close)

    def _join(self) -> None:
        self.joined += 1

    def met(self) -> bytes:
        """Let the table connect, and return what it says first."""
        self.broker.turn(0.0)
        self.peer, _ = self.listener.accept()
        self._stack.callback(self.peer.close)
        return self.said()

    def said(self) -> bytes:
        """Return what the table says now."""
        assert self.peer is not None
        for _ in range(3):
            self.broker.turn(0.01)
        self.peer.settimeout(5)
        return self.peer.recv(65536)

    def answers(self, code: int) -> None:
        """Answer the table's wish to connect, and let it hear that."""
        self.says(WELCOME + bytes((code, 0)))

    def says(self, packet: bytes) -> None:
        """Say something, and let the table hear it."""
        assert self.peer is not None
        self.peer.sendall(packet)
        self.broker.turn(5.0)

    def resets(self) -> None:
        """Break the connection, and do not let the table see it yet."""
        assert self.peer is not None
        self.peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.peer.close()

    def hangs_up(self) -> None:
        """Close the connection, and let the table see it."""
        assert self.peer is not None
        self.peer.close()
        self.broker.turn(5.0)


@pytest.fixture
def stranger() -> Iterator[Stranger]:
    """A stranger to whom nobody has connected yet."""
    with ExitStack() as stack:
        yield Stranger(stack)


def test_a_table_says_who_it_is_what_is_said_if_it_vanishes_and_what_it_wants_to_hear(
    stranger: Stranger,
) -> None:
    hello = stranger.met()
    assert all(word in hello for word in (b"MQTT\x05", b"an-id", b"own", b"gone", b"window"))
    flags = hello[hello.index(b"MQTT\x05") + 5]
    assert flags == 0b1010_1110  # an account, no password; a retained will, QoS 1; a new session
    stranger.answers(ACCEPTED)
    wish = stranger.said()
    assert wish[0] == SUBSCRIBE
    own, orders = wish.index(b"own") + 3, wish.index(b"orders/+") + 8
    assert wish[orders] == 0b00_0001  # QoS 1; what was retained, too
    assert wish[own] == 0b10_0101  # nothing that was retained, and nothing of our own
    assert (stranger.joined, stranger.broker.is_joined) == (1, True)
    assert stranger.broker.link is Link.CONNECTED


@pytest.mark.parametrize(
    ("code", "link"),
    [
        (0x86, Link.WRONG_PASSWORD),
        (0x87, Link.WRONG_PASSWORD),
        (0x85, Link.REFUSED),  # the client's id
        (0x88, Link.REFUSED),  # the broker is not ready
    ],
)
def test_a_broker_that_refuses_is_told_by_its_reason(
    stranger: Stranger, caplog: pytest.LogCaptureFixture, code: int, link: Link
) -> None:
    caplog.set_level(logging.INFO)
    stranger.met()
    stranger.answers(code)
    assert (stranger.broker.link, stranger.joined) == (link, 0)
    assert [each.message for each in caplog.records] == [
        f"no connection to the broker: {link.value}"
    ]
    assert stranger.broker.publish("state", "x", retain=False) is False


def test_a_broker_that_speaks_no_mqtt_any_more_is_left(stranger: Stranger) -> None:
    stranger.met()
    stranger.answers(ACCEPTED)
    stranger.says(b"\x90\x00")  # takes a wish, and does not say which
    assert stranger.broker.link in (Link.REFUSED, Link.NO_BROKER)
    assert not stranger.broker.is_joined


@pytest.mark.parametrize("why", [AssertionError("ours"), MemoryError("ours")])
def test_a_mistake_of_ours_is_raised(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch, why: Exception
) -> None:
    def fails() -> None:
        raise why

    monkeypatch.setattr(stranger.broker, "_joined", fails)
    stranger.met()
    with pytest.raises(type(why), match="ours"):
        stranger.answers(ACCEPTED)


def test_whatever_else_goes_wrong_costs_only_the_connection(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> None:
        raise ValueError("theirs")

    monkeypatch.setattr(stranger.broker, "_joined", fails)
    stranger.met()
    stranger.answers(ACCEPTED)
    assert (stranger.broker.link, stranger.broker.is_joined) == (Link.REFUSED, False)
    assert "theirs" in caplog.text


def test_what_the_broker_does_not_take_at_once_reaches_it_later(stranger: Stranger) -> None:
    stranger.met()
    stranger.answers(ACCEPTED)
    stranger.said()
    for _ in range(MOST_WAITING):
        assert stranger.broker.publish("state", bytes(100_000), retain=True)
    assert not stranger.broker.publish("state", bytes(100_000), retain=True)
    assert stranger.peer is not None
    stranger.peer.settimeout(0)
    arrived = turns = 0
    while arrived < MOST_WAITING * 100_000:
        assert (turns := turns + 1) < 300
        with suppress(BlockingIOError):
            while more := len(stranger.peer.recv(1 << 20)):
                arrived += more
        stranger.broker.turn(0.01)


def test_a_quiet_connection_is_asked_whether_it_stands_and_left_if_nobody_says_so(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("paho.mqtt.client.time_func", lambda: stranger.now)
    stranger.met()
    stranger.answers(ACCEPTED)
    stranger.said()
    stranger.now += 5.0
    assert stranger.said() == b"\xc0\x00"  # PINGREQ
    stranger.says(b"\xd0\x00")
    stranger.now += 5.0
    assert stranger.said() == b"\xc0\x00"
    assert stranger.broker.link is Link.CONNECTED
    stranger.now += 5.0
    stranger.broker.turn(0.0)
    assert not stranger.broker.is_joined


def test_a_connection_that_was_closed_is_none(stranger: Stranger) -> None:
    stranger.met()
    stranger.answers(ACCEPTED)
    stranger.said()
    stranger.broker.close()
    assert stranger.peer is not None
    assert stranger.peer.recv(100)[:1] == b"\xe0"  # DISCONNECT: the will is not published
    assert stranger.peer.recv(100) == b""
    assert not stranger.broker.is_joined
    assert stranger.broker.publish("state", "x", retain=False) is False


def test_who_hangs_up_without_an_answer_is_no_broker(stranger: Stranger) -> None:
    stranger.met()
    stranger.hangs_up()
    assert stranger.broker.link is Link.NO_BROKER


def test_who_refused_and_later_hangs_up_is_no_broker_any_more(stranger: Stranger) -> None:
    stranger.met()
    stranger.answers(0x86)
    tried_again_after(stranger)
    stranger.met()
    stranger.hangs_up()
    assert stranger.broker.link is Link.NO_BROKER


@pytest.mark.parametrize(
    ("seconds", "link"),
    [(ANSWER_SECONDS, Link.CONNECTING), (ANSWER_SECONDS + 0.001, Link.NO_BROKER)],
)
def test_a_broker_that_does_not_answer_is_left_when_its_time_is_over(
    stranger: Stranger, seconds: float, link: Link
) -> None:
    stranger.met()
    stranger.now += seconds
    stranger.broker.turn(0.0)
    assert (stranger.broker.link, stranger.broker.retries) == (link, 1)


def test_a_broker_that_goes_is_no_broker_and_nothing_more_is_published(stranger: Stranger) -> None:
    stranger.met()
    stranger.answers(ACCEPTED)
    assert stranger.broker.publish("state", "x", retain=False) is True
    stranger.hangs_up()
    assert stranger.broker.link is Link.NO_BROKER
    assert not stranger.broker.is_joined
    assert stranger.broker.publish("state", "x", retain=False) is False


def test_what_is_published_is_heard_with_whether_it_was_retained(stranger: Stranger) -> None:
    stranger.met()
    stranger.answers(ACCEPTED)
    for flags, word in ((0, b"new"), (1, b"old")):
        stranger.says(bytes((PUBLISH | flags, 7 + len(word))) + b"\x00\x04a/ty\x00" + word)
    stranger.says(bytes((PUBLISH, 4)) + b"\x00\x01\xff\x00")  # a topic that is no text
    assert [msgspec.structs.astuple(each) for each in stranger.heard] == [
        ("a/ty", b"new", False),
        ("a/ty", b"old", True),
    ]
    assert stranger.broker.is_joined


def tried_again_after(stranger: Stranger) -> float:
    """Return how long the table waits before it tries again."""
    tries, began = stranger.broker.retries, stranger.now
    while stranger.broker.retries == tries:
        stranger.broker.turn(0.0)
        stranger.now += 0.01
    return stranger.now - began


@pytest.mark.parametrize(
    ("stood", "least", "most"), [(STABLE_SECONDS, 0.5, 1.1), (STABLE_SECONDS - 1, 1.0, 2.1)]
)
def test_who_stood_for_long_tries_again_sooner(
    stranger: Stranger, stood: float, least: float, most: float
) -> None:
    stranger.met()
    stranger.answers(ACCEPTED)
    stranger.now += stood
    stranger.hangs_up()
    assert least <= tried_again_after(stranger) <= most


def test_a_connection_that_breaks_while_something_is_published_is_tried_again(
    stranger: Stranger,
) -> None:
    stranger.met()
    stranger.answers(ACCEPTED)
    stranger.resets()
    assert stranger.broker.publish("state", "x", retain=False) is False
    stranger.broker.turn(0.0)
    assert (stranger.broker.link, stranger.broker.is_joined) == (Link.NO_BROKER, False)
    tried_again_after(stranger)
    stranger.met()
    stranger.answers(ACCEPTED)
    assert stranger.broker.link is Link.CONNECTED


def test_nothing_is_published_before_the_broker_has_accepted_the_connection(
    stranger: Stranger,
) -> None:
    stranger.met()
    assert stranger.broker.publish("state", "x", retain=False) is False
    stranger.answers(ACCEPTED)
    assert stranger.said()[0] == SUBSCRIBE


def test_the_broker_is_told_how_long_a_message_may_be_and_how_many_may_wait(
    stranger: Stranger,
) -> None:
    hello = stranger.met()
    assert b"\x27" + MOST_PACKET_BYTES.to_bytes(4, "big") in hello
    assert b"\x21" + MOST_WAITING.to_bytes(2, "big") in hello


def test_waits_double_with_every_failure_and_begin_anew_with_none() -> None:
    class Highest(Random):
        def uniform(self, a: float, b: float) -> float:
            assert a == b / 2
            return b

    waits = [wait_seconds(failures, Highest()) for failures in range(8)]
    assert waits == [FIRST_WAIT_SECONDS * each for each in (1, 2, 4, 8, 16, 32, 60, 60)]
    assert wait_seconds(10**6, Highest()) == waits[-1]


def test_a_connection_is_looked_after_four_times_within_its_keepalive(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []

    def select(*asked: object) -> tuple[list[int], list[int], list[int]]:
        waited.append(float(str(asked[3])))
        return [], [], []

    stranger.met()
    stranger.answers(ACCEPTED)
    monkeypatch.setattr("companion.fleet.broker.select.select", select)
    stranger.broker.turn(60.0)
    stranger.broker.turn(0.25)
    assert waited == [5 / 4, 0.25]


def test_until_it_is_time_to_try_again_the_process_sleeps_and_hears_the_table(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[object, ...]] = []
    stranger.met()
    stranger.hangs_up()
    monkeypatch.setattr("companion.fleet.broker.select.select", lambda *each: asked.append(each))
    stranger.broker.turn(0.25, (7,), (8,))
    stranger.broker.turn(60.0)
    (first, (reading, writing, _, seconds)) = asked
    assert first == ((7,), (8,), (), 0.25)
    assert (reading, writing) == ((), ())
    assert FIRST_WAIT_SECONDS <= float(str(seconds)) <= 2 * FIRST_WAIT_SECONDS


def published(*words: bytes) -> bytes:
    """Return the packets with which a broker passes these words on."""
    return b"".join(bytes((PUBLISH, 7 + len(each))) + b"\x00\x04a/ty\x00" + each for each in words)


def test_all_that_has_arrived_is_heard_at_once_and_nothing_is_waited_for(
    stranger: Stranger, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[float] = []
    reads: list[Client] = []
    ready, read = select.select, Client.loop_read

    def noted(
        reading: Sequence[socket.socket], writing: Sequence[socket.socket], _: object, most: float
    ) -> tuple[list[socket.socket], list[socket.socket], list[socket.socket]]:
        waited.append(most)
        return ready(reading, writing, (), most)

    def counted(client: Client) -> object:
        reads.append(client)
        return read(client)

    stranger.met()
    stranger.answers(ACCEPTED)
    monkeypatch.setattr("companion.fleet.broker.select.select", noted)
    monkeypatch.setattr(Client, "loop_read", counted)
    stranger.says(published(b"one", b"two", b"three"))
    assert [each.payload for each in stranger.heard] == [b"one", b"two", b"three"]
    assert (len(reads), waited[1:]) == (3, [0, 0, 0])


@needs_openssl
def test_what_has_arrived_encrypted_is_heard_at_once_too(tmp_path: Path, stack: ExitStack) -> None:
    own = authority(tmp_path, "cafe")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(tmp_path, own))
    stranger = Stranger(stack, tls_ca=str(own))
    greeted: list[ssl.SSLSocket] = []

    def greets() -> None:
        peer, _ = stranger.listener.accept()
        peer.settimeout(5)
        greeted.append(context.wrap_socket(peer, server_side=True))

    thread = threading.Thread(target=greets)
    thread.start()
    stranger.broker.turn(0.0)
    thread.join()
    stranger.peer = stack.enter_context(greeted[0])
    stranger.answers(ACCEPTED)
    stranger.says(published(b"one", b"two", b"three"))
    assert [each.payload for each in stranger.heard] == [b"one", b"two", b"three"]


def unverified(code: int) -> ssl.SSLCertVerificationError:
    """Return what a handshake raises with a certificate that is wrong in this way."""
    why = ssl.SSLCertVerificationError()
    why.verify_code = code
    return why


@pytest.mark.parametrize(
    ("why", "link"),
    [
        (unverified(9), Link.CLOCK),
        (unverified(10), Link.EXPIRED),
        (unverified(18), Link.WRONG_CA),  # signed by itself
        (unverified(62), Link.WRONG_HOST),
        (unverified(63), Link.WRONG_CA),  # a mail address
        (unverified(64), Link.WRONG_HOST),
        (socket.gaierror(), Link.NO_SUCH_HOST),
        (OSError(errno.EHOSTUNREACH, "no route"), Link.NO_BROKER),
        (NoAccountError(Link.NO_CA), Link.NO_CA),
    ],
)
def test_what_went_wrong_has_a_name(why: Exception, link: Link) -> None:
    assert link_of(why) is link
