"""The table's side: the newest state for the attached process, and nothing for others."""

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

from companion.app.fleet.feed import LINES_A_SECOND, Feed, message_of, opened
from companion.app.fleet.state import GameWatch
from companion.app.late import WithFleet
from companion.app.loop import Machines
from companion.app.wakeup import Wakeup
from companion.core.kiosk import Calling, GuestRequest, Link, Stick
from companion.core.messages import Message, SetLoudness
from companion.core.model import Model
from companion.core.notices import Notes
from companion.core.preferences import Loudness, Preferences
from companion.fleet.shapes import MOST_LINE_BYTES, GameEvent, News, Order, TableOrder
from companion.pages import kiosk
from companion.pages.new_game import Seating, Welcome
from companion.settings import Settings
from tests.app.inside import Inside, inside

SEATED = ("p1", "p2", "p3", "ra", "ok")


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
        while True:
            try:
                more = self.socket.recv(65536)
            except BlockingIOError:
                break
            if not more:
                break
            self._rest += more
        *lines, self._rest = self._rest.split(b"\n")
        return [json.loads(line) for line in lines]

    def send(self, text: bytes) -> None:
        """Send bytes, and let the table take them."""
        self.socket.settimeout(5)
        self.socket.sendall(text)
        self.socket.settimeout(0)
        self.table.loop.turn()

    def order(self, entity: str, value: str) -> None:
        """Order something."""
        self.send(msgspec.json.encode(TableOrder(order=Order(entity, value))) + b"\n")

    @property
    def refusals(self) -> list[str]:
        """Why orders were not taken, since the last look."""
        return [each["refused"] for each in self.lines() if "refused" in each]


class Table:
    """The program with its socket, and a process that attaches to it."""

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
        played = GameWatch(lambda: "2026-01-02", lambda: "a-game", games_today=4)
        settings = replace(Settings().fleet, enabled=True, id="window-3")
        listener = opened(file, stack)
        feed = Feed(listener, settings, program.wakeup, program.clock.now, played)
        stack.callback(feed.close)
        program.machines.open(WithFleet(Machines(), feed))
        program.loop.tell(feed.see)
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
    phases = [each["state"]["phase"] for each in peer.lines()]
    assert phases == ["seating", "playing"]
    table.program.pass_time(5.0)
    assert peer.lines() == []
    table.program.press("p1")
    (line,) = peer.lines()
    assert (line["state"]["actions"], line["state"]["players"]) == (1, 3)


def test_with_nobody_attached_the_table_sleeps_as_it_always_did(table: Table) -> None:
    table.program.press(*SEATED)
    assert table.program.machines.next_deadline() is None


def test_while_a_game_goes_on_an_attached_fleet_wakes_the_table_once_a_minute(
    table: Table,
) -> None:
    peer = table.attach()
    table.program.press(*SEATED)
    table.program.pass_time(7.0)  # what was said is gone
    peer.lines()
    due = table.program.machines.next_deadline()
    assert due is not None
    assert 50.0 < due - table.program.clock.now() < 60.0
    table.program.pass_time(240.0)
    assert [each["state"]["minutes"] for each in peer.lines()] == [1, 2, 3, 4]


def test_who_does_not_read_is_told_only_the_newest_and_the_table_never_waits(
    table: Table,
) -> None:
    peer = table.attach()
    table.program.press(*SEATED)
    for _ in range(150):
        table.program.press("p1", "undo")
    table.program.press("p2")
    table.program.settle()
    heard = peer.lines()
    assert len(heard) < 60  # of more than 300
    table.program.loop.turn()
    newest = peer.lines()[-1]
    assert newest["state"]["actions"] == 1
    assert newest["state"]["phase"] == "playing"


def test_one_that_hangs_and_one_that_goes_leave_nothing_to_do(table: Table) -> None:
    peer = table.attach()
    links = [table.model.kiosk.link]
    peer.socket.close()
    table.program.loop.turn()
    links.append(table.model.kiosk.link)
    assert links == [Link.CONNECTING, Link.NO_SERVICE]
    assert table.program.machines.next_deadline() is None
    assert table.attach().lines()


def test_a_new_fleet_process_takes_the_place_of_the_one_before(table: Table) -> None:
    first, second = table.attach(), table.attach()
    assert len(second.lines()) == 2
    first.lines()
    table.program.press("p1")
    assert first.lines() == []
    assert second.lines()


def calling(model: Model) -> Model:
    """Return the table with guests who call."""
    return model.with_kiosk(call=Calling(GuestRequest.BILL, 0.0))


