"""The installer's gong is heard to its end, and no card, or one that never ends, holds it up."""

import pytest

from companion.screen.sounds import LONGEST_SECONDS, strike
from tests.screen.test_sounds import Drum


class Pendulum:
    """A clock that only moves when somebody sleeps."""

    def __init__(self) -> None:
        """Begin at nought."""
        self.seconds = 0.0

    def now(self) -> float:
        """Return the time."""
        return self.seconds

    def sleep(self, seconds: float) -> None:
        """Let time pass."""
        self.seconds += seconds


def test_it_is_heard_to_its_end_and_the_card_is_given_back() -> None:
    card, clock = Drum(busy=3), Pendulum()
    assert strike(card, clock.now, clock.sleep)
    assert card.told == ["open", "ra 0.6", "close"]
    assert card.busy < 0


def test_a_card_that_never_ends_is_not_waited_for_for_ever() -> None:
    card, clock = Drum(busy=10**6), Pendulum()
    assert strike(card, clock.now, clock.sleep)
    assert clock.seconds == pytest.approx(LONGEST_SECONDS, abs=0.1)
    assert card.told[-1] == "close"


def test_where_there_is_no_card_it_says_so_and_does_not_wait() -> None:
    card, clock = Drum(missing="no such device"), Pendulum()
    assert not strike(card, clock.now, clock.sleep)
    assert card.told == ["open"]
    assert clock.seconds == 0
