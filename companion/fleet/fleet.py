"""The fleet process: passes a table's news to the broker, and orders from there to the table.

It keeps the newest state, the last games not yet published, and the newest order of each kind, so
nothing here grows, however long the table or the broker is away.
"""

from __future__ import annotations

import logging
import select
import socket
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from secrets import token_hex

import msgspec

from companion.core.kiosk import Link
from companion.fleet.broker import Broker, Message, Topic, Will
from companion.fleet.discovery import config
from companion.fleet.shapes import (
    MOST_LINE_BYTES,
    MOST_PAYLOAD_BYTES,
    OFFLINE,
    ONLINE,
    ORDERS,
    GameEvent,
    Hello,
    News,
    Order,
    State,
    TableOrder,
    TableReport,
    Topics,
    heard,
    sent,
    topics_of,
    why_not,
)

FIRST_LOOK_SECONDS, MOST_LOOK_SECONDS = 0.5, 5.0
"""How often to look for a table that is not there, at first and after a while."""


class TableLink:
    """Attaches to a table's socket whenever it is there: lines in, the newest orders out.

    Never blocks. Belongs to one thread.
    """

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
        if self._socket is not None:
            try:
                self._unsent = sent(self._socket, self._unsent, self._next)
            except OSError:
                self.detach()

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
                told = heard(line, TableReport)
                if told is None:
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


LOG = logging.getLogger(__name__)

MOST_TURN_SECONDS = 60.0

MOST_GAMES = 32
"""Games that wait for a broker that is away; older ones are dropped."""

BIRTH_SECONDS = 10.0
"""Home Assistant asks all tables at once; each answers at its own moment within this time."""

SAME_ID_SECONDS = 60.0
"""The shortest time between two answers that this id is taken."""

MOST_COMPLAINTS = 64
"""Different complaints that are logged, each once."""

REPAIR_SECONDS = 1.0
"""The shortest time between two corrections that the table is there after all."""


