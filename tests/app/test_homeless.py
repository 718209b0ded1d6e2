"""The data folder cannot be used at first: what is played meanwhile is kept once it can be."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.loop import HEAL_SECONDS
from companion.core.messages import Leave
from companion.core.notices import Notes, Notice
from companion.journal import game_lines, games_dir
from companion.journal.disk import Disk
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.table import Table
from companion.rules.records.timeline import Timeline
from tests.app.inside import Inside, Storeroom, inside
from tests.journal.disks import HASTY

BEGUN = ("p1", "p2", "p3", "ra", "ok")


class Sick:
    """A disk on which one call fails until it is mended."""

    def __init__(self, call: str, error: int) -> None:
        self.error: int | None = error
        self._call, self._works = call, getattr(HASTY, call)

    def disk(self) -> Disk:
        """Return the disk as the program sees it."""
        return replace(HASTY, **{self._call: self._do})

    def _do(self, *arguments: object) -> object:
        if self.error is not None:
            raise OSError(self.error, os.strerror(self.error))
        return self._works(*arguments)


SICKNESSES = [
    ("mkdir", errno.EROFS, Notes.NOT_SAVED_READ_ONLY),
    ("open", errno.ENOSPC, Notes.NOT_SAVED_FULL),
    ("open", errno.EACCES, Notes.NOT_SAVED_DENIED),
    ("lock", errno.EIO, Notes.NOT_SAVED),
]


def look_again(program: Inside) -> None:
    """Let the time pass after which the program looks whether a trouble is over."""
    for _ in range(20):
        program.pass_time(HEAL_SECONDS + 0.1)
        program.settle()
        program.wakeup.sleep(0.02)
        if not program.notes:
            return


def told(data: Path, number: int = -1) -> Timeline:
    """Return the game that a journal tells."""
    kept = game_lines.read(games_dir.read(games_dir.volumes(data)[number]).lines)
    assert kept is not None
    return kept.timeline


def timeline(program: Inside) -> Timeline:
    """Return the game on the table."""
    assert program.model.session.timeline is not None
    return program.model.session.timeline


@pytest.mark.parametrize(("call", "error", "note"), SICKNESSES)
def test_what_was_played_meanwhile_is_written_down_when_the_folder_can_be_used(
    call: str, error: int, note: Notes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick, data = Sick(call, error), tmp_path / "data"
    monkeypatch.setattr(Storeroom, "disk", lambda _: sick.disk())
    with inside(data) as program:
        assert program.notes == [note, Notes.NOT_KEPT]
        program.press(*BEGUN)
        assert program.model.screen.notice == Notice(Notes.NOT_KEPT), (
            "everybody is told before they play"
        )
        program.press("p2", "p1", "undo")
        look_again(program)
        assert program.notes == [note, Notes.NOT_KEPT], "nothing is mended yet"
        assert not list(tmp_path.rglob("*.jsonl"))
        sick.error = None
        look_again(program)
        assert program.notes == []
        assert program.model.screen.notice == Notice(Notes.KEPT_AGAIN)
        assert told(data).game == timeline(program).game
        assert not [line for line in program.told if line.startswith("confirmed")]
        program.press("p1")
        assert "confirmed 4" in program.told
        seen = timeline(program)
    with inside(data) as again:
        assert timeline(again).game == seen.game
        assert timeline(again).seq == seen.seq == 4


def test_a_folder_in_the_way_of_which_a_file_stood_is_used_once_it_is_gone(tmp_path: Path) -> None:
    wall = tmp_path / "stick"
    wall.write_text("not a folder")
    with inside(wall / "data") as program:
        assert program.notes[-1] is Notes.NOT_KEPT
        program.press(*BEGUN, "p2")
        wall.unlink()
        look_again(program)
        assert program.notes == []
        assert program.journal() == [{"draw": "nile"}]


def test_every_game_that_was_begun_meanwhile_gets_its_own_book(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick, data = Sick("open", errno.ENOSPC), tmp_path / "data"
    monkeypatch.setattr(Storeroom, "disk", lambda _: sick.disk())
    with inside(data) as program:
        program.press(*BEGUN, "p2")
        program.loop.post(Leave(), "test")
        program.settle()
        assert isinstance(program.model.page, Welcome)
        program.press("p1", "p5", "ra", "ok", "p1")
        assert isinstance(program.model.page, Table)
        sick.error = None
        look_again(program)
        assert program.notes == []
        assert len(games_dir.volumes(data)) == 2
        assert len(told(data, 0).game.players) == 3
        assert len(told(data, 1).game.players) == 2
    last = games_dir.read(games_dir.volumes(data)[0]).lines[-1].event
    assert last == game_lines.LEFT
    with inside(data) as again:
        assert len(again.model.game.players) == 2


def test_a_game_that_is_begun_when_the_folder_can_be_used_again_is_kept_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick = Sick("lock", errno.EIO)
    monkeypatch.setattr(Storeroom, "disk", lambda _: sick.disk())
    with inside(tmp_path / "data") as program:
        sick.error = None
        program.press(*BEGUN, "p2")
        assert "confirmed 1" in program.told
        look_again(program)
        assert program.notes == []


def failing_midway(limit: int) -> Callable[[Storeroom], Disk]:
    """Return a disk that takes this many lines of a book, then none until ``limit`` calls later."""
    calls = iter(range(10_000))

    def flush(descriptor: int) -> None:
        if limit <= next(calls) < limit + 6:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        HASTY.fdatasync(descriptor)

    return lambda _: replace(HASTY, fdatasync=flush)


@pytest.mark.parametrize("limit", range(4))
def test_a_disk_that_fails_again_in_the_middle_is_tried_again_and_nothing_stands_twice(
    limit: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wall = tmp_path / "stick"
    wall.write_text("not a folder")
    monkeypatch.setattr(Storeroom, "disk", failing_midway(limit))
    with inside(wall / "data") as program:
        program.press(*BEGUN, "p2", "p1", "p2")
        wall.unlink()
        look_again(program)
        program.press("p1")
        look_again(program)
        assert program.notes == []
        seen = timeline(program)
        assert len(program.journal()) == seen.seq == 4
        assert told(wall / "data").game == seen.game


def test_leaving_the_program_writes_down_what_the_disk_takes_by_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sick, data = Sick("open", errno.EACCES), tmp_path / "data"
    monkeypatch.setattr(Storeroom, "disk", lambda _: sick.disk())
    with inside(data) as program:
        program.press(*BEGUN, "p2", "p1")
        seen = timeline(program)
        sick.error = None
    assert told(data).game == seen.game


def test_leaving_without_a_disk_ends_well(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sick = Sick("lock", errno.EIO)
    monkeypatch.setattr(Storeroom, "disk", lambda _: sick.disk())
    with inside(tmp_path / "data") as program:
        program.press(*BEGUN, "p2")
    assert not list(tmp_path.rglob("*.jsonl"))
