"""The table's socket: its newest state for whoever speaks for it, and "call answered" from there.

Nothing here opens a network socket, waits, or says a name or a point. One process speaks for the
table; what it does not read is dropped, except the newest state. Another one that attaches has to
wait until the first has gone, and the table says so.
"""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, suppress
from datetime import datetime
from pathlib import Path

from companion import __version__
from companion.app.handlers import Handler
from companion.app.parts import Parts
from companion.app.wakeup import Wakeup
from companion.core.clock import LONGEST_PAUSE_MS
from companion.core.kiosk import GuestRequest, Link
from companion.core.messages import Message, Trouble, TroubleOver
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.fleet.lines import Lines, NotUnderstoodError
from companion.fleet.shapes import (
    MOST_TROUBLES,
    Call,
    FleetLine,
    Hello,
    State,
    TableLine,
    TablePhase,
    beat_seconds,
    id_of,
)
from companion.journal import index
from companion.journal.index import GameQuery
from companion.pages.kiosk.idle import Attract
from companion.pages.kiosk.messages import CallAnswered, Linked
from companion.pages.new_game.dealing import Dealing, LayingOut
from companion.pages.new_game.options import OptionsPage
from companion.pages.new_game.seating import Seating
from companion.paths import table_socket
from companion.rules.model import Auction
from companion.rules.partial import PartialPhase
from companion.rules.records.timeline import Timeline
from companion.settings import FleetSettings
from companion.statistics.game import is_over

LOG = logging.getLogger(__name__)

CALLS: Mapping[GuestRequest, Call] = {
    GuestRequest.RULES: "rules",
    GuestRequest.ORDER: "order",
    GuestRequest.BILL: "pay",
}
"""What calls are named at the broker."""


def state(model: Model, minutes: int, games_today: int) -> State:
    """Return the table as everybody may know it.

    Args:
        model: What is shown.
        minutes: How long the game on the table has been played.
        games_today: How many games ended here since midnight.
    """
    timeline, call = model.session.timeline, model.kiosk.call
    game = None if timeline is None else timeline.game
    partial_game = None if timeline is None else timeline.partial_game
    epoch = ra = 0
    if game is not None:
        epoch = game.epoch if partial_game is None else partial_game.epoch or 0
        ra = game.ra_count if partial_game is None else partial_game.ra_count or 0
    troubles = dict.fromkeys(each.note.name.lower() for each in model.screen.troubles)
    return State(
        phase=phase(model),
        players=0 if game is None else len(game.players),
        epoch=epoch,
        ra=ra,
        ra_limit=0 if game is None else game.ra_limit,
        minutes=0 if timeline is None else minutes,
        actions=0 if timeline is None else len(timeline.steps),
        call="none" if call is None else CALLS[call.kind],
        trouble=tuple(troubles)[:MOST_TROUBLES],
        language=model.preferences.language,
        volume=model.preferences.loudness.value,
        night=model.kiosk.is_night,
        version=__version__,
        games_today=games_today,
    )


def phase(model: Model) -> TablePhase:
    """Return what the table is in the middle of."""
    if model.kiosk.is_locked and model.preferences.kiosk:
        return TablePhase.LOCKED
    timeline, page = model.session.timeline, model.page
    if timeline is not None:
        return _of_game(timeline, is_scored=page.is_reveal)
    if isinstance(page, Attract):
        return TablePhase.ATTRACT
    if isinstance(page, Seating | OptionsPage | LayingOut | Dealing):
        return TablePhase.SEATING
    return TablePhase.IDLE


def _of_game(timeline: Timeline, *, is_scored: bool) -> TablePhase:
    """Return what a game is in the middle of; `is_scored`: points are being revealed."""
    if is_over(timeline):
        return TablePhase.OVER
    partial_game, stage = timeline.partial_game, timeline.game.stage
    if is_scored or (partial_game is not None and partial_game.stage is PartialPhase.TALLY):
        return TablePhase.SCORING
    if partial_game is not None:
        is_auction = partial_game.stage in (PartialPhase.DRAWN, PartialPhase.CALLED)
    else:
        is_auction = isinstance(stage, Auction)
    return TablePhase.AUCTION if is_auction else TablePhase.PLAYING


