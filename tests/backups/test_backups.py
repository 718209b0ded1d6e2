"""Generations on a stick: written, read back, compared; old ones stay, and nobody forgotten."""

import errno
import os
import tarfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from companion import backups
from companion.app.forgetting import forget
from companion.backups import GENERATIONS, BadBackup, Generation, Member, generations, members, save
from companion.journal import game_lines, games_dir
from companion.journal.claim import FolderLock
from companion.journal.disk import Disk
from companion.journal.erasing import erasures
from companion.journal.filesystem import FolderTrouble, JournalBroken
from companion.journal.games_dir import GameFile
from companion.journal.lines import verify
from tests.app.test_forgetting import WHO, holding
from tests.cli.running import Run
from tests.journal.disks import Fault
from tests.statistics.evenings import BEGUN_MS, claimed, keep


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[FolderLock]:
    with claimed(tmp_path / "data") as ours:
        yield ours


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    return folder


def inside(generation: Generation) -> dict[str, bytes]:
    return {each.name: each.raw for each in members(generation.path)}


def here(ours: FolderLock) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in ours.games.glob("*.jsonl")}


def test_a_generation_holds_every_game_byte_by_byte(ours: FolderLock, stick: Path) -> None:
    for seed in range(3):
        keep(ours, seed=seed)
    saved = save(ours.data, stick)
    assert saved.games == 3
    assert inside(saved.generation) == here(ours)
    with tarfile.open(saved.generation.path) as archive:  # what any program reads
        assert archive.getnames() == [*sorted(here(ours)), "SHA256SUMS"]


def test_old_generations_stay_until_there_are_enough_new_ones(
    ours: FolderLock, stick: Path
) -> None:
    keep(ours)
    numbers = [save(ours.data, stick).generation.number for _ in range(GENERATIONS + 2)]
    assert [each.number for each in generations(stick)] == numbers[-GENERATIONS:]


def test_a_game_that_is_only_in_a_backup_stays_in_every_later_one(
    ours: FolderLock, stick: Path
) -> None:
    lost = keep(ours, seed=1)
    keep(ours, seed=3)
    save(ours.data, stick)
    was = here(ours)
    game_file = games_dir.find(ours.data, lost)
    assert game_file is not None
    game_file.path.unlink()
    keep(ours, seed=2)
    for _ in range(GENERATIONS + 1):
        save(ours.data, stick)
    for generation in generations(stick):
        assert inside(generation)[f"{lost}.jsonl"] == was[f"{lost}.jsonl"]


def test_an_empty_card_does_not_empty_the_stick(
    ours: FolderLock, stick: Path, tmp_path: Path
) -> None:
    keep(ours, names=(WHO, "Ben", "Cleo"))
    forget(ours, WHO)
    save(ours.data, stick)
    was = here(ours)
    with claimed(tmp_path / "new card") as empty:
        for _ in range(GENERATIONS + 1):
            save(empty.data, stick)
    assert all(inside(generation) == was for generation in generations(stick))


def test_who_is_forgotten_is_gone_from_the_stick_with_the_next_backup(
    ours: FolderLock, stick: Path
) -> None:
    keep(ours, names=(WHO, "Ben", "Cleo"), seed=1)
    gone = keep(ours, names=(WHO, "Ben", "Cleo"), seed=2)
    save(ours.data, stick)
    save(ours.data, stick)
    assert holding(stick, WHO)
    game_file = games_dir.find(ours.data, gone)
    assert game_file is not None
    game_file.path.unlink()  # only the stick has this one
    forget(ours, WHO)
    saved = save(ours.data, stick)
    assert holding(stick, WHO) == []
    assert len(saved.gone) == 2
    raw = inside(saved.generation)[f"{gone}.jsonl"]
    kept = game_lines.read(verify([raw], gone).lines)
    assert kept is not None
    assert kept.timeline.game.setup.players == ("#1", "#2", "#3")
    assert verify([raw], gone).flaw is None


