"""``python -m tests.proof``: try to break the promise, and print a page; see ``make proof``."""

import argparse
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime

from tests.proof.measure import ROOT, SEED, Proof, Strength, flaws, page
from tests.proof.proofs import PROOFS
from tests.proof.running import run


def circumstances(strength: Strength, seed: int) -> str:
    """Return in general words what was tried, where and when."""
    git = subprocess.run(
        ["git", "-C", str(ROOT), "describe", "--always", "--dirty=+"],  # noqa: S607 - whichever is there
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return (
        f"{git.stdout.strip() or 'unknown version'} · {datetime.now(UTC):%Y-%m-%d} ·"
        f" {len(os.sched_getaffinity(0))} cores, {platform.machine()},"
        f" Python {platform.python_version()} · {strength} · seed {seed}"
    )


def main() -> int:
    """Try what is asked for, print the page, and return 1 if a promise was broken."""
    by_name: dict[str, Proof] = {proof.name: proof for proof in PROOFS}
    parser = argparse.ArgumentParser(prog="make proof", description=__doc__)
    parser.add_argument("names", nargs="*", help=", ".join(by_name), metavar="PROOF")
    parser.add_argument("--quick", action="store_true", help="in ten minutes")
    cores = len(os.sched_getaffinity(0))
    parser.add_argument("--jobs", type=int, default=cores, help="processes at once", metavar="N")
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    if unknown := sorted(set(asked.names) - by_name.keys()):
        parser.error(f"no proof is called {', '.join(unknown)}; there are {', '.join(by_name)}")
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every child would compile everything anew
    strength = Strength.QUICK if asked.quick else Strength.FULL
    work = {name: by_name[name].portions(strength, asked.seed) for name in asked.names or by_name}
    results = run(work, asked.jobs)
    found = [
        (by_name[name], result, flaws(by_name[name], result, strength, len(work[name])))
        for name, result in results.items()
    ]
    print(page(circumstances(strength, asked.seed), found))  # noqa: T201 - a command speaks
    return 1 if any(wrong for _, _, wrong in found) else 0


if __name__ == "__main__":
    sys.exit(main())