LONGEST_PAUSE_SECONDS = LONGEST_PAUSE_MS / 1000
"""A longer pause without an entry does not count as playing, as in the statistics."""


class GameWatch:
    """How long the game on the table has been played, and how many have ended today."""

    def __init__(self, today: Callable[[], str], games_today: int = 0) -> None:
        """Begin with an empty table.

        Args:
            today: The day by the clock on the wall.
            games_today: How many games have ended today before.
        """
        self._today, self._day, self._games_today = today, today(), games_today
        self._timeline: Timeline | None = None
        self._seconds = self._changed_at = 0.0

    def see(self, model: Model) -> None:
        """Look at what is shown now."""
        before, after = self._timeline, model.session.timeline
        if after is before:
            return
        is_same = before is not None and after is not None and after.start is before.start
        self._seconds = self._seconds + self._pause(model.now) if is_same else 0.0
        if before is not None and after is not None and is_same:
            ended = is_over(after) - is_over(before)  # what is over may be undone
            self._games_today = max(0, self.games_today() + ended)
        self._changed_at, self._timeline = model.now, after

    def games_today(self) -> int:
        """Return how many games have ended since midnight."""
        day = self._today()
        if day != self._day:
            self._day, self._games_today = day, 0
        return self._games_today

    def minutes(self, now: float) -> int:
        """Return how many whole minutes the game on the table has been played."""
        return int((self._seconds + self._pause(now)) // 60)

    def _pause(self, now: float) -> float:
        if self._timeline is None or is_over(self._timeline):
            return 0.0
        return min(max(0.0, now - self._changed_at), LONGEST_PAUSE_SECONDS)


MOST_PEERS = 4
"""So many processes may be attached: one that speaks for the table, the others wait."""

REST_SECONDS = 0.05
"""The shortest time between two readings: what is sent faster waits, and blocks its sender only."""

SOCKET_MODE = 0o660
"""The owner and the group: the fleet process is in the table's group."""


class Feed(Handler):
    """Serves the socket. Belongs to the loop's thread; everything returns at once."""

    def __init__(  # noqa: PLR0913, PLR0917 - everything it speaks with
        self,
        listener: socket.socket,
        settings: FleetSettings,
        wakeup: Wakeup,
        now: Callable[[], float],
        played: GameWatch,
        phones: Callable[[Lines], None] | None = None,
    ) -> None:
        """Listen.

        Args:
            listener: The table's socket, bound and listening.
            settings: Where the fleet process finds the broker.
            wakeup: Wakes the loop when somebody attaches or says something.
            now: The monotonic clock, in seconds.
            played: Knows how long games are played.
            phones: Takes over who serves phones; None: nobody may.
        """
        self.id = id_of(settings)
        self._phones, self._is_fleet = phones, settings.enabled
        self._listener, self._wakeup, self._now, self._played = listener, wakeup, now, played
        self._hello = TableLine(hello=Hello(self.id, __version__, settings))
        self._beat_seconds = beat_seconds(settings)
        self._peers: list[Lines] = []
        self._greeted: Lines | None = None
        self._news: list[Message] = []
        if self._is_fleet:
            self._news.append(Linked(Link.NO_SERVICE, self.id))
        self._is_crowded = False
        self._model: Model | None = None
        self._sent: State | None = None
        self._beat_at = self._read_at = 0.0
        listener.settimeout(0)
        wakeup.watch(listener.fileno())

    def read(self, now: float) -> Iterator[Message]:
        """Yield what the fleet process has said since the last reading, and who is attached."""
        if now >= self._read_at:
            for peer in tuple(self._peers):
                self._read(peer, now)
        self._accept()
        self._send()
        news, self._news = self._news, []
        yield from news
        is_crowded = self._is_fleet and len(self._peers) > 1
        if is_crowded is not self._is_crowded:
            self._is_crowded, notice = is_crowded, Notice(Notes.TWO_FLEETS)
            yield Trouble(notice) if is_crowded else TroubleOver(notice)

    def next_deadline(self) -> float | None:
        """Return when there is something to say or to read, in monotonic seconds."""
        if not self._peers:
            return None
        is_heard = self._is_fleet and not self._peers[0].is_sending
        due = [self._beat_at] if is_heard else []
        if self._now() < self._read_at:
            due.append(self._read_at)
        return min(due, default=None)

    def see(self, model: Model) -> None:
        """Tell the fleet process what is shown now, if that is news."""
        self._model = model
        self._played.see(model)
        self._send()

    def close(self) -> None:
        """Leave nobody attached. Closing twice is harmless; whoever opened the socket closes it."""
        for peer in tuple(self._peers):
            self._drop(peer)
        self._wakeup.watch(self._listener.fileno(), reading=False)

    def _accept(self) -> None:
        with suppress(BlockingIOError, ConnectionError):
            while True:
                made, _ = self._listener.accept()
                if len(self._peers) == MOST_PEERS:
                    made.close()
                    continue
                self._peers.append(peer := Lines(made))
                self._wakeup.watch(peer.fileno())
                self._read(peer, self._now())  # who serves phones says so at once
                if peer in self._peers[1:]:
                    LOG.warning("another fleet process is attached, and waits: stop one of them")
                    peer.send(TableLine(waits=True))

    def _drop(self, peer: Lines) -> None:
        self._wakeup.watch(peer.fileno(), reading=False)
        peer.close()
        self._peers.remove(peer)
        if peer is self._greeted:
            self._greeted = None
            self._news.append(Linked(Link.NO_SERVICE, self.id))

    def _read(self, peer: Lines, now: float) -> None:
        try:
            lines = peer.read(FleetLine)
        except OSError as why:
            if isinstance(why, NotUnderstoodError):
                LOG.warning("the fleet process is left: %s", why)
            self._drop(peer)
            return
        if not lines:
            return
        if lines[0].phones:
            self._hand_over(peer)
            return
        self._read_at = now + REST_SECONDS
        if peer is not self._greeted:
            return
        if any(line.answered for line in lines):
            self._news.append(CallAnswered())
        self._news.append(Linked(lines[-1].link, self.id, lines[-1].same_id))

    def _hand_over(self, peer: Lines) -> None:
        """Let somebody else speak with the process that serves phones."""
        if self._phones is None:
            self._drop(peer)
            return
        self._peers.remove(peer)
        if peer is self._greeted:
            self._greeted = None
        self._phones(peer)

    def _send(self) -> None:
        """Say who and how the table is to the one that speaks for it; wake for what is left."""
        if self._peers:
            first = self._peers[0]
            try:
                self._say(first)
            except OSError:
                self._drop(first)
        is_resting = self._now() < self._read_at
        for peer in self._peers:
            self._wakeup.watch(peer.fileno(), reading=not is_resting, writing=peer.is_sending)

    def _say(self, peer: Lines) -> None:
        model, now = self._model, self._now()
        if not self._is_fleet:
            return
        if peer is not self._greeted:
            if not peer.send(self._hello):
                return
            self._greeted, self._sent = peer, None
        if model is None:
            return
        shown = state(model, self._played.minutes(now), self._played.games_today())
        if shown == self._sent and now < self._beat_at:
            peer.flush()
        elif peer.send(TableLine(state=shown)):
            self._sent, self._beat_at = shown, now + self._beat_seconds


def open_feed(parts: Parts, phones: Callable[[Lines], None] | None) -> Feed | None:
    """Return the served socket; None if there can be none, and the table says why.

    ``phones`` takes over who serves phones; None: nobody may.
    """
    try:
        listener = opened(table_socket(parts.data), parts.stack)
    except OSError as why:
        note = Notes.FLEET_SOCKET if parts.settings.fleet.enabled else Notes.PHONES_SOCKET
        notice = Notice(note, {"why": why.strerror or str(why)})
        parts.loop.post(Trouble(notice), "fleet")
        return None
    played = GameWatch(_today, _ended_today(parts.data))
    feed = Feed(listener, parts.settings.fleet, parts.wakeup, parts.clock.now, played, phones)
    parts.stack.callback(feed.close)
    parts.loop.subscribe(feed.see)
    return feed


def _today() -> str:
    return f"{datetime.now().astimezone():%Y-%m-%d}"


def _ended_today(data: Path) -> int:
    """Return how many games that were begun today are over."""
    midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    wanted = GameQuery(is_over=True, since_ms=round(midnight.timestamp() * 1000), limit=1000)
    try:
        with index.opened(data) as known:
            return len(known.games(wanted))
    except index.TROUBLES:
        return 0


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
