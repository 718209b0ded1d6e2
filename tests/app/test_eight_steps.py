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
from companion.core.messages import CallPass, Quit, StepSun
from companion.core.model import SAVING_SECONDS
from companion.core.notices import Notes
from companion.pages.render import lamps
from companion.pages.table.situation import PickSun
from companion.pages.table.table import Table
from companion.rules.editions import Sun
from companion.rules.model import Auction
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
        timer = Timer(0.6, lambda: opened.loop.post(Quit(), "test"))
        timer.start()
        opened.loop.run()
        timer.join()
        assert not opened.loop.is_running
        assert opened.wakeup.count - before <= 1.2 * LOOKS_A_SECOND


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
    told = [word for word in program.told if word not in {"shown 2", "shown 3"}]
    entered = [
        *("written", "flushed", "confirmed 2"),
        *("written", "flushed", "confirmed 3"),
        *("written", "flushed", "confirmed 4"),
        "shown 4",
    ]
    assert told[-len(entered) :] == entered
    assert "written" in told[: -len(entered)]  # what was called, in a file of its own


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
