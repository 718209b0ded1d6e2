"""Games come back from a backup, none that is here is lost, and hostile archives do nothing."""

import io
import os
import pty
import subprocess
import sys
import tarfile
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import backups
from companion.app.forgetting import forget
from companion.backups import save
from tests.cli.running import Ran, Run
from tests.statistics.evenings import claimed, keep

FOLDER = Path(__file__).parents[2]

NAME = "000001-20260102T201530.jsonl"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with claimed(tmp_path / "data") as ours:
        for seed in range(3):
            keep(ours, seed=seed)
    return tmp_path / "data"


@pytest.fixture
def stick(tmp_path: Path, data: Path) -> Path:
    folder = tmp_path / "stick"
    folder.mkdir()
    save(data, folder)
    return folder


def contents(data: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (data / "games").glob("*")}


@pytest.fixture
def new(tmp_path: Path) -> Path:
    """Where nothing was played yet."""
    return tmp_path / "new"


Restore = Callable[[Path], Ran]


@pytest.fixture
def restore(run: Run, new: Path) -> Restore:
    """How games come back to where nothing was played."""
    return lambda source: run("restore", source, "--data", new, "--yes")


@pytest.fixture
def refused(restore: Restore, new: Path) -> Callable[[Path], str]:
    """How nothing comes back; return why, in a sentence for each backup that was tried."""

    def why(source: Path) -> str:
        ran = restore(source)
        assert (ran.status, ran.out) == (2, "")
        assert not new.exists()
        return ran.err

    return why


def test_an_empty_folder_gets_every_game_byte_by_byte_and_for_us_alone(
    run: Run, restore: Restore, data: Path, stick: Path, new: Path
) -> None:
    ran = restore(stick)
    assert (ran.status, ran.err) == (0, "")
    assert "3 games restored." in ran.out
    assert contents(new) == contents(data)
    assert {path.stat().st_mode & 0o777 for path in (new / "games").iterdir()} == {0o600}
    again = run("restore", stick, "--data", new)
    assert (again.status, again.err) == (0, "")
    assert "3 games already here" in again.out
    assert len(run("games", "--json", "--data", new).states) == 3


def test_nothing_is_written_unless_it_is_wanted(run: Run, stick: Path, new: Path) -> None:
    dry = run("restore", stick, "--data", new, "--dry-run")
    assert (dry.status, dry.err) == (0, "")
    assert "3 games to restore" in dry.out
    nobody_to_ask = run("restore", stick, "--data", new)
    assert nobody_to_ask.status == 2
    assert "--yes" in nobody_to_ask.err
    assert not new.exists()


@pytest.mark.parametrize(("answer", "restored"), [(b"yes\n", 3), (b"no\n", 0)])
def test_on_a_terminal_it_is_asked(answer: bytes, restored: int, stick: Path, new: Path) -> None:
    here, there = pty.openpty()
    os.write(here, answer)
    command = [sys.executable, "-m", "companion", "restore", str(stick), "--data", str(new)]
    ran = subprocess.run(
        command, check=False, cwd=FOLDER, stdin=there, capture_output=True, timeout=60
    )
    os.close(here)
    os.close(there)
    assert ran.returncode == 0, ran.stderr
    assert len(contents(new)) == restored


def test_a_game_that_went_on_here_is_not_put_back(run: Run, data: Path, stick: Path) -> None:
    here = data / "games" / min(contents(data))
    raw = here.read_bytes()
    here.write_bytes(raw + b"and more")
    ran = run("restore", stick, "--data", data, "--yes")
    assert ran.status == 0
    assert "1 game kept" in ran.out
    assert here.read_bytes() == raw + b"and more"


def test_the_beginning_of_a_game_here_is_continued(run: Run, data: Path, stick: Path) -> None:
    was = contents(data)
    here = data / "games" / min(was)
    here.write_bytes(here.read_bytes()[:500])
    ran = run("restore", stick, "--data", data, "--yes")
    assert ran.status == 0
    assert "1 game to continue" in ran.out
    assert contents(data) == was


