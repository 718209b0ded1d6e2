"""Generations on a stick: written, read back, compared; old ones stay, and nobody forgotten."""

import errno
import os
import tarfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.app.forgetting import erasures, forget
from companion.cli.backup import GENERATIONS, Generation, games_in, generations, save
from companion.journal import game_lines, games_dir
from companion.journal.claim import Claim
from companion.journal.disk import Disk
from companion.journal.filesystem import FolderTrouble, JournalBroken
from companion.journal.games_dir import Volume
from companion.journal.lines import fold
from tests.cli.running import Run
from tests.forgetting.test_forgetting import WHO, holding
from tests.journal.disks import Fault
from tests.statistics.evenings import BEGUN_MS, claimed, keep


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Claim]:
    with claimed(tmp_path / "data") as ours:
        yield ours


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def inside(generation: Generation) -> dict[str, bytes]:
    return dict(games_in(generation))


def here(ours: Claim) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in ours.games.glob("*.jsonl")}


def test_a_generation_holds_every_game_byte_by_byte(ours: Claim, stick: Path) -> None:
    for seed in range(3):
        keep(ours, seed=seed)
    saved = save(ours.data, stick)
    assert saved.games == 3
    assert inside(saved.generation) == here(ours)
    with tarfile.open(saved.generation.path) as archive:  # what any program reads
        assert sorted(archive.getnames()) == sorted(here(ours))


def test_old_generations_stay_until_there_are_enough_new_ones(ours: Claim, stick: Path) -> None:
    keep(ours)
    numbers = [save(ours.data, stick).generation.number for _ in range(GENERATIONS + 2)]
    assert [each.number for each in generations(stick)] == numbers[-GENERATIONS:]


def test_a_game_that_is_only_in_a_backup_stays_in_every_later_one(ours: Claim, stick: Path) -> None:
    lost = keep(ours, seed=1)
    keep(ours, seed=3)
    save(ours.data, stick)
    was = here(ours)
    volume = games_dir.find(ours.data, lost)
    assert volume is not None
    volume.path.unlink()
    keep(ours, seed=2)
    for _ in range(GENERATIONS + 1):
        save(ours.data, stick)
    for generation in generations(stick):
        assert inside(generation)[f"{lost}.jsonl"] == was[f"{lost}.jsonl"]


def test_an_empty_card_does_not_empty_the_stick(ours: Claim, stick: Path, tmp_path: Path) -> None:
    keep(ours, names=(WHO, "Ben", "Cleo"))
    forget(ours, WHO)
    save(ours.data, stick)
    was = here(ours)
    with claimed(tmp_path / "new card") as empty:
        for _ in range(GENERATIONS + 1):
            save(empty.data, stick)
    assert all(inside(generation) == was for generation in generations(stick))


def test_who_is_forgotten_is_gone_from_the_stick_with_the_next_backup(
    ours: Claim, stick: Path
) -> None:
    keep(ours, names=(WHO, "Ben", "Cleo"), seed=1)
    gone = keep(ours, names=(WHO, "Ben", "Cleo"), seed=2)
    save(ours.data, stick)
    save(ours.data, stick)
    assert holding(stick, WHO)
    volume = games_dir.find(ours.data, gone)
    assert volume is not None
    volume.path.unlink()  # only the stick has this one
    forget(ours, WHO)
    saved = save(ours.data, stick)
    assert holding(stick, WHO) == []
    assert len(saved.gone) == 2
    raw = inside(saved.generation)[f"{gone}.jsonl"]
    kept = game_lines.read(fold([raw], gone).lines)
    assert kept is not None
    assert kept.timeline.game.setup.players == ("#1", "#2", "#3")
    assert fold([raw], gone).flaw is None


