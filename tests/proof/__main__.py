"""``python -m tests.proof``: try to break the promise, and print a page; see ``make proof``."""

import argparse
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime

from tests.proof.measure import ROOT, flaws, page
from tests.proof.proofs import PROOFS
from tests.proof.running import CORES, run


def circumstances(strength: str) -> str:
    """Return in general words what was tried, where and when."""
    git = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+"],  # noqa: S607 - whichever is there
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return (
        f"{git.stdout.strip() or 'unknown version'} · {datetime.now(UTC):%Y-%m-%d} ·"
        f" {CORES} cores, {platform.machine()}, Python {platform.python_version()} · {strength}"
    )


def main() -> int:
    """Try what is asked for, print the page, and return 1 if a promise was broken."""
    by_name = {proof.name: proof for proof in PROOFS}
    parser = argparse.ArgumentParser(prog="make proof", description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(by_name), metavar="PROOF")
    parser.add_argument("--quick", action="store_true", help="in ten minutes")
    asked = parser.parse_args()
    if unknown := sorted(set(asked.names) - by_name.keys()):
        parser.error(f"no proof is called {', '.join(unknown)}; there are {', '.join(by_name)}")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every child would compile everything anew
    is_full = not asked.quick
    work = {name: [*by_name[name].pieces(is_full=is_full)] for name in asked.names or by_name}
    results = [
        (by_name[name], found, flaws(by_name[name], found, len(work[name]), is_full=is_full))
        for name, found in run(work).items()
    ]
    print(page(circumstances("full" if is_full else "quick"), results))  # noqa: T201 - a command speaks
    return 1 if any(wrong for _, _, wrong in results) else 0


if __name__ == "__main__":
    sys.exit(main())
