"""``python -m tests.proof``: every proof, one after the other; see ``make proof``."""

import argparse
import multiprocessing
import os
import platform
import subprocess
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from datetime import UTC, datetime
from pathlib import Path

from tests.proof import progress
from tests.proof.done import Done, Sources, digest
from tests.proof.measure import SEED, Found, Portion, Proof, Result, Strength, shortfalls, total
from tests.proof.page import Circumstances, page
from tests.proof.proofs import PROOFS

ROOT = Path(__file__).parents[2]
_STATE = Path(".proof") / "done.jsonl"
_SHORT = 12


def say(sentence: str) -> None:
    """Tell whoever waits."""
    print(sentence, flush=True)  # noqa: T201 - a command speaks


def timed(portion: Portion) -> tuple[Found, float]:
    """Do a portion; whatever it raises is a failure, and not the end."""
    began = time.perf_counter()
    try:
        found = portion.work(*portion.arguments)
    except Exception as why:  # noqa: BLE001 - it is written down and the run fails
        found = Found(failures=(f"{portion.name}: {type(why).__name__}: {why}",))
    return found, time.perf_counter() - began


class Run:
    """Some proofs at some strength, with what was done already."""

    def __init__(self, proofs: list[Proof], strength: Strength, seed: int, done: Done) -> None:
        self._strength, self._seed, self._done = strength, seed, done
        self._portions = {proof.name: proof.portions(strength, seed) for proof in proofs}
        self._proofs = proofs
        self._cores = len(os.sched_getaffinity(0))

    def all(self) -> None:
        """Do what is not done yet."""
        todo = [
            (proof, portion)
            for proof in self._proofs
            for portion in self._portions[proof.name]
            if portion.name not in self._done.of(proof, self._strength, self._seed)
        ]
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self._cores, mp_context=context) as pool:
            waiting: dict[Future[tuple[Found, float]], tuple[Proof, Portion]] = {}
            try:
                while todo or waiting:
                    while todo and len(waiting) < self._cores:
                        proof, portion = todo.pop(0)
                        waiting[pool.submit(timed, portion)] = proof, portion
                    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                        self._finished(*waiting.pop(future), *future.result())
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _finished(self, proof: Proof, portion: Portion, found: Found, seconds: float) -> None:
        self._done.add(proof, self._strength, self._seed, portion, found, seconds)
        result = self.result(proof)
        left = progress.said(progress.left(map(self._share, self._proofs), self._cores))
        figures = ", ".join(f"{count:,} {key}" for key, count in sorted(result.counts.items()))
        say(f"{proof.name}: {result.done} of {result.wanted}: {figures}; {left} left")
        for failure in found.failures[:5]:
            say(f"    FAILED {failure}")

    def _share(self, proof: Proof) -> progress.Share:
        result = self.result(proof)
        return progress.Share(result.wanted, result.done, result.seconds, proof.seconds)

    def result(self, proof: Proof) -> Result:
        """Return what a proof has come to so far."""
        names = {portion.name for portion in self._portions[proof.name]}
        done = self._done.of(proof, self._strength, self._seed)
        return total(
            self._strength, [done[name] for name in sorted(names & done.keys())], len(names)
        )


def sources() -> Sources:
    """Return what is proved."""
    git = ["git", "-C", str(ROOT)]

    def ask(*words: str) -> str:
        answer = subprocess.run([*git, *words], capture_output=True, text=True, check=False)
        return answer.stdout.strip()

    commit = ask("rev-parse", "HEAD")[:_SHORT] or "unknown"
    is_changed = ask("status", "--porcelain", "--untracked-files=no")
    return Sources(digest(ROOT), commit + ("+" if is_changed else ""))


def machine() -> str:
    """Return in general words what this runs on."""
    cores = len(os.sched_getaffinity(0))
    return (
        f"{cores} cores, {platform.machine()}, {platform.system()},"
        f" Python {platform.python_version()}"
    )


def best(done: Done, seed: int) -> list[tuple[Proof, Result]]:
    """Return each proof at the greatest strength at which it is whole, or else at the fullest."""
    found = []
    for proof in PROOFS:
        results = [Run([proof], strength, seed, done).result(proof) for strength in Strength]
        some = [each for each in results if each.done]
        if some:
            found.append((proof, max(some, key=lambda each: (each.is_whole, each.strength))))
    # a full run that was stopped says more than a quick one that was not
    return [(proof, _fuller(result, proof, done, seed)) for proof, result in found]


def _fuller(result: Result, proof: Proof, done: Done, seed: int) -> Result:
    full = Run([proof], Strength.FULL, seed, done).result(proof)
    return full if full.done and _tried(full) > _tried(result) else result


def _tried(result: Result) -> int:
    return sum(result.counts.values())


def main() -> int:
    """Run what is asked for, write the page, and return 1 if a goal is missed."""
    parser = argparse.ArgumentParser(prog="make proof", description=__doc__)
    parser.add_argument("names", nargs="*", help="only these proofs", metavar="PROOF")
    parser.add_argument("--quick", action="store_true", help="in ten minutes")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--page", type=Path, default=ROOT / "PROOF.md")
    parser.add_argument("--only-page", action="store_true", help="write what is done already")
    asked = parser.parse_args()
    unknown = set(asked.names) - {proof.name for proof in PROOFS}
    if unknown:
        names = ", ".join(proof.name for proof in PROOFS)
        parser.error(f"no proof is called {', '.join(sorted(unknown))}; there are {names}")
    proofs = [proof for proof in PROOFS if not asked.names or proof.name in asked.names]
    of = sources()
    done = Done(ROOT / _STATE, of)
    strength = Strength.QUICK if asked.quick else Strength.FULL
    run = Run(proofs, strength, asked.seed, done)
    try:
        if not asked.only_page:
            run.all()
    except KeyboardInterrupt:
        say("Stopped; the same command goes on from here.")
    at = Circumstances(datetime.now(UTC).date(), of.commit, machine(), asked.seed)
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
