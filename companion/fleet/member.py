"""Speaks for one table at the broker: its newest state there, answered calls back.

Only what is newest is kept of anything, so nothing here grows, however long the table or the broker
is away.
"""

from __future__ import annotations

import logging
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from secrets import token_hex

import msgspec
from msgspec.structs import replace

from companion.core.kiosk import Link
from companion.fleet.account import AccountError
from companion.fleet.broker import Broker
from companion.fleet.discovery import config
from companion.fleet.lines import Lines, NotUnderstoodError
from companion.fleet.shapes import (
    ANSWERED,
    OFFLINE,
    ONLINE,
    FleetLine,
    Hello,
    State,
    TableLine,
    Topics,
    beat_seconds,
    topics_of,
)

LOG = logging.getLogger(__name__)

MOST_TURN_SECONDS = 60.0

LOOK_SECONDS = 1.0
"""How often to look for a table that is not there."""

ACCOUNT_SECONDS = 30.0
"""How often to try files of the account that could not be used."""

HOME_ASSISTANT_SECONDS = 10.0
"""Home Assistant asks all tables at once; each answers at its own moment within this time."""

SAME_ID_SECONDS = 60.0
"""The shortest time between two answers to another table with this id."""

CORRECTION_SECONDS = 1.0
"""The shortest time between two corrections of what others say of this table."""


class Presence:
    """Whether the table is there, as it was published, and what others publish of it.

    Others are another table with the same id, that one's will, or somebody who may write anything.
    """

    def __init__(self) -> None:
        self.is_doubled = False
        """Whether another table has this id."""
        self.again_at: float | None = None
        """When it is published again although nothing has changed, in monotonic seconds."""
        self._published: bool | None = None
        self._corrected_at = self._contradicted_at = float("-inf")

    def reconnected(self) -> None:
        """Know nothing of others any more."""
        self.is_doubled, self._contradicted_at = False, float("-inf")

    def forget(self) -> None:
        """Let it be published again."""
        self._published = None

    def received(self, payload: bytes, now: float) -> None:
        """Take what somebody else has published."""
        if payload == OFFLINE.encode():
            self.is_doubled, self._contradicted_at = False, float("-inf")
        elif payload == ONLINE.encode():
            self.is_doubled = True
            if now < self._contradicted_at + SAME_ID_SECONDS:
                return
            self._contradicted_at = now
        else:
            return
        if self._published:
            self.again_at = max(now, self._corrected_at + CORRECTION_SECONDS)

    def take(self, now: float, *, is_there: bool) -> str | None:
        """Return what has to be published now, and take it as published; None if nothing has."""
        if self.again_at is not None and now >= self.again_at:
            self.again_at, self._corrected_at, self._published = None, now, None
        if self._published is is_there:
            return None
        self._published = is_there
        return ONLINE if is_there else OFFLINE


