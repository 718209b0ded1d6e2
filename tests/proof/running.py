"""Runs the pieces of proofs, as many at once as there are cores, and reports progress."""

import multiprocessing
import os
import sys
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.proof.measure import Found, Piece

CORES = len(os.sched_getaffinity(0))


def done(piece: Piece) -> Found:
    """Do a piece; whatever it raises is a failure, and not the end."""
    began, found = time.perf_counter(), Found()
    with found.at(str(piece)):
        found.add(piece())
    found.done, found.seconds = 1, time.perf_counter() - began
    return found


def run(work: Mapping[str, Sequence[Piece]]) -> dict[str, Found]:
    """Do all pieces, as many at once as there are cores; Control-C ends with what is done."""
    results = {name: Found() for name in work}
    with ProcessPoolExecutor(CORES, mp_context=multiprocessing.get_context("spawn")) as pool:
        waiting = {pool.submit(done, each): name for name in work for each in work[name]}
        try:
            for number, future in enumerate(as_completed(waiting), start=1):
                name, found = waiting[future], future.result()
                results[name].add(found)
                say(f"{number} of {len(waiting)}: {name}, {found.seconds:.0f} s")
                for failure in found.failures[:5]:
                    say(f"    FAILED {failure}")
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    return results


def say(sentence: str) -> None:
    """Tell the person who waits."""
    print(sentence, file=sys.stderr, flush=True)  # noqa: T201 - a command speaks
