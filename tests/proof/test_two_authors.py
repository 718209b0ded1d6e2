"""The two authors: a mistake of either is noticed, and reported so that it can be replayed."""

import re
from unittest.mock import patch

import pytest

from companion.rules import ending, legal, play
from companion.rules.scoring import scoring
from companion.rules.tiles import KEPT, Tile
from tests.oracle import box
from tests.oracle.oracle import Oracle
from tests.proof.two_authors import compared
from tests.rules.many_ends import AGAIN, GENERATIONS, compare_a_deal

DEALS = 12


ENDS = sum(AGAIN**generation for generation in range(GENERATIONS + 1))


def _turns_again(oracle: Oracle, _: object) -> None:
    oracle.phase = "turn"


MISTAKES: dict[str, tuple[object, str, object]] = {
    "Niles leave with the epoch": (ending, "KEPT", KEPT - Tile.NILE.mask),
    "the first seat begins every epoch": (ending, "starter", lambda _: 0),
    "the fewest pharaohs cost one": (scoring, "PHARAOHS_FEWEST", -1),
    "no auction is told at once": (legal, "is_fresh", lambda *_: False),
    "no disaster takes anything": (play, "strike", lambda held, *_: (held, (), None)),
    "a turn goes back": (play, "left_with_suns", lambda players, seat: (seat - 1) % len(players)),
    "the oracle lets the same player draw after a god": (Oracle, "play_done", _turns_again),
    "the oracle forgets the fortress": (box, "MONUMENTS", box.MONUMENTS[1:]),
}


def test_both_agree_on_every_end_of_a_deal() -> None:
    found = compared(1, DEALS)
    assert found.failures == ()
    assert found.counts["games from the first tile"] == DEALS
    assert 0.9 * ENDS * DEALS < found.counts["games"] <= ENDS * DEALS
    assert found.counts["states"] > 20 * found.counts["games"]


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_of_the_engine_is_noticed_and_can_be_played_again(mistake: str) -> None:
    module, name, wrong = MISTAKES[mistake]
    with patch.object(module, name, wrong):
        said = compared(1, DEALS).failures
        assert said
        [seed] = re.findall(r"^seed (\d+), game \d+, line \d+: ", said[0])
        with pytest.raises(AssertionError, match=re.escape(said[0])):
            compare_a_deal(int(seed))
