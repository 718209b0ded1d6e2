"""A data folder belongs to one process."""

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal.claim import claim, is_claimed, is_ending
from companion.journal.disk import DISK, NOT_A_FILE
from companion.journal.filesystem import AlreadyClaimed, FolderTrouble, JournalBroken
from tests.journal.disks import HASTY, Counted

CLAIMANT = """
import sys
from pathlib import Path
from companion.journal.claim import claim
claim(Path(sys.argv[1]))
print("mine", flush=True)
sys.stdin.read()
"""


def test_a_second_claim_names_the_owner(tmp_path: Path) -> None:
    (tmp_path / "lock").write_bytes(b"12345678901234\n")  # an earlier owner's longer number
    with claim(tmp_path), pytest.raises(AlreadyClaimed) as caught:
        claim(tmp_path)
    assert caught.value.pid == os.getpid()
    assert caught.value.kind is FolderTrouble.SHARED


def test_another_process_keeps_its_claim_until_it_ends(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", CLAIMANT, str(tmp_path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
    ) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"mine\n"
        with pytest.raises(AlreadyClaimed) as caught:
            claim(tmp_path)
        assert caught.value.pid == owner.pid
        owner.kill()
    claim(tmp_path).release()


@pytest.fixture
def of_the_dead(tmp_path: Path) -> Iterator[int]:
    """The lock of a folder whose owner was killed, and is not quite gone yet."""
    with subprocess.Popen([sys.executable, "-c", "import sys; sys.stdin.read()"],
                          stdin=subprocess.PIPE) as owner:  # fmt: skip
        owner.kill()
        os.waitid(os.P_PID, owner.pid, os.WEXITED | os.WNOWAIT)  # from here on it is a zombie
        fd = os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT)
        os.write(fd, b"%d\n" % owner.pid)
        DISK.lock(fd)
        yield fd


def test_an_owner_that_was_killed_is_waited_for(tmp_path: Path, of_the_dead: int) -> None:
    waited: list[float] = []

    def wait(seconds: float) -> None:
        waited.append(seconds)
        if len(waited) == 3:
            os.close(of_the_dead)

    claim(tmp_path, HASTY, wait).release()
    assert len(waited) == 3
    assert (tmp_path / "lock").read_bytes() == b"%d\n" % os.getpid()


def test_nobody_waits_for_ever(tmp_path: Path, of_the_dead: int) -> None:
    waited: list[float] = []
    with pytest.raises(AlreadyClaimed):
        claim(tmp_path, HASTY, waited.append)
    assert 3 <= sum(waited) <= 6
    os.close(of_the_dead)


def test_an_owner_that_lives_is_not_waited_for(tmp_path: Path) -> None:
    waited: list[float] = []
    with claim(tmp_path), pytest.raises(AlreadyClaimed):
        claim(tmp_path, HASTY, waited.append)
    assert waited == []


@pytest.mark.parametrize(
    ("state", "flags", "signals", "ends"),
    [("S", 0x400000, 0, False), ("R", 0x400000, 1 << 14, False), ("Z", 0x40000C, 0, True),
     ("X", 0, 0, True), ("R", 0x400004, 0, True), ("D", 0x400000, 1 << 8, True)],
)  # fmt: skip
def test_who_is_dead_or_exits_or_was_killed_comes_to_an_end(
    *, state: str, flags: int, signals: int, ends: bool
) -> None:
    told = f"7 (a (b) c) {state} 1 7 7 0 -1 {flags} {'0 ' * 21}{signals} 0 0 0 0"
    assert is_ending(told) is ends


def test_an_owner_without_a_name_yet_is_an_owner(tmp_path: Path) -> None:
    with claim(tmp_path):
        (tmp_path / "lock").write_bytes(b"")
        with pytest.raises(AlreadyClaimed) as caught:
            claim(tmp_path)
    assert caught.value.pid is None


def test_folders_are_made_and_every_new_name_is_flushed(tmp_path: Path) -> None:
    synced: list[str] = []

    def fsync(fd: int) -> None:
        synced.append(str(Path(f"/proc/self/fd/{fd}").readlink()))

    data = tmp_path / "a" / "b" / "data"
    claim(data, replace(HASTY, fsync=fsync)).release()
    assert (data / "games").is_dir()
    assert synced == [str(path) for path in (tmp_path, tmp_path / "a", tmp_path / "a" / "b", data)]


def test_names_are_flushed_even_if_the_folders_are_there(tmp_path: Path) -> None:
    claim(tmp_path / "data").release()
    counted = Counted()
    claim(tmp_path / "data", counted.disk()).release()
    assert counted.names.count("fsync") == 2
    assert "mkdir" not in counted.names


