"""The connection to the broker: MQTT 5, in one thread, for as long as it takes.

Whatever goes wrong becomes a `Link` and another attempt, after a wait that grows and differs from
table to table. What is published while there is no connection is dropped; after reconnecting, a
table publishes everything again.
"""

from __future__ import annotations

import logging
import select
import socket
import ssl
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.core.kiosk import Link
from companion.fleet.account import NoAccountError, password, tls
from companion.fleet.shapes import port_of
from companion.settings import FleetSettings

if TYPE_CHECKING:
    from paho.mqtt.client import SocketLike

LOG = logging.getLogger(__name__)

FIRST_WAIT_SECONDS, MOST_WAIT_SECONDS = 1.0, 60.0

STABLE_SECONDS = 30.0
"""After a connection that lasted this long, the next wait is the shortest again."""

CONNECT_SECONDS = 5.0
"""How long to wait for a computer that does not answer."""

ANSWER_SECONDS = 10.0
"""How long the broker may take to accept the connection."""

MOST_PACKET_BYTES = 16_384
"""The broker is asked to keep larger ones to itself."""

MOST_WAITING = 64
"""Messages that the broker has not confirmed yet; further ones are dropped."""

_PACKETS_A_TURN = 200

_WRONG_ACCOUNT = (0x86, 0x87)
"""Bad user name or password; not authorised (MQTT 5, section 3.2.2.2)."""

_NOT_YET_VALID, _EXPIRED, _WRONG_HOST = 9, 10, (62, 64)
"""X509_V_ERR_CERT_NOT_YET_VALID, _CERT_HAS_EXPIRED, _HOSTNAME_MISMATCH and _IP_ADDRESS_MISMATCH."""


class Message(msgspec.Struct, frozen=True):
    """Something was published."""

    topic: str
    payload: bytes
    is_retained: bool


class Topic(msgspec.Struct, frozen=True):
    """Something to listen to."""

    topic: str
    is_others_only: bool = False
    """Whether what we publish there ourselves is not sent back, nor what was retained."""


class Will(msgspec.Struct, frozen=True):
    """What the broker publishes, retained, if we vanish without disconnecting."""

    topic: str
    payload: str


def link_of(why: Exception) -> Link:
    """Return what a failed attempt means."""
    match why:
        case NoAccountError():
            return why.link
        case ssl.SSLCertVerificationError(verify_code=code):
            if code in _WRONG_HOST:
                return Link.WRONG_HOST
            return {_NOT_YET_VALID: Link.CLOCK, _EXPIRED: Link.EXPIRED}.get(code, Link.WRONG_CA)
        case socket.gaierror():
            return Link.NO_SUCH_HOST
        case _:
            return Link.NO_BROKER


