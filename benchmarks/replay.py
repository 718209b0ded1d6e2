"""What ``replay`` costs for one record and for a thousand, relative to starting Python."""

import resource
import subprocess
import sys
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.figures import Figure
from companion.cli.simulate import play_many

TURNS = 5


RECORDS = 1000


FOLDER = Path(__file__).parents[1]


def figures(turns: int = TURNS) -> list[Figure]:
    """Measure in turns and return the figures."""
    with TemporaryDirectory() as folder:
        for players in (2, 3, 4, 5):
            play_many(players, RECORDS // 4, 7, Path(folder, str(players)))
        records = sorted(str(file) for file in Path(folder).glob("*/*"))
        return _figures(records, turns)


def _figures(records: list[str], turns: int) -> list[Figure]:
    replay = ["-m", "companion", "replay"]
    commands = {
        "python": ["-c", "pass"],
        "program": ["-c", "import companion.cli.replay"],
        "one": [*replay, "--json", records[len(records) // 2]],
        "all": [*replay, "--json", *records],
        "account": [*replay, *records],
    }
    seconds: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(turns):
        for name, command in commands.items():
            seconds[name].append(_cpu_seconds(command))
    python, program, one, all_, account = (median(taken) for taken in seconds.values())
    number = len(records)
    return [
        Figure("start of the program", f"{program / python:.1f} starts of bare Python"),
        Figure("`replay --json` of 1 record", f"{one / program:.1f} starts of the program"),
        Figure(
            f"`replay --json` of {number} records",
            f"{all_ / program:.1f} starts of the program",
            f"far from {number}",
        ),
        Figure(f"`replay` of {number} records", f"{account / program:.1f} starts of the program"),
        Figure(
            "each further record, `--json`",
            f"{(all_ - one) / (number - 1) / program:.3f} starts of the program",
        ),
    ]


def _cpu_seconds(command: list[str]) -> float:
    """Return the processor's seconds that a command of Python takes, start included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *command], check=True, cwd=FOLDER, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    for figure in figures():
        print(f"{figure.what}: {figure.found}")
