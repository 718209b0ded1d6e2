"""What a proof is made of: portions that count what they saw, and goals for the counts."""

from collections import Counter
from collections.abc import Callable, Iterable
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
    """How many of what."""
    failures: tuple[str, ...] = ()
    """What must not be, a sentence each."""
    notes: tuple[str, ...] = ()
    """What people should know: a survivor, an exception, something left out."""


class Portion(msgspec.Struct, frozen=True):
    """A piece of a proof that runs alone, in a process of its own."""

    work: Callable[..., Found]
    """A function of a module, so that another process finds it."""
    arguments: tuple[object, ...] = ()
    """Plain values; they also name the portion."""

    @property
    def name(self) -> str:
        """What it is called in the file of what was done."""
        return f"{self.work.__name__}{self.arguments!r}"


class Goal(msgspec.Struct, frozen=True):
    """What the counts of a proof must come to."""

    key: str
    """What is counted."""
    quick: int
    """At least this many, or this many in a hundred, at quick strength."""
    full: int
    """The same at full strength."""
    of: str = ""
    """If it is a share: of what. Shares are in hundredths."""

    def least(self, strength: Strength) -> int:
        """Return what is asked for."""
        return self.full if strength is Strength.FULL else self.quick

    def is_met(self, counts: Counter[str], strength: Strength) -> bool:
        """Whether the counts come to it."""
        least = self.least(strength)
        if self.of and least:
            return counts[self.of] > 0 and 100 * counts[self.key] >= least * counts[self.of]
        return counts[self.key] >= least

    def said(self, strength: Strength) -> str:
        """Return it in words."""
        least = self.least(strength)
        return f"≥ {least} % of {self.of} {self.key}" if self.of else f"≥ {least:,} {self.key}"


class Proof(msgspec.Struct, frozen=True):
    """Something that is said of the program, and how it is tried to show that it is false."""

    name: str
    """A word or two."""
    claim: str
    """What is said, a sentence."""
    portions: Callable[[Strength, int], tuple[Portion, ...]]
    """Given a strength and a seed: what to do."""
    goals: tuple[Goal, ...]
    """How much must have been tried. Besides, there may be no failure."""
    seconds: float
    """How long a portion takes, roughly: until one is done, nobody knows better."""
    of: tuple[str, ...]
    """Files and folders that it depends on: when one byte of them changes, it starts over."""
    tried: str = ""
    """What was done to make it quick, if the whole still takes longer than anybody waits."""
    reason: Callable[[str], str] | None = None
    """Why something that is noted is no fault, or ""; None if what is noted needs no reason."""


class Result(msgspec.Struct, frozen=True):
    """What was found by all portions of a proof that are done."""

    strength: Strength
    counts: Counter[str]
    failures: tuple[str, ...]
    notes: tuple[str, ...]
    done: int
    """Portions."""
    wanted: int
    """Portions."""
    seconds: float
    """Of all portions together, each by its own process."""
    commit: str
    """The version of the source."""

    @property
    def is_whole(self) -> bool:
        """Whether all was done."""
        return self.done == self.wanted

    @property
    def hours(self) -> float:
        """How long one core needs for all of it, by what is done."""
        return self.seconds / self.done * self.wanted / 3600


def total(
    strength: Strength, found: Iterable[tuple[Found, float]], wanted: int, commit: str
) -> Result:
    """Return what portions of one version of the source came to."""
    counts: Counter[str] = Counter()
    failures: list[str] = []
    notes: list[str] = []
    done, spent = 0, 0.0
    for each, seconds in found:
        counts.update(each.counts)
        failures += each.failures
        notes += each.notes
        done, spent = done + 1, spent + seconds
    unique = tuple(dict.fromkeys(notes))
    return Result(strength, counts, tuple(failures), unique, done, wanted, spent, commit)


def shortfalls(proof: Proof, result: Result) -> tuple[str, ...]:
    """Return why a proof does not hold; nothing if it does."""
    short = [
        f"{goal.said(result.strength)}: {result.counts[goal.key]:,}"
        for goal in proof.goals
        if not goal.is_met(result.counts, result.strength)
    ]
    if not result.is_whole:
        short.insert(0, f"only {result.done} of {result.wanted} portions are done")
    if unexplained := sum(not proof.reason(note) for note in result.notes if proof.reason):
        short.append(f"{unexplained} of what is noted without a reason")
    return (*result.failures, *short)
