"""One connection, at a broker that says whatever a test wants."""

import socket
import ssl
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet import broker as broker_module
from companion.fleet.account import AccountError
from companion.fleet.broker import MOST_PACKET_BYTES, MOST_UNCONFIRMED, Broker
from tests.fleet.mosquitto import authority, certificate, free_port, needs_openssl, until
from tests.fleet.tables import settings

ACCEPTED, WELCOME, SUBSCRIBE, PUBLISH, PUBACK, DISCONNECT = (
    *(0x00, b"\x20\x03\x00", 0x82, 0x30, 0x40, 0xE0),
)
"""MQTT 5: reason code 0; a CONNACK up to its reason code; types of packets."""


class Stranger:
    """Stands in the broker's place."""

    def __init__(
        self, stack: ExitStack, context: ssl.SSLContext | None = None, **others: object
    ) -> None:
        """Listen, and let somebody connect."""
        self._stack, self._context = stack, context
        self.listener = stack.enter_context(socket.create_server(("127.0.0.1", 0)))
        self.listener.settimeout(20)
        self.changes = 0
        self.peer: socket.socket | None = None
        self.broker = Broker(
            settings(self.listener.getsockname()[1], username="window", **others),
            "an-id",
            ("a/ty", "own"),
            changed=self._change,
            dice=Random(1),  # noqa: S311 - no secret
            will=("own", "gone"),
        )
        self._last: tuple[str, str] | None = None
        self._leaving = stack.enter_context(ExitStack())
        self._leaving.callback(lambda: self.broker.close(self._last))

    def _change(self) -> None:
        self.changes += 1

    def left(self, last: tuple[str, str]) -> threading.Thread:
        """Let the table say this and go, on a thread of its own."""
        self._last = last
        leaving = threading.Thread(target=self._leaving.close)
        leaving.start()
        return leaving

    def met(self) -> bytes:
        """Let the table connect, and return what it says first."""
        if self.peer is not None:
            self.peer.close()
        self.peer, _ = self.listener.accept()
        self.peer.settimeout(20)
        if self._context is not None:
            self.peer = self._context.wrap_socket(self.peer, server_side=True)
        self._stack.callback(self.peer.close)
        return self.said()

    def said(self) -> bytes:
        """Return what the table says now."""
        assert self.peer is not None
        return self.peer.recv(65536)

    def says(self, packet: bytes) -> None:
        """Say something."""
        assert self.peer is not None
        self.peer.sendall(packet)

    def answers(self, code: int) -> None:
        """Answer the table's wish to connect."""
        self.says(WELCOME + bytes((code, 0)))

    def joined(self) -> bytes:
        """Let the table connect, take it, and return what it wants to hear."""
        self.met()
        self.answers(ACCEPTED)
        wish = self.said()
        until(lambda: self.broker.link is Link.CONNECTED)
        return wish


@pytest.fixture
def stranger(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stranger]:
    """A stranger to whom nobody has connected yet; whoever is sent away comes back at once."""
    monkeypatch.setattr(broker_module, "FIRST_WAITS", (0, 0))
    with ExitStack() as stack:
        yield Stranger(stack)


def published(*words: bytes) -> bytes:
    """Return the packets with which a broker passes these words on."""
    return b"".join(bytes((PUBLISH, 7 + len(each))) + b"\x00\x04a/ty\x00" + each for each in words)


def test_a_table_says_who_it_is_what_is_said_if_it_vanishes_and_what_it_wants_to_hear(
    stranger: Stranger,
) -> None:
    hello = stranger.met()
    assert all(word in hello for word in (b"MQTT\x05", b"an-id", b"own", b"gone", b"window"))
    flags = hello[hello.index(b"MQTT\x05") + 5]
    assert flags == 0b1010_1110  # an account, no password; a retained will, QoS 1; a new session
    assert b"\x27" + MOST_PACKET_BYTES.to_bytes(4, "big") in hello
    assert b"\x21" + MOST_UNCONFIRMED.to_bytes(2, "big") in hello
    stranger.answers(ACCEPTED)
    wish = stranger.said()
    assert wish[0] == SUBSCRIBE
    assert (
        wish[wish.index(b"own") + 3] == 0b10_1101
    )  # nothing retained, nothing of our own, and each says whether it is retained
    until(lambda: stranger.broker.link is Link.CONNECTED)
    assert (stranger.broker.connections, stranger.broker.why) == (1, "")


@pytest.mark.parametrize(
    ("code", "why"),
    [
        (0x86, "Bad user name or password"),
        (0x87, "Not authorized"),
        (0x85, "Client identifier not valid"),
        (0x88, "Server unavailable"),
    ],
)
def test_a_broker_that_refuses_says_why_and_is_asked_again(
    stranger: Stranger, caplog: pytest.LogCaptureFixture, code: int, why: str
) -> None:
    for _ in range(2):
        stranger.met()
        stranger.answers(code)
        assert stranger.said() == b""
    assert (stranger.broker.link, stranger.broker.why) == (Link.REFUSED, why)
    assert [each.message for each in caplog.records] == [
        f"no connection to the broker: refused ({why})"
    ]
    stranger.broker.publish("state", "x", retain=False)
    stranger.joined()


