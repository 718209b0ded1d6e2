"""However a command ends, it ends with a sentence and a status, never with a traceback."""

import errno
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.terminal import output
from tests.cli.running import Run
from tests.statistics.evenings import claimed, keep
from tests.together import for_each, some

FOLDER = Path(__file__).parents[2]

PROGRAM = f"{sys.executable} -m companion"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    with claimed(tmp_path / "data") as ours:
        for seed in range(4):
            keep(ours, seed=seed)
    return tmp_path / "data"


def shell(line: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        ["/bin/bash", "-c", line],
        check=False,
        cwd=FOLDER,
        capture_output=True,
        text=True,
        timeout=60,
    )


CLOSED = ("<&-", ">&-", "2>&-", "<&- >&-", ">&- 2>&-", "<&- >&- 2>&-")


@pytest.mark.parametrize(
    ("argv", "status", "closed"),
    some(
        (
            (*ran, closed)
            for ran in (("games", 0), ("stats", 0), ("export last", 0), ("export 99", 2))
            for closed in CLOSED
        ),
        8,
    ),
)
def test_streams_that_are_closed_change_no_status(
    closed: str, argv: str, status: int, data: Path
) -> None:
    ran = shell(f"{PROGRAM} {argv} --data {data} {closed}")
    assert ran.returncode == status
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize(
    ("argv", "status"),
    some(
        [
            *(("score", 2), ("tags teach attic", 2)),
            ("run -q --headless --simulate --script -", 1),
            *(("score -", 2), ("replay -", 2), ("review -", 2)),
            *(("play", 2), ("tags import a -", 2)),
        ],
        3,
    ),
)
def test_without_standard_input_that_is_a_sentence(argv: str, status: int, tmp_path: Path) -> None:
    data = f"--data {tmp_path}" if argv[:3] in ("tag", "run") else ""
    ran = shell(f"{PROGRAM} {argv} {data} <&-")
    assert ran.returncode == status
    assert "tandard input is empty" in ran.stderr
    assert ran.stderr.count("\n") == 1


ALL = ("games", "stats", "export 1 {new}.csv --format csv", "export 1 {new}.png --format png",
       "export all {stick}", "backup {stick}", "doctor", "diagnostics {stick}",
       "run -q --headless --simulate --script /dev/null")  # fmt: skip


def ends_in_a_sentence(argv: str, limit: str, data: Path) -> None:
    """See that a command within a limit of the shell does it, or says what it lacks."""
    stick = data.parent / "stick"
    stick.mkdir(exist_ok=True)
    words = argv.format(stick=stick, new=data.parent / "new")
    ran = shell(f"ulimit {limit}; exec {PROGRAM} {words} --data {data}")
    assert ran.returncode in (0, 1, 2), ran.stderr
    assert "internal error" not in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.returncode == 0 or ran.stderr.startswith("error: ") or argv == "doctor"


@for_each(argv=some(ALL, 4), memory=some((28, 36, 48, 64), 2))
def test_with_little_memory_a_command_does_it_or_says_so(
    argv: str, memory: int, data: Path
) -> None:
    ends_in_a_sentence(argv, f"-v {memory * 1024}", data)


@for_each(argv=some(ALL, 4, 1), descriptors=some((5, 6, 8, 12), 3))
def test_with_few_descriptors_a_command_does_it_or_says_so(
    argv: str, descriptors: int, data: Path
) -> None:
    ends_in_a_sentence(argv, f"-n {descriptors}", data)


WITHOUT_MEMORY = """\
import resource, sys
from companion.cli import commands
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (20 << 20),) * 2)
def broken(words): raise ValueError("field 'target' is required for AnnAssign")
commands._done = broken
sys.exit(commands.main(["games"]))
"""


def test_what_fails_for_want_of_memory_is_no_fault_of_the_program_whatever_it_is_called() -> None:
    argv = [sys.executable, "-c", WITHOUT_MEMORY]
    ran = subprocess.run(argv, check=False, capture_output=True, text=True, cwd=FOLDER)
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: there is too little memory")


WITHOUT_TIME = """\
import sys, time
def beyond(): raise OverflowError("timestamp too large to convert to C _PyTime_t")
time.time = time.time_ns = beyond
from companion.cli import main
sys.exit(main())
"""


