"""The connection to the broker: MQTT 5, kept up by paho's own thread for as long as it takes.

What is published while there is no connection is dropped; whoever is connected again publishes
everything again. Of what is received only the newest message of each topic is kept.
"""

from __future__ import annotations

import logging
import ssl
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random

from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from companion.core.kiosk import Link
from companion.fleet.account import AccountError, password, reason, tls
from companion.fleet.shapes import port_of
from companion.settings import FleetSettings

LOG = logging.getLogger(__name__)

FIRST_WAITS, LONGEST_WAITS = (1, 5), (40, 60)
"""Seconds between two attempts, at first and in the end: each table picks its own."""

MOST_PACKET_BYTES = 16_384
"""The broker is asked to keep larger ones to itself."""

MOST_UNCONFIRMED = 16
"""The broker is asked not to send more at once, and no more are kept for it."""

LEAVE_SECONDS = 2.0
"""How long the last message may take."""


class Broker:
    """One connection. Callbacks run on paho's thread; everything else belongs to the caller's."""

    def __init__(  # noqa: PLR0913 - what a connection is made of
        self,
        settings: FleetSettings,
        client_id: str,
        topics: Sequence[str],
        *,
        changed: Callable[[], None],
        dice: Random,
        will: tuple[str, str] | None = None,
        orders: Sequence[str] = (),
        with_retained: bool = False,
    ) -> None:
        """Begin to connect.

        Args:
            settings: Where the broker is, and the account there.
            client_id: Our MQTT client id; two clients with the same one disconnect each other.
            topics: What to listen to; what we publish there ourselves is not received.
            changed: Called from paho's thread when there is something to look at.
            dice: Decides how long to wait between attempts.
            will: Topic and payload that the broker publishes, retained, if we vanish.
            orders: Those of the topics whose messages are for now: a retained one is dropped.
            with_retained: Whether to receive what was retained before, too.

        Raises:
            AccountError: The files of the account cannot be used, or no host can have this name.
        """
        try:
            settings.host.encode("idna")
        except UnicodeError as why:  # which would end paho's thread without a word
            named = f"fleet.host: no computer can be called {settings.host}"
            raise AccountError(Link.NO_BROKER, named) from why
        self.link: Link | None = None
        """The state of the connection; None until the first attempt is over."""
        self.why = ""
        """Why there is none, in English."""
        self.connections = 0
        """How often one was made."""
        self._changed = changed
        self._newest: dict[str, bytes] = {}
        self._lock = threading.Lock()
        self._sent = self._confirmed = 0
        self._is_refused = self._is_over = False
        self._orders, self._dropped = frozenset(orders), set[str]()
        self._topics = [
            (topic, _options(with_retained=with_retained or topic in orders)) for topic in topics
        ]
        self._client = client = Client(
            CallbackAPIVersion.VERSION2, client_id=client_id, protocol=MQTTProtocolVersion.MQTTv5
        )
        client.reconnect_delay_set(dice.randint(*FIRST_WAITS), dice.randint(*LONGEST_WAITS))
        client.max_queued_messages_set(MOST_UNCONFIRMED)
        if settings.username:
            client.username_pw_set(settings.username, password(settings))
        context = tls(settings)
        if context is not None:
            client.tls_set_context(context)
        if will is not None:
            client.will_set(*will, qos=1, retain=True)
        client.on_connect = self._connected
        client.on_connect_fail = self._failed
        client.on_disconnect = self._disconnected
        client.on_message = self._received
        client.on_publish = self._published
        properties = Properties(PacketTypes.CONNECT)  # type: ignore[no-untyped-call]
        properties.MaximumPacketSize = MOST_PACKET_BYTES
        properties.ReceiveMaximum = MOST_UNCONFIRMED
        client.connect_async(
            settings.host, port_of(settings), settings.keepalive_seconds, properties=properties
        )
        client.loop_start()

    @property
    def is_idle(self) -> bool:
        """Whether the connection stands, and the broker has confirmed everything."""
        return self.link is Link.CONNECTED and self._confirmed == self._sent

    def publish(self, topic: str, payload: str | bytes, *, retain: bool) -> None:
        """Publish something; without a connection, nothing happens."""
        if self.link is Link.CONNECTED:
            info = self._client.publish(topic, payload, qos=1, retain=retain)
            if info.rc is MQTTErrorCode.MQTT_ERR_SUCCESS:
                self._sent = info.mid

    def take(self) -> Mapping[str, bytes]:
        """Return the newest message of each topic since the last call."""
        with self._lock:
            newest, self._newest = self._newest, {}
        return newest

    def close(self, last: tuple[str, str] | None = None) -> None:
        """Publish a last message, retained, and disconnect, so that the will is not published."""
        if last is not None and self.link is Link.CONNECTED:
            with suppress(RuntimeError, ValueError):  # the connection has just gone
                self._client.publish(*last, qos=1, retain=True).wait_for_publish(LEAVE_SECONDS)
        self._is_over = True
        self._client.disconnect()
        self._client.loop_stop()
        del self._client  # which closes what paho leaves open

    def _report(self, link: Link, why: str = "") -> None:
        if link is Link.CONNECTED:
            LOG.info("connected to the broker")
        elif (link, why) != (self.link, self.why):
            LOG.warning("no connection to the broker: %s (%s)", link.value, why)
        self.link, self.why = link, why
        self._changed()

    def _connected(
        self, client: Client, _data: object, _flags: ConnectFlags, code: ReasonCode, _more: object
    ) -> None:
        self._is_refused = code.is_failure
        if self._is_refused:
            self._report(Link.REFUSED, str(code))
            return
        client.drop_out_messages()  # they are of another time
        self._confirmed = self._sent
        if self._topics:
            client.subscribe(self._topics)
        self.connections += 1
        self._report(Link.CONNECTED)

    def _failed(self, _client: Client, _data: object) -> None:
        """Say why; paho calls this while it handles the exception."""
        why = sys.exception()
        link = Link.CERTIFICATE if isinstance(why, ssl.SSLError) else Link.NO_BROKER
        self._report(link, reason(why))

    def _disconnected(
        self, _client: Client, _data: object, _flags: DisconnectFlags, code: ReasonCode, _: object
    ) -> None:
        if self._is_refused:  # which says more
            self._is_refused = False
        elif not self._is_over:
            self._report(Link.NO_BROKER, f"disconnected: {code}")

    def _published(self, _client: Client, _data: object, mid: int, *_: object) -> None:
        self._confirmed = mid
        self._changed()

    def _received(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        with suppress(UnicodeDecodeError):
            topic = message.topic
            if message.retain and topic in self._orders:
                self._drop(topic)
                return
            with self._lock:
                self._newest[topic] = bytes(message.payload)
            self._changed()

    def _drop(self, topic: str) -> None:
        """Log that an order was dropped, once for each topic."""
        if topic not in self._dropped:
            self._dropped.add(topic)
            LOG.warning("what is retained at %s is dropped: an order is for now", topic)


def _options(*, with_retained: bool) -> SubscribeOptions:
    handling = SubscribeOptions.RETAIN_DO_NOT_SEND
    if with_retained:
        handling = SubscribeOptions.RETAIN_SEND_ON_SUBSCRIBE
    return SubscribeOptions(qos=1, noLocal=True, retainAsPublished=True, retainHandling=handling)
