"""Loads and opens everything that can wait until after the first picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from random import SystemRandom
from typing import TYPE_CHECKING, NamedTuple

from companion.app.archive import Library, Reviewer
from companion.app.devices import Opened
from companion.app.display import Display
from companion.app.game_store import GameStore
from companion.app.hardware_bench.bench import Tools, fitted_out, is_first_start
from companion.app.kiosk.office import office
from companion.app.loop import Bench, Loop, Machines
from companion.app.opponent import Opponent
from companion.app.run_options import RunOptions
from companion.app.scripts.hands import Stage, perform_demo, perform_script
from companion.app.simulation.window import BagHand, DeskHands, DeskWindow
from companion.app.startup import CannotStart
from companion.app.wakeup import Clock, Wakeup
from companion.core import effects
from companion.core.messages import Message, Trouble
from companion.core.notices import Notes, Notice
from companion.doctor.power import watch
from companion.i18n import ENGLISH
from companion.journal import index
from companion.journal.index import Wanted
from companion.pages import archive, opponent, review
from companion.paths import table_socket
from companion.screen.window import Window
from companion.settings import Settings, owners_file
from companion.storage import FileRefused
from companion.storage.files import complaints

if TYPE_CHECKING:
    from companion.app.fleet import Feed


class OpenTable(NamedTuple):
    """Where and how the table is open."""

    options: RunOptions
    settings: Settings
    data: Path
    """The data folder."""
    clock: Clock
    wakeup: Wakeup
    opened: Opened
    """The hardware."""


class ShelfAndOffice:
    """Does what is ordered of games of other days and of seats; all else is for the office."""

    def __init__(
        self, library: Library, reviewer: Reviewer, opponent: Opponent, office: Bench
    ) -> None:
        self._library, self._reviewer, self._office = library, reviewer, office
        self._opponent = opponent
        self.read, self.next_deadline = office.read, office.next_deadline

    def obey(self, order: effects.Order) -> Iterable[Message]:
        """Do this and return the answer, if there is one at once."""
        if isinstance(order, archive.Orders):
            return self._library.obey(order)
        if isinstance(order, review.Orders):
            self._reviewer.obey(order)
            return ()
        if isinstance(order, opponent.Orders):
            self._opponent.obey(order)
            return ()
        return self._office.obey(order)


class WithFleet:
    """A bench, with the socket through which the fleet process speaks for the table."""

    def __init__(self, bench: Bench, feed: Feed) -> None:
        self._bench, self._feed = bench, feed
        self.obey = bench.obey

    def read(self, now: float) -> Iterator[Message]:
        """Yield what has happened since the last reading."""
        yield from self._bench.read(now)
        yield from self._feed.read(now)

    def next_deadline(self) -> float | None:
        """Return when something is due, in monotonic seconds."""
        due = (self._bench.next_deadline(), self._feed.next_deadline())
        return min((each for each in due if each is not None), default=None)


def open_machines(
    machines: Machines,
    loop: Loop,
    place: OpenTable,
    keeper: GameStore,
    stack: ExitStack,
) -> None:
    """Open everything that the loop gives orders to; closed with the stack.

    On a Pi whose owner has set nothing yet, the wizard begins.
    """
    options, settings, data, clock, wakeup, opened = place
    watch(loop.post, stack)
    tools = Tools(opened, settings, options.settings, data, wakeup, clock.now, options.simulate)
    is_staged = options.simulate or options.script or options.demo
    if not is_staged and is_first_start(owners_file(options.settings)):
        loop.post(effects.Visit(effects.BuilderPage.WIZARD), "start")
    days = settings.data.names_days
    library = Library(
        data,
        lambda: keeper.game,
        lambda message: loop.post(message, "index"),
        lambda: keeper.ours,
        0 if settings.table.kiosk and days < 0 else days,
    )
    bench = fitted_out(loop, tools, stack)
    reviewer = Reviewer(data, lambda: keeper.game, lambda found: loop.post(found, "review"))
    machine = Opponent(data, lambda: keeper.game, lambda found: loop.post(found, "opponent"))
    others = office(loop, tools, bench, stack)
    everything: Bench = ShelfAndOffice(library, reviewer, machine, others)
    if settings.fleet.enabled:
        everything = _seen_from_the_bar(everything, loop, place, stack)
    machines.open(everything)
    if not options.is_performed:
        library.read_games()


def _seen_from_the_bar(bench: Bench, loop: Loop, place: OpenTable, stack: ExitStack) -> Bench:
    """Open the socket for the fleet process; a table without one is a table all the same."""
    from companion.app import fleet  # noqa: PLC0415 - most tables have no fleet

    try:
        listener = fleet.opened(table_socket(place.data), stack)
    except OSError as why:
        said = {"why": why.strerror or str(why)}
        loop.post(Trouble(Notice(Notes.FLEET_SOCKET, said)), "fleet")
        return bench
    played = fleet.GameWatch(_today, _ended(place.data))
    feed = fleet.Feed(listener, place.settings.fleet, place.wakeup, place.clock.now, played)
    stack.callback(feed.close)
    loop.tell(feed.see)
    return WithFleet(bench, feed)


def _today() -> str:
    return f"{datetime.now().astimezone():%Y-%m-%d}"


def _ended(data: Path) -> int:
    """Return how many games that were begun today are over."""
    midnight = datetime.now().astimezone().replace(hour=0, minute=0, second=0, microsecond=0)
    since = round(midnight.timestamp() * 1000)
    wanted = Wanted(is_over=True, since_ms=since, limit=1000)
    try:
        with index.opened(data) as known:
            return len(known.games(wanted))
    except index.TROUBLES:
        return 0


def seat_at_desk(window: Window, opened: Opened, loop: Loop) -> None:
    """Let the mouse reach the simulated hardware, if it is drawn in this window."""
    if isinstance(window, DeskWindow):
        panel, reader = opened.simulated()
        bag = BagHand(reader, lambda: loop.model, SystemRandom())
        window.attach(DeskHands(panel, reader, bag), lambda: loop.model.preferences)


def perform(place: OpenTable, loop: Loop, display: Display, opened: Opened) -> int:
    """Do what a script says, or let the demonstration play.

    Returns:
        The exit status.

    Raises:
        CannotStart: The script cannot be read, or the record of the demonstration is damaged.
    """
    options = place.options
    stage = Stage(loop, display, opened, place.clock, place.wakeup)
    try:
        if options.demo is not None:
            return perform_demo(stage, options.demo)
        return perform_script(stage, options.script or "-")
    except FileRefused as why:
        raise CannotStart(*complaints("", why, ENGLISH)) from why
