"""What a proof is made of: portions of work, and how much of it must at least have been tried."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

ROOT = Path(__file__).parents[2]
"""Where the project is."""

SEED = 20260102
"""Where all dice of the proofs begin, unless another is asked for."""


class Strength(StrEnum):
    """How much is tried."""

    QUICK = "quick"
    """Ten minutes for everything, on two cores."""
    FULL = "full"
    """What a release needs: hours."""


class Found(msgspec.Struct, frozen=True):
    """What one portion of a proof saw."""

    counts: dict[str, int] = {}
    """How many of what. ``controls`` are promises broken on purpose, ``caught`` those noticed."""
    failures: tuple[str, ...] = ()
    """What must not be, a sentence each."""
    notes: tuple[str, ...] = ()
    """What people should know: something left out."""


class Portion(msgspec.Struct, frozen=True):
    """A piece of a proof that runs alone, in a process of its own."""

    work: Callable[..., Found]
    """A function of a module, so that another process finds it."""
    arguments: tuple[object, ...] = ()
    """Plain values."""

    def __str__(self) -> str:
        """Return it as it would be called."""
        return f"{self.work.__name__}{self.arguments!r}"


class Proof(msgspec.Struct, frozen=True):
    """A way to break the promise."""

    name: str
    """A word or two, by which it is asked for."""
    tried: str
    """What is done to the program: "we tried …"."""
    least: Mapping[str, tuple[int, int]]
    """What is counted, and how many of it a quick and a full run must come to."""
    portions: Callable[[Strength, int], tuple[Portion, ...]]
    """Given a strength and a seed: what to do."""


class Result(msgspec.Struct):
    """What was found by the portions of a proof that are done."""

    counts: Counter[str] = msgspec.field(default_factory=Counter)
    failures: list[str] = []
    notes: list[str] = []
    done: int = 0
    seconds: float = 0.0
    """Of all portions together, each in its own process."""

    def add(self, found: Found, seconds: float) -> None:
        """Count one more portion."""
        self.counts.update(found.counts)
        self.failures += found.failures
        self.notes += [note for note in found.notes if note not in self.notes]
        self.done += 1
        self.seconds += seconds


def flaws(proof: Proof, result: Result, strength: Strength, portions: int) -> list[str]:
    """Return why a result proves nothing, or the opposite; nothing if it holds."""
    short = [
        f"{result.counts[what]:,} {what} are too few: {least[strength is Strength.FULL]:,}"
        for what, least in proof.least.items()
        if result.counts[what] < least[strength is Strength.FULL]
    ]
    if result.done < portions:
        short.append(f"{portions - result.done} of {portions} portions were not done")
    if missed := result.counts["controls"] - result.counts["caught"]:
        short.append(f"{missed} promises broken on purpose were not noticed")
    return [*result.failures, *short]


def page(head: str, results: Iterable[tuple[Proof, Result, list[str]]]) -> str:
    """Return the results as one page of Markdown.

    Args:
        head: What was tried, where and when.
        results: Each proof with what it came to and its flaws.
    """
    found = list(results)
    rows = [
        f"| {proof.tried} | {_often(proof, result)} | {result.seconds / 60:.0f} |"
        f" {len(wrong) or 'nothing'} |"
        for proof, result, wrong in found
    ]
    controls = sum(result.counts["controls"] for _, result, _ in found)
    caught = sum(result.counts["caught"] for _, result, _ in found)
    wrong = [_line(proof, each) for proof, _, flaws in found for each in flaws]
    notes = [_line(proof, each) for proof, result, _ in found for each in result.notes]
    lines = [
        *("# What was tried to break the promise", "", head, "", _PROMISE, ""),
        *("| we tried | how often | minutes of one core | found |", "|---|--:|--:|--:|", *rows),
        *("", f"Promises broken on purpose: {controls}; noticed: {caught}."),
        *(["", "Found:", "", *_some(wrong)] if wrong else ()),
        *(["", "Noted:", "", *_some(notes)] if notes else ()),
    ]
    return "\n".join(lines)


_PROMISE = (
    "Nothing that a lamp has shown as saved is lost; no hidden point is told; the rules are right."
)

_MOST = 12
"""So many findings or notes are on the page, so that it stays one."""


def _some(lines: list[str]) -> list[str]:
    more = len(lines) - _MOST
    return [*lines[:_MOST], *([f"- … and {more} more"] if more > 0 else ())]


def _often(proof: Proof, result: Result) -> str:
    return ", ".join(f"{result.counts[what]:,} {what}" for what in proof.least)


def _line(proof: Proof, text: str) -> str:
    return f"- {proof.name}: {' '.join(text.split())[:300]}"
