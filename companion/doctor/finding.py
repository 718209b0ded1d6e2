"""What was found when one thing was looked at."""

from collections.abc import Mapping
from enum import StrEnum

import msgspec


class State(StrEnum):
    """How bad it is."""

    OK = "ok"
    ATTENTION = "attention"
    """The table can be played, but somebody should know."""
    WRONG = "wrong"
    """Something that was asked for will not work."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that was looked at, and what to do about it."""

    name: str
    """What was looked at, the same in every language."""
    state: State
    """How bad it is."""
    sentence: str
    """What was found, in the language that was asked for."""
    remedy: str = ""
    """What to do, in that language; empty if there is nothing to do."""
    facts: Mapping[str, object] = {}
    """The same for programs."""


def worst(findings: tuple[Finding, ...]) -> State:
    """Return how bad it is altogether."""
    states = {finding.state for finding in findings}
    return next((state for state in (State.WRONG, State.ATTENTION) if state in states), State.OK)
