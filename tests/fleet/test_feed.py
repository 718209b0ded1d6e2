"""The table's side: its newest state for one process, and answered calls from it."""

import errno
import json
import socket
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.app.fleet import MOST_PEERS, Feed, GameWatch, opened
from companion.app.wakeup import Wakeup
from companion.core.kiosk import Calling, GuestRequest, Link
from companion.core.messages import Message, Trouble, TroubleOver
from companion.core.model import Model, Preferences
from companion.core.notices import Notes, Notice
from companion.fleet.lines import MOST_LINE_BYTES
from companion.fleet.shapes import FleetLine
from companion.pages.kiosk.messages import CallAnswered, CallStaff, Linked
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.settings import Settings
from tests.app.inside import Inside, inside

SEATED = ("p1", "p2", "p3", "ra", "ok")

FLEET = replace(Settings().fleet, enabled=True, id="window-3")


def line(link: Link = Link.CONNECTED, **others: bool) -> bytes:
    """Return what a fleet process says."""
    return msgspec.json.encode(FleetLine(link, **others)) + b"\n"


class Peer:
    """Whoever is attached to the table's socket."""

    def __init__(self, table: Inside, file: Path) -> None:
        """Attach, and let the table see it."""
        self.table = table
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.connect(str(file))
        self.socket.settimeout(0)
        self._rest = b""
        table.loop.turn()

    def lines(self) -> list[dict[str, Any]]:
        """Return what the table has said since."""
        with suppress(BlockingIOError):
            while more := self.socket.recv(65536):
                self._rest += more
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(each) for each in lines]

    def states(self) -> list[dict[str, Any]]:
        """Return the states among them."""
        return [each["state"] for each in self.lines() if "state" in each]

    def send(self, text: bytes) -> None:
        """Send bytes, and let the table take them."""
        self.socket.settimeout(5)
        self.socket.sendall(text)
        self.socket.settimeout(0)
        self.table.loop.turn()


