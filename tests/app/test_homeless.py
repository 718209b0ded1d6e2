"""The data folder cannot be used at first: what is played meanwhile is kept once it can be."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app.loop import HEAL_SECONDS
from companion.journal import game_lines, games_dir
from companion.journal.disk import Disk
from companion.rules.records.timeline import Timeline
from tests.app.inside import Inside, Storeroom, inside
from tests.journal.disks import HASTY

BEGUN = ("p1", "p2", "p3", "ra", "ok")


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
    kept = game_lines.read(games_dir.read(games_dir.game_files(data)[number]).lines)
    assert kept is not None
    return kept.timeline


def timeline(program: Inside) -> Timeline:
    """Return the game on the table."""
    assert program.model.session.timeline is not None
    return program.model.session.timeline


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
