"""Whatever lies where a file belongs: every command says what there is to say, and ends.

Pipes, sockets, devices, folders and links in the place of files; files of zeros, of gigabytes, of
noise, nested a hundred thousand deep. No command waits, runs out of memory or ends in a traceback.
"""

import os
import resource
import shutil
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

import pytest

from companion.backups import save
from companion.cli.commands import main
from companion.exports.kept_game import describe
from companion.journal import index
from companion.journal.index import Index
from tests.statistics.evenings import claimed, keep
from tests.together import for_each, some

PATIENCE_SECONDS = 20
"""A command that waited for the other end of a pipe would never return."""

MEMORY_BYTES = 3 << 30
"""More than any command needs, and less than a file of gigabytes has."""

GAME = "000001-20260102T201530.jsonl"


def _socket(path: Path) -> None:
    """Bind by a short name: the path of a socket holds hardly a hundred bytes."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(path.name)
    finally:
        os.chdir(before)


def _gigabytes(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(8 << 30)


KINDS: Mapping[str, Callable[[Path], object]] = {
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a folder": Path.mkdir,
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "nothing": Path.touch,
    "zeros": lambda path: path.write_bytes(bytes(1 << 20)),
    "gigabytes": _gigabytes,
    "noise": lambda path: path.write_bytes(bytes(range(256)) * 100),
    "brackets": lambda path: path.write_bytes(b"[" * 100_000),
    "braces": lambda path: path.write_bytes(b'{"a":' * 100_000),
    "one long line": lambda path: path.write_bytes(b"x" * (3 << 20) + b"\n"),
}

OWNERS = "home/.config/ra-companion/settings.toml"
"""The owner's settings where every command looks for them."""

PLACES = (
    f"data/games/{GAME}",
    f"data/games/{GAME}.unproved-1",
    f"data/games/{GAME}.new",
    "data/games",
    "data/lock",
    "data/resumed",
    "data/seats.json",
    "data/erasures",
    "data/history.sqlite",
    "data/history.sqlite-journal",
    "data/history.sqlite-wal",
    "data/boxes/x.csv",
    "data/boxes",
    "data/box-checks.json",
    "data/staff.jsonl",
    "data/staff-call.json",
    "data/pin.json",
    "data/sheets/2026-01-02-201530-epoch-1.json",
    "data/settings.toml",
    "data",
    "settings.toml",
    "stick/ra-companion",
    "stick/ra-companion/games-000001-0.tar",
    "stick",
    "file",
    "target",
    OWNERS,
)

COMMANDS = (
    "run --headless --simulate --script {script} --data {data} --settings {settings}",
    "run --headless --script {script} --data {data} --start {file}",
    "games --data {data}",
    "stats --data {data}",
    "review last --data {data}",
    "export last --data {data}",
    "export last {target} --data {data}",
    "export all {stick} --data {data}",
    "forget Anna --data {data}",
    "backup {stick} --data {data}",
    "restore {stick} --yes --data {data}",
    "restore {file} --yes --data {data}",
    "doctor --data {data} --settings {settings}",
    "diagnostics {stick} --data {data} --settings {settings}",
    "settings --check {settings}",
    "tags list --data {data} --settings {settings}",
    "tags check {file} --data {data}",
    "replay {file}",
    "score {file}",
)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table and a stick with a game, from which each case begins."""
    folder = tmp_path_factory.mktemp("evening")
    for name in ("stick", "home", "data/boxes", "data/sheets"):
        (folder / name).mkdir(parents=True)
    with claimed(folder / "data") as ours:
        keep(ours, less=20)
    index.ask(folder / "data", describe, Index.games)
    save(folder / "data", folder / "stick")
    (folder / "settings.toml").write_text("[table]\nkiosk = true\n")
    (folder / "script").write_text("press p1\nwait 0.1\n")
    return folder


@contextmanager
def watched() -> Iterator[None]:
    """Whoever waits is interrupted, and memory ends before the machine's does."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise TimeoutError("it waits")

    before = signal.signal(signal.SIGALRM, interrupt)
    limits = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, limits[1]))
    signal.alarm(PATIENCE_SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        resource.setrlimit(resource.RLIMIT_AS, limits)
        signal.signal(signal.SIGALRM, before)


def matters(place: str, command: str) -> bool:
    """Whether a command looks at a place."""
    if place == OWNERS:
        return "{settings}" not in command
    top = place.partition("/")[0].partition(".")[0]
    return f"{{{top}}}" in command


CASES = [
    (kind, place, command)
    for kind in KINDS
    for place in PLACES
    for command in COMMANDS
    if matters(place, command)
]


@for_each(case=some(CASES, 23))
def test_every_command_ends_with_a_sentence_whatever_lies_where_a_file_belongs(
    case: tuple[str, str, str],
    evening: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kind, place, command = case
    folder = tmp_path_factory.mktemp("odd")
    shutil.copytree(evening, folder, dirs_exist_ok=True)
    path = folder / place
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    path.parent.mkdir(parents=True, exist_ok=True)
    KINDS[kind](path)
    monkeypatch.setenv("HOME", str(folder / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    names = ("data", "stick", "file", "target", "script")
    filled = {name: folder / name for name in names} | {"settings": folder / "settings.toml"}
    with watched():
        status = main([word.format(**filled) for word in command.split()])
    out, err = capsys.readouterr()
    shutil.rmtree(folder)
    assert status in (0, 1, 2), err
    assert "internal error" not in err
    assert "Traceback" not in out + err
    assert status == 0 or err or out
