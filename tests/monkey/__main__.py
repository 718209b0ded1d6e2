"""``python -m tests.monkey``: a monkey at the table until something goes wrong, or time is up."""

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.monkey.evening import again, evening, mother, read, shorter


def main() -> int:
    """Let it sit there; print the script of what went wrong and return 1."""
    parser = argparse.ArgumentParser(prog="python -m tests.monkey", description=__doc__)
    parser.add_argument("--seed", type=int, default=0, help="the first evening")
    parser.add_argument("--minutes", type=float, default=1)
    parser.add_argument("--again", type=Path, metavar="FILE", help="an evening written down")
    parser.add_argument("--shorter", action="store_true", help="leave out what is not needed")
    parser.add_argument("--all", action="store_true", help="go on after a trouble")
    asked = parser.parse_args()
    counts: Counter[str] = Counter()
    end, seed, troubles = time.monotonic() + 60 * asked.minutes, asked.seed, 0
    with mother() as one:
        while time.monotonic() < end:
            if asked.again:
                found = again(*read(asked.again.read_text(encoding="utf-8")), one)
            else:
                found = evening(seed, one)
            counts += found.counts
            if found.trouble:
                if asked.shorter:
                    found = shorter(found.settings, found.lives, one)
                say(f"evening {seed}: {found.trouble}\n{found}")
                troubles += 1
                counts["troubles"] += 1
                if not asked.all:
                    break
            if asked.again:
                break
            seed += 1
    say(f"{counts.pop('lives', 0)} lives: {dict(counts)}")
    return 1 if troubles else 0


def say(text: str) -> None:
    """Tell the person who waits."""
    print(text, flush=True)  # noqa: T201 - a command speaks


if __name__ == "__main__":
    sys.exit(main())
