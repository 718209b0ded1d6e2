"""The oracle against the edge cases of the rules: how a game begins (E3 to E6)."""

from typing import Any

import pytest

from tests.oracle import box
from tests.oracle.header import Header
from tests.oracle.laying import NAMES, seats, table
from tests.oracle.oracle import Oracle, Refused


@pytest.mark.parametrize(
    "header",
    [
        seats(1),
        {"players": [*NAMES, "Fay"]},
        seats(2, edition="alea1999"),
        seats(2, edition="alea1999", options={"two_player_no_penalty": "off"}),
        seats(3, edition="alea2000"),
        seats(3, ra_limit=0),
        seats(3, ra_limit=11),
        seats(3, ra_limit=True),
        seats(3, options={"two_player_split": "pharaoh"}),
        seats(3, options={"boat": True}),
        seats(3, colour="red"),
        seats(3, ra_record=2),
        seats(2, suns=[[9, 6, 5, 2]]),
        seats(2, suns=[[9, 6, 5, 2], [8, 7, 4, 4]]),
        seats(2, suns=[[9, 6, 5, 2], [8, 7, 4, 1]]),
        seats(2, suns=[[10, 6, 5, 2], [8, 7, 4, 3]]),
        seats(2, suns=[[9, 6, 5], [8, 7, 4, 3]]),
    ],
)
def test_e4_a_game_that_cannot_be_laid_out_is_refused_with_a_sentence(header: Header) -> None:
    with pytest.raises(Refused, match=r"\.$"):
        Oracle(header)


@pytest.mark.parametrize("more", [{"ra_limit": 7}, {"options": {"two_player_split": "razzia"}}])
def test_e4_two_players_may_play_alea1999_by_a_variant_they_name(more: dict[str, Any]) -> None:
    assert table(2, edition="alea1999", **more).phase == "turn"


@pytest.mark.parametrize(
    ("split", "suns"),
    [
        ("razzia", [[2, 5, 6, 9], [3, 4, 7, 8]]),
        ("baumer", [[2, 4, 6, 9], [3, 5, 7, 8]]),
        ("bgg", [[3, 4, 6, 9], [2, 5, 7, 8]]),
    ],
)
def test_e6_every_split_for_two_lets_the_9_begin(split: str, suns: list[list[int]]) -> None:
    state = table(2, options={"two_player_split": split}).state()
    assert [player["up"] for player in state["players"]] == suns
    assert state["active"] == 0


def test_e3_the_16_begins_wherever_it_sits() -> None:
    groups = box.GROUPS[5]
    assert table(5, suns=[*groups[1:], groups[0]]).active == 4
