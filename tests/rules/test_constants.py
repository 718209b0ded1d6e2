"""Bundles of tiles, which are kept, and what things are called."""

import pytest

from companion.rules import tiles
from companion.rules.components import THINGS
from companion.rules.tiles import FAMILIES, KINDS, Family, Tile
from tests.together import for_each


def test_only_pharaohs_niles_and_monuments_are_kept() -> None:
    kept = {kind for kind in KINDS if kind.is_kept}
    assert kept == {Tile.PHARAOH, Tile.NILE, *FAMILIES[Family.MONUMENT]}


@for_each(kind=KINDS)
def test_a_bundle_counts_every_kind_for_itself(kind: Tile) -> None:
    bundled = tiles.bundle_of({kind: 5, Tile.NILE: 7}) if kind is not Tile.NILE else 7 * kind.one
    assert tiles.count(bundled, kind) == (7 if kind is Tile.NILE else 5)
    assert tiles.bundle(tiles.tiles(bundled)) == bundled
    assert tiles.holds(bundled, kind.one)
    assert not tiles.holds(bundled, 8 * kind.one)
    assert tiles.size(bundled) == (7 if kind is Tile.NILE else 12)


def test_a_bundle_may_have_none_and_up_to_255_tiles_of_every_kind() -> None:
    assert tiles.bundle_of(dict.fromkeys(KINDS, 0)) == tiles.NO_TILES
    full = tiles.bundle_of(dict.fromkeys(KINDS, 255))
    assert tiles.counts(full) == dict.fromkeys(KINDS, 255)


@pytest.mark.parametrize("number", [-1, 256])
def test_a_bundle_counts_from_0_to_255(number: int) -> None:
    with pytest.raises(ValueError, match="between 0 and 255"):
        tiles.bundle_of({Tile.NILE: number})


def test_the_box_has_each_sun_once_and_one_ra_figure() -> None:
    others = {thing: number for thing, number in THINGS.items() if thing not in _TILE_IDS}
    assert len(others) == 17
    assert {*others.values()} == {1}


_TILE_IDS = {tile.value for tile in Tile}


def test_the_names_of_the_kinds_are_those_of_the_rulebooks() -> None:
    civilisations = "Art, Agriculture, Religion, Astronomy, Writing"
    monuments = "Fortress, Obelisk, Palace, Pyramid, Sphinx, Statues, Step Pyramid, Temple"
    assert ", ".join(kind.english for kind in FAMILIES[Family.CIVILISATION]) == civilisations
    assert ", ".join(kind.english for kind in FAMILIES[Family.MONUMENT]) == monuments
