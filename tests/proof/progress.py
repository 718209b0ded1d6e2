"""How far a run of the proofs is, and how long it will still take."""

import math
from collections.abc import Iterable

import msgspec


class Share(msgspec.Struct, frozen=True):
    """How much of one proof is done."""

    portions: int
    """All of them."""
    done: int
    """This many of them."""
    seconds: float
    """What those took."""
    guess: float
    """What one takes as long as none is done."""
    most: float = math.inf
    """It is given no more seconds than these."""

    def left(self) -> float:
        """Return the seconds of one processor that it still takes."""
        each = self.seconds / self.done if self.done else self.guess
        return max(0.0, min(self.most, each * (self.portions - self.done)))


def left(shares: Iterable[Share], cores: int) -> float:
    """Return the seconds until everything is done, as far as anybody knows."""
    return sum(share.left() for share in shares) / cores


def said(seconds: float) -> str:
    """Return a time as hours, minutes and seconds."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