def test_a_clock_past_2262_is_a_sentence(tmp_path: Path) -> None:
    argv = ["run", "--headless", "--simulate", "--script", "/dev/null", "--data"]
    ran = subprocess.run(
        [sys.executable, "-c", WITHOUT_TIME, *argv, tmp_path / "data"],
        check=False, capture_output=True, text=True, cwd=FOLDER,
    )  # fmt: skip
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: the clock is past the year 2262")
    assert ran.stderr.count("\n") == 1


def test_a_file_never_takes_the_number_of_a_closed_stream() -> None:
    code = (
        "import os; from companion.cli.terminal.output import make_ready\n"
        "make_ready(); number = os.open('/dev/null', os.O_RDONLY)\n"
        "os._exit(number)"
    )
    ran = shell(f'{sys.executable} -c "{code}" <&- >&- 2>&-')
    assert ran.returncode > 2


def test_a_failed_system_call_is_not_told_as_a_failure_to_print(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_terminals() -> None:
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    monkeypatch.setattr("companion.cli.simulate.play_many", lambda *_: no_terminals())
    ran = run("simulate")
    assert (ran.status, ran.out) == (2, "")
    (complaint,) = ran.complaints
    assert complaint.startswith("error: a system call failed: No such device (test_ends.py:")
    assert "output" not in complaint


def test_the_newest_game_that_can_be_read_is_exported(run: Run, data: Path) -> None:
    whole = run("export", "last", "--data", data).out
    (data / "games" / "000009-20260102T201530.jsonl").write_bytes(b"nonsense\n")
    (data / "games" / "000010-20260102T201530.jsonl").mkdir()
    ran = run("export", "last", "--data", data)
    assert (ran.status, ran.out) == (0, whole)
    assert ran.complaints == [
        "Game 000010-20260102T201530 cannot be read: Not a file",
        "Nothing of game 000009-20260102T201530 can be read: its file is empty or damaged",
    ]


def test_a_name_that_nobody_had_is_status_1_and_leaves_all_as_it_is(run: Run, data: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in data.rglob("*")}
    ran = run("forget", "Ann", "--data", data)
    assert (ran.status, ran.out) == (1, "")
    assert "nobody is called Ann;" in ran.err
    assert {path: path.stat().st_mtime_ns for path in data.rglob("*")} == before
    assert run("forget", "Anna", "--data", data).status == 0
    assert run("forget", "Anna", "--data", data).status == 1


def test_a_list_can_be_sorted_by_points_and_by_length(run: Run, data: Path) -> None:
    games = run("games", "--json", "--data", data, "--sort", "points").states
    best = [max(player["score"] for player in game["players"]) for game in games]
    assert best == sorted(best, reverse=True)
    games = run("games", "--json", "--data", data, "--sort", "longest").states
    minutes = [game["minutes"] for game in games]
    assert minutes == sorted(minutes, reverse=True)


def test_who_wants_quiet_hears_no_notices(run: Run, data: Path) -> None:
    (data / "games" / "000009-20260102T201530.jsonl").write_bytes(b"nonsense\nand more\n")
    assert run("games", "--data", data).err
    ran = run("games", "-q", "--data", data)
    assert (ran.status, ran.err) == (0, "")
    assert run("stats", "Nobody", "-q", "--data", data).err


def test_ctrl_c_says_what_was_done(tmp_path: Path) -> None:
    command = ["env", "--default-signal=INT", *PROGRAM.split(), "simulate", "--games", "9999999"]
    with subprocess.Popen(
        [*command, "--records", tmp_path], cwd=FOLDER, stderr=subprocess.PIPE, text=True
    ) as running:
        while len(tuple(tmp_path.iterdir())) < 3:  # the first ones are done
            assert running.poll() is None
        running.send_signal(signal.SIGINT)
        assert running.stderr
        told = running.stderr.read()
        assert running.wait(60) == 130
    assert told.startswith("Stopped: ")
    assert told.endswith(" of 9999999 done\n")


@pytest.mark.parametrize("manner", ["--json", "--quiet"])
def test_whatever_comes_after_a_command_speaks_to_people_again(run: Run, manner: str) -> None:
    assert run("replay", "there is no such file", manner).status != 0
    assert not output.is_for_programs()
    assert not output.is_quiet()
