"""``make bench``: one table, each speed beside its reference, measured in turns in the same run."""

import argparse
import platform
import sys
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

from benchmarks import index, memory, painting, phones, play, press, start
from benchmarks.measure import Figure

PARTS: Mapping[str, Callable[[], list[Figure]]] = {
    "start": start.figures,
    "press": press.figures,
    "phones": phones.figures,
    "painting": painting.figures,
    "memory": memory.figures,
    "index": index.figures,
    "play": play.figures,
}


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("parts", nargs="*", help=", ".join(PARTS), metavar="PART")
    parts = parser.parse_args().parts or list(PARTS)
    if unknown := sorted(set(parts) - PARTS.keys()):
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(PARTS)}")
    print(f"{datetime.now(UTC):%Y-%m-%d} · {_processor()} · Python {platform.python_version()}\n")
    print("| measured | found | beside | aim |\n|---|---|---|---|")
    for part in parts:
        print(f"{part} …", file=sys.stderr)
        for figure in PARTS[part]():
            aim = figure.aim if figure.is_met else f"{figure.aim}: **missed**"
            print(f"| {figure.what} | {figure.found} | {figure.beside} | {aim} |", flush=True)


def _processor() -> str:
    """Return the processor's name."""
    about = Path("/proc/cpuinfo")
    for line in about.read_text("utf-8").splitlines() if about.exists() else []:
        key, _, value = line.partition(":")
        if key.strip() in ("model name", "Model"):
            return value.strip()
    return platform.processor() or "a processor without a name"


if __name__ == "__main__":
    main()
