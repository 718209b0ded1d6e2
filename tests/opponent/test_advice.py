"""What other people's programs ask the machine."""

import pytest

import companion.rules as ra
from companion.opponent.advice import chances, suggest

AUCTION = ra.position("ra 1/8 | track 4 gold | auction A1 by Ben | *Ann | Ben | Cleo")

OVER = ra.position("over | epoch 3 | ra 8/8 | *Ann 20 points | Ben 30 points | Cleo 10 points")


@pytest.mark.parametrize("strength", ["random", "quick", "steady", "strong"])
def test_what_is_suggested_can_be_chosen_and_is_the_same_again(strength: str) -> None:
    found = suggest(AUCTION, strength, seed=5)
    assert found in AUCTION.choices()
    assert suggest(AUCTION, strength, seed=5) == found


def test_nothing_is_suggested_when_the_game_is_over_or_by_nobody() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        suggest(OVER)
    with pytest.raises(ValueError, match="brilliant"):
        suggest(AUCTION, "brilliant")


def test_chances_add_up_and_are_certain_at_the_end() -> None:
    found = chances(AUCTION, number=24)
    assert sum(found) == pytest.approx(1)
    assert chances(AUCTION, number=24) == found
    assert chances(OVER) == (0.0, 1.0, 0.0)
    with pytest.raises(ValueError, match="once at least"):
        chances(AUCTION, number=0)
