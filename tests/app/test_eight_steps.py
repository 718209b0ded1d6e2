"""One press, from pin to pixels: written, flushed, confirmed, shown, in this order and no other."""

import errno
from collections.abc import Iterator
from pathlib import Path
from threading import Timer
from time import monotonic

import pytest

from companion.app import game_store
from companion.app.loop import HEAL_SECONDS
from companion.core.effects import Cue
from companion.core.messages import Agree, CallPass, Quit, StepSun
from companion.core.model import SAVING_SECONDS
from companion.core.notices import Notes
from companion.core.session import Agreement
from companion.journal import games_dir
from companion.pages.new_game.dealing import Dealing
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import lamps
from companion.pages.scoring.finale import Finale
from companion.pages.table.situation import PickSun
from companion.pages.table.table import Table
from companion.rules.actions import DRAWS
from companion.rules.editions import Options, Sun
from companion.rules.model import Auction
from companion.rules.tiles import Tile
from hardware.events import Control
from tests.app.fingers import LEAVE_ROW
from tests.app.inside import Inside, inside

LOOKS_A_SECOND = 5
"""The panel looks four times whether an edge was missed; the loop itself adds next to nothing."""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Inside]:
    """Three people at their table."""
    with inside(tmp_path / "data") as opened:
        opened.press("p1", "p3", "p5", "ra", "ok")
        assert opened.seq == 0
        opened.told.clear()
        opened.heard.clear()
        yield opened


def drawn(*tiles: Tile) -> list[dict[str, object]]:
    """Return the lines of these draws."""
    return [{"draw": str(tile)} for tile in tiles]


def test_a_pin_that_goes_low_is_on_the_disk_before_it_is_confirmed_and_before_it_is_seen(
    program: Inside,
) -> None:
    program.press("p2")
    assert program.told == ["written", "flushed", "confirmed 1", "shown 1"]
    assert program.journal() == drawn(Tile.NILE)