def test_who_hangs_up_without_an_answer_is_no_broker_even_if_it_refused_before(
    stranger: Stranger,
) -> None:
    stranger.met()
    stranger.answers(0x86)
    until(lambda: stranger.broker.link is Link.REFUSED)
    stranger.met()
    assert stranger.peer is not None
    stranger.peer.close()
    until(lambda: stranger.broker.link is Link.NO_BROKER)
    assert stranger.broker.connections == 0


def test_who_speaks_no_mqtt_is_no_broker_and_is_asked_again(
    stranger: Stranger, caplog: pytest.LogCaptureFixture
) -> None:
    for packet in (b"\x90\x00", b"\xff" * 100):
        stranger.joined()
        stranger.says(packet)
        until(lambda: stranger.broker.link is Link.NO_BROKER)
    assert "no connection to the broker: no_broker (disconnected: Protocol error)" in caplog.text
    stranger.joined()
    assert stranger.broker.connections == 3


def test_nothing_is_published_before_the_broker_has_accepted_and_nothing_old_after_that(
    stranger: Stranger,
) -> None:
    stranger.met()
    stranger.broker.publish("state", "too early", retain=False)
    stranger.answers(ACCEPTED)
    assert b"too early" not in stranger.said()
    until(lambda: stranger.broker.is_idle)
    stranger.broker.publish("state", "never confirmed", retain=True)
    assert b"never confirmed" in stranger.said()
    assert not stranger.broker.is_idle
    assert b"never confirmed" not in stranger.joined()
    until(lambda: stranger.broker.is_idle)
    stranger.broker.publish("state", "new", retain=True)
    assert stranger.said()[-3:] == b"new"


def test_what_the_broker_has_confirmed_is_done(stranger: Stranger) -> None:
    stranger.joined()
    stranger.broker.publish("state", "x", retain=True)
    packet = stranger.said()
    at = packet.index(b"state") + 5
    changes = stranger.changes
    stranger.says(bytes((PUBACK, 2)) + packet[at : at + 2])
    until(lambda: stranger.broker.is_idle)
    assert stranger.changes > changes


def test_of_what_is_published_only_the_newest_is_kept_for_each_topic(stranger: Stranger) -> None:
    stranger.joined()
    stranger.says(bytes((PUBLISH, 4)) + b"\x00\x01\xff\x00")  # a topic that is no text
    stranger.says(published(*(b"%d" % number for number in range(500))))
    until(lambda: b"499" in stranger.broker.take().values())
    assert stranger.broker.take() == {}
    assert stranger.broker.link is Link.CONNECTED


def test_who_leaves_says_a_last_word_and_that_it_goes(stranger: Stranger) -> None:
    stranger.joined()
    leaving = stranger.left(("own", "offline"))
    packet = stranger.said()
    assert b"offline" in packet
    at = packet.index(b"own") + 3
    stranger.says(bytes((PUBACK, 2)) + packet[at : at + 2])
    assert stranger.said()[0] == DISCONNECT  # the will is not published
    leaving.join(20)
    assert not leaving.is_alive()


@needs_openssl
def test_what_arrives_encrypted_is_heard_too(tmp_path: Path, stack: ExitStack) -> None:
    own = authority(tmp_path, "cafe")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate(tmp_path, own))
    stranger = Stranger(stack, context, tls_ca=str(own))
    stranger.joined()
    stranger.says(published(b"one", b"two", b"three"))
    until(lambda: b"three" in stranger.broker.take().values())


@pytest.mark.parametrize(
    ("others", "link", "why"),
    [
        ({"password_file": "/nowhere"}, Link.REFUSED, "/nowhere: No such file or directory"),
        ({"tls_ca": "/nowhere"}, Link.CERTIFICATE, "/nowhere: No such file or directory"),
        ({"host": "bar..local"}, Link.NO_BROKER, r"no computer can be called bar\.\.local"),
    ],
)
def test_what_can_never_be_connected_is_said_before_anything_is_tried(
    others: dict[str, object], link: Link, why: str
) -> None:
    wanted = replace(settings(free_port(), username="w"), **others)
    with pytest.raises(AccountError, match=why) as caught:
        Broker(wanted, "an-id", (), changed=lambda: None, dice=Random(1))  # noqa: S311
    assert caught.value.link is link


def test_tables_do_not_all_come_back_at_once(
    stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: set[tuple[int, int]] = set()
    monkeypatch.setattr(
        "paho.mqtt.client.Client.reconnect_delay_set",
        lambda _, first, longest: waits.add((first, longest)),
    )
    wanted = settings(free_port())
    for seed in range(4):
        dice = Random(seed)  # noqa: S311 - no secret
        stack.callback(Broker(wanted, "an-id", (), changed=lambda: None, dice=dice).close)
    assert len(waits) > 1
    assert all(1 <= first <= 5 and 40 <= longest <= 60 for first, longest in waits)
