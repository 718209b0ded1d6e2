"""Run every benchmark and write the results as a dated page.

``python -m benchmarks.run`` prints the page; with ``--write BENCHMARKS.md`` it is kept, too.
"""

import argparse
import platform
import sys
import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import (
    board,
    fleet,
    indexing,
    keeping,
    ladder,
    languages,
    library,
    packed,
    painting,
    play,
    reader,
    replay,
    review,
    start,
    statistics,
    table,
)
from benchmarks.figures import Figure

ABOUT = """\
# Benchmarks

Measured on {date}: {processor}, {system}, {python}.

Repeat it with `make bench`, or keep the result with `python -m benchmarks.run --write
BENCHMARKS.md`. It took {minutes} min.

Speeds are ratios, because machines differ and slow down under load, and ratios of things measured
in turns in one process hardly do. A *yard* is one round of fixed work of the kind that rules in
Python do (`benchmarks/yardstick.py`). A figure with three more in brackets is a median; in brackets
stand the least, what 95 of a hundred do not exceed (p95), and the most.
"""
GROWTH = """\
An action of the rules costs the same at the beginning of a game and at its end, because a position
is a value of fixed size: the bag is a number, not a list. What grows is how many actions a game
has; and three of them end an epoch, which is scored.
"""


_OF_A_PRESS = (
    "Most of it is the new picture: some 430 items built, compared with those before and painted"
    " where they differ, after a pause in which others have used the processor's caches. What does"
    " not change is kept: panels, boxes, pictures; two areas are painted as one only where that is"
    " no more to paint. What a button leads to is drawn while the finger is still down, and what"
    " may well come next while people think. The reference blits one ready picture. Every press is"
    " another event of a game that goes on."
)

TRIED: Mapping[str, str] = {
    "process start to first picture": (
        "Most of it are modules being loaded, and the picture being drawn: other pages, devices,"
        " sound, voice, index and help wait until it stands, and so do the parser of command lines,"
        " the log, the dice and what reads an owner's file. Where Python and pygame start quickly"
        " our own modules weigh more."
    ),
    "button to picture, p95": _OF_A_PRESS,
    "the same without the flush, p95": _OF_A_PRESS,
    "a key, without the flush, p95": (
        f"{_OF_A_PRESS} Version 1.0.0, whose table shows less, took 5.3 times as long as the bare"
        " loop on the computer of its release."
    ),
    "button to picture with a fleet process, against without, p95": (
        "Both vary by a twentieth from run to run: it came to 1.05 in the run before."
    ),
    "last byte of a tag to picture, p95": (
        "Both are what 95 of a hundred do not exceed, on machines that others use as well: the same"
        " reading came to 1.02, 1.19, 1.25 and 1.43 times a press in earlier runs. On a"
        " slower computer it came to 1.80, 2.06 and 2.20, and that of f4b52ecc to 1.93 and 2.00."
    ),
}
"""Why an aim is missed, and what has been tried."""

PARTS: Mapping[str, Callable[[], list[Figure]]] = {
    "Starting": start.figures,
    "The table": table.figures,
    "The fleet": lambda: [*fleet.figures(), *board.figures()],
    "Keeping": keeping.figures,
    "Painting": painting.figures,
    "The reader": reader.figures,
    "Languages": languages.figures,
    "Looking back": statistics.figures,
    "Indexing": indexing.figures,
    "Playing": play.figures,
    "Playing by the million": packed.figures,
    "Replaying": replay.figures,
    "The rules as a library": library.figures,
    "Machines against machines": lambda: [*ladder.figures(), *review.figures()],
}
"""The chapters of the page, and what measures each."""


def main() -> None:
    """Measure, print the page, and keep it if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", type=Path, metavar="FILE", help="also write the page there")
    parser.add_argument("--only", choices=PARTS, metavar="CHAPTER", help="measure one chapter")
    arguments = parser.parse_args()
    began = time.monotonic()
    chapters = {}
    for name, measure in PARTS.items():
        if arguments.only in (None, name):
            print(f"{name} …", file=sys.stderr)
            chapters[name] = measure()
    page = "\n".join(
        [
            _about(round((time.monotonic() - began) / 60) or 1),
            *(f"## {name}\n\n{_table(found)}" for name, found in chapters.items()),
            GROWTH,
            "## Aims that are not met\n",
            _missed(chapters),
        ]
    )
    print(page)
    if arguments.write is not None:
        arguments.write.write_text(page + "\n", encoding="utf-8")


def _missed(chapters: Mapping[str, list[Figure]]) -> str:
    """Return which aims this run missed, by how much."""
    missed = [
        f"- *{one.what}*: {one.found}; the aim is {one.aim}.{_tried(one)}"
        for found in chapters.values()
        for one in found
        if not one.is_met
    ]
    return "\n".join(missed) or "None: this run met them all."


def _tried(missed: Figure) -> str:
    return f" {TRIED[missed.what]}" if missed.what in TRIED else ""


def _about(minutes: int) -> str:
    return ABOUT.format(
        minutes=minutes,
        date=datetime.now(UTC).date().isoformat(),
        processor=_processor(),
        system=f"{platform.system()} on {platform.machine()}",
        python=f"{platform.python_implementation()} {platform.python_version()}",
    )


def _processor() -> str:
    """Return the processor's name."""
    about = Path("/proc/cpuinfo")
    for line in about.read_text("utf-8").splitlines() if about.exists() else []:
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model"):
            return value.strip()
    return platform.processor() or "a processor without a name"


def _table(figures: list[Figure]) -> str:
    rows = [("measured", "found", "aim"), ("---", "---", "---"), *(one[:3] for one in figures)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


if __name__ == "__main__":
    main()