def test_what_is_ordered_happens(table: Table) -> None:
    peer = table.attach()
    for entity, value in (("language", "uk"), ("volume", "night"), ("night", "ON")):
        peer.order(entity, value)
    model = table.model
    assert model.preferences.language == "uk"
    assert model.preferences.loudness.value == "night"
    assert model.kiosk.is_night
    peer.order("locked", "ON")
    assert isinstance(table.model.page, kiosk.Locked)
    peer.order("locked", "OFF")
    assert isinstance(table.model.page, Welcome)
    peer.order("message", "The kitchen closes at ten")
    said = table.model.screen.said
    assert getattr(said, "note", None) is Notes.FROM_STAFF
    assert peer.refusals == []


def test_a_call_is_told_as_the_contract_names_it_and_ends_by_an_order(table: Table) -> None:
    peer = table.attach()
    table.program.loop.post(kiosk.messages.CallStaff(GuestRequest.BILL), "test")
    table.program.settle()
    assert [each["state"]["call"] for each in peer.lines() if "state" in each][-1] == "pay"
    peer.order("call", "end")
    assert table.model.kiosk.call is None
    assert [each["state"]["call"] for each in peer.lines() if "state" in each][-1] == "none"
    peer.order("call", "end")
    assert peer.refusals == ["call cannot be ended: nobody calls"]


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b'{"order":{"entity":"pin","value":"1234"}}', "'pin' cannot be ordered, only language"),
        (b'{"order":{"entity":"volume","value":"loud"}}', "volume cannot be 'loud': use off"),
        (b'{"order":{"entity":"language","value":"tlh"}}', "language cannot be 'tlh'"),
        (b'{"order":{"entity":"message","value":"a\\nb"}}', "one line of 1 to 160 printable"),
        (b'{"order":{"entity":"message","value":" "}}', "one line of 1 to 160 printable"),
        (
            b'{"order":{"entity":"update","value":"install"}}',
            "no USB stick with an update",
        ),
        (b'{"order":{"entity":"volume","value":3}}', "no order can be read"),
        (b'{"order":{"entity":"volume","value":"off","now":true}}', "no order can be read"),
        (b'{"play":{"draw":"gold"}}', "no order can be read"),
        (b"\xff\xfe", "no order can be read"),
        (b"[" * 3000, "no order can be read"),
        (b"x" * (3 * MOST_LINE_BYTES), "a line has more than 4096 bytes"),
    ],
)
def test_everything_else_is_refused_with_the_reason_and_the_next_order_is_taken(
    table: Table, line: bytes, why: str
) -> None:
    peer = table.attach()
    before = table.model
    peer.send(line + b"\n")
    for _ in range(5):
        table.program.loop.turn()
    assert table.model.preferences == before.preferences
    (said,) = peer.refusals
    assert why in said
    peer.order("volume", "off")
    assert table.model.preferences.loudness.value == "off"


def test_a_table_that_is_no_kiosk_is_not_locked(table: Table) -> None:
    table.program.loop.post(kiosk.messages.LeaveKiosk(), "test")
    table.program.loop.model = table.program.loop.model.with_preferences(kiosk=False)
    peer = table.attach()
    peer.order("locked", "ON")
    assert peer.refusals == ["locked cannot be ordered: this table is not in kiosk mode"]


def test_a_flood_waits_in_the_socket_and_the_table_takes_a_few_a_second(table: Table) -> None:
    peer = table.attach()
    line = msgspec.json.encode(TableOrder(news=News(Link.CONNECTED))) + b"\n"
    peer.socket.settimeout(0)
    sent = 0
    for _ in range(10_000):
        try:
            sent += peer.socket.send(line)
        except BlockingIOError:
            break
    assert sent > LINES_A_SECOND * len(line)
    assert table.program.pass_time(10.0) <= 50  # asleep in between
    table.program.press("p1")
    assert isinstance(table.model.page, Seating)


def test_the_table_knows_how_the_broker_is_and_that_another_has_its_id(table: Table) -> None:
    peer = table.attach()
    for is_doubled in (True, True, False):
        news = TableOrder(news=News(Link.CONNECTED, is_doubled))
        peer.send(msgspec.json.encode(news) + b"\n")
        assert table.model.kiosk.link is Link.CONNECTED
        assert (Notes.SAME_ID in table.program.notes) is is_doubled


def test_a_second_table_does_not_take_the_socket_of_the_first(table: Table) -> None:
    with ExitStack() as stack, pytest.raises(FileExistsError):
        opened(table.file, stack)


def test_the_socket_is_the_owner_s_and_the_group_s_and_its_folder_is_made() -> None:
    file = Path(tempfile.mkdtemp(prefix="ra")) / "above" / "run" / "table.sock"
    with ExitStack() as stack:
        opened(file, stack)
        assert file.stat().st_mode & 0o777 == 0o660
        with pytest.raises(FileExistsError, match="another table listens there") as caught:
            opened(file, stack)
        assert caught.value.errno == errno.EEXIST
    assert not file.exists()


