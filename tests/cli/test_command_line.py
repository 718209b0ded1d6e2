"""The command line as people and other programs use it, mostly through the real program."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from companion.app import program as table
from companion.app.run_options import RunOptions
from companion.cli import games, replay
from companion.cli import run as opening
from companion.cli.commands import parsed
from tests.cli.running import BEGINNING, HEADER, Run

PROGRAM = [sys.executable, "-m", "companion"]

PATIENCE_SECONDS = 30

FOLDER = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Python keep output back as it does for people, so that a missing flush is seen."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


def program(*argv: str | Path, **more: Any) -> "subprocess.CompletedProcess[bytes]":  # noqa: ANN401 - of subprocess.run
    """Run the real program to its end."""
    return subprocess.run(
        [*PROGRAM, *map(str, argv)],
        check=False,
        cwd=FOLDER,
        timeout=PATIENCE_SECONDS,
        **{"capture_output": True, **more},
    )


def test_the_program_plays_writes_and_replays_games(tmp_path: Path) -> None:
    games = tmp_path / "games"
    simulated = program(
        "simulate", "--players", "3", "--games", "2", "--seed", "7", "--json", "--records", games
    )
    assert (simulated.returncode, simulated.stderr) == (0, b"")
    assert json.loads(simulated.stdout)["games"] == 2
    replayed = program("replay", *sorted(games.iterdir()), "--json")
    assert (replayed.returncode, replayed.stderr) == (0, b"")
    states = [json.loads(line) for line in replayed.stdout.splitlines()]
    assert len(states) == json.loads(simulated.stdout)["actions"] + 2
    assert sum("ranking" in state for state in states) == 2


def test_what_came_before_a_refusal_is_printed_before_the_complaint() -> None:
    ran = program(
        "replay", "-", input=BEGINNING + b'{"bid": 2}\n',
        capture_output=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert ran.returncode == 1
    assert ran.stdout.splitlines()[-1] == b"-:5: Anna must bid higher than 4, and 2 is not"


def test_a_state_comes_as_soon_as_its_event_when_somebody_is_waiting() -> None:
    with subprocess.Popen(
        [*PROGRAM, "replay", "-", "--json"],
        cwd=FOLDER, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdin
        assert running.stdout
        for seq, line in enumerate(BEGINNING.splitlines(keepends=True)):
            running.stdin.write(line)
            assert json.loads(_next_line(running.stdout.fileno()))["seq"] == seq
        running.stdin.close()
        assert running.wait(PATIENCE_SECONDS) == 0


def test_a_reader_that_goes_away_is_no_trouble(tmp_path: Path) -> None:
    record = tmp_path / "long.jsonl"
    record.write_bytes(HEADER + b'{"draw": "nile"}\n{"undo": 1}\n' * 4000)
    with subprocess.Popen(
        [*PROGRAM, "replay", record, "--json"],
        cwd=FOLDER, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdout
        assert running.stderr
        running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(PATIENCE_SECONDS) == 141


def test_ctrl_c_leaves_with_130_and_without_a_traceback() -> None:
    heard = ("env", "--default-signal=INT")  # whoever runs this in the background may ignore it
    with subprocess.Popen(
        [*heard, *PROGRAM, "replay", "-", "--json"],
        cwd=FOLDER, bufsize=0,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as running:  # fmt: skip
        assert running.stdin
        assert running.stdout
        assert running.stderr
        running.stdin.write(HEADER)
        _next_line(running.stdout.fileno())
        running.send_signal(signal.SIGINT)
        assert running.wait(PATIENCE_SECONDS) == 130
        assert running.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no full device")
def test_a_full_disk_is_a_sentence() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = program("simulate", "--games", "1", capture_output=False, stdout=full,
                      stderr=subprocess.PIPE)  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr == b"error: output: No space left on device\n"


def test_letters_that_the_terminal_does_not_know_are_no_trouble(tmp_path: Path) -> None:
    record = tmp_path / "record"
    record.write_bytes(HEADER.replace(b"Anna", "Änna 安奈".encode()))
    ran = program("replay", record, env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert ran.returncode == 0
    assert b"?nna ??" in ran.stdout


def test_replay_score_and_simulate_load_neither_screen_nor_hardware(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet"
    sheet.write_text('{"epoch": 1, "players": [{}, {}]}')
    code = (
        "import sys; from companion.cli.commands import main;"
        f"main(['replay', '-']); main(['score', {str(sheet)!r}]); main(['simulate']);"
        "print(sorted({name.split('.')[0] for name in sys.modules}))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code],
        check=True, cwd=FOLDER, input=HEADER, capture_output=True, timeout=PATIENCE_SECONDS,
    )  # fmt: skip
    loaded = ran.stdout.splitlines()[-1].decode()
    assert "'companion'" in loaded
    later = "pygame|gpiozero|serial|hardware|asyncio|sqlite3|logging|tomlkit"
    assert not re.search(f"'({later})'", loaded)


def test_a_terminal_is_not_waited_at_for_a_sheet() -> None:
    ours, theirs = pty.openpty()
    ran = subprocess.run(
        [*PROGRAM, "score"], cwd=FOLDER, stdin=theirs, capture_output=True, text=True, check=False,
        timeout=PATIENCE_SECONDS,
    )  # fmt: skip
    os.close(ours)
    os.close(theirs)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "error: no score sheet: name a file, or pipe one in\n"


def _next_line(pipe: int) -> bytes:
    """Return what a running program prints next, which must end a line; never wait without end."""
    line = b""
    deadline = monotonic() + PATIENCE_SECONDS
    while not line.endswith(b"\n"):
        ready, _, _ = select.select([pipe], [], [], max(0, deadline - monotonic()))
        assert ready, f"no more came than {line!r}"
        line += os.read(pipe, 10_000)
    return line


def test_the_table_is_opened_with_what_was_said(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[RunOptions] = []

    def open_table(options: RunOptions) -> int:
        opened.append(options)
        return 5

    monkeypatch.setattr(table, "run", open_table)
    assert run("run", "--size", "800x480", "--rotate", "90", "--data", "games").status == 5
    (arguments,) = opened
    assert (arguments.size, arguments.rotate, arguments.data) == ((800, 480), 90, Path("games"))
    assert not any((arguments.headless, arguments.simulate, arguments.windowed))
    assert (arguments.start, arguments.script, arguments.theme) == (None, None, None)


def test_without_a_command_the_table_is_opened() -> None:
    assert parsed([]) == (opening.run, RunOptions())
    headless = RunOptions(headless=True, script="-")
    assert parsed(["--headless", "--script", "-"]) == (opening.run, headless)
    assert parsed(["replay", "-"])[0] is replay.run


@pytest.mark.parametrize(
    "line", ["-q games", "games -q", "--quiet games", "games --limit 3 -q --limit 3"]
)
def test_global_options_may_stand_before_or_after_the_command(line: str) -> None:
    ran, options = parsed(line.split())
    assert ran is games.run
    assert options.quiet


def test_help_is_a_command_too(run: Run) -> None:
    assert run("help") == run("--help")
    assert run("help", "games") == run("-q", "help", "games") == run("games", "--help")
    assert run("help", "dance").status == 2


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_what_a_command_does_fits_the_terminal_and_is_never_wider_than_a_page(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    told = run("replay", "--help").out.split("Examples:")[0].splitlines()
    widest = min(columns, 100)
    assert widest - 15 < max(map(len, told)) <= widest
    kinds = run("tags", "--help").out
    assert "\n  ra god pharaoh nile flood gold\n" in kinds


def test_a_mistake_of_ours_is_a_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> int:
        raise KeyError("seat")

    monkeypatch.setattr(replay, "run", broken)
    ran = run("replay", "-")
    assert ran.status == 1
    assert ran.complaints == ["error: internal error, please report it: KeyError('seat')"]


def test_a_file_name_that_is_no_text_is_shown_as_well_as_can_be(run: Run, tmp_path: Path) -> None:
    record = Path(os.fsdecode(os.fsencode(tmp_path) + b"/\xff\n.jsonl"))
    record.write_bytes(HEADER)
    ran = run("replay", record, record, tmp_path / "none", "--json")
    assert ran.status == 2
    assert {state["file"] for state in ran.states} == {
        f"{tmp_path}/\N{REPLACEMENT CHARACTER}\n.jsonl"
    }
    assert len(ran.complaints) == 1
