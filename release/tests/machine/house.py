"""The settings of the machines' tables, and the people who play at them."""

import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import msgspec

from companion.journal import game_lines, games_dir
from companion.rules.records import record
from release.tests.machine.computer import Broken, Computer
from release.tests.machine.fetching import BUILT, ran
from release.tests.machine.parts import complaint as parts_complaint
from release.tests.machine.twin import Done
from release.tests.roots import PACKAGE, ROOT

# An emulated machine is slow: nothing is decided by time, and nothing moves.
SETTINGS = """\
[table]
level = "full"
sun_commit_seconds = 0.0
auction_settle_seconds = 0.0
reduce_motion = true
[panel]
factory = "auto"
"""


WITH_READER = f"""{SETTINGS}
[bag_reader]
url = "auto"
format = "lines"
box = "house"
"""


DATA = "/var/lib/ra-companion"


KEPT = BUILT / "pictures"
"""What the machines' screens showed."""


OPENED = ("p1", "p2", "p3", "p4", "p5", "undo")
"""The lamps of a table where nobody sits yet."""


@contextmanager
def memory() -> Iterator[Path]:
    """Yield a folder for a while, in memory where there is any: the twin need not be kept."""
    shared = Path("/dev/shm")  # noqa: S108 - a folder with a name of its own is made in it
    with TemporaryDirectory(prefix="ra-twin-", dir=shared if shared.is_dir() else None) as folder:
        yield Path(folder)


class Evening(NamedTuple):
    """What people will do."""

    deeds: list[Done]
    entries: list[bytes]
    """The record of the game after it."""


def foreseen(players: int, seed: int, most: int, games: Mapping[str, bytes]) -> Evening:
    """Return what people do at a table that opens with these games, and what comes of it."""
    with memory() as folder:
        _write(folder / "data", games)
        (folder / "settings.toml").write_text(SETTINGS)
        words = [sys.executable, "-m", "release.tests.machine.twin", folder / "data"]
        words += [folder / "settings.toml", players, seed, most]
        done = subprocess.run(
            [str(each) for each in words], cwd=ROOT, capture_output=True, timeout=900, check=False
        )
        if done.returncode:
            raise Broken(done.stderr.decode(errors="replace")[-3000:])
        return Evening(msgspec.json.decode(done.stdout, type=list[Done]), _entries(folder / "data"))


BEGIN = "press p1\npress p2\npress ra\npress ok\n"


def begun_elsewhere() -> dict[str, bytes]:
    """Return the journals of a table where two people have begun a game, and drawn no tile."""
    with memory() as folder:
        (folder / "settings.toml").write_text(SETTINGS)
        (folder / "script").write_text(BEGIN)
        table = (sys.executable, "-m", "companion", "run", "--headless", "--simulate")
        where = ("--data", folder / "data", "--settings", folder / "settings.toml")
        ran(*table, "--script", folder / "script", *where, folder=ROOT)
        return {
            f"games/{each.name}": each.read_bytes()
            for each in (folder / "data" / "games").iterdir()
            if each.is_file()
        }


def games(machine: Computer) -> dict[str, bytes]:
    """Return the journals on the machine's disk, and what was called in an open auction."""
    found = "find games calls.json -maxdepth 1 -type f"
    names = machine.sh(f"cd {DATA} && {found}", may_fail=True).split()
    return {
        each: machine.do("read", path=f"{DATA}/{each}").encode(errors="surrogateescape")
        for each in names
    }


def entries(journals: Mapping[str, bytes]) -> list[bytes]:
    """Return the record of the newest game of these, line by line; none: there is no game.

    Raises:
        Broken: They do not open.
    """
    with memory() as folder:
        _write(folder, journals)
        return _entries(folder)


def _write(data: Path, journals: Mapping[str, bytes]) -> None:
    (data / "games").mkdir(parents=True, mode=0o700)
    for name, content in journals.items():
        (data / name).write_bytes(content)


def _entries(data: Path) -> list[bytes]:
    game_files = games_dir.game_files(data)
    if not game_files:
        return []
    kept = game_lines.read(games_dir.read(game_files[-1]).lines)
    if kept is None:
        raise Broken(f"the game cannot be read: {game_files[-1]}")
    return record.write(kept.timeline.start.setup, kept.entries).splitlines()


def begin_playing(machine: Computer, deeds: Sequence[Done], patience: float = 40.0) -> None:
    """Let the hands begin with what was foreseen; they stop where a lamp is not as foreseen."""
    told = [msgspec.to_builtins(each) for each in deeds]
    machine.begin("play", deeds=told, patience=patience)


def play(
    machine: Computer, deeds: Sequence[Done], patience: float = 40.0
) -> list[dict[str, object]]:
    """Let the hands do what was foreseen and return what they saw; no lamp may be another."""
    begin_playing(machine, deeds, patience)
    while not machine.is_done:
        machine.seen(1.0)
    done = machine.answer()
    if done["stopped"] is not None:
        raise Broken(f"{done}; {machine.journal()}")
    return machine.seen()


def confirmed(deeds: Sequence[Done], seen: Sequence[dict[str, object]]) -> int:
    """Return how many entries the machine has shown as saved: a lamp only changes after the disk.

    A deed that changes no lamp says nothing, and so counts with the next one that does. Nor do
    lamps that were to be lit on the way, as an earlier deed may still have been on its way.
    """
    shown, passing = -1, list[list[str]]()
    for each in seen:
        number = each["seen"]
        assert isinstance(number, int)
        deed = deeds[number]
        passing += map(sorted, deed.passing)
        if each["changed"] and sorted(deed.lit) == each["lit"] not in passing:
            shown, passing = deed.entries, []
    return shown


def complaint() -> str:
    """Return what this computer lacks for a machine with the package; nothing: all is there."""
    return parts_complaint() or ("" if PACKAGE.exists() else f"{PACKAGE} is missing: make deb")


def keep(folder: Path) -> None:
    """Keep the pictures of a machine beside its parts."""
    KEPT.mkdir(parents=True, exist_ok=True)
    for each in folder.glob("*.png"):
        (KEPT / each.name).write_bytes(each.read_bytes())
