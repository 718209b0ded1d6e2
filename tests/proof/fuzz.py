"""Hostile bytes: random, altered from valid ones, and guided by the code they reach."""

import importlib.util
import re
import resource
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType

from tests.proof.corpus import kept, searched
from tests.proof.foreign import TARGETS, Target
from tests.proof.measure import ENOUGH, SEED, Found, Piece
from tests.proof.surroundings import folder

LONGEST_BYTES = 1 << 16
_SLOW_SECONDS = 5.0
_GROWTH_KIB = 96 * 1024
_SHARE_OF_NOISE = 1 / 4
_PIECE = 300
_MEGA = 1_000_000
_QUICK = 0.15
_USUAL = 4, 8
_SHARES = {
    "record": (10, 16), "score sheet": (8, 15), "settings": (4, 10), "settings file": (5, 20),
    "journal": (10, 30), "journal events": (10, 25), "tags": (5, 8), "PIN store": (5, 8),
    "reader auto": (2, 8),
}  # fmt: skip
"""Millions of bytes of a piece, and pieces: the quicker a parser, the more it gets."""

_WORDS = (
    b'{"', b'":', b"[]", b"null", b"1e999", b"-0", b"9" * 400, b"\\ud800", b"\x00", b"\xff\xfe",
    b"\xef\xbb\xbf", b"\r\n", b"\n", b"\t", b",", b";", b"*5C", b"\x02", b"\x03", b"\x00\x00\xff",
    b"[[[[[[[[", b"{" * 300, b"'''", b"[a.b]\n", b"=", b"NaN", b'"undo":', b'"to":', b"true",
    "٣".encode(), "\U0001d7d8".encode(), "\u202e".encode(), b"2" * 5000,
    b"\nx = " + b"2" * 5000 + b"\n",
)  # fmt: skip
"""What parsers stumble over."""


def bent(seeds: tuple[bytes, ...], dice: Random) -> bytes:
    """Return something like what is right, changed in a few places."""
    data = bytearray(dice.choice(seeds))
    if dice.random() < 1 / 2:
        at = dice.randrange(len(data) + 1)
        data = data[at : at + dice.randrange(1, 2000)]
    for _ in range(dice.choice([1, 1, 2, 3, 8])):
        at = dice.randrange(len(data) + 1)
        match dice.randrange(6):
            case 0:
                data[at:at] = dice.choice(_WORDS)
            case 1:
                del data[at : at + dice.choice([1, 2, 10, 100])]
            case 2 if data:
                data[at % len(data)] ^= 1 << dice.randrange(8)
            case 3:
                other = dice.choice(seeds)
                begin = dice.randrange(len(other) + 1)
                data[at:at] = other[begin : begin + dice.randrange(_PIECE)]
            case 4:
                data[at:at] = data[at : at + dice.randrange(_PIECE)] * dice.choice([1, 2, 30])
            case _:
                data[at:at] = dice.randbytes(dice.choice([1, 4, 64]))
    return bytes(data[:LONGEST_BYTES])


def noise(dice: Random) -> bytes:
    """Return anything."""
    return dice.randbytes(int(2 ** dice.uniform(0, 12)))


class _TooSlow(Exception):
    """It did not come to an end."""


def _end(_signal: int, _frame: FrameType | None) -> None:
    raise _TooSlow(f"not done after {_SLOW_SECONDS} seconds of a processor")


def stumble(target: Target, data: bytes) -> str | None:
    """Return how a parser fails on these bytes; None if it does not. It is ended if it hangs."""
    began = time.process_time()
    signal.signal(signal.SIGPROF, _end)
    signal.setitimer(signal.ITIMER_PROF, _SLOW_SECONDS)
    try:
        target.parse(data)
    except target.answers:
        pass
    except BaseException as why:  # noqa: BLE001 - whatever it is, it must not be
        return f"{type(why).__name__}: {str(why)[:200]} for {data[:200]!r}"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    seconds = time.process_time() - began
    return f"{seconds:.1f} seconds for {data[:80]!r}" if seconds > _SLOW_SECONDS else None


def fed(name: str, seed: int, most: int) -> Found:
    """Feed a parser this many bytes of both kinds."""
    target, dice = TARGETS[name], Random(f"{name} {seed}")  # noqa: S311 - a proof's dice
    seeds = (*target.seeds(), *kept(name))
    found, total, before = Found(), 0, 0
    while total < most and len(found.failures) < ENOUGH:
        data = noise(dice) if dice.random() < _SHARE_OF_NOISE else bent(seeds, dice)
        if wrong := stumble(target, data):
            found.failures.append(f"{name}: {wrong}")
        total += len(data)
        if not before and total > most / 4:
            before = _memory()
    if (grown := _memory() - before) > _GROWTH_KIB:
        found.failures.append(f"{name}: {grown} KiB more memory after {total} bytes")
    found.counts["bytes"] = total
    return found


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


_RUNS = re.compile(r"stat::number_of_executed_units: (\d+)")


def guided(name: str, runs: int) -> Found:
    """Let atheris look for bytes that reach what none has reached before."""
    if importlib.util.find_spec("atheris") is None:
        return Found(notes=["atheris is not installed here: no bytes were led by what they reach"])
    with folder() as where:
        home = Path(where) / "corpus"
        run = searched(name, home, f"-runs={runs}", f"-seed={SEED}", "-max_len=4096")
    found = Found(failures=[f"{name}, guided: {run.stderr[-600:]}"] if run.returncode else [])
    found.counts["guided inputs"] = sum(map(int, _RUNS.findall(run.stderr)))
    return found


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield what is fed to whom."""
    for name in TARGETS:
        size, number = _SHARES.get(name, _USUAL) if is_full else (_QUICK, 1)
        yield from (partial(fed, name, SEED + n, int(size * _MEGA)) for n in range(number))
    every = TARGETS if is_full else ("reader lines",)
    yield from (partial(guided, name, 70_000 if is_full else 5_000) for name in every)