def test_an_order_in_pieces_is_one_order_and_two_at_once_are_two(table: Table) -> None:
    peer = table.attach()
    first, second = (
        msgspec.json.encode(TableOrder(order=Order("volume", each))) + b"\n"
        for each in ("night", "off")
    )
    heard = []
    for part in (first[:9], first[9:], first + second):
        peer.send(part)
        heard.append(table.model.preferences.loudness.value)
    assert heard == ["normal", "night", "off"]
    assert peer.refusals == []


@pytest.mark.parametrize(("length", "is_refused"), [(MOST_LINE_BYTES, False), (5000, True)])
def test_a_line_may_be_as_long_as_any_and_no_longer(
    table: Table, length: int, *, is_refused: bool
) -> None:
    peer = table.attach()
    order = msgspec.json.encode(TableOrder(order=Order("volume", "night")))
    peer.send(order + b" " * (length - len(order)))
    table.program.loop.turn()
    peer.send(b"\n")
    for _ in range(3):
        table.program.loop.turn()
    assert (table.model.preferences.loudness.value == "night") is not is_refused
    assert len(peer.refusals) == is_refused


def test_a_reason_is_cut_where_it_is_too_long_for_a_log(table: Table) -> None:
    peer = table.attach()
    peer.send(b'{"order":{"entity":"volume","value":"loud","' + b"x" * 400 + b'":1}}\n')
    (said,) = peer.refusals
    assert len(said) == 200


def test_of_a_flood_as_much_is_taken_in_a_second_as_a_table_takes(table: Table) -> None:
    peer = table.attach()
    line = msgspec.json.encode(TableOrder(order=Order("pin", "x"))) + b"\n"
    peer.send(line * (LINES_A_SECOND - 1))
    peer.order("volume", "night")
    peer.order("volume", "off")
    heard = [table.model.preferences.loudness.value]
    due = table.program.machines.next_deadline()
    assert due is not None
    assert due - table.program.clock.now() <= 1.0
    table.program.pass_time(1.0)
    assert [*heard, table.model.preferences.loudness.value] == ["night", "off"]


def test_a_socket_that_a_kill_left_behind_is_taken_over() -> None:
    file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
    left = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    left.bind(str(file))
    left.close()
    with ExitStack() as stack:
        opened(file, stack)
        assert file.stat().st_mode & 0o777 == 0o660
    assert not file.exists()


def test_an_update_is_ordered_where_a_stick_with_one_is_plugged_in() -> None:
    sticks = (Stick("/media/a"), Stick("/media/b", "/media/b/install"))
    model = Model(page=Welcome()).with_kiosk(sticks=sticks)
    ordered = message_of(Order("update", "install"), model)
    assert ordered == kiosk.FromBar(kiosk.InstallUpdate())


MODEL = Model(page=Welcome(), preferences=Preferences(kiosk=True)).with_kiosk(active_at=1000.0)

LEFT = GameEvent(game="a-game", over=False, edition="c25", players=3, minutes=9, epochs=())


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


class Played(GameWatch):
    """Tells of a game when a test says so."""

    def __init__(self) -> None:
        super().__init__(lambda: "2026-01-02", lambda: "a-game")
        self.told: GameEvent | None = None

    def see(self, _: Model) -> GameEvent | None:
        """Return what the test wants told, once."""
        told, self.told = self.told, None
        return told


class Socket:
    """A table's socket without the table: a test reads it, and shows it models."""

    def __init__(self, stack: ExitStack) -> None:
        self.now = 1000.0
        self.wakeup, self.played = Watching(), Played()
        stack.callback(self.wakeup.close)
        self.file = Path(tempfile.mkdtemp(prefix="ra")) / "table.sock"
        self._stack = stack
        listener = opened(self.file, stack)
        self.listener = listener.fileno()
        fleet = replace(Settings().fleet, enabled=True, id="window-3")
        self.feed = Feed(listener, fleet, self.wakeup, lambda: self.now, self.played)
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
    def peer(self) -> tuple[bool, bool] | None:
        """For what of whoever is attached the loop wakes: reading, writing; None: for nothing."""
        found = [each for at, each in self.wakeup.watched.items() if at != self.listener]
        assert len(found) <= 1
        return found[0] if found else None


@pytest.fixture
def alone() -> Iterator[Socket]:
    """A table's socket without the table."""
    with ExitStack() as stack:
        yield Socket(stack)


def heard(peer: socket.socket) -> list[dict[str, Any]]:
    """Return what has been said to this process, so far as the lines are whole."""
    lines = peer.recv(1 << 20).split(b"\n")[:-1]
    return [json.loads(line) for line in lines]


VOLUME = b'{"order":{"entity":"volume","value":"off"}}\n'