class Broker:
    """Keeps up one connection. Belongs to one thread; `turn` does everything."""

    def __init__(  # noqa: PLR0913 - what a connection is made of
        self,
        settings: FleetSettings,
        client_id: str,
        *,
        topics: Sequence[Topic],
        will: Will | None,
        joined: Callable[[], None],
        heard: Callable[[Message], None],
        now: Callable[[], float],
        dice: Random,
    ) -> None:
        """Be ready to connect with the first turn.

        Args:
            settings: Where the broker is, and the account there.
            client_id: Our MQTT client id; two clients with the same one disconnect each other.
            topics: What to listen to.
            will: What the broker publishes if we vanish without disconnecting.
            joined: Called whenever a connection stands.
            heard: Called with everything that is published there.
            now: The monotonic clock, in seconds.
            dice: Decides how long to wait.
        """
        self._settings, self._client_id, self._topics = settings, client_id, tuple(topics)
        self._will, self._joined, self._heard = will, joined, heard
        self._now, self._dice = now, dice
        self._client: Client | None = None
        self._is_joined = False
        self._refusal: Link | None = None
        self._failures = 0
        self._since = 0.0
        self._retry_at = now()
        self.link = Link.CONNECTING
        """The state of the connection."""
        self.retries = 0
        """How often it was tried."""

    @property
    def is_joined(self) -> bool:
        """Whether the connection stands."""
        return self._is_joined

    def publish(self, topic: str, payload: str | bytes, *, retain: bool, qos: int = 1) -> bool:
        """Publish something, and return whether it is on its way."""
        if self._client is None or not self._is_joined:
            return False
        return self._client.publish(topic, payload, qos=qos, retain=retain).rc == 0

    def turn(
        self, seconds: float, reading: Sequence[int] = (), writing: Sequence[int] = ()
    ) -> None:
        """Wait for the broker or other descriptors, at most so long, and do what is due."""
        if self._client is None and self._now() >= self._retry_at:
            self._connect()
        client = self._client
        sock = None if client is None else client.socket()
        if client is not None and sock is None:  # it broke while something was sent
            self._lost(Link.NO_BROKER)
        seconds = max(0.0, min(seconds, self._patience()))
        if client is None or sock is None:
            select.select(reading, writing, (), seconds)
            return
        wants = (sock,) if client.want_write() else ()
        if isinstance(sock, ssl.SSLSocket) and sock.pending():
            seconds = 0.0
        ready, writable, _ = select.select((*reading, sock), (*writing, *wants), (), seconds)
        try:
            self._exchange(client, sock, is_readable=sock in ready or not seconds,
                           is_writable=sock in writable)  # fmt: skip
        except Exception as why:  # whatever a stranger sends in the broker's place
            if isinstance(why, MemoryError | AssertionError):
                raise
            LOG.warning("the broker sends what is no MQTT: %r", why)
            self._lost(Link.REFUSED)

    def close(self) -> None:
        """Disconnect, so that the will is not published."""
        client, self._client = self._client, None
        self._is_joined = False
        if client is not None:
            with suppress(OSError, ValueError):
                client.disconnect()
            _hang_up(client)

    def _exchange(
        self, client: Client, sock: SocketLike, *, is_readable: bool, is_writable: bool
    ) -> None:
        if is_readable:
            for _ in range(_PACKETS_A_TURN):
                client.loop_read()
                if client.socket() is None or not _has_more(sock):
                    break
        if is_writable:
            client.loop_write()
        client.loop_misc()
        if client is not self._client:
            return
        if client.socket() is None:
            self._lost(self._refusal or Link.NO_BROKER)
        elif not self._is_joined and self._now() - self._since > ANSWER_SECONDS:
            self._lost(Link.NO_BROKER)

    def _patience(self) -> float:
        """Return how long nothing has to be done for the connection, in seconds."""
        if self._client is None:
            return max(0.0, self._retry_at - self._now())
        return 1.0 if not self._is_joined else min(5.0, self._settings.keepalive_seconds / 4)

    def _connect(self) -> None:
        self.retries += 1
        self._since, self._refusal = self._now(), None
        settings = self._settings
        try:
            client = self._made()
            client.connect(
                settings.host,
                port_of(settings),
                keepalive=settings.keepalive_seconds,
                properties=_properties(),
            )
            self._client = client
        except (OSError, NoAccountError, ValueError) as why:
            self._lost(link_of(why))

    def _made(self) -> Client:
        """Return a new client: no attempt inherits anything from the one before."""
        client = Client(
            CallbackAPIVersion.VERSION2,
            client_id=self._client_id,
            protocol=MQTTProtocolVersion.MQTTv5,
            reconnect_on_failure=False,
        )
        client.connect_timeout = CONNECT_SECONDS
        client.max_queued_messages_set(MOST_WAITING)
        client.max_inflight_messages_set(MOST_WAITING)
        secret = password(self._settings)
        if self._settings.username:
            client.username_pw_set(self._settings.username, secret)
        context = tls(self._settings)
        if context is not None:
            client.tls_set_context(context)
        if self._will is not None:
            client.will_set(self._will.topic, self._will.payload, qos=1, retain=True)
        client.on_connect = self._answered
        client.on_message = self._received
        return client

    def _answered(
        self, client: Client, _data: object, _flags: object, code: ReasonCode, _props: object
    ) -> None:
        if code.is_failure:
            is_account = code.value in _WRONG_ACCOUNT
            self._refusal = Link.WRONG_PASSWORD if is_account else Link.REFUSED
            return
        self._is_joined, self._since = True, self._now()
        self.link = Link.CONNECTED
        wanted = [
            (
                each.topic,
                SubscribeOptions(
                    qos=1,
                    noLocal=each.is_others_only,
                    retainHandling=SubscribeOptions.RETAIN_DO_NOT_SEND
                    if each.is_others_only
                    else SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE,
                ),
            )
            for each in self._topics
        ]
        if wanted:
            client.subscribe(wanted)
        self._joined()

    def _received(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        try:
            topic = message.topic
        except UnicodeDecodeError:
            return
        self._heard(Message(topic, bytes(message.payload), bool(message.retain)))

    def _lost(self, link: Link) -> None:
        """Give up this connection, and say when the next one is tried."""
        client, self._client = self._client, None
        if client is not None:
            _hang_up(client)
        stood = self._now() - self._since if self._is_joined else 0.0
        self._failures = 0 if stood >= STABLE_SECONDS else self._failures + 1
        self._is_joined = False
        if link is not self.link:
            LOG.info("no connection to the broker: %s", link.value)
        self.link = link
        self._retry_at = self._now() + wait_seconds(self._failures, self._dice)


def wait_seconds(failures: int, dice: Random) -> float:
    """Return how long to wait after so many failures in a row: longer each time, never the same."""
    most = min(MOST_WAIT_SECONDS, FIRST_WAIT_SECONDS * 2.0 ** min(failures, 10))
    return dice.uniform(most / 2, most)


def _properties() -> Properties:
    properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
    properties.MaximumPacketSize = MOST_PACKET_BYTES
    properties.ReceiveMaximum = MOST_WAITING
    return properties


def _has_more(sock: SocketLike) -> bool:
    if isinstance(sock, ssl.SSLSocket) and sock.pending():
        return True
    return bool(select.select((sock,), (), (), 0)[0])


def _hang_up(client: Client) -> None:
    sock = client.socket()
    if sock is not None:
        with suppress(OSError):
            sock.close()
