"""Whatever a pulled plug leaves of the last writes, the journal opens with all it confirmed."""

import os
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from companion.journal.book import GameWriter
from companion.journal.claim import FolderLock, claim
from companion.journal.games_dir import new_game, read, unfinished
from companion.journal.lines import Event, Stamp
from tests.crash.alice import Disaster, Recorder, Tree, laid_out, states
from tests.journal.disks import HASTY

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "script")

BOOK = "data/games/000001-20260102T201530.jsonl"

FEW, MANY = 3, 7


def event(number: int) -> Event:
    """The events of the evening: some lie in one sector of the disk, some in three."""
    return {"n": number, "what": "x" * (number % 3) * 400}


def played(ours: FolderLock, recorder: Recorder, until: int) -> None:
    """Resume or begin, and play until there are this many events: as the program does it."""
    found = unfinished(ours.data, lambda event: "end" in event).found
    if found is None:
        book = GameWriter(ours, new_game(ours.data, STAMP.wall_ms))
    else:
        again = GameWriter.reopen(ours, found.game)
        assert [line.event for line in again.lines] == [*map(event, range(len(again.lines)))]
        recorder.confirmed(len(again.lines))
        book = again.book
    while book.length < until:
        line = book.append(event(book.length), STAMP)
        recorder.confirmed(line.number + 1)
    book.close()


def evening(root: Path, until: int, recorder: Recorder | None = None) -> Recorder:
    """Play in a folder as it is, and record what was done to it."""
    recorder = recorder or Recorder(root)
    with claim(root / "data", recorder.disk()) as ours:
        played(ours, recorder, until)
    return recorder


def survives(tree: Tree, confirmed: int, root: Path) -> None:
    """Lay this out, start the program and look whether it holds all that was confirmed."""
    laid_out(tree, root)
    with claim(root / "data", HASTY) as ours:
        search = unfinished(ours.data, lambda event: "end" in event)
        assert not (confirmed and search.unproved), "a game cannot be opened"
        if search.found is None:
            assert confirmed == 0, f"all {confirmed} confirmed events are lost"
            return
        again = GameWriter.reopen(ours, search.found.game)
        count = len(again.lines)
        assert [line.event for line in again.lines] == [*map(event, range(count))]
        assert count >= confirmed, f"{confirmed - count} confirmed events are lost"
        again.book.append(event(count), STAMP)
        again.book.close()
        assert len(read(search.found).lines) == count + 1


def all_survive(found: dict[Tree, int], root: Path) -> None:
    """Every state holds what it must."""
    for tree, confirmed in found.items():
        survives(tree, confirmed, root)


@pytest.fixture
def root(tmp_path: Path) -> Iterator[Path]:
    """A folder in memory, where there is one: thousands of states are laid out, none must last."""
    memory = Path("/dev/shm")  # noqa: S108 - nothing but a place for a temporary folder
    where = memory if os.access(memory, os.W_OK) else tmp_path
    with TemporaryDirectory(dir=where) as folder:
        yield Path(folder)


@pytest.fixture
def chance() -> random.Random:
    return random.Random(20260102)  # noqa: S311 - a test's dice


def test_the_plug_takes_nothing_confirmed(root: Path, chance: random.Random) -> None:
    recorder = evening(root, MANY)
    found = states(recorder.steps, Disaster(), chance)
    assert len(found) > 100
    assert set(found.values()) == set(range(MANY + 1))
    all_survive(found, root)


def test_a_kill_and_then_the_plug_take_nothing_that_was_shown(
    root: Path, chance: random.Random
) -> None:
    steps = evening(root, FEW).steps
    for killed_after in range(len(steps)):
        disaster = Disaster()
        for step in steps[:killed_after]:
            disaster.follow(step)
        laid_out(disaster.seen(), root)
        again = evening(root, FEW + 1)
        all_survive(states(again.steps, disaster, chance, limit=100), root)


def test_the_plug_twice_takes_nothing_and_what_was_cut_is_kept(
    root: Path, chance: random.Random
) -> None:
    first = states(evening(root, FEW).steps, Disaster(), chance)
    torn = [
        tree
        for tree in first
        if BOOK in dict(tree) and not (dict(tree)[BOOK] or b"").endswith(b"\n")
    ]
    for tree in chance.sample(torn, 20):
        laid_out(tree, root)
        again = evening(root, FEW + 1)
        whole = dict(tree)[BOOK] or b""
        for left, confirmed in states(again.steps, Disaster(tree), chance, limit=60).items():
            if b"\n" in whole:
                assert any((data or b"").startswith(whole) for _, data in left)
            survives(left, max(confirmed, first[tree]), root)
