"""Run every benchmark and write what was found as a page with its date.

``python -m benchmarks.run`` prints the page; with ``--write BENCHMARKS.md`` it is kept, too.
"""

import argparse
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import languages, play, reader, replay, statistics, table
from benchmarks.figures import Figure

FOLDER = Path(__file__).parents[1]

ABOUT = """\
# Benchmarks

Measured on {date}: {processor}, {system}, {python}.

Repeat it with `make bench`, or keep the result with `python -m benchmarks.run --write
BENCHMARKS.md`. It takes about two minutes.

Speeds are ratios, because machines differ and slow down under load, and ratios of things measured
in turns in one process hardly do. A *yard* is one round of fixed work of the kind that rules in
Python do (`benchmarks/yardstick.py`). Where three figures stand, they are the median, the least
and the most of several turns. Only the processor's own seconds count.
"""
GROWTH = """\
An action costs the same at the beginning of a game and at its end, because a position is a value of
fixed size: the bag is a number, not a list. What grows is how many actions a game has; and three of
them end an epoch, which is scored.
"""


def main() -> None:
    """Measure, print the page, and keep it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write the page there")
    arguments = parser.parse_args()
    page = "\n".join(
        [
            _about(),
            "## Playing\n",
            _table(play.figures()),
            GROWTH,
            "## Replaying\n",
            _table(replay.figures()),
            "## The table\n",
            _table(table.figures()),
            "## The reader\n",
            _table(reader.figures()),
            "## Looking back\n",
            _table(statistics.figures()),
            "## Languages\n",
            _table(languages.figures()),
            "## Painting\n",
            "```\n" + _output_of("benchmarks.painting") + "```",
        ]
    )
    print(page)
    if arguments.write is not None:
        arguments.write.write_text(page + "\n", encoding="utf-8")


def _about() -> str:
    return ABOUT.format(
        date=datetime.now(UTC).date().isoformat(),
        processor=_processor(),
        system=f"{platform.system()} on {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
    )


def _processor() -> str:
    """Return what the processor calls itself."""
    about = Path("/proc/cpuinfo")
    for line in about.read_text("utf-8").splitlines() if about.exists() else []:
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model"):
            return value.strip()
    return platform.processor() or "a processor without a name"


def _table(figures: list[Figure]) -> str:
    rows = [("measured", "found", "aim"), ("---", "---", "---"), *figures]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _output_of(module: str) -> str:
    """Return what another benchmark prints, whether or not it keeps its limits."""
    ran = subprocess.run(
        [sys.executable, "-m", module], check=False, cwd=FOLDER, capture_output=True, text=True
    )
    return ran.stdout or ran.stderr


if __name__ == "__main__":
    main()
