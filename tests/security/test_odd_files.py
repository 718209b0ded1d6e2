"""Pipes, sockets, devices and folders in the place of files never make the program wait."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

_PATIENCE_SECONDS = 30
"""A program that waited for the other end of a pipe would never return."""


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _socket(path: Path) -> None:
    """Bind by a short name: the path of a socket holds hardly a hundred bytes."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as bound:
            bound.bind(path.name)
    finally:
        os.chdir(before)


def _device(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _folder(path: Path) -> None:
    path.mkdir()


KINDS: tuple[Callable[[Path], None], ...] = (_pipe, _socket, _device, _folder)
PLACES = ("games/000001-20260102T201530.jsonl", "history.sqlite", "resumed", "boxes/x.csv")
COMMANDS = (
    ("games",),
    ("stats",),
    ("export", "last"),
    ("backup", "{aside}"),
    ("tags", "list"),
    ("run", "--headless", "--simulate", "--script", "{script}"),
)


def _said(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program; it is over soon, or the test fails.

    Raises:
        subprocess.TimeoutExpired: It waits.
    """
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, timeout=_PATIENCE_SECONDS, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def _tried(data: Path, aside: Path, commands: Iterable[tuple[str, ...]]) -> None:
    """See that each command says what there is to say, and is over."""
    script = aside / "script"
    script.write_text("press p1\n")
    for words in commands:
        filled = [each.format(aside=aside, script=script) for each in words]
        done = _said(*filled, "--data", str(data))
        assert "Traceback" not in done.stderr
        assert done.returncode in (0, 1, 2), done.stderr


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_nobody_waits_for_what_is_no_file(tmp_path: Path, kind: Callable[[Path], None]) -> None:
    data, aside = tmp_path / "data", tmp_path / "aside"
    aside.mkdir()
    for place in PLACES:
        (data / place).parent.mkdir(parents=True, exist_ok=True)
        kind(data / place)
    _tried(data, aside, COMMANDS if kind is _pipe else (COMMANDS[0], COMMANDS[-1]))


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_a_lock_that_is_no_file_is_said(tmp_path: Path, kind: Callable[[Path], None]) -> None:
    data, aside = tmp_path / "data", tmp_path / "aside"
    for folder in (data, aside):
        folder.mkdir()
    kind(data / "lock")
    _tried(data, aside, COMMANDS[-1:])


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
def test_settings_that_are_no_file_are_named(tmp_path: Path, kind: Callable[[Path], None]) -> None:
    kind(tmp_path / "settings.toml")
    done = _said("settings", "--check", str(tmp_path / "settings.toml"))
    assert done.returncode == 2
    assert "settings.toml" in done.stdout + done.stderr


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__.strip("_"))
@pytest.mark.parametrize("command", ["replay", "score"])
def test_a_record_or_sheet_that_is_no_file_is_named(
    tmp_path: Path, command: str, kind: Callable[[Path], None]
) -> None:
    kind(tmp_path / "file")
    done = _said(command, str(tmp_path / "file"))
    assert done.returncode == 2
    line = ":1" if kind in (_pipe, _device) else ""  # these are read, and hold nothing of ours
    assert done.stderr.startswith(f"{tmp_path / 'file'}{line}: ")


def test_a_pipe_that_somebody_writes_to_is_read_however_late_they_come(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["sh", "-c", f"sleep 0.3; echo '{{}}' >{pipe}"]):  # noqa: S607
        done = _said("score", str(pipe))
    assert 'there is no "epoch"' in done.stderr
