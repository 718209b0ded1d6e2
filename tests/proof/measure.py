"""What a proof is made of: pieces of work, and how much of it must at least have been tried."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
"""Where the project is."""

SEED = 20260102
"""Where all dice of the proofs begin."""

ENOUGH = 20
"""Failures, after which a piece goes no further."""

_MOST = 12
"""So many findings or notes are on the page, so that it stays one."""

_PROMISE = (
    "Nothing that a lamp has shown as saved is lost; no hidden point is told; the rules are right."
)


class Found(msgspec.Struct):
    """What a piece of a proof has seen, or all of its pieces together."""

    counts: Counter[str] = msgspec.field(default_factory=Counter)
    """How many of what. ``controls`` are promises broken on purpose, ``caught`` those noticed."""
    failures: list[str] = []
    """What must not be, a sentence each."""
    notes: list[str] = []
    """What people should know: something left out."""
    done: int = 0
    """Pieces."""
    seconds: float = 0.0
    """Of all pieces, each in its own process."""

    @contextmanager
    def at(self, where: str) -> Iterator[None]:
        """Note as a failure whatever is raised here, and go on."""
        try:
            yield
        except Exception as why:  # noqa: BLE001 - it is reported, and the run fails
            said = "; ".join((f"{type(why).__name__}: {why}", *getattr(why, "__notes__", ())))
            self.failures.append(f"{where}: {said}")

    def add(self, other: "Found") -> None:
        """Count what others have seen as well."""
        self.counts.update(other.counts)
        self.failures += other.failures
        self.notes += [note for note in other.notes if note not in self.notes]
        self.done += other.done
        self.seconds += other.seconds


def control(name: str, *, is_noticed: bool) -> Found:
    """Return that a promise was broken on purpose: unless that is noticed, nothing is proved."""
    failures = [] if is_noticed else [f"nobody noticed: {name}"]
    return Found(Counter(controls=1, caught=int(is_noticed)), failures)


Piece = Callable[[], Found]
"""What runs alone, in a process of its own: a ``partial`` of a function with plain values."""


class Proof(msgspec.Struct, frozen=True):
    """A way to break the promise."""

    name: str
    """A word or two, by which it is asked for."""
    tried: str
    """What is done to the program: "we tried …"."""
    least: Mapping[str, tuple[int, int]]
    """What is counted, and how many of it a quick and a full run must come to."""
    pieces: Callable[..., Iterable[Piece]]
    """Called with ``is_full``: whether hours are spent, or a share of ten minutes."""


def flaws(proof: Proof, found: Found, pieces: int, *, is_full: bool) -> list[str]:
    """Return why what was found proves nothing, or the opposite; nothing if it holds."""
    short = [
        f"{found.counts[what]:,} {what} are too few: {least[is_full]:,}"
        for what, least in proof.least.items()
        if found.counts[what] < least[is_full]
    ]
    if found.done < pieces:
        short.append(f"{pieces - found.done} of {pieces} pieces were not done")
    return [*found.failures, *short]


def page(head: str, results: Iterable[tuple[Proof, Found, list[str]]]) -> str:
    """Return the results as one page of Markdown.

    Args:
        head: What was tried, where and when.
        results: Each proof with what it came to and its flaws.
    """
    rows, wrong, notes = [], list[str](), list[str]()
    every = Counter[str]()
    for proof, found, flaws_of_it in results:
        often = ", ".join(f"{found.counts[what]:,} {what}" for what in proof.least)
        minutes = f"{found.seconds / 60:.0f}"
        rows.append(f"| {proof.tried} | {often} | {minutes} | {len(flaws_of_it) or 'nothing'} |")
        wrong += [_line(proof, each) for each in flaws_of_it]
        notes += [_line(proof, each) for each in found.notes]
        every += found.counts
    lines = [
        *("# What was tried to break the promise", "", head, "", _PROMISE, ""),
        *("| we tried | how often | minutes of one core | found |", "|---|--:|--:|--:|", *rows),
        *("", f"Promises broken on purpose: {every['controls']}; noticed: {every['caught']}."),
        *(["", "Found:", "", *_some(wrong)] if wrong else ()),
        *(["", "Noted:", "", *_some(notes)] if notes else ()),
    ]
    return "\n".join(lines)


def _some(lines: list[str]) -> list[str]:
    more = len(lines) - _MOST
    return [*lines[:_MOST], *([f"- … and {more} more"] if more > 0 else ())]


def _line(proof: Proof, text: str) -> str:
    return f"- {proof.name}: {' '.join(text.split())[:300]}"