def test_who_was_forgotten_since_stays_forgotten(run: Run, data: Path, stick: Path) -> None:
    with claimed(data) as ours:
        forget(ours, "Anna")
    for path in (data / "games").iterdir():
        path.unlink()
    assert run("restore", stick, "--data", data, "--yes").status == 0
    assert len(contents(data)) == 3
    assert not any(b"Anna" in raw for raw in contents(data).values())


def test_an_open_table_is_left_alone(run: Run, data: Path, stick: Path) -> None:
    for path in (data / "games").iterdir():
        path.unlink()
    with claimed(data):
        ran = run("restore", stick, "--data", data, "--yes")
    assert ran.status == 2
    assert "the table is open" in ran.err
    assert contents(data) == {}


def member(name: str, **more: object) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    for key, value in more.items():
        setattr(made, key, value)
    return made


def _sparse(made: tarfile.TarInfo) -> tarfile.TarInfo:
    made.pax_headers = {
        "GNU.sparse.major": "0",
        "GNU.sparse.map": "0,1",
        "GNU.sparse.size": "9" * 12,
    }
    return made


HOSTILE: dict[str, Callable[[], tarfile.TarInfo]] = {
    "outside": lambda: member("../../outside.jsonl"),
    "absolute": lambda: member("/etc/passwd"),
    "outside with our name": lambda: member(f"../{NAME}"),
    "link": lambda: member(NAME, type=tarfile.SYMTYPE, linkname="/etc/passwd"),
    "hard link": lambda: member(NAME, type=tarfile.LNKTYPE, linkname="/etc/passwd"),
    "device": lambda: member(NAME, type=tarfile.CHRTYPE, devmajor=1, devminor=3),
    "pipe": lambda: member(NAME, type=tarfile.FIFOTYPE),
    "folder": lambda: member(NAME, type=tarfile.DIRTYPE),
    "bomb": lambda: member(NAME, size=1 << 40),
    "sparse bomb": lambda: _sparse(member(NAME)),
    "stranger": lambda: member("readme.txt"),
}


