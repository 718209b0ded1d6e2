"""The program while a game runs, as others on the machine see it: its sockets, files, and log."""

import json
import os
import re
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

import pytest

PATIENCE_SECONDS = 60.0

NAMES = ("Quirina-Xandra", "Zbyhněv", "アンナ")

LISTENING_TCP, LISTENING_UNIX = "0A", "00010000"

pytestmark = pytest.mark.skipif(not Path("/proc/self/net/tcp").exists(), reason="this is no Linux")


def inodes(pid: int) -> set[str]:
    """Return the numbers of all sockets that a process has open."""
    found = set()
    for link in Path(f"/proc/{pid}/fd").iterdir():
        try:
            hit = re.fullmatch(r"socket:\[(\d+)\]", str(link.readlink()))
        except FileNotFoundError:
            continue
        if hit is not None:
            found.add(hit[1])
    return found


def of_the_network(pid: int) -> list[str]:
    """Return the lines of all network sockets of a process, whatever their state."""
    ours = inodes(pid)
    lines = []
    for kind in ("tcp", "tcp6", "udp", "udp6", "udplite", "raw", "raw6", "packet"):
        table = Path(f"/proc/{pid}/net/{kind}")
        if table.exists():
            column = 8 if kind == "packet" else 9
            rows = [line.split() for line in table.read_text().splitlines()[1:]]
            lines += [f"{kind} {' '.join(row)}" for row in rows if row[column] in ours]
    return lines


def that_listen(pid: int) -> list[str]:
    """Return the lines of all sockets of a process to which anybody else could connect."""
    ours = inodes(pid)
    rows = [line.split() for line in Path(f"/proc/{pid}/net/unix").read_text().splitlines()[1:]]
    local = [" ".join(row) for row in rows if row[6] in ours and row[3] == LISTENING_UNIX]
    return local + [line for line in of_the_network(pid) if f" {LISTENING_TCP} " in line]


@contextmanager
def running(folder: Path) -> Iterator[tuple[int, Path]]:
    """Let the real program play with these names; yield its number and what it has said so far."""
    record, script, said = folder / "game.jsonl", folder / "script", folder / "said"
    record.write_text(json.dumps({"ra_record": 1, "players": NAMES}) + '\n{"draw": "nile"}\n')
    os.mkfifo(script)
    words = [sys.executable, "-m", "companion", "run", "--headless", "--simulate"]
    words += ["--data", str(folder / "data"), "--start", str(record), "--script", str(script)]
    with (
        said.open("wb") as output,
        subprocess.Popen(words, stdout=output, stderr=output, umask=0o077) as program,
    ):
        try:
            with script.open("w") as hands:
                hands.write("draw gold\nwait 0.2\n")
                hands.flush()
                deadline = monotonic() + PATIENCE_SECONDS
                while b"confirmed 2" not in said.read_bytes():
                    assert program.poll() is None, said.read_text()
                    assert monotonic() < deadline
                    sleep(0.05)
                yield program.pid, said
        finally:
            program.kill()


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[int, Path]]:
    """A game that is being played."""
    with running(tmp_path_factory.mktemp("game")) as playing:
        yield playing


def test_while_a_game_runs_nothing_listens_and_no_socket_of_the_network_is_open(
    game: tuple[int, Path],
) -> None:
    pid, _ = game
    assert of_the_network(pid) == []
    assert that_listen(pid) == []


def test_the_tool_that_everybody_has_sees_nothing_either(game: tuple[int, Path]) -> None:
    pid, _ = game
    try:
        done = subprocess.run(
            ["ss", "-H", "-n", "-a", "-p", "-t", "-u", "-w"],  # noqa: S607 - wherever it is
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    except FileNotFoundError:
        pytest.skip("there is no ss")
    assert f"pid={pid}," not in done.stdout


def test_with_the_service_s_mask_nobody_else_can_read_what_is_kept(game: tuple[int, Path]) -> None:
    _, said = game
    kept = [said.parent / "data", *(said.parent / "data").rglob("*")]
    assert len(kept) > 2
    open_to_others = [path for path in kept if stat.S_IMODE(path.lstat().st_mode) & 0o077]
    assert not open_to_others


def test_nobody_s_name_is_in_what_the_program_says_to_its_log(game: tuple[int, Path]) -> None:
    _, said = game
    text = said.read_text(encoding="utf-8")
    assert "confirmed 2" in text
    assert not [name for name in NAMES if name in text]


def test_the_names_are_nowhere_in_what_others_see_of_the_process(game: tuple[int, Path]) -> None:
    pid, _ = game
    seen = Path(f"/proc/{pid}/cmdline").read_bytes() + Path(f"/proc/{pid}/comm").read_bytes()
    assert not [name for name in NAMES if name.encode() in seen]
