"""The dial: two contacts whose order tells the direction; one whole cycle is one detent."""

from dataclasses import dataclass
from enum import Enum, auto


class Turning(Enum):
    """How far a detent has been turned: quarter by quarter, to the right or to the left."""

    RESTING = auto()
    RIGHT_1 = auto()
    RIGHT_2 = auto()
    RIGHT_3 = auto()
    LEFT_1 = auto()
    LEFT_2 = auto()
    LEFT_3 = auto()


OPEN, A_ONLY, BOTH, B_ONLY = (False, False), (True, False), (True, True), (False, True)
"""The four things that the two contacts can say: neither, one, both or the other is closed."""

_NEXT = {
    Turning.RESTING: {A_ONLY: Turning.RIGHT_1, B_ONLY: Turning.LEFT_1},
    Turning.RIGHT_1: {A_ONLY: Turning.RIGHT_1, BOTH: Turning.RIGHT_2},
    Turning.RIGHT_2: {A_ONLY: Turning.RIGHT_1, BOTH: Turning.RIGHT_2, B_ONLY: Turning.RIGHT_3},
    Turning.RIGHT_3: {BOTH: Turning.RIGHT_2, B_ONLY: Turning.RIGHT_3},
    Turning.LEFT_1: {B_ONLY: Turning.LEFT_1, BOTH: Turning.LEFT_2},
    Turning.LEFT_2: {B_ONLY: Turning.LEFT_1, BOTH: Turning.LEFT_2, A_ONLY: Turning.LEFT_3},
    Turning.LEFT_3: {BOTH: Turning.LEFT_2, A_ONLY: Turning.LEFT_3},
}
"""Where each state goes. What is not listed cannot happen in order, and begins anew at rest."""

_DETENT = {Turning.RIGHT_3: 1, Turning.LEFT_3: -1}
"""What it means when both contacts open again from here; from elsewhere it was no whole detent."""


@dataclass(frozen=True, slots=True)
class Encoder:
    """A dial that rests with both contacts open and closes each once per detent."""

    a_closed: bool = False
    """What the first contact said last."""

    b_closed: bool = False
    """What the second contact said last."""

    turning: Turning = Turning.RESTING
    """How far the detent has gone."""


def moved(encoder: Encoder, *, a_closed: bool, b_closed: bool) -> tuple[Encoder, int]:
    """Return the dial after its contacts said this, and the step: 1 right, -1 left, or 0.

    A contact that chatters goes back and forth between neighbours and adds nothing. If a movement
    was missed, that detent is not counted, and no wrong one is.
    """
    contacts = (a_closed, b_closed)
    step = _DETENT.get(encoder.turning, 0) if contacts == OPEN else 0
    turning = _NEXT[encoder.turning].get(contacts, Turning.RESTING)
    return Encoder(a_closed, b_closed, turning), step
