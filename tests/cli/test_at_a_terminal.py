"""What is only said to somebody at a terminal: how far it is, colours, page after page."""

import io
import os
import pty
import re
import select
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic

import pytest

from companion.cli.terminal import output
from companion.cli.terminal.output import Hue, coloured
from companion.cli.terminal.progress import Progress, progress
from tests.cli.running import Run
from tests.statistics.evenings import claimed, keep
from tests.together import some

FOLDER = Path(__file__).parents[2]


class Screen(io.StringIO):
    """A terminal that remembers what was written on it."""

    is_terminal = True

    def isatty(self) -> bool:
        """Whether it is one."""
        return self.is_terminal

    @property
    def written(self) -> str:
        """All that was ever written."""
        return self.getvalue()


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    screen = Screen()
    monkeypatch.setattr(output, "standard_error", lambda: screen)
    output.begin()
    return screen


class Clock:
    """A clock that goes when it is told to."""

    now = 0.0

    def __call__(self) -> float:
        """Return its time in seconds."""
        return self.now


def _worked(clock: Clock, steps: int = 100) -> None:
    shown = Progress(clock)
    for step in range(1, steps // 2):
        clock.now += 0.125
        shown.advance(step, steps)
    shown.end()


def test_what_takes_long_says_how_far_it_is_and_how_long_it_still_takes(screen: Screen) -> None:
    _worked(Clock())
    told = [line for line in screen.written.split("\r\x1b[K") if line]
    assert told[0] == "8 of 100, 0:12 left"
    assert told[-1] == "48 of 100, 0:06 left"
    assert screen.written.endswith("\r\x1b[K")


def test_what_is_done_within_a_second_says_nothing(screen: Screen) -> None:
    _worked(Clock(), steps=16)
    assert screen.written == ""


def test_where_there_is_no_terminal_or_quiet_is_wanted_nothing_is_said(screen: Screen) -> None:
    screen.is_terminal = False
    _worked(Clock())
    screen.is_terminal = True
    output.begin(quiet=True)
    _worked(Clock())
    output.begin()
    assert screen.written == ""


def test_what_takes_very_long_says_now_and_then_how_far_it_is_without_a_terminal(
    screen: Screen,
) -> None:
    screen.is_terminal = False
    _worked(Clock(), steps=400)
    assert screen.written == "80 of 400, 0:40 left\n160 of 400, 0:30 left\n"


def test_ctrl_c_says_how_far_it_came(screen: Screen) -> None:
    with suppress(KeyboardInterrupt), progress() as advance:
        advance(3, 10)
        raise KeyboardInterrupt
    assert screen.written == "Stopped: 3 of 10 done\n"


@pytest.mark.parametrize(
    "argv",
    [
        ("games", "--rebuild"),
        ("stats",),
        ("backup", "."),
        ("export", "all", "."),
        ("forget", "Anna"),
    ],
)
def test_every_command_that_looks_at_all_games_says_how_far_it_is(
    argv: tuple[str, ...], run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with claimed(tmp_path / "data") as ours:
        for seed in range(3):
            keep(ours, seed=seed)
    told: list[tuple[int, int]] = []
    monkeypatch.setattr(Progress, "advance", lambda _, *far: told.append(far))
    monkeypatch.chdir(tmp_path)
    assert run(*argv, "--data", tmp_path / "data").status == 0
    assert told[-1] == (3, 3)


def _on_a_terminal(argv: list[str | Path], **environment: str) -> str:
    """Return what the real program writes on a terminal of 24 lines."""
    ours, theirs = pty.openpty()
    known = {key: value for key, value in os.environ.items()
             if key not in ("NO_COLOR", "PAGER", "LESS")}  # fmt: skip
    with subprocess.Popen(
        [sys.executable, "-m", "companion", *map(str, argv)],
        cwd=FOLDER, stdin=theirs, stdout=theirs, stderr=subprocess.PIPE,
        env={**known, "TERM": "xterm", "LINES": "24", "COLUMNS": "80", **environment},
    ) as running:  # fmt: skip
        os.close(theirs)
        written = b""
        deadline = monotonic() + 60
        while True:
            ready, _, _ = select.select([ours], [], [], max(0.0, deadline - monotonic()))
            assert ready, written
            try:
                piece = os.read(ours, 10_000)
            except OSError:
                break
            if not piece:
                break
            written += piece
        assert running.stderr
        assert b"Traceback" not in running.stderr.read()
    os.close(ours)
    return written.decode()


def test_states_are_coloured_and_also_said(tmp_path: Path) -> None:
    argv: list[str | Path] = ["doctor", "--data", tmp_path]
    with_colours = _on_a_terminal(argv)
    assert re.search("\x1b\\[3[123]m(ok|attention|wrong)\x1b\\[0m", with_colours)
    without = _on_a_terminal(argv, NO_COLOR="1")
    assert "\x1b" not in without
    assert "\x1b" not in _on_a_terminal(argv, TERM="dumb")
    assert "\x1b" not in _on_a_terminal(["doctor", "--help"])
    for state in re.findall("\x1b\\[3[123]m(.*?)\x1b", with_colours):
        assert state in without


def test_what_does_not_go_to_a_terminal_has_no_colours(run: Run, tmp_path: Path) -> None:
    assert "\x1b" not in run("doctor", "--data", tmp_path).out
    assert coloured("wrong", "wrong", Hue.RED) == "wrong"


@pytest.fixture
def many(tmp_path: Path) -> Path:
    with claimed(tmp_path / "data") as ours:
        for _ in range(30):
            keep(ours, less=150)
    return tmp_path / "data"


def _pager(tmp_path: Path) -> str:
    script = tmp_path / "my pager"
    script.write_text('#!/bin/sh\necho "paged $1 ($LESS)"; cat\n')
    script.chmod(0o755)
    return f"'{script}' slowly"


def test_a_list_that_is_longer_than_the_terminal_is_paged(many: Path, tmp_path: Path) -> None:
    pages = _pager(tmp_path)
    long = _on_a_terminal(["games", "--data", many], PAGER=pages)
    assert long.startswith("paged slowly (FRX)")
    assert long.count("2026-01-02") == 30
    short = _on_a_terminal(["games", "--limit", "3", "--data", many], PAGER=pages)
    assert "paged" not in short
    assert short.count("2026-01-02") == 3


@pytest.mark.parametrize("command", some(("cat", "", "no-such-pager", "'", "true"), 2))
def test_a_pager_that_is_none_or_sees_enough_is_no_trouble(command: str, many: Path) -> None:
    listed = _on_a_terminal(["games", "--data", many], PAGER=command)
    assert listed.count("2026-01-02") == (0 if command == "true" else 30)


def test_what_goes_elsewhere_is_not_paged(
    run: Run, many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", _pager(tmp_path))
    assert "paged" not in run("games", "--data", many).out
