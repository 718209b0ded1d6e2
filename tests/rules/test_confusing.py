"""Which kinds are taken for which: shares of what slips there are."""

import pytest

from companion.core.mnemonics import TILE_KEYS
from companion.rules.corrections.fixing import SHARES, Likeness, alike, confusions
from companion.rules.tiles import FAMILIES, KINDS, Family, Tile


@pytest.mark.parametrize("keys", [{}, TILE_KEYS])
def test_of_all_slips_with_a_tile_every_one_ends_at_some_other_kind(keys: dict[Tile, str]) -> None:
    for tile, others in confusions(keys).items():
        assert others[tile] == 0
        assert sum(others.values()) == pytest.approx(1)


def test_a_finger_meets_just_the_kinds_whose_keys_touch() -> None:
    touched = {Tile.PHARAOH, Tile.RELIGION, Tile.EARTHQUAKE}
    assert alike(Tile.GOLD, TILE_KEYS)[Likeness.NEXT_KEY] == touched
    assert alike(Tile.GOLD, {})[Likeness.NEXT_KEY] == set()


def test_the_dial_stops_one_too_early_or_too_late_all_around_its_ring() -> None:
    assert alike(Tile.RA, {})[Likeness.NEXT_ON_DIAL] == {Tile.PHARAOH, Tile.NILE}
    assert alike(Tile.PHARAOH, {})[Likeness.NEXT_ON_DIAL] == {
        FAMILIES[Family.MONUMENT][-1],
        Tile.RA,
    }
    assert alike(Tile.FLOOD, {})[Likeness.NEXT_ON_DIAL] == {Tile.NILE, Tile.GOD}


def test_a_family_is_without_the_tile_itself() -> None:
    assert alike(Tile.NILE, {})[Likeness.FAMILY] == {Tile.FLOOD}
    assert alike(Tile.GOLD, {})[Likeness.FAMILY] == set()
    assert alike(Tile.GOLD, {})[Likeness.NONE] == set(KINDS) - {Tile.GOLD}


def test_each_sort_of_slip_is_shared_equally_by_the_kinds_it_may_end_at() -> None:
    """Gold has no family: its slips are of the other three sorts, in their proportion."""
    gold = confusions(TILE_KEYS)[Tile.GOLD]
    whole = 1 - SHARES[Likeness.FAMILY]
    anything = SHARES[Likeness.NONE] / whole / (len(KINDS) - 1)
    assert gold[Tile.TEMPLE] == pytest.approx(anything)
    assert gold[Tile.RELIGION] == pytest.approx(anything + SHARES[Likeness.NEXT_KEY] / whole / 3)
    assert gold[Tile.GOD] == pytest.approx(anything + SHARES[Likeness.NEXT_ON_DIAL] / whole / 2)