@pytest.mark.parametrize("number", range(1, 24))
def test_a_stick_that_fails_at_any_moment_keeps_its_old_generations(
    ours: FolderLock, stick: Path, number: int
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
    run: Run, ours: FolderLock, stick: Path
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


def test_two_games_of_one_name_are_both_kept(ours: FolderLock, stick: Path) -> None:
    game = keep(ours, seed=1)
    save(ours.data, stick)
    was = here(ours)[f"{game}.jsonl"]
    (ours.games / f"{game}.jsonl").unlink()
    assert keep(ours, seed=2, step_ms=7_000, begun_ms=BEGUN_MS + 1) == game
    for _ in range(GENERATIONS + 1):
        save(ours.data, stick)
    assert sorted(inside(generations(stick)[-1]).values()) == sorted((was, *here(ours).values()))


def test_bytes_that_do_not_read_back_are_no_backup(ours: FolderLock, stick: Path) -> None:
    keep(ours)

    def lying(fd: int, data: bytes) -> int:
        return os.write(fd, data[:-1] + b"?" if len(data) > 2000 else data)

    with pytest.raises(JournalBroken):
        save(ours.data, stick, Disk(write=lying))
    assert generations(stick) == ()
    assert not list(stick.rglob("*.tar*"))


@pytest.mark.parametrize("number", [4, 5, 6])
def test_a_full_stick_is_said_and_nothing_half_is_left(
    ours: FolderLock, stick: Path, number: int
) -> None:
    keep(ours)
    with pytest.raises(JournalBroken) as caught:
        save(ours.data, stick, Fault(number, errno.ENOSPC).disk())
    assert caught.value.kind is FolderTrouble.FULL
    assert not list(stick.rglob("*.tar*"))


def test_a_backup_that_was_damaged_later_is_passed_over(ours: FolderLock, stick: Path) -> None:
    keep(ours)
    first = save(ours.data, stick).generation
    second = save(ours.data, stick).generation
    second.path.write_bytes(b"\0" * 300 + second.path.read_bytes()[300:900])
    third = save(ours.data, stick).generation
    assert inside(third) == inside(first)


def spoil(generation: Generation, how: str) -> None:
    """Damage a backup as sticks do."""
    raw = generation.path.read_bytes()
    half = len(raw) // 2
    generation.path.write_bytes({
        "zeros": bytes(len(raw)),
        "short zeros": bytes(1024),
        "nothing": b"",
        "zeros from the middle": raw[:half] + bytes(len(raw) - half),
        "cut": raw[:half],
        "no end": raw[:-1024],
        "one bit": raw[:half] + bytes([raw[half] ^ 1]) + raw[half + 1 :],
    }[how])  # fmt: skip


SPOILT = ("zeros", "short zeros", "nothing", "zeros from the middle", "cut", "no end", "one bit")


@pytest.mark.parametrize("how", SPOILT)
def test_a_newest_backup_that_is_damaged_does_not_empty_the_stick(
    ours: FolderLock, stick: Path, tmp_path: Path, how: str
) -> None:
    for seed in range(3):
        keep(ours, seed=seed)
    for _ in range(GENERATIONS):
        save(ours.data, stick)
    was = here(ours)
    spoil(generations(stick)[-1], how)
    with claimed(tmp_path / "new card") as empty:
        for _ in range(2 * GENERATIONS):
            made = save(empty.data, stick).generation
            assert was.items() <= inside(made).items()
    assert len(generations(stick)) == GENERATIONS


def test_the_last_whole_backup_stays_while_newer_ones_are_damaged(
    ours: FolderLock, stick: Path
) -> None:
    keep(ours)
    whole = save(ours.data, stick).generation
    for _ in range(GENERATIONS + 2):
        spoil(save(ours.data, stick).generation, "zeros")
        assert whole.path.exists()


def test_what_an_older_version_wrote_is_carried_over_unless_it_is_nothing_but_zeros(
    ours: FolderLock, stick: Path, tmp_path: Path
) -> None:
    keep(ours)
    made = save(ours.data, stick).generation
    [(name, raw)] = inside(made).items()
    about = tarfile.TarInfo(name)
    about.size = len(raw)
    padded = raw + bytes(-len(raw) % 512)
    made.path.write_bytes(about.tobuf(tarfile.USTAR_FORMAT) + padded + bytes(1024))
    with claimed(tmp_path / "new card") as empty:
        assert inside(save(empty.data, stick).generation) == {name: raw}
        for each in generations(stick):
            each.path.write_bytes(bytes(1024))
        assert inside(save(empty.data, stick).generation) == {}


def test_a_game_that_is_longer_on_the_stick_is_not_lost_there(
    ours: FolderLock, stick: Path
) -> None:
    game = keep(ours)
    save(ours.data, stick)
    path = ours.games / f"{game}.jsonl"
    whole = path.read_bytes()
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:9]))
    for _ in range(GENERATIONS + 1):
        save(ours.data, stick)
    assert whole in inside(generations(stick)[-1]).values()
    assert len(inside(generations(stick)[-1])) == 2


def test_a_game_that_goes_on_is_on_the_stick_once(ours: FolderLock, stick: Path) -> None:
    game = keep(ours)
    path = ours.games / f"{game}.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for known in (9, 40, len(lines)):
        path.write_bytes(b"".join(lines[:known]))
        save(ours.data, stick)
        assert inside(generations(stick)[-1]) == here(ours)
    path.unlink()
    save(ours.data, stick)
    assert inside(generations(stick)[-1]) == {path.name: b"".join(lines)}


def test_copies_of_what_could_not_be_proved_outlive_the_card(
    ours: FolderLock, stick: Path, tmp_path: Path
) -> None:
    game = keep(ours)
    copy = ours.games / f"{game}.jsonl.unproved-1"
    copy.write_bytes(b"half a game")
    save(ours.data, stick)
    with claimed(tmp_path / "new card") as empty:
        for _ in range(GENERATIONS + 1):
            save(empty.data, stick)
    assert inside(generations(stick)[-1])[copy.name] == b"half a game"


