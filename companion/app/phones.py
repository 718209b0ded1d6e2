"""The table's end of the line to the process that serves phones.

It opens no network socket and never waits: what is not read is replaced by what is newer.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Callable, Iterator

import msgspec

from companion.app.handlers import Handler
from companion.app.parts import Parts
from companion.app.wakeup import Wakeup
from companion.core.messages import Message
from companion.core.model import Model
from companion.fleet.lines import Lines, NotUnderstoodError
from companion.pages.phones.deeds import DEEDS
from companion.pages.phones.join import ForgetPhones, PhoneDeed, PhonesLinked, PhonesSeated
from companion.paths import table_socket
from companion.phones.shapes import DeedLine, PhonesLine, TableLine
from companion.phones.views import line
from companion.settings import PhonesSettings

LOG = logging.getLogger(__name__)

ROOM_BYTES = 262_144
"""How much may wait unread in the socket: several of the longest lines."""


class PhonesFeed(Handler):
    """Speaks with the process that serves phones. Belongs to the loop's thread."""

    def __init__(
        self, wakeup: Wakeup, game: Callable[[], str | None], settings: PhonesSettings
    ) -> None:
        """Begin alone.

        Args:
            wakeup: Wakes the loop when something is sent.
            game: What the journal of the game on the table is called.
            settings: Where phones find the table, and whether they are sent points.
        """
        self._wakeup, self._game, self._settings = wakeup, game, settings
        self._peer: Lines | None = None
        self._news: list[Message] = []
        self._model: Model | None = None
        self._round: tuple[str, int] | None = None
        self._line: TableLine | None = None
        self._sent: TableLine | None = None

    def attach(self, peer: Lines) -> None:
        """Speak with this process from now on; one that was there before is left."""
        self._leave()
        peer.hold(ROOM_BYTES)
        self._peer, self._sent = peer, None
        self._wakeup.watch(peer.fileno())
        if self._model is not None:
            self._send()

    def read(self, now: float) -> Iterator[Message]:  # noqa: ARG002 - a handler's
        """Yield what was said since the last reading."""
        if self._peer is not None:
            try:
                lines = self._peer.read(PhonesLine)
            except OSError as why:
                if isinstance(why, NotUnderstoodError):
                    LOG.warning("the process of the phones is left: %s", why)
                self._leave()
                lines = []
            for each in lines:
                self._news += self._messages(each)
        news, self._news = self._news, []
        yield from news

    def see(self, model: Model) -> None:
        """Send what is shown now, if it is news."""
        if model is self._model:
            self._send()
            return
        before, self._model = self._model, model
        self._see_round(model)
        if self._peer is None:
            return
        if before is None or self._line is None or _is_news(before, model):
            self._line = line(model, self._name(), self._settings)
            seated = {int(button): phone for button, phone in self._line.seated.items()}
            if dict(model.phones.seated) != seated:
                self._news.append(PhonesSeated(seated))
                self._wakeup.wake()
        self._send()

    def close(self) -> None:
        """Hang up. Closing twice is harmless."""
        self._leave()
        self._news.clear()

    def _see_round(self, model: Model) -> None:
        """Send the phones away when the game on the table is another one than theirs."""
        game = "" if model.session.timeline is None else self._game() or "unsaved"
        before, self._round = self._round, (game, model.phones.forgotten)
        if before in (None, self._round):
            return
        begins = before is not None and not before[0] and before[1] == self._round[1]
        if not begins and (model.phones.seated or model.phones.asking):
            self._news.append(ForgetPhones())
            self._wakeup.wake()

    def _name(self) -> str:
        game, forgotten = self._round or ("", 0)
        return f"{game}/{forgotten}"

    def _messages(self, sent: PhonesLine) -> Iterator[Message]:
        if sent.link is not None:
            yield PhonesLinked(sent.link, sent.address, sent.watching, frozenset(sent.away))
        if sent.seated and sent.round == self._name():
            here = {int(button): phone for button, phone in sent.seated.items()}
            yield PhonesSeated(here)
        if sent.deed is not None:
            deed = deed_of(sent.deed)
            if deed is None:
                LOG.warning("the process of the phones sends what is no deed")
            else:
                yield deed

    def _send(self) -> None:
        peer, model = self._peer, self._model
        if peer is None or model is None:
            return
        if self._line is None:
            self._line = line(model, self._name(), self._settings)
        try:
            if self._line == self._sent:
                peer.flush()
            elif peer.send(self._line):
                self._sent = self._line
        except OSError:
            self._leave()
            return
        self._wakeup.watch(peer.fileno(), writing=peer.is_sending)

    def _leave(self) -> None:
        if self._peer is None:
            return
        self._wakeup.watch(self._peer.fileno(), reading=False)
        self._peer.close()
        self._peer = self._line = None
        self._news.append(PhonesLinked())
        self._wakeup.wake()


def _is_news(before: Model, after: Model) -> bool:
    """Whether anything differs of which phones show something."""
    return not (
        before.session is after.session
        and before.pending is after.pending
        and before.page is after.page
        and before.phones is after.phones
        and before.preferences is after.preferences
        and before.kiosk.is_locked == after.kiosk.is_locked
        and before.screen.seats is after.screen.seats
    )


def deed_of(sent: DeedLine) -> PhoneDeed | None:
    """Return what was done on a phone; None if nothing like it can be done."""
    if len(sent.do) != 1:
        return None
    ((what, raw),) = sent.do.items()
    kind = DEEDS.get(what)
    if kind is None:
        return None
    try:
        given = msgspec.json.decode(raw, type=kind.given)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    return PhoneDeed(sent.phone, sent.n, sent.seat, sent.seen, what, given)


def open_phones(parts: Parts) -> PhonesFeed:
    """Return who speaks with the process that serves phones, as soon as it comes."""
    store = parts.store
    feed = PhonesFeed(parts.wakeup, lambda: store.game, parts.settings.phones)
    parts.stack.callback(feed.close)
    parts.loop.subscribe(feed.see)
    return feed


def serve(parts: Parts) -> None:
    """Start the process that serves phones beside the table; it ends with the table."""
    socket, state = table_socket(parts.data), parts.data / "phones.json"
    words = [sys.executable, "-m", "companion", "phones"]
    words += ["--socket", str(socket), "--state", str(state)]
    child = subprocess.Popen(words, stdin=subprocess.DEVNULL)  # noqa: S603 - this program
    parts.stack.callback(child.wait)
    parts.stack.callback(child.terminate)
