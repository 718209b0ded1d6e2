"""People who press the wrong thing at auctions: no silent difference; a deaf program is caught."""

import pytest

from tests.proof.confused import Slip
from tests.proof.slips import control, played
from tests.together import EVERY

GAMES = 72 if EVERY else 36
"""Every level, way and number of players, once or twice."""


def test_after_every_slip_the_screen_says_something_and_table_and_screen_stay_the_same() -> None:
    found = played(1, GAMES)
    assert found.failures == ()
    assert found.counts["games"] == GAMES
    assert all(found.counts[slip.value] >= GAMES // 4 for slip in Slip)
    assert found.counts["told"] > GAMES * 7


def test_a_program_that_is_deaf_after_a_settlement_is_caught() -> None:
    assert control(1).counts == {"controls": 1, "caught": 1}


@pytest.mark.parametrize("seed", [5, 33])
def test_what_once_differed_in_silence_does_not_any_more(seed: int) -> None:
    """A pass that nobody called after Undo; a player who was passed over in a count."""
    assert played(seed, 1).failures == ()