def test_a_backup_that_cannot_be_read_stays_and_is_said(
    run: Run, ours: FolderLock, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep(ours)
    first = save(ours.data, stick).generation

    def broken(path: Path, known: object = None) -> Iterator[Member]:
        if path == first.path:
            raise OSError(errno.EIO, "Input/output error", str(path))
        return members(path, known)  # type: ignore[arg-type]

    monkeypatch.setattr(backups, "members", broken)
    for _ in range(GENERATIONS + 1):
        ran = run("backup", stick, "--data", ours.data)
        assert ran.status == 2
        assert first.path.name in ran.err
    assert first.path.exists()


class Evening:
    """A data folder and a stick to which things happen."""

    def __init__(self, folder: Path) -> None:
        self.stick = folder / "stick"
        self.stick.mkdir()
        self.ours = claimed(folder / "data")
        self.played = 0
        self.held: dict[tuple[str, int], int] = {}

    def games(self) -> list[Path]:
        """Return the games on the card."""
        return sorted(self.ours.games.glob("*.jsonl"))

    def play(self) -> None:
        """Play a new game."""
        self.played += 1
        keep(self.ours, names=(WHO, "Ben", "Cleo"), seed=self.played, less=200)

    def lose_a_game(self) -> None:
        """Lose the oldest game from the card."""
        for path in self.games()[:1]:
            path.unlink()

    def shorten_a_game(self) -> None:
        """Lose the second half of the newest game."""
        for path in self.games()[-1:]:
            lines = path.read_bytes().splitlines(keepends=True)
            path.write_bytes(b"".join(lines[: len(lines) // 2 + 1]))

    def forget(self) -> None:
        """Forget somebody."""
        forget(self.ours, WHO)

    def change_the_card(self) -> None:
        """Begin with an empty card."""
        for path in self.ours.data.rglob("*"):
            if path.is_file() and path.name != "lock":
                path.unlink()

    def spoil(self, how: str) -> None:
        """Damage the newest backup; what can still be read of all of them must stay."""
        for generation in generations(self.stick)[-1:]:
            if generation.path.stat().st_size:
                spoil(generation, how)
        self.held = {}
        for generation in generations(self.stick):
            self.see(generation)

    def back_up(self) -> None:
        """Write a backup, which holds all that could be read before."""
        before, self.held = self.held, {}
        self.see(save(self.ours.data, self.stick).generation)
        for game, length in before.items():
            assert self.held.get(game, 0) >= length

    def see(self, generation: Generation) -> None:
        """Note how many lines of each game are proved in a backup, as far as it can be read."""
        with suppress(BadBackup):
            for each in members(generation.path):
                lines = verify([each.raw], each.game).lines
                if each.is_game and lines:
                    key = each.game, lines[0].stamp.wall_ms
                    self.held[key] = max(self.held.get(key, 0), len(lines))


DEEDS: list[Callable[[Evening], None]] = [
    Evening.play,
    Evening.lose_a_game,
    Evening.shorten_a_game,
    Evening.forget,
    Evening.change_the_card,
    Evening.back_up,
    *(partial(Evening.spoil, how=how) for how in SPOILT),
]


def test_whatever_happens_no_backup_holds_less_than_the_one_before(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    @settings(max_examples=40, deadline=None)
    @given(some.lists(some.sampled_from(DEEDS), min_size=4, max_size=14))
    def holds(deeds: list[Callable[[Evening], None]]) -> None:
        evening = Evening(tmp_path_factory.mktemp("evening"))
        with evening.ours:
            for deed in [*deeds, Evening.back_up]:
                deed(evening)

    holds()


def test_a_stick_that_is_not_there_is_said(ours: FolderLock, tmp_path: Path) -> None:
    with pytest.raises(JournalBroken) as caught:
        save(ours.data, tmp_path / "nowhere")
    assert caught.value.kind is FolderTrouble.GONE


def test_a_running_game_is_in_the_backup_as_far_as_it_has_come(
    ours: FolderLock, stick: Path
) -> None:
    game = keep(ours, less=4)
    raw = inside(save(ours.data, stick).generation)[f"{game}.jsonl"]
    game_file = GameFile(game, ours.games / f"{game}.jsonl")
    assert verify([raw], game).lines == games_dir.read(game_file).lines


def test_the_command_says_what_it_wrote(run: Run, ours: FolderLock, stick: Path) -> None:
    keep(ours)
    ran = run("backup", stick, "--data", ours.data)
    assert ran.status == 0
    assert ran.out.startswith("1 game saved to ")
    assert len(generations(stick)) == 1
    assert run("backup", stick / "no", "--data", ours.data).status == 2
    assert erasures(ours.data) == 0
