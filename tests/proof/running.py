"""Runs portions of proofs, as many at once as asked for, and reports progress."""

import multiprocessing
import sys
import time
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed

from tests.proof.measure import Found, Portion, Result


def timed(portion: Portion) -> tuple[Found, float]:
    """Do a portion; whatever it raises is a failure, and not the end."""
    began = time.perf_counter()
    try:
        found = portion.work(*portion.arguments)
    except Exception as why:  # noqa: BLE001 - it is reported, and the run fails
        found = Found(failures=(f"{portion}: {type(why).__name__}: {why}",))
    return found, time.perf_counter() - began


def run(work: Mapping[str, tuple[Portion, ...]], jobs: int) -> dict[str, Result]:
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