class FleetMember:
    """One table among others. Belongs to one thread; `turn` does everything."""

    def __init__(
        self, table: Path, now: Callable[[], float], dice: Random, log: logging.Logger = LOG
    ) -> None:
        """Begin without a table and without a broker.

        Args:
            table: The table's socket.
            now: The monotonic clock, in seconds.
            dice: Decides how long to wait, so that no two tables do the same at once.
            log: Where complaints are kept.
        """
        self._now, self._dice, self._log = now, dice, log
        self._link = TableLink(table, now)
        self._hello: Hello | None = None
        self._topics: Topics | None = None
        self._broker: Broker | None = None
        self._state: State | None = None
        self._published: State | None = None
        self._call = "none"
        self._games: deque[GameEvent] = deque(maxlen=MOST_GAMES)
        self._suffix = token_hex(4)
        self._said: News | None = None
        self._birth_at: float | None = None
        self._complaints: set[str] = set()
        self._is_doubled = False
        self._answered_at = self._repaired_at = float("-inf")
        self._is_repair_due = False
        self._was_attached = False

    @property
    def link(self) -> Link:
        """The state of the connection to the broker."""
        return Link.CONNECTING if self._broker is None else self._broker.link

    def turn(self, most_seconds: float = MOST_TURN_SECONDS) -> None:
        """Wait until something happens, or so long, and do what is due."""
        if self._link.attach():
            self._said = None
        patience = min(most_seconds, self._link.patience(), self._patience())
        reading, writing = self._link.reading(), self._link.writing()
        if self._broker is None:
            select.select(reading, writing, (), patience)
        else:
            self._broker.turn(patience, reading, writing)
        for told in self._link.read():
            self._take(told)
        self._link.send()
        self._do_due()

    def close(self) -> None:
        """Report that the table can no longer be reached, and exit."""
        if self._broker is not None:
            self._say_availability(is_there=False)
            self._broker.close()
        self._link.detach()

    def _patience(self) -> float:
        now, due = self._now(), MOST_TURN_SECONDS
        if self._birth_at is not None:
            due = min(due, self._birth_at - now)
        if self._is_repair_due:
            due = min(due, self._repaired_at + REPAIR_SECONDS - now)
        return max(0.0, due)

    def _take(self, told: TableReport) -> None:
        """Take a line of the table."""
        if told.hello is not None:
            self._meet(told.hello)
        if told.refused:
            self._complain(f"the table refuses: {told.refused}")
        if told.game is not None:
            self._games.append(told.game)
        if told.state is not None:
            self._state = told.state

    def _meet(self, hello: Hello) -> None:
        """Connect to the broker of this table; another one than before is another connection."""
        before, self._hello = self._hello, hello
        if before == hello and self._broker is not None:
            return
        if self._broker is not None:
            self._say_availability(is_there=False)
            self._broker.close()
        self._topics = topics = topics_of(hello.settings, hello.id)
        self._published, self._call, self._state = None, "none", None
        self._broker = Broker(
            hello.settings,
            f"ra-companion-{hello.id}-{self._suffix}",
            topics=(
                Topic(topics.orders),
                Topic(topics.birth),
                Topic(topics.availability, is_others_only=True),
            ),
            will=Will(topics.availability, OFFLINE),
            joined=self._join,
            heard=self._hear,
            now=self._now,
            dice=self._dice,
        )

    def _join(self) -> None:
        """Publish everything again, as the broker may have forgotten it."""
        self._is_doubled = False
        self._announce()

    def _announce(self) -> None:
        """Publish what the table is and whether it is there; its newest state follows."""
        hello, topics, broker = self._hello, self._topics, self._broker
        if hello is None or topics is None or broker is None:
            return
        described = msgspec.json.encode(config(topics, hello.version))
        broker.publish(topics.config, described, retain=True)
        self._say_availability(is_there=self._link.is_attached)
        self._published = None

    def _say_availability(self, *, is_there: bool) -> None:
        if self._topics is not None and self._broker is not None:
            said = ONLINE if is_there else OFFLINE
            self._broker.publish(self._topics.availability, said, retain=True)
        self._was_attached = is_there

    def _say_state(self) -> None:
        """Publish the newest state if it has changed, a call that came with it, and games."""
        topics, broker, state = self._topics, self._broker, self._state
        if topics is None or broker is None or not broker.is_joined:
            return
        if (
            state is not None
            and state != self._published
            and broker.publish(topics.state, msgspec.json.encode(state), retain=True)
        ):
            if state.call != self._call:
                event = "ended" if state.call == "none" else state.call
                broker.publish(topics.call, event, retain=False)
            self._published, self._call = state, state.call
        while self._games and broker.publish(
            topics.game, msgspec.json.encode(self._games[0]), retain=False
        ):
            self._games.popleft()

    def _hear(self, message: Message) -> None:
        """Take what was published: an order, another table with our id, or Home Assistant."""
        topics = self._topics
        if topics is None:
            return
        if message.topic == topics.birth:
            if message.payload == ONLINE.encode() and not message.is_retained:
                self._birth_at = self._now() + self._dice.uniform(0.0, BIRTH_SECONDS)
            return
        if message.topic == topics.availability:
            self._hear_another(message.payload)
            return
        entity = topics.entity(message.topic)
        if entity is not None:
            self._pass_on(entity, message)

    def _hear_another(self, payload: bytes) -> None:
        """Somebody else speaks of our availability: another table with our id, or its will."""
        now = self._now()
        if payload == ONLINE.encode():
            self._is_doubled = True
            if now >= self._answered_at + SAME_ID_SECONDS:
                self._answered_at = now
                self._say_availability(is_there=self._link.is_attached)
        elif payload == OFFLINE.encode():
            self._is_doubled = False
            self._answered_at = float("-inf")
            self._is_repair_due = True

    def _pass_on(self, entity: str, message: Message) -> None:
        """Hand an order on to the table, or drop it and say why, once."""
        if entity not in ORDERS:
            self._complain("an order for something that cannot be ordered is dropped")
            return
        if message.is_retained:
            self._complain(f"a retained order is dropped: {entity}; orders must not be retained")
            return
        if len(message.payload) > MOST_PAYLOAD_BYTES:
            self._complain(f"an order of more than {MOST_PAYLOAD_BYTES} bytes is dropped: {entity}")
            return
        try:
            order = Order(entity, message.payload.decode())
        except UnicodeDecodeError:
            self._complain(f"an order that is no text is dropped: {entity}")
            return
        if why_not(order):
            self._complain(f"an order that makes no sense is dropped: {entity}")
            return
        self._link.ask(order)

    def _complain(self, what: str) -> None:
        """Log something, once."""
        if what not in self._complaints and len(self._complaints) < MOST_COMPLAINTS:
            self._complaints.add(what)
            self._log.warning("%s", what)

    def _do_due(self) -> None:
        now = self._now()
        if self._birth_at is not None and now >= self._birth_at:
            self._birth_at = None
            self._announce()
        if self._link.is_attached != self._was_attached and self._broker is not None:
            self._say_availability(is_there=self._link.is_attached)
        if self._is_repair_due and now >= self._repaired_at + REPAIR_SECONDS:
            self._is_repair_due, self._repaired_at = False, now
            self._say_availability(is_there=self._link.is_attached)
        self._say_state()
        news = News(self.link, self._is_doubled)
        if news != self._said and self._link.is_attached and self._broker is not None:
            self._said = news
            self._link.tell(news)