def test_the_header_of_a_game_is_on_the_disk_before_the_table_is_seen(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as opened:
        opened.press("p1", "p2", "ra")
        opened.told.clear()
        opened.room.is_free.clear()
        opened.tap("ok")
        opened.hear("written")
        assert isinstance(opened.model.page, Dealing)
        assert opened.told == ["written"]
        opened.room.is_free.set()
        opened.settle()
        assert opened.told == ["written", "flushed", "shown 0"]


def test_one_event_is_one_write_and_one_flush(program: Inside) -> None:
    before = program.keeper.flushes
    program.press(*["p1", "p2"] * 4)
    assert program.keeper.flushes - before == 8
    assert [word for word in program.told if not word.startswith(("shown", "confirmed"))] == [
        "written",
        "flushed",
    ] * 8


def test_what_is_confirmed_is_counted_as_in_replay(program: Inside) -> None:
    program.press("p1", "p2", "undo", "ok")
    confirmed = [word for word in program.told if word.startswith("confirmed")]
    assert confirmed == [f"confirmed {seq}" for seq in (1, 2, 3, 4)]
    assert program.journal()[2:] == [{"undo": 1}, {"redo": 1}]


def test_a_flush_that_fails_confirms_nothing_and_the_table_stays_and_says_why(
    program: Inside,
) -> None:
    program.press("p1")
    program.told.clear()
    program.room.error = errno.EIO
    before = program.model.session.timeline
    program.press("p2")
    assert program.model.session.timeline is before
    assert "flushed" not in program.told
    assert not any(word.startswith(("confirmed", "shown")) for word in program.told)
    assert program.notes == [Notes.NOT_SAVED]
    assert program.heard[-1] is Cue.REFUSED
    assert program.model.screen.saving_since is None


def test_after_a_failed_flush_the_same_press_counts_when_the_disk_is_well(program: Inside) -> None:
    program.room.error = errno.EIO
    program.press("p2")
    program.room.error = None
    program.press("p1")
    assert program.seq == 1
    assert program.journal() == drawn(Tile.PHARAOH)
    assert program.notes == []


def test_a_notice_whose_cause_cannot_be_looked_at_stays_until_something_is_written(
    program: Inside,
) -> None:
    program.room.error = errno.EIO
    program.press("p2")
    program.room.error = None
    program.pass_time(30)
    assert program.notes == [Notes.NOT_SAVED]
    program.press("p2")
    assert program.notes == []


def test_a_full_disk_is_said_and_no_longer_when_there_is_room(
    program: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_store, "ROOM_BYTES", 10**18)
    program.room.error = errno.ENOSPC
    program.press("p2")
    assert program.notes == [Notes.NOT_SAVED_FULL]
    program.pass_time(3 * HEAL_SECONDS)
    assert program.notes == [Notes.NOT_SAVED_FULL], "it is as full as before"
    monkeypatch.setattr(game_store, "ROOM_BYTES", 0)
    program.pass_time(HEAL_SECONDS)
    assert program.notes == []


@pytest.mark.parametrize(
    ("number", "note"),
    [
        (errno.ENOSPC, Notes.NOT_SAVED_FULL),
        (errno.EDQUOT, Notes.NOT_SAVED_FULL),
        (errno.EROFS, Notes.NOT_SAVED_READ_ONLY),
        (errno.EACCES, Notes.NOT_SAVED_DENIED),
        (errno.EIO, Notes.NOT_SAVED),
    ],
)
def test_what_is_wrong_with_the_disk_is_seen_for_at_least_one_look(
    program: Inside, number: int, note: Notes
) -> None:
    program.room.error = number
    program.press("p2")
    assert program.notes == [note]
    program.pass_time(HEAL_SECONDS / 2)
    assert program.notes == [note]


def test_a_failed_game_start_leaves_everybody_with_their_suns(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as opened:
        opened.press("p1", "p2")
        opened.room.error = errno.ENOSPC
        opened.press("ra", "ok")
        assert isinstance(opened.model.page, Dealing)
        assert opened.notes == [Notes.NOT_SAVED_FULL]
        opened.room.error = None
        opened.press("ok", "p2")
        assert opened.seq == 1
        assert opened.notes == []
    with inside(tmp_path / "data") as again:
        assert again.seq == 1


def test_a_failed_leaving_leaves_the_game_on_the_table(program: Inside) -> None:
    program.press("p2")
    program.room.error = errno.EIO
    program.key("escape")
    program.press("p1")  # nothing on this page
    for _ in range(LEAVE_ROW):
        program.panel.turn(1)
        program.loop.turn()
    program.press("ok")
    assert program.model.session.timeline is not None
    assert program.notes == [Notes.NOT_SAVED]
    program.room.error = None
    program.press("ok")
    assert program.model.page == Welcome()
    assert program.journal()[-1] == {"left": True}


def test_presses_on_a_slow_disk_wait_in_order_and_none_is_lost(program: Inside) -> None:
    program.room.is_free.clear()
    program.tap("p2", "p1", "p2")
    program.hear("written")
    assert program.told == ["written"]
    assert program.seq == 0
    program.clock.advance(10)
    program.loop.turn()
    program.tap("undo", "ok", "p1")
    assert program.seq == 0
    program.room.is_free.set()
    program.settle()
    assert program.journal() == [
        *drawn(Tile.NILE, Tile.PHARAOH, Tile.NILE),
        {"undo": 1},
        {"redo": 1},
        *drawn(Tile.PHARAOH),
    ]
    confirmed = [word for word in program.told if word.startswith("confirmed")]
    assert confirmed == [f"confirmed {seq}" for seq in range(1, len(confirmed) + 1)]


def test_a_tap_that_waits_behind_a_slow_disk_is_not_taken_for_a_hold(program: Inside) -> None:
    program.room.is_free.clear()
    program.tap("p2")
    program.down("ra")
    program.up("ra")
    program.clock.advance(10)
    program.loop.turn()
    program.room.is_free.set()
    program.settle()
    assert program.journal() == drawn(Tile.NILE, Tile.RA)


def test_a_button_that_is_let_go_while_the_loop_was_away_is_not_taken_for_held(
    program: Inside,
) -> None:
    program.down("ra")
    program.clock.advance(0.1)
    program.panel.release(Control.RA)
    program.clock.advance(5)
    program.settle()
    assert program.journal() == drawn(Tile.RA)


def test_a_hold_comes_before_what_was_pressed_after_it(program: Inside) -> None:
    program.down("ra")
    program.clock.advance(0.6)
    program.panel.press(Control.P2)
    program.clock.advance(0.1)
    program.settle()
    assert program.journal()[0] == {"invoke": True}


def test_after_150_ms_the_screen_says_that_it_is_saving(program: Inside) -> None:
    program.room.is_free.clear()
    program.tap("p2")
    since = program.model.screen.saving_since
    assert since is not None
    program.pass_time(SAVING_SECONDS)
    assert program.model.screen.saving_since == since
    assert program.model.now - since >= SAVING_SECONDS
    program.room.is_free.set()
    program.settle()
    assert program.model.screen.saving_since is None


def test_while_the_disk_is_slow_the_loop_sleeps(program: Inside) -> None:
    program.key("r")
    program.settle()
    program.tap(f"p{program.model.session.buttons[program.model.game.active] + 1}")
    program.room.is_free.clear()
    program.tap("ok")  # the auction is settled, and its line waits for the disk
    program.pass_time(0.2)
    assert program.model.screen.saving_since is not None
    assert program.pass_time(10) <= 10 * LOOKS_A_SECOND


def test_an_idle_table_sleeps(program: Inside) -> None:
    program.press("p2", "undo")
    program.pass_time(10)  # what was said has gone
    assert program.pass_time(10) <= 10 * LOOKS_A_SECOND


def test_without_hardware_an_idle_table_wakes_for_nothing(tmp_path: Path) -> None:
    with inside(tmp_path / "data", has_hardware=False) as opened:
        opened.pass_time(10)
        assert opened.loop.idle_seconds() is None
        for key in ("1", "2", "return", "r"):
            opened.key(key)
            opened.settle()
        opened.pass_time(7)
        assert opened.loop.idle_seconds() is None
        assert opened.pass_time(10) == 1


def test_a_sun_that_the_dial_points_at_wakes_nobody(tmp_path: Path) -> None:
    with inside(tmp_path / "data", has_hardware=False) as opened:
        for key in ("1", "2", "return", "return", "r", "right"):
            opened.key(key)
            opened.settle()
        assert isinstance(opened.model.page, Table)
        assert isinstance(opened.model.page.pick, PickSun)
        opened.pass_time(10)
        assert opened.loop.idle_seconds() is None


def test_the_loop_really_sleeps_while_nothing_happens(tmp_path: Path) -> None:
    with inside(tmp_path / "data", real=monotonic) as opened:
        opened.press("p1", "p2", "ra", "ok")
        before = opened.wakeup.count
        timer = Timer(2, lambda: opened.loop.post(Quit(), "test"))
        timer.start()
        opened.loop.run()
        timer.join()
        assert not opened.loop.is_running
        assert opened.wakeup.count - before <= 4 * LOOKS_A_SECOND


def test_lamps_and_sounds_wait_for_the_disk_too(program: Inside) -> None:
    before = dict(program.panel.lamps())
    program.room.is_free.clear()
    program.tap("ra")
    assert program.heard == []
    assert dict(program.panel.lamps()) == before
    program.room.is_free.set()
    program.settle()
    assert program.heard == [Cue.RA]
    shown = program.panel.lamps()
    for control, brightness in lamps(program.model).items():
        assert (shown[control] > 0) == (brightness > 0), control


def everybody_calls(opened: Inside) -> Sun:
    """Two pass; the caller of Ra steps to the highest sun, returned: that decides the auction."""
    assert isinstance(opened.model.game.stage, Auction)
    caller = opened.model.game.stage.ra_player
    suns = opened.model.game.players[caller].suns
    for seat in opened.model.game.setup.seats:
        if seat != caller:
            opened.loop.post(CallPass(seat), "test")
    for _ in suns:
        opened.loop.post(StepSun(caller), "test")
    opened.settle()
    return suns[-1]


def test_what_follows_from_one_press_is_written_line_by_line(program: Inside) -> None:
    program.key("i")
    program.settle()
    program.told.clear()
    sun = everybody_calls(program)
    assert program.journal()[1:] == [{"pass": True}] * 2 + [{"bid": sun}]
    assert [word for word in program.told if word not in {"shown 2", "shown 3"}] == [
        *("written", "flushed", "confirmed 2"),
        *("written", "flushed", "confirmed 3"),
        *("written", "flushed", "confirmed 4"),
        "shown 4",
    ]


def test_a_chain_that_fails_in_its_middle_stops_there(program: Inside) -> None:
    program.key("i")
    program.settle()
    calls = 0
    healthy = program.room.is_free.wait

    def failing_second(timeout: float | None = None) -> bool:
        nonlocal calls
        calls += 1
        program.room.error = None if calls == 1 else errno.EIO
        return healthy(timeout)

    program.room.is_free.wait = failing_second  # type: ignore[method-assign] # of this disk alone
    everybody_calls(program)
    assert program.journal()[1:] == [{"pass": True}]
    assert program.seq == 2
    assert program.notes == [Notes.NOT_SAVED]


def test_a_rematch_that_cannot_be_written_leaves_the_finished_game(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as opened:
        _play_to_the_end(opened)
        entries = opened.seq
        opened.room.error = errno.EIO
        opened.press("ra")
        assert opened.model.page == Finale(2)
        assert opened.notes == [Notes.NOT_SAVED]
        opened.room.error = None
        opened.press("undo")
        assert opened.seq == entries + 1
        assert len(games_dir.volumes(tmp_path / "data")) >= 1


def _play_to_the_end(opened: Inside) -> None:
    """Two people play an epoch of one Ra tile three times."""
    opened.loop.post(Agree(Agreement(options=Options(ra_limit=1))), "test")
    opened.press("p1", "p2", "ra", "ok")
    for _ in range(30):
        if opened.model.page == Finale(2):
            return
        opened.pass_time(2)
        opened.press("ra" if isinstance(opened.model.page, Table) else "ok")
    raise AssertionError(opened.model.page)


def test_a_game_is_played_and_said_to_be_unkept_where_the_data_folder_is_a_file(
    tmp_path: Path,
) -> None:
    (tmp_path / "data").write_text("not a folder")
    with inside(tmp_path / "data") as opened:
        opened.press("p1", "p2", "ra", "ok", "p2", "p1")
        assert opened.seq == 2
        assert opened.notes == [Notes.NOT_SAVED_GONE, Notes.NOT_KEPT]
        assert not any(word.startswith("confirmed") for word in opened.told)
        opened.pass_time(10)
        assert len(opened.notes) == 2, "what is not kept is not kept after a while either"
    assert (tmp_path / "data").read_text() == "not a folder"


def test_drawing_with_a_key_and_with_a_button_is_the_same_line(program: Inside) -> None:
    program.press("p2")
    program.key("n")
    program.settle()
    assert program.journal() == drawn(Tile.NILE, Tile.NILE)
    assert program.model.session.timeline is not None
    assert [each.action for each in program.model.session.timeline.steps] == [DRAWS[Tile.NILE]] * 2