def test_a_folder_above_that_may_not_be_opened_is_somebody_elses_care(tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()

    def opened(path: Path, flags: int, mode: int) -> int:
        if path == tmp_path:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        return DISK.open(path, flags, mode)

    claim(data, replace(HASTY, open=opened)).release()


@pytest.mark.parametrize(
    ("call", "number", "kind"),
    [
        ("mkdir", errno.EROFS, FolderTrouble.READ_ONLY),
        ("mkdir", errno.EACCES, FolderTrouble.DENIED),
        ("lock", errno.ENOLCK, FolderTrouble.IO),
        ("write", errno.ENOSPC, FolderTrouble.FULL),
        ("fsync", errno.EIO, FolderTrouble.IO),
    ],
)
def test_a_folder_that_cannot_be_claimed_says_why(
    tmp_path: Path, call: str, number: int, kind: FolderTrouble
) -> None:
    def fails(*_arguments: object) -> None:
        raise OSError(number, os.strerror(number))

    with pytest.raises(JournalBroken) as caught:
        claim(tmp_path / "data", replace(HASTY, **{call: fails}))
    assert caught.value.kind is kind
    claim(tmp_path / "data").release()


def test_a_file_in_the_folders_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("not a folder")
    with pytest.raises(JournalBroken):
        claim(tmp_path / "data")


def test_a_pipe_in_the_place_of_the_lock_is_said_and_nobody_waits_for_its_other_end(
    tmp_path: Path,
) -> None:
    os.mkfifo(tmp_path / "lock")
    assert is_claimed(tmp_path) is False
    with pytest.raises(JournalBroken, match=NOT_A_FILE):
        claim(tmp_path)


def test_a_file_system_that_does_not_flush_folders_is_taken_as_it_is(tmp_path: Path) -> None:
    def fsync(_fd: int) -> None:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    claim(tmp_path / "data", replace(HASTY, fsync=fsync)).release()


def test_whether_a_folder_is_claimed_is_seen_and_nothing_is_made(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert is_claimed(data) is False
    assert not data.exists()
    with claim(data, HASTY):
        assert is_claimed(data) is True
    assert is_claimed(data) is False
    with claim(data, HASTY):  # whoever asks holds nothing after the answer
        assert is_claimed(data) is True


def test_nobody_else_may_look_whatever_the_umask(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with claim(tmp_path / "data", HASTY) as ours:
            modes = [
                path.stat().st_mode & 0o777 for path in (ours.data, ours.games, ours.data / "lock")
            ]
    finally:
        os.umask(before)
    assert modes == [0o700, 0o700, 0o600]


def test_folders_above_ours_are_made_so_that_everybody_may_pass(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        claim(tmp_path / "above" / "data", HASTY).release()
    finally:
        os.umask(before)
    assert (tmp_path / "above").stat().st_mode & 0o777 == 0o755


def test_a_folder_that_others_could_read_is_mended_when_it_is_claimed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    games = data / "games"
    games.mkdir(parents=True)
    game, boxes = games / "000001-20260102T201530.jsonl", data / "boxes"
    closed = games / "000002-20260102T211530.jsonl"
    boxes.mkdir()
    for path, mode in (
        (game, 0o644),
        (closed, 0o400),
        (games, 0o755),
        (data, 0o755),
        (boxes, 0o755),
    ):
        if path.suffix:
            path.write_bytes(b"")
        path.chmod(mode)
    kept = games / "kept"
    kept.mkdir()
    kept.chmod(0o750)
    with claim(data, HASTY):
        modes = [path.stat().st_mode & 0o777 for path in (game, closed, games, data, boxes, kept)]
    assert modes == [0o600, 0o400, 0o700, 0o700, 0o755, 0o750]


def test_folders_that_only_we_may_enter_are_left_alone_with_all_in_them(tmp_path: Path) -> None:
    with claim(tmp_path / "data", HASTY) as ours:
        game = ours.games / "000001-20260102T201530.jsonl"
    game.write_bytes(b"")
    game.chmod(0o644)
    with claim(tmp_path / "data", HASTY):
        assert game.stat().st_mode & 0o777 == 0o644


def test_a_shared_folder_keeps_its_mode_when_the_games_in_it_are_closed(tmp_path: Path) -> None:
    with claim(tmp_path, HASTY) as ours:
        ours.games.chmod(0o755)
    tmp_path.chmod(0o1777)
    with claim(tmp_path, HASTY) as ours:
        assert ours.data.stat().st_mode & 0o7777 == 0o1777
        assert ours.games.stat().st_mode & 0o777 == 0o700


def test_what_else_lies_in_a_folder_that_becomes_ours_keeps_its_mode(tmp_path: Path) -> None:
    letter = tmp_path / "letter"
    letter.write_bytes(b"")
    letter.chmod(0o644)
    tmp_path.chmod(0o755)
    with claim(tmp_path, HASTY):
        assert [path.stat().st_mode & 0o777 for path in (tmp_path, letter)] == [0o755, 0o644]
    with claim(tmp_path, HASTY):  # it holds our games now, and is closed for their sake
        assert [path.stat().st_mode & 0o777 for path in (tmp_path, letter)] == [0o700, 0o644]
