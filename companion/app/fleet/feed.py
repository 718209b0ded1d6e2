"""The table's socket: sends the newest state to the fleet process, and takes its orders.

One fleet process at a time; a new one replaces the one before. It may be missing, hang or crash:
nothing here waits for it. What it does not read is dropped, except the newest state and the last
game that ended. What it sends too fast stays in the socket, and blocks only itself.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import msgspec

from companion import __version__
from companion.app.fleet.state import GameWatch, state
from companion.app.loop import speaking
from companion.app.wakeup import Wakeup
from companion.core.kiosk import Link
from companion.core.messages import Message, SetLoudness
from companion.core.model import Model
from companion.core.preferences import Loudness
from companion.fleet.shapes import (
    MOST_LINE_BYTES,
    NO_SHAPE,
    ON,
    GameEvent,
    Hello,
    Order,
    State,
    TableOrder,
    TableReport,
    id_of,
    sent,
    why_not,
)
from companion.pages import kiosk
from companion.settings import FleetSettings


class OrderRefused(ValueError):
    """An order is not taken; the sentence says why, in English for the log."""


def message_of(order: Order, model: Model) -> Message:
    """Return what an order means at this table.

    Raises:
        OrderRefused: It means nothing, or not here.
    """
    why = why_not(order)
    if why:
        raise OrderRefused(why)
    match order.entity:
        case "language":
            return speaking(order.value)
        case "volume":
            return kiosk.FromBar(SetLoudness(Loudness(order.value)))
        case "night":
            return kiosk.Night(order.value == ON)
        case "call":
            if model.kiosk.call is None:
                raise OrderRefused("call cannot be ended: nobody calls")
            return kiosk.FromBar(kiosk.EndCall())
        case "message":
            return kiosk.FromBar(kiosk.Announce(order.value.strip()))
        case "locked":
            if not model.preferences.kiosk:
                raise OrderRefused("locked cannot be ordered: this table is not in kiosk mode")
            return kiosk.FromBar(kiosk.LockTable(order.value == ON))
        case _:
            return _update(model)


def _update(model: Model) -> Message:
    if kiosk.usb.update(model) is None:
        raise OrderRefused("update cannot be ordered: no USB stick with an update is there")
    return kiosk.FromBar(kiosk.InstallUpdate())


LINES_A_SECOND = 20
"""More orders than that wait in the socket."""

ROOM_BYTES = 4096
"""How much may wait unread in the socket: a few states; then only the newest is kept."""

SOCKET_MODE = 0o660
"""The owner and the group: the fleet process is in the table's group."""


