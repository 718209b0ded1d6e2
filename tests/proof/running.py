"""Runs the portions of proofs, as many at once as there are cores, and reports progress."""

import math
import multiprocessing
import os
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait

from tests.proof import progress
from tests.proof.done import Done, Version
from tests.proof.measure import Found, Portion, Proof, Result, Strength, total


def say(sentence: str) -> None:
    """Tell the person who waits."""
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

    def __init__(  # noqa: PLR0913 - what was asked for
        self, proofs: list[Proof], strength: Strength, seed: int, done: Done, *, most: int = 0,
        minutes: float = math.inf,
    ) -> None:  # fmt: skip
        """Say what is to be done.

        Args:
            proofs: What is proved.
            strength: How hard.
            seed: Where the dice begin.
            done: What was done before.
            most: So many processes at the most; 0: as many as there are cores.
            minutes: No portion of a proof is begun when its processes have worked so long together,
                what was done before not counted.
        """
        self._strength, self._seed, self._done = strength, seed, done
        self._portions = {proof.name: proof.portions(strength, seed) for proof in proofs}
        self._proofs = proofs
        self._cores = most or len(os.sched_getaffinity(0))
        self._seconds = dict.fromkeys(self._portions, 60 * minutes)

    def todo(self) -> list[tuple[Proof, Portion]]:
        """Return what is not done, or failed: a tool may have been missing that is there now."""
        return [
            (proof, portion)
            for proof in self._proofs
            for done in (self._done.of(proof, self._strength, self._seed).portions,)
            for portion in self._portions[proof.name]
            if portion.name not in done or done[portion.name][0].failures
        ]

    def all(self) -> None:
        """Do what is to be done."""
        todo = self.todo()
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(self._cores, mp_context=context) as pool:
            waiting: dict[Future[tuple[Found, float]], tuple[Proof, Portion]] = {}
            try:
                while True:
                    todo = [each for each in todo if self._seconds[each[0].name] > 0]
                    while todo and len(waiting) < self._cores:
                        proof, portion = todo.pop(0)
                        waiting[pool.submit(timed, portion)] = proof, portion
                    if not waiting:
                        return
                    for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                        self._finished(*waiting.pop(future), *future.result())
            except KeyboardInterrupt:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _finished(self, proof: Proof, portion: Portion, found: Found, seconds: float) -> None:
        self._done.add(proof, self._strength, self._seed, portion, found, seconds)
        self._seconds[proof.name] -= seconds
        result = self.result(proof)
        left = progress.said(progress.left(map(self._share, self._proofs), self._cores))
        figures = ", ".join(f"{count:,} {key}" for key, count in sorted(result.counts.items()))
        say(f"{proof.name}: {result.done} of {result.wanted}: {figures}; {left} left")
        for failure in found.failures[:5]:
            say(f"    FAILED {failure}")

    def _share(self, proof: Proof) -> progress.Share:
        result = self.result(proof)
        most = self._seconds[proof.name]
        return progress.Share(result.wanted, result.done, result.seconds, proof.seconds, most)

    def result(self, proof: Proof) -> Result:
        """Return what a proof has come to so far."""
        return self._total(proof, self._done.of(proof, self._strength, self._seed))

    def ever(self, proof: Proof) -> list[Result]:
        """Return what a proof came to with each version of the source, the last first."""
        versions = self._done.ever(proof, self._strength, self._seed)
        return [self._total(proof, version) for version in versions]

    def _total(self, proof: Proof, version: Version) -> Result:
        names = {portion.name for portion in self._portions[proof.name]}
        found = [version.portions[name] for name in sorted(names & version.portions.keys())]
        return total(self._strength, found, len(names), version.commit)
