"""Phones as the table knows them: where they find it, whose each is, and what became of a deed."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.core.notices import Notice
from companion.rules.auction import Calls
from companion.rules.problems import Problem

MOST_ANSWERS = 24
"""So many answers are remembered: two for each phone that may be there."""


class Asking(msgspec.Struct, frozen=True):
    """A phone wants a seat that somebody has taken at the table: the table has to agree."""

    phone: str
    button: int


class Answer(msgspec.Struct, frozen=True):
    """What became of something that a phone did."""

    phone: str
    number: int
    """The number that the phone gave it."""
    why_not: Problem | Notice | None = None
    """None: it is done."""


class LastDeed(msgspec.Struct, frozen=True):
    """The last thing that was done at the table, if a phone did it."""

    button: int
    seq: int
    """How many entries there were afterwards."""
    calls: Calls = ()
    """What was called afterwards in the auction that runs."""


class Phones(msgspec.Struct, frozen=True, kw_only=True):
    """The phones at this table. Their secrets are known to the process that serves them."""

    link: str = ""
    """What the code on the screen says; empty: no process serves phones."""
    address: str = ""
    """The same for people who type."""
    seated: Mapping[int, str] = {}
    """Whose button each phone is, by button."""
    watching: int = 0
    """How many phones look on and belong to nobody."""
    asking: tuple[Asking, ...] = ()
    answers: tuple[Answer, ...] = ()
    """The latest last."""
    last: LastDeed | None = None
    forgotten: int = 0
    """How often the phones were sent away: with each time all of them need the new code."""

    def __repr__(self) -> str:
        """Return something without the secret of the link."""
        return f"Phones(seated={dict(self.seated)}, watching={self.watching})"

    def answer_to(self, phone: str, number: int) -> Answer | None:
        """Return what became of this deed; None if it has not come here yet."""
        every = reversed(self.answers)
        return next((each for each in every if (each.phone, each.number) == (phone, number)), None)

    def answered(self, answer: Answer) -> tuple[Answer, ...]:
        """Return the answers with one more."""
        return (*self.answers, answer)[-MOST_ANSWERS:]