def test_the_loop_wakes_for_whoever_comes_and_for_what_is_sent(alone: Socket) -> None:
    assert alone.wakeup.watched == {alone.listener: (True, False)}
    peer = alone.attach()
    alone.read()
    assert alone.wakeup.watched[alone.listener] == (True, False)
    assert alone.peer == (True, False)
    peer.close()
    alone.read()
    assert alone.wakeup.watched == {alone.listener: (True, False)}


def test_whoever_comes_is_greeted_as_soon_as_seen(alone: Socket) -> None:
    peer = alone.attach()
    assert alone.read() == [kiosk.Linked(Link.CONNECTING, "window-3")]
    assert [[*each] for each in heard(peer)] == [["hello"], ["state"]]


def test_for_a_flood_the_loop_does_not_wake_until_the_second_is_over(alone: Socket) -> None:
    peer = alone.attach()
    peer.sendall(VOLUME * (LINES_A_SECOND - 1))
    alone.read()
    due = alone.feed.next_deadline()
    assert (alone.peer, due) == ((True, False), alone.now + 3600.0)
    peer.sendall(VOLUME * 2)
    assert len(alone.read()) == 1
    due = alone.feed.next_deadline()
    assert (alone.peer, due) == (None, alone.now + 1.0)
    alone.feed.see(MODEL.with_kiosk(is_night=True))
    assert alone.peer is None
    alone.now += 1.0
    assert len(alone.read()) == 1
    assert alone.peer == (True, False)


def test_for_one_who_does_not_read_the_loop_wakes_when_there_is_room_again(
    alone: Socket,
) -> None:
    peer = alone.attach()
    alone.read()
    for at in range(1000):
        alone.feed.see(MODEL.with_kiosk(is_night=at % 2 == 0))
        if alone.peer != (True, False):
            break
    assert alone.peer == (True, True)
    while alone.peer == (True, True):
        heard(peer)
        alone.feed.see(MODEL)
    assert alone.peer == (True, False)


def test_a_process_that_has_gone_is_left_when_nothing_can_be_said_to_it(alone: Socket) -> None:
    peer = alone.attach()
    alone.read()
    peer.close()
    alone.feed.see(MODEL.with_kiosk(is_night=True))
    assert alone.wakeup.watched == {alone.listener: (True, False)}
    assert alone.feed.next_deadline() is None
    assert alone.read() == [kiosk.Linked(Link.NO_SERVICE, "window-3")]


def test_who_is_replaced_is_hung_up_on_and_nothing_of_theirs_is_left(alone: Socket) -> None:
    before = alone.attach()
    before.sendall(VOLUME[:9])
    alone.read()
    heard(before)
    after = alone.attach()
    after.sendall(VOLUME)
    assert kiosk.FromBar(SetLoudness(Loudness.OFF)) in alone.read()
    assert before.recv(1) == b""
    assert alone.peer == (True, False)
    assert [[*each] for each in heard(after)] == [["hello"], ["state"]]


def test_an_overlong_line_of_one_who_has_gone_is_over(alone: Socket) -> None:
    before = alone.attach()
    before.sendall(b"x" * (MOST_LINE_BYTES + 1))
    alone.read()
    before.close()
    alone.read()
    alone.attach().sendall(VOLUME)
    assert kiosk.FromBar(SetLoudness(Loudness.OFF)) in alone.read()


def test_the_line_after_an_overlong_one_is_taken_with_it(alone: Socket) -> None:
    peer = alone.attach()
    peer.sendall(b"x" * (MOST_LINE_BYTES + 1))
    alone.read()
    peer.sendall(b"x\n" + VOLUME)
    assert alone.read() == [kiosk.FromBar(SetLoudness(Loudness.OFF))]


def test_each_reason_is_said_at_once(alone: Socket) -> None:
    peer = alone.attach()
    alone.read()
    heard(peer)
    peer.sendall(b"a\nb\n")
    alone.read()
    assert [[*each] for each in heard(peer)] == [["refused"], ["refused"]]


def test_a_game_that_ended_is_told_once_and_kept_for_whoever_comes_next(alone: Socket) -> None:
    alone.played.told = LEFT
    alone.feed.see(MODEL)
    alone.feed.see(MODEL.with_kiosk(is_night=True))
    peer = alone.attach()
    alone.read()
    assert [[*each] for each in heard(peer)] == [["hello"], ["game"], ["state"]]
    alone.played.told = replace(LEFT, minutes=10)
    alone.feed.see(MODEL)
    game, state = heard(peer)
    assert (game["game"]["minutes"], [*state]) == (10, ["state"])


def test_a_feed_that_is_closed_leaves_nobody_attached_and_nothing_watched(alone: Socket) -> None:
    peer = alone.attach()
    alone.read()
    heard(peer)
    for _ in range(2):
        alone.feed.close()
        assert alone.wakeup.watched == {}
    assert peer.recv(1) == b""


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