class Table:
    """The program with its socket, and processes that attach to it."""

    def __init__(self, program: Inside, file: Path, stack: ExitStack) -> None:
        self.program, self.file, self._stack = program, file, stack

    def attach(self) -> Peer:
        """Return somebody who is attached."""
        peer = Peer(self.program, self.file)
        self._stack.callback(peer.socket.close)
        return peer

    @property
    def model(self) -> Model:
        """What is shown."""
        return self.program.model


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table in a café, with its socket."""
    model = Model(page=Welcome(), preferences=Preferences(kiosk=True))
    model = model.with_kiosk(active_at=1000.0)
    with inside(tmp_path, model=model) as program, ExitStack() as stack:
        file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
        played = GameWatch(lambda: "2026-01-02", games_today=4)
        feed = Feed(opened(file, stack), FLEET, program.wakeup, program.clock.now, played)
        stack.callback(feed.close)
        program.loop.handlers.add(feed)
        program.loop.subscribe(feed.see)
        program.settle()
        yield Table(program, file, stack)


def test_whoever_attaches_is_told_who_this_is_and_how_it_stands(table: Table) -> None:
    hello, state = table.attach().lines()
    assert hello["hello"]["id"] == "window-3"
    assert hello["hello"]["settings"]["base"] == "ra-companion"
    assert state["state"]["phase"] == "idle"
    assert state["state"]["games_today"] == 4


def test_each_change_is_one_line_and_nothing_is_said_twice(table: Table) -> None:
    peer = table.attach()
    peer.lines()
    table.program.press(*SEATED)
    assert [each["phase"] for each in peer.states()] == ["seating", "playing"]
    table.program.pass_time(5.0)
    assert peer.lines() == []
    table.program.press("p1")
    (state,) = peer.states()
    assert (state["actions"], state["players"]) == (1, 3)


def test_a_table_that_nobody_touches_says_how_it_is_twice_a_minute(table: Table) -> None:
    table.program.press(*SEATED)
    assert table.program.loop.handlers.next_deadline() is None  # as long as nobody is attached
    peer = table.attach()
    table.program.pass_time(7.0)  # what was said is gone
    peer.lines()
    due = table.program.loop.handlers.next_deadline()
    assert due is not None
    assert due - table.program.clock.now() <= FLEET.keepalive_seconds
    table.program.pass_time(120.0)
    minutes = [each["minutes"] for each in peer.states()]
    assert 4 <= len(minutes) <= 6
    assert (minutes[0], minutes[-1]) == (0, 2)


def test_who_does_not_read_is_told_only_the_newest_and_the_table_never_waits(table: Table) -> None:
    peer = table.attach()
    table.program.press(*SEATED)
    for _ in range(150):
        table.program.press("p1", "undo")
    table.program.press("p2")
    table.program.settle()
    assert table.program.loop.handlers.next_deadline() is None  # it is no use
    assert len(peer.lines()) < 60  # of more than 300
    table.program.loop.turn()
    newest = peer.states()[-1]
    assert (newest["actions"], newest["phase"]) == (1, "playing")


def test_a_second_fleet_process_waits_is_told_so_and_takes_over_when_the_first_has_gone(
    table: Table,
) -> None:
    def links() -> list[Link]:
        return [table.model.kiosk.link]

    first = table.attach()
    assert [[*each] for each in first.lines()] == [["hello"], ["state"]]
    second = table.attach()
    assert second.lines() == [{"waits": True}]
    assert Notes.TWO_FLEETS in table.program.notes
    second.send(line(Link.REFUSED, answered=True))  # it has nothing to say
    assert links() == [Link.NO_SERVICE]
    table.program.press("p1")
    assert [each["phase"] for each in first.states()] == ["idle", "seating"]
    assert second.lines() == []
    first.socket.close()
    table.program.pass_time(1.0)
    assert [*second.lines()[0]] == ["hello"]
    assert Notes.TWO_FLEETS not in table.program.notes
    second.send(line())
    assert links() == [Link.CONNECTED]


def test_a_call_is_told_as_the_contract_names_it_and_ends_when_it_is_answered(table: Table) -> None:
    peer = table.attach()
    table.program.loop.post(CallStaff(GuestRequest.BILL), "test")
    table.program.settle()
    assert [each["call"] for each in peer.states()][-1] == "pay"
    peer.send(line())
    assert table.model.kiosk.call is not None
    table.program.pass_time(1.0)
    peer.send(line(answered=True))
    table.program.settle()
    assert table.model.kiosk.call is None
    assert [each["call"] for each in peer.states()][-1] == "none"


@pytest.mark.parametrize(
    "order", [b'{"order":{"entity":"volume","value":"off"}}', b"x" * (3 * MOST_LINE_BYTES)]
)
def test_whoever_sends_anything_else_is_hung_up_on_and_nothing_happens(
    table: Table, order: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    peer = table.attach()
    peer.lines()
    before = table.model
    peer.send(order + b"\n")
    table.program.pass_time(1.0)
    assert table.model.preferences == before.preferences
    with suppress(ConnectionResetError):
        assert peer.socket.recv(1 << 16) == b""
    assert "the fleet process is left" in caplog.text
    assert table.attach().lines()


def test_a_flood_waits_in_the_socket_and_the_table_plays_on(table: Table) -> None:
    peer = table.attach()
    sent = 0
    with suppress(BlockingIOError):
        for _ in range(10_000):
            sent += peer.socket.send(line(answered=True))
    assert sent > MOST_LINE_BYTES
    assert table.program.pass_time(10.0) <= 250  # asleep in between
    table.program.press("p1")
    assert isinstance(table.model.page, Seating)


def test_the_table_knows_how_the_broker_is_and_that_another_has_its_id(table: Table) -> None:
    peer = table.attach()
    for is_doubled in (True, True, False):
        table.program.pass_time(1.0)
        peer.send(line(same_id=is_doubled))
        assert table.model.kiosk.link is Link.CONNECTED
        assert (Notes.SAME_ID in table.program.notes) is is_doubled


def test_the_socket_is_the_owner_s_and_the_group_s_and_its_folder_is_made() -> None:
    file = Path(tempfile.mkdtemp(prefix="ra")) / "above" / "run" / "table.sock"
    with ExitStack() as stack:
        opened(file, stack)
        assert file.stat().st_mode & 0o777 == 0o660
        with pytest.raises(FileExistsError, match="another table listens there") as caught:
            opened(file, stack)
        assert caught.value.errno == errno.EEXIST
    assert not file.exists()


def test_a_socket_that_a_kill_left_behind_is_taken_over() -> None:
    file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(file))
    left.close()
    with ExitStack() as stack:
        opened(file, stack)
        assert file.stat().st_mode & 0o777 == 0o660
    assert not file.exists()


def test_a_table_that_hangs_keeps_its_socket_however_many_wait_there() -> None:
    file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
    with ExitStack() as stack:
        opened(file, stack)
        with suppress(BlockingIOError):
            while True:
                waiting = stack.enter_context(socket.socket(socket.AF_UNIX, socket.SOCK_STREAM))
                waiting.settimeout(0)
                waiting.connect(str(file))
        with pytest.raises(FileExistsError):
            opened(file, stack)


def test_a_socket_that_somebody_else_has_removed_is_gone_without_complaint() -> None:
    file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
    with ExitStack() as stack:
        opened(file, stack)
        file.unlink()
    assert not file.exists()


MODEL = Model(page=Welcome(), preferences=Preferences(kiosk=True)).with_kiosk(active_at=1000.0)

CALLED = MODEL.with_kiosk(call=Calling(GuestRequest.BILL, 0.0))


class Watching(Wakeup):
    """Remembers for what the loop would wake, by descriptor: reading, writing."""

    def __init__(self) -> None:
        super().__init__()
        self.watched: dict[int, tuple[bool, bool]] = {}

    def watch(self, descriptor: int, *, reading: bool = True, writing: bool = False) -> None:
        """Remember it."""
        super().watch(descriptor, reading=reading, writing=writing)
        self.watched[descriptor] = (reading, writing)
        if not (reading or writing):
            del self.watched[descriptor]


class Socket:
    """A table's socket without the table: a test reads it, and shows it models."""

    def __init__(self, stack: ExitStack) -> None:
        self.now = 1000.0
        self.wakeup = Watching()
        stack.callback(self.wakeup.close)
        self.file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
        self._stack = stack
        listener = opened(self.file, stack)
        self.listener = listener.fileno()
        played = GameWatch(lambda: "2026-01-02")
        self.feed = Feed(listener, FLEET, self.wakeup, lambda: self.now, played)
        stack.callback(self.feed.close)
        self.feed.see(MODEL)

    def read(self) -> list[Message]:
        """Return what the table is to do."""
        return list(self.feed.read(self.now))

    def attach(self) -> socket.socket:
        """Return somebody who is attached, whom nobody has looked at yet."""
        peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._stack.callback(peer.close)
        peer.connect(str(self.file))
        peer.settimeout(5)
        return peer

    @property
    def peers(self) -> list[tuple[bool, bool]]:
        """For what of whoever is attached the loop wakes: reading, writing."""
        return [each for at, each in self.wakeup.watched.items() if at != self.listener]


