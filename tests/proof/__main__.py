"""``python -m tests.proof``: every proof, one after the other; see ``make proof``."""

import argparse
import math
import os
import platform
import subprocess
import sys
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path

from tests.proof.done import Done
from tests.proof.measure import ROOT, SEED, Proof, Result, Strength, shortfalls
from tests.proof.mutation import BEFORE
from tests.proof.page import Circumstances, page
from tests.proof.proofs import PROOFS
from tests.proof.rows import rows
from tests.proof.running import Run, say

_STATE = Path(".proof") / "done.jsonl"
_SHORT = 12


def version() -> str:
    """Return the revision that is being proved, with a ``+`` if something was changed since."""
    git = ["git", "-C", str(ROOT)]

    def ask(*words: str) -> str:
        answer = subprocess.run([*git, *words], capture_output=True, text=True, check=False)
        return answer.stdout.strip()

    commit = ask("rev-parse", "HEAD")[:_SHORT] or "unknown"
    is_changed = ask("status", "--porcelain", "--untracked-files=no")
    return commit + ("+" if is_changed else "")


def machine() -> str:
    """Return in general words what this runs on."""
    cores = len(os.sched_getaffinity(0))
    return (
        f"{cores} cores, {platform.machine()}, {platform.system()},"
        f" Python {platform.python_version()}"
    )


def best(done: Done, seed: int) -> list[tuple[Proof, Result]]:
    """Return each proof as it was tried hardest; whole at full strength, the latest."""
    found = []
    for proof in PROOFS:
        results = [
            result
            for strength in (Strength.FULL, Strength.QUICK)
            for result in standing(Run([proof], strength, seed, done).ever(proof))
            if result.done
        ]
        if results:
            found.append((proof, max(results, key=_weight)))
    return found


def standing(results: Iterable[Result]) -> Iterator[Result]:
    """Yield results, the latest first, up to a failure: what was true before it does not count."""
    for number, result in enumerate(results):
        if result.failures and number:
            return
        yield result
        if result.failures:
            return


def _weight(result: Result) -> tuple[bool, bool, int]:
    """Return how much a result says: of what is not whole, the one that tried most."""
    is_whole = result.is_whole and result.strength is Strength.FULL
    tried = sum(count for key, count in result.counts.items() if key != BEFORE)
    return bool(result.failures), is_whole, 0 if is_whole else tried


def main() -> int:
    """Run what is asked for, write the page, and return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="make proof", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these proofs", metavar="PROOF")
    parser.add_argument("--quick", action="store_true", help="in ten minutes")
    parser.add_argument("--jobs", type=int, default=0, help="processes at once", metavar="N")
    parser.add_argument(
        "--minutes", type=float, default=math.inf, help="for each proof, of its processes together"
    )
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--page", type=Path, default=ROOT / "PROOF.md")
    parser.add_argument(
        "--rows", action="store_true", help="say which rows of the page are still true"
    )
    parser.add_argument("--only-page", action="store_true", help="write what is done already")
    asked = parser.parse_args()
    if asked.rows:
        found = [*rows(asked.page.read_text(encoding="utf-8"), PROOFS, ROOT)]
        for row in found:
            say(str(row))
        return 0 if all(row.is_true for row in found) else 1
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or every child would compile everything anew
    unknown = set(asked.names) - {proof.name for proof in PROOFS}
    if unknown:
        names = ", ".join(proof.name for proof in PROOFS)
        parser.error(f"no proof is called {', '.join(sorted(unknown))}; there are {names}")
    by_name = {proof.name: proof for proof in PROOFS}
    proofs = [by_name[name] for name in asked.names or by_name]
    done = Done(ROOT / _STATE, ROOT, version())
    strength = Strength.QUICK if asked.quick else Strength.FULL
    run = Run(proofs, strength, asked.seed, done, most=asked.jobs, minutes=asked.minutes)
    try:
        if not asked.only_page:
            run.all()
    except KeyboardInterrupt:
        say("Stopped; the same command goes on from here.")
    at = Circumstances(datetime.now(UTC).date(), version(), machine(), asked.seed)
    results = best(done, asked.seed)
    asked.page.write_text(page(at, results), encoding="utf-8")
    missed = [
        f"{proof.name}: {short}"
        for proof, result in results
        if proof in proofs
        for short in shortfalls(proof, result)
    ]
    for sentence in missed:
        say(f"MISSED {sentence}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