@pytest.mark.parametrize("kind", HOSTILE)
def test_a_hostile_archive_is_refused_with_a_sentence(
    kind: str, refused: Callable[[Path], str], tmp_path: Path
) -> None:
    file = tmp_path / "games-000001-0.tar"
    raw = HOSTILE[kind]().tobuf(tarfile.PAX_FORMAT)
    file.write_bytes(raw + bytes(tarfile.BLOCKSIZE * 4))
    [why] = refused(file).splitlines()
    assert why.startswith(f"{file}: ")
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def _archive(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, raw in files.items():
            archive.addfile(member(name, size=len(raw)), io.BytesIO(raw))
    return stream.getvalue()


@pytest.mark.parametrize("kept", [0, 100, 513, 1024, 20_000, -1024, -10_000])
def test_an_archive_that_is_cut_short_is_refused_and_nothing_is_written(
    kept: int, refused: Callable[[Path], str], stick: Path, tmp_path: Path
) -> None:
    (whole,) = (stick / "ra-companion").iterdir()
    cut = tmp_path / "cut.tar"
    cut.write_bytes(whole.read_bytes()[:kept])
    assert "damaged or incomplete" in refused(cut)


@pytest.mark.parametrize("size", [0, 512, 1024, 10_240, 100_000])
def test_zeros_are_no_backup(size: int, refused: Callable[[Path], str], tmp_path: Path) -> None:
    zeros = tmp_path / "zeros.tar"
    zeros.write_bytes(bytes(size))
    assert refused(zeros) == f"{zeros}: the backup is damaged or incomplete\n"


def test_a_damaged_newest_backup_is_named_and_the_one_before_it_is_restored(
    restore: Restore, data: Path, stick: Path, new: Path
) -> None:
    newest = save(data, stick).generation.path
    newest.write_bytes(bytes(newest.stat().st_size))
    ran = restore(stick)
    assert (ran.status, ran.err) == (2, f"{newest}: the backup is damaged or incomplete\n")
    assert "3 games restored." in ran.out
    assert contents(new) == contents(data)


def test_where_every_backup_is_damaged_nothing_is_restored(
    refused: Callable[[Path], str], data: Path, stick: Path
) -> None:
    save(data, stick)
    for path in (stick / "ra-companion").iterdir():
        path.write_bytes(bytes(1024))
    assert refused(stick).count("\n") == 2


def test_a_game_with_a_wrong_bit_is_named_and_its_beginning_comes_back(
    restore: Restore, stick: Path
) -> None:
    [path] = (stick / "ra-companion").iterdir()
    raw = bytearray(path.read_bytes())
    raw[9000] ^= 1
    path.write_bytes(raw)
    ran = restore(stick)
    assert ran.status == 2
    assert ran.err == f"{path}: {NAME} is damaged: only its beginning can be read\n"
    assert "3 games restored." in ran.out


ENDLESS = {
    "a long name": tarfile.GNUTYPE_LONGNAME,
    "a long link": tarfile.GNUTYPE_LONGLINK,
    "pax": tarfile.XHDTYPE,
    "pax for all": tarfile.XGLTYPE,
    "Solaris": tarfile.SOLARIS_XHDTYPE,
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_header_that_announces_gigabytes_is_refused_before_they_are_read(
    kind: str, refused: Callable[[Path], str], tmp_path: Path
) -> None:
    file = tmp_path / "endless.tar"
    header = member("././@LongLink", type=ENDLESS[kind], size=3 << 30)
    file.write_bytes(header.tobuf(tarfile.GNU_FORMAT))
    with file.open("r+b") as stream:
        stream.truncate(3 << 30)  # a hole: nothing of it is on the disk
    tracemalloc.start()
    assert refused(file).count("\n") == 1
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 50 << 20


def test_an_archive_of_endless_files_or_of_too_many_bytes_is_refused(
    refused: Callable[[Path], str], stick: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "endless.tar"
    file.write_bytes(_archive({f"{number:06d}{NAME[6:]}": b"" for number in range(11)}))
    with monkeypatch.context() as patched:
        patched.setattr(backups, "_MOST_GAMES", 10)
        assert refused(file) == f"{file}: the backup is too large\n"
    monkeypatch.setattr(backups, "LARGEST_BACKUP", 1000)
    assert "too large" in refused(stick)


def test_what_is_no_file_where_a_game_lies_stays(restore: Restore, stick: Path, new: Path) -> None:
    (new / "games").mkdir(parents=True)
    os.mkfifo(new / "games" / NAME)
    ran = restore(stick)
    assert ran.status == 0
    assert "1 game kept: newer or different here" in ran.out
    assert "2 games restored." in ran.out


@pytest.mark.parametrize("text", [b"", b"nonsense\n", b"\x1f\x8b" + bytes(100), b"\0" * 10_240])
def test_a_game_that_is_none_is_named_and_nothing_is_written(
    text: bytes, restore: Restore, new: Path, tmp_path: Path
) -> None:
    file = tmp_path / "backup.tar"
    file.write_bytes(_archive({NAME: text}))
    ran = restore(file)
    assert (ran.status, ran.err) == (2, f"{file}: {NAME} is not a game, or is damaged\n")
    assert ran.out == f"{file}:\n  1 game left out: damaged in the backup\n"
    assert not new.exists()


def test_a_game_that_cannot_be_proved_keeps_no_other_from_coming_back(
    restore: Restore, data: Path, new: Path, tmp_path: Path
) -> None:
    whole = contents(data)
    renamed = {"000009-20260102T201530.jsonl": next(iter(whole.values()))}  # as people do
    file = tmp_path / "backup.tar"
    file.write_bytes(_archive(renamed | whole))
    ran = restore(file)
    assert (ran.status, len(ran.complaints)) == (2, 1)
    assert "3 games restored." in ran.out
    assert contents(new) == whole


def test_a_backup_is_found_from_the_stick_from_its_folder_and_by_its_name(
    run: Run, refused: Callable[[Path], str], stick: Path, new: Path
) -> None:
    (backup,) = (stick / "ra-companion").iterdir()
    for source in (stick, stick / "ra-companion", backup):
        ran = run("restore", source, "--data", new, "--dry-run")
        assert ran.status == 0
        assert ran.out.startswith(f"{backup}:")
    (stick / "else").mkdir()
    for place in ("else", "nowhere"):
        assert "there is no backup here" in refused(stick / place)