@pytest.fixture
def alone() -> Iterator[Socket]:
    """A table's socket without the table."""
    with ExitStack() as stack:
        made = Socket(stack)
        made.read()
        yield made


def heard(peer: socket.socket) -> list[dict[str, Any]]:
    """Return what has been said to this process, so far as the lines are whole."""
    return [json.loads(each) for each in peer.recv(1 << 20).split(b"\n")[:-1]]


def test_the_loop_wakes_for_whoever_comes_and_for_what_is_sent(alone: Socket) -> None:
    assert alone.wakeup.watched == {alone.listener: (True, False)}
    peer = alone.attach()
    assert alone.read() == []
    assert alone.peers == [(True, False)]
    assert [[*each] for each in heard(peer)] == [["hello"], ["state"]]
    peer.close()
    assert alone.read() == [Linked(Link.NO_SERVICE, "window-3")]
    assert alone.wakeup.watched == {alone.listener: (True, False)}
    assert alone.feed.next_deadline() is None


def test_after_each_reading_the_socket_is_left_alone_for_a_moment(alone: Socket) -> None:
    peer = alone.attach()
    alone.read()
    peer.sendall(line(Link.NO_BROKER) + line())
    assert alone.read() == [Linked(Link.CONNECTED, "window-3")]  # the newest
    peer.sendall(line(answered=True))
    assert alone.read() == []
    due = alone.feed.next_deadline()
    assert alone.peers == []
    assert due is not None
    assert alone.now < due <= alone.now + 0.1
    alone.feed.see(CALLED)
    assert alone.peers == []
    alone.now = due
    assert alone.read() == [CallAnswered(), Linked(Link.CONNECTED, "window-3")]
    alone.now += 0.1
    alone.read()
    assert alone.peers == [(True, False)]


def test_for_one_who_does_not_read_the_loop_wakes_when_there_is_room_again(alone: Socket) -> None:
    peer = alone.attach()
    alone.read()
    for at in range(1000):
        alone.feed.see((MODEL, CALLED)[at % 2])
        if alone.peers != [(True, False)]:
            break
    assert alone.peers == [(True, True)]
    alone.now += 3600.0
    assert alone.feed.next_deadline() is None
    while alone.peers == [(True, True)]:
        heard(peer)
        alone.feed.see(MODEL)
    assert alone.peers == [(True, False)]


def test_a_process_that_has_gone_is_left_when_nothing_can_be_said_to_it(alone: Socket) -> None:
    peer = alone.attach()
    alone.read()
    peer.close()
    alone.feed.see(CALLED)
    assert alone.wakeup.watched == {alone.listener: (True, False)}
    assert alone.read() == [Linked(Link.NO_SERVICE, "window-3")]


def test_a_service_that_is_restarted_is_no_second_one(alone: Socket) -> None:
    before = alone.attach()
    alone.read()
    before.close()
    after = alone.attach()
    assert alone.read() == [Linked(Link.NO_SERVICE, "window-3")]
    assert [[*each] for each in heard(after)] == [["hello"], ["state"]]


def test_of_a_crowd_a_few_wait_and_all_others_are_sent_away(alone: Socket) -> None:
    everybody = [alone.attach()]
    alone.read()
    for _ in range(MOST_PEERS + 3):
        everybody.append(alone.attach())
        crowded = alone.read()
        assert crowded in ([Trouble(Notice(Notes.TWO_FLEETS))], [])
    assert len(alone.peers) == MOST_PEERS
    for each in everybody[MOST_PEERS:]:
        assert each.recv(1) == b""
    for each in everybody[1:MOST_PEERS]:
        each.close()
    assert alone.read() == [TroubleOver(Notice(Notes.TWO_FLEETS))]


def test_a_feed_that_is_closed_leaves_nobody_attached_and_nothing_watched(alone: Socket) -> None:
    peer = alone.attach()
    alone.read()
    heard(peer)
    for _ in range(2):
        alone.feed.close()
        assert alone.wakeup.watched == {}
    assert peer.recv(1) == b""