@pytest.mark.parametrize("number", range(1, 24))
def test_a_stick_that_fails_at_any_moment_keeps_its_old_generations(
    ours: Claim, stick: Path, number: int
) -> None:
    keep(ours, seed=1)
    first = save(ours.data, stick).generation
    was = first.path.read_bytes()
    keep(ours, seed=2)
    fault = Fault(number, errno.EIO)
    with suppress(JournalBroken):
        save(ours.data, stick, fault.disk())
    assert first.path.read_bytes() == was
    assert all(len(inside(each)) == each.number for each in generations(stick))
    assert len(inside(save(ours.data, stick).generation)) == 2
    assert not list(stick.rglob("*.new"))


def test_what_is_no_file_among_the_games_keeps_no_other_out(
    run: Run, ours: Claim, stick: Path
) -> None:
    keep(ours)
    kept = here(ours)
    save(ours.data, stick)
    [name] = kept
    (ours.games / name).unlink()
    os.mkfifo(ours.games / name)
    (ours.games / "000099-20260102T201530.jsonl").mkdir()
    keep(ours, seed=1)
    ran = run("backup", str(stick), "--data", str(ours.data))
    assert ran.status == 2
    assert "2 games saved" in ran.out
    assert [line.rpartition(": ")[0].rpartition("/")[2] for line in ran.err.splitlines()] == [
        name,
        "000099-20260102T201530.jsonl",
    ]
    assert kept.items() <= inside(generations(stick)[-1]).items()


def test_two_games_of_one_name_are_both_kept(ours: Claim, stick: Path) -> None:
    game = keep(ours, seed=1)
    save(ours.data, stick)
    was = here(ours)[f"{game}.jsonl"]
    (ours.games / f"{game}.jsonl").unlink()
    assert keep(ours, seed=2, step_ms=7_000, begun_ms=BEGUN_MS + 1) == game
    for _ in range(GENERATIONS + 1):
        save(ours.data, stick)
    assert sorted(inside(generations(stick)[-1]).values()) == sorted((was, *here(ours).values()))


def test_bytes_that_do_not_read_back_are_no_backup(ours: Claim, stick: Path) -> None:
    keep(ours)

    def lying(fd: int, data: bytes) -> int:
        return os.write(fd, data[:-1] + b"?" if len(data) > 2000 else data)

    with pytest.raises(JournalBroken):
        save(ours.data, stick, Disk(write=lying))
    assert generations(stick) == ()
    assert not list(stick.rglob("*.tar*"))


@pytest.mark.parametrize("number", [4, 5, 6])
def test_a_full_stick_is_said_and_nothing_half_is_left(
    ours: Claim, stick: Path, number: int
) -> None:
    keep(ours)
    with pytest.raises(JournalBroken) as caught:
        save(ours.data, stick, Fault(number, errno.ENOSPC).disk())
    assert caught.value.kind is FolderTrouble.FULL
    assert not list(stick.rglob("*.tar*"))


def test_a_backup_that_was_damaged_later_is_passed_over(ours: Claim, stick: Path) -> None:
    keep(ours)
    first = save(ours.data, stick).generation
    second = save(ours.data, stick).generation
    second.path.write_bytes(b"\0" * 300 + second.path.read_bytes()[300:900])
    third = save(ours.data, stick).generation
    assert inside(third) == inside(first)


def test_a_stick_that_is_not_there_is_said(ours: Claim, tmp_path: Path) -> None:
    with pytest.raises(JournalBroken) as caught:
        save(ours.data, tmp_path / "nowhere")
    assert caught.value.kind is FolderTrouble.GONE


def test_a_running_game_is_in_the_backup_as_far_as_it_has_come(ours: Claim, stick: Path) -> None:
    game = keep(ours, less=4)
    raw = inside(save(ours.data, stick).generation)[f"{game}.jsonl"]
    volume = Volume(game, ours.games / f"{game}.jsonl")
    assert fold([raw], game).lines == games_dir.read(volume).lines


def test_the_command_says_what_it_wrote(run: Run, ours: Claim, stick: Path) -> None:
    keep(ours)
    ran = run("backup", stick, "--data", ours.data)
    assert ran.status == 0
    assert ran.out.startswith("1 game saved to ")
    assert len(generations(stick)) == 1
    assert run("backup", stick / "no", "--data", ours.data).status == 2
    assert erasures(ours.data) == 0