class Member:
    """One table among others. Belongs to one thread; `turn` does everything."""

    def __init__(self, table: Path, now: Callable[[], float], dice: Random) -> None:
        """Begin without a table and without a broker.

        Args:
            table: The table's socket.
            now: The monotonic clock, in seconds.
            dice: Decides how long to wait, so that no two tables do the same at once.
        """
        self._file, self._now, self._dice = table, now, dice
        self._bell, self._ringer = socket.socketpair()
        self._bell.settimeout(0)
        self._ringer.settimeout(0)
        self._suffix = token_hex(4)
        self._table: Lines | None = None
        self._look_at = self._heard_at = now()
        self._hello: Hello | None = None
        self._topics: Topics | None = None
        self._state: State | None = None
        self._broker: Broker | None = None
        self._connect_at = now()
        self._connections = 0
        self._no_account: Link | None = None
        self._published: State | None = None
        self._call = "none"
        self._presence = Presence()
        self._is_answered = False
        self._sent: FleetLine | None = None
        self._announce_at: float | None = None
        self._complained: set[str] = set()

    @property
    def link(self) -> Link | None:
        """The state of the connection to the broker; None while it is not known."""
        return self._no_account if self._broker is None else self._broker.link

    @property
    def _is_there(self) -> bool:
        """Whether the table is there, and does not hang."""
        return self._table is not None and self._hello is not None and self._now() < self._silent_at

    @property
    def _silent_at(self) -> float:
        if self._hello is None:
            return float("inf")
        return self._heard_at + 1.5 * beat_seconds(self._hello.settings)

    def turn(self, most_seconds: float = MOST_TURN_SECONDS) -> None:
        """Wait until something happens, or so long, and do what is due."""
        self._attach()
        table = self._table
        reading = [self._bell.fileno()] + ([] if table is None else [table.fileno()])
        writing = [table.fileno()] if table is not None and table.is_sending else []
        seconds = max(0.0, min(self._deadlines()) - self._now())
        select.select(reading, writing, (), min(most_seconds, seconds))
        with suppress(BlockingIOError):
            self._bell.recv(4096)
        self._read_table()
        self._connect()
        self._read_broker()
        self._publish()
        self._tell_table()

    def close(self) -> None:
        """Report that the table can no longer be reached, and disconnect."""
        self._leave_broker()
        self._detach()
        self._bell.close()
        self._ringer.close()

    def _deadlines(self) -> Iterator[float]:
        """Yield when something is due, by the monotonic clock."""
        yield self._now() + MOST_TURN_SECONDS
        if self._table is None:
            yield self._look_at
        elif self._is_there:
            yield self._silent_at
        if self._broker is None and self._hello is not None:
            yield self._connect_at
        if self.link is Link.CONNECTED:
            due = (self._announce_at, self._presence.again_at)
            yield from (each for each in due if each is not None)

    def _ring(self) -> None:
        """Wake `turn`; from any thread, never blocking."""
        with suppress(OSError):  # it is awake enough, or over
            self._ringer.send(b"x")

    def _attach(self) -> None:
        """Look for the table if it is time to."""
        if self._table is not None or self._now() < self._look_at:
            return
        self._look_at = self._now() + LOOK_SECONDS
        made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            made.settimeout(0)
            made.connect(str(self._file))
        except OSError as why:
            made.close()
            self._complain(
                f"no table at {self._file}: {why.strerror or why} (it opens this socket while it"
                " runs with fleet.enabled = true)"
            )
            return
        self._table, self._sent = Lines(made), None

    def _detach(self) -> None:
        """Leave the table, and look for it again in a moment."""
        if self._table is not None:
            self._table.close()
        self._table = None
        self._look_at = self._now() + LOOK_SECONDS

    def _read_table(self) -> None:
        if self._table is None:
            return
        try:
            lines = self._table.read(TableLine)
        except OSError as why:
            if isinstance(why, NotUnderstoodError):
                self._complain(f"the table is left: {why}")
            self._detach()
            return
        for line in lines:
            self._heard_at = self._now()
            if line.waits:
                self._leave_broker()
                self._complain(
                    "another fleet service speaks for this table; this one waits until it is gone:"
                    " stop one of the two"
                )
            if line.hello is not None:
                self._meet(line.hello)
            if line.state is not None:
                self._state = line.state

    def _meet(self, hello: Hello) -> None:
        """Take who the table is; if that has changed, the connection is another."""
        if hello != self._hello:
            self._leave_broker()
            self._hello, self._topics = hello, topics_of(hello.settings, hello.id)
            self._state, self._call, self._connect_at = None, "none", self._now()

    def _connect(self) -> None:
        hello, topics = self._hello, self._topics
        if self._broker is not None or hello is None or topics is None:
            return
        if self._now() < self._connect_at:
            return
        try:
            self._broker = Broker(
                hello.settings,
                f"ra-companion-{hello.id}-{self._suffix}",
                (topics.answer, topics.availability, topics.home_assistant),
                changed=self._ring,
                dice=self._dice,
                will=(topics.availability, OFFLINE),
                orders=(topics.answer,),
            )
        except AccountError as why:
            self._complain(str(why))
            self._no_account, self._connect_at = why.link, self._now() + ACCOUNT_SECONDS

    def _leave_broker(self) -> None:
        if self._broker is not None and self._topics is not None:
            self._broker.close((self._topics.availability, OFFLINE))
        self._broker = self._hello = self._no_account = None
        self._connections = 0

    def _read_broker(self) -> None:
        broker, topics, now = self._broker, self._topics, self._now()
        if broker is None or topics is None:
            return
        if broker.connections != self._connections:  # the broker may have forgotten everything
            self._connections, self._announce_at = broker.connections, now
            self._presence.reconnected()
        for topic, payload in broker.take().items():
            if topic == topics.home_assistant and payload == ONLINE.encode():
                self._announce_at = now + self._dice.uniform(0.0, HOME_ASSISTANT_SECONDS)
            elif topic == topics.availability:
                self._presence.received(payload, now)
            elif topic == topics.answer and payload == ANSWERED.encode():
                self._is_answered = True
            elif topic == topics.answer:
                self._complain(f"what is published at {topic} is not {ANSWERED!r}: ignored")

    def _publish(self) -> None:
        """Publish what is due. Of states one is on its way at most: the newest follows it."""
        broker, hello, topics, now = self._broker, self._hello, self._topics, self._now()
        if broker is None or hello is None or topics is None or broker.link is not Link.CONNECTED:
            return
        if self._announce_at is not None and now >= self._announce_at:
            described = msgspec.json.encode(config(topics, hello.version))
            broker.publish(topics.config, described, retain=True)
            self._announce_at = self._published = None
            self._presence.forget()
        presence = self._presence.take(now, is_there=self._is_there)
        if presence is not None:
            hangs = presence == OFFLINE and self._table is not None
            LOG.info("%s is %s%s", hello.id, presence, ": its program hangs" if hangs else "")
            broker.publish(topics.availability, presence, retain=True)
        state = self._state
        if state is None or state == self._published or not broker.is_idle:
            return
        broker.publish(topics.state, msgspec.json.encode(state), retain=True)
        if state.call != self._call:
            event = "ended" if state.call == "none" else state.call
            broker.publish(topics.call, event, retain=False)
        self._published, self._call = state, state.call

    def _tell_table(self) -> None:
        if self._table is None or self._hello is None or self.link is None:
            return
        line = FleetLine(self.link, self._presence.is_doubled, self._is_answered)
        try:
            if line == self._sent:
                self._table.flush()
            elif self._table.send(line):
                self._sent, self._is_answered = replace(line, answered=False), False
        except OSError:
            self._detach()

    def _complain(self, what: str) -> None:
        """Log something, once; there are only a few different things to complain of."""
        if what not in self._complained:
            self._complained.add(what)
            LOG.warning("%s", what)