class Feed:
    """Serves the socket. Belongs to the loop's thread; everything returns at once."""

    def __init__(
        self,
        listener: socket.socket,
        settings: FleetSettings,
        wakeup: Wakeup,
        now: Callable[[], float],
        played: GameWatch,
    ) -> None:
        """Listen.

        Args:
            listener: The table's socket, bound and listening.
            settings: Where the fleet process finds the broker.
            wakeup: Wakes the loop when somebody attaches or orders something.
            now: The monotonic clock, in seconds.
            played: Knows how long games are played.
        """
        self.id = id_of(settings)
        self._listener, self._wakeup, self._now, self._played = listener, wakeup, now, played
        self._hello = _line(TableReport(hello=Hello(self.id, __version__, settings)))
        self._peer: socket.socket | None = None
        self._news: list[Message] = [kiosk.Linked(Link.NO_SERVICE, self.id)]
        self._model: Model | None = None
        self._sent: State | None = None
        self._game: GameEvent | None = None
        self._unsent = self._unread = b""
        self._is_overlong = False
        self._allowed, self._second = LINES_A_SECOND, 0.0
        listener.settimeout(0)
        wakeup.watch(listener.fileno())

    def read(self, now: float) -> Iterator[Message]:
        """Yield what has been ordered since the last reading, and how the fleet gets on."""
        self._accept()
        if now >= self._second + 1.0:
            self._allowed, self._second = LINES_A_SECOND, now
        yield from self._told()
        while self._peer is not None and self._allowed > 0:
            line = self._next_line()
            if line is None:
                break
            self._allowed -= 1
            yield from self._asked(line)
        yield from self._told()
        self._watch()

    def next_deadline(self) -> float | None:
        """Return when there is something to say or to read, in monotonic seconds."""
        if self._peer is None:
            return None
        due = self._played.next_deadline(self._now())
        return due if self._allowed > 0 else min(due, self._second + 1.0)

    def see(self, model: Model) -> None:
        """Tell the fleet process what is shown now, if that is news."""
        self._model = model
        self._game = self._played.see(model) or self._game
        if self._peer is not None:
            self._send()
            self._watch()

    def close(self) -> None:
        """Leave nobody attached. Closing twice is harmless; whoever opened the socket closes it."""
        self._detach()
        self._wakeup.watch(self._listener.fileno(), reading=False)

    def _told(self) -> Iterator[Message]:
        news, self._news = self._news, []
        yield from news

    def _accept(self) -> None:
        with suppress(BlockingIOError, ConnectionError):
            peer, _ = self._listener.accept()
            self._detach()
            peer.settimeout(0)
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM_BYTES)
            self._peer, self._unsent, self._sent = peer, self._hello, None
            self._news = [kiosk.Linked(Link.CONNECTING, self.id)]
            self._send()

    def _detach(self) -> None:
        if self._peer is None:
            return
        self._wakeup.watch(self._peer.fileno(), reading=False)
        self._peer.close()
        self._peer, self._unsent, self._unread, self._is_overlong = None, b"", b"", False
        self._news = [kiosk.Linked(Link.NO_SERVICE, self.id)]

    def _watch(self) -> None:
        """Wake for what can be done now: nothing else would, and what cannot be, must not."""
        if self._peer is not None:
            self._wakeup.watch(
                self._peer.fileno(), reading=self._allowed > 0, writing=bool(self._unsent)
            )

    def _send(self) -> None:
        """Send what is begun, then the newest; give up where the other side does not read."""
        if self._peer is not None:
            try:
                self._unsent = sent(self._peer, self._unsent, self._next_to_say)
            except OSError:
                self._detach()

    def _next_to_say(self) -> bytes:
        if self._game is not None:
            game, self._game = self._game, None
            return _line(TableReport(game=game))
        model, played = self._model, self._played
        if model is None:
            return b""
        now = state(model, played.minutes(model.now), played.games_today())
        if now == self._sent:
            return b""
        self._sent = now
        return _line(TableReport(state=now))

    def _next_line(self) -> bytes | None:
        """Return the next whole line; None if there is none yet. An overlong one is refused."""
        while self._peer is not None:
            line, end, rest = self._unread.partition(b"\n")
            if end:
                self._unread = rest
                if not self._is_overlong:
                    return line
                self._is_overlong = False
                continue
            if len(self._unread) > MOST_LINE_BYTES:
                if not self._is_overlong:
                    self._refuse(f"a line has more than {MOST_LINE_BYTES} bytes")
                self._is_overlong, self._unread = True, b""
            try:
                more = self._peer.recv(MOST_LINE_BYTES)
            except BlockingIOError:
                return None
            except OSError:
                more = b""
            if not more:
                self._detach()
                return None
            self._unread += more
        return None

    def _asked(self, line: bytes) -> Iterator[Message]:
        try:
            asked = msgspec.json.decode(line, type=TableOrder)
        except NO_SHAPE as why:
            self._refuse(f"no order can be read: {why}")
            return
        if asked.news is not None:
            yield kiosk.Linked(asked.news.link, self.id, asked.news.same_id)
        if asked.order is not None and self._model is not None:
            try:
                yield message_of(asked.order, self._model)
            except OrderRefused as why:
                self._refuse(str(why))

    def _refuse(self, why: str) -> None:
        """Say why, if the other side reads; it is the one that keeps a log."""
        if not self._unsent:
            self._unsent = _line(TableReport(refused=why[:200]))
        self._send()


def _line(told: TableReport) -> bytes:
    return msgspec.json.encode(told) + b"\n"


def opened(file: Path, stack: ExitStack) -> socket.socket:
    """Return the table's socket, listening; it is gone with the stack.

    Raises:
        OSError: It cannot be made there, or another table listens there.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    stack.callback(listener.close)
    if _is_served(file):
        raise FileExistsError(17, "another table listens there", str(file))
    file.unlink(missing_ok=True)
    listener.bind(str(file))
    stack.callback(file.unlink, missing_ok=True)
    file.chmod(SOCKET_MODE)
    listener.listen(1)
    return listener


def _is_served(file: Path) -> bool:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(0)
        try:
            probe.connect(str(file))
        except BlockingIOError:
            return True
        except OSError:
            return False
    return True
