"""``python -m tests.proof``: try to break the promise, and print a page; see ``make proof``."""

import argparse
import multiprocessing
import os
import platform
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from datetime import UTC, datetime

from tests.proof.measure import ROOT, SEED, Found, Portion, Proof, Result, Strength, flaws, page
from tests.proof.proofs import PROOFS


def timed(portion: Portion) -> tuple[Found, float]:
    """Do a portion; whatever it raises is a failure, and not the end."""
    began = time.perf_counter()
    try:
        found = portion.work(*portion.arguments)
    except Exception as why:  # noqa: BLE001 - it is reported, and the run fails
        found = Found(failures=(f"{portion}: {type(why).__name__}: {why}",))
    return found, time.perf_counter() - began


def run(work: dict[str, tuple[Portion, ...]], jobs: int) -> dict[str, Result]:
    """Do all portions, as many at once as asked for; Control-C ends with what is done."""
    results = {name: Result() for name in work}
    todo = [(name, portion) for name, portions in work.items() for portion in portions]
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, mp_context=context) as pool:
        waiting = {pool.submit(timed, portion): name for name, portion in todo}
        try:
            for number, future in enumerate(as_completed(waiting), start=1):
                name = waiting[future]
                found, seconds = future.result()
                results[name].add(found, seconds)
                say(f"{number} of {len(todo)}: {name}, {seconds:.0f} s")
                for failure in found.failures[:5]:
                    say(f"    FAILED {failure}")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return results


def say(sentence: str) -> None:
    """Tell the person who waits."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - a command speaks


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
