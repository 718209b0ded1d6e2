"""The oracle against the edge cases: what disasters take (E44 to E54)."""

import pytest

from tests.oracle.laying import INVOKE, assert_refused, give, lay, owned, play, table


def test_e44_pharaohs_of_the_lot_are_buried_with_it() -> None:
    oracle = table(3)
    lay(oracle, "pharaoh", "dis_funeral", "pharaoh")
    play(oracle, INVOKE, {"won": 13})
    assert owned(oracle, 0) == {}
    assert oracle.state()["removed"] == {"pharaoh": 2, "dis_funeral": 1}


@pytest.mark.parametrize(
    ("tiles", "droughts", "left"),
    [
        ({"flood": 1, "nile": 3}, 1, {"nile": 2}),
        ({"flood": 3, "nile": 2}, 1, {"flood": 1, "nile": 2}),
        ({"flood": 3, "nile": 2}, 2, {"nile": 1}),
        ({"nile": 1}, 1, {}),
    ],
    ids=["E-45", "E-46", "E-47", "E-48"],
)
def test_e45_to_e48_a_drought_takes_floods_first(
    tiles: dict[str, int], droughts: int, left: dict[str, int]
) -> None:
    oracle = table(3)
    give(oracle, 2, **tiles)
    lay(oracle, *["dis_drought"] * droughts)
    play(oracle, INVOKE, {"won": 11})
    assert owned(oracle, 2) == left


def test_e50_two_unrests_take_three_tiles_without_asking() -> None:
    oracle = table(3)
    give(oracle, 1, civ_art=2, civ_writing=1)
    lay(oracle, "dis_unrest", "dis_unrest")
    play(oracle, INVOKE, {"won": 12})
    assert (oracle.phase, owned(oracle, 1)) == ("turn", {})


def test_e51_four_monuments_of_one_kind_are_no_choice() -> None:
    oracle = table(3)
    give(oracle, 1, mon_sphinx=4)
    lay(oracle, "dis_earthquake")
    play(oracle, INVOKE, {"won": 12})
    assert (oracle.phase, owned(oracle, 1)) == ("turn", {"mon_sphinx": 2})


def test_e49_e53_e54_four_disasters_ask_for_unrest_and_then_for_earthquake() -> None:
    oracle = table(3)
    give(oracle, 1, pharaoh=3, nile=1, civ_art=2, civ_writing=1, mon_palace=1, mon_sphinx=2)
    lay(oracle, "dis_earthquake", "dis_unrest", "dis_drought", "dis_funeral")
    play(oracle, INVOKE, {"won": 12})
    state = oracle.state()
    assert (state["phase"], state["active"], state["ra_player"]) == ("discard", 1, None)
    assert oracle.legal() == [
        {"discard": ["civ_art", "civ_art"]},
        {"discard": ["civ_art", "civ_writing"]},
    ]
    assert_refused(oracle, {"discard": ["civ_art"]})
    assert_refused(oracle, {"discard": ["mon_palace", "mon_sphinx"]})
    oracle.play({"discard": ["civ_art", "civ_art"]})
    assert oracle.phase == "discard"
    oracle.play({"discard": ["mon_sphinx", "mon_sphinx"]})
    assert owned(oracle, 1) == {"pharaoh": 1, "civ_writing": 1, "mon_palace": 1}
    assert (oracle.phase, oracle.active) == ("turn", 1)
