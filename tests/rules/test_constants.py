"""The tables of the rules, compared number by number with what the rulebooks print."""

import pytest

from companion.rules import actions, editions, engine, legal, model, tiles
from companion.rules.components import THINGS
from companion.rules.editions import Edition, NoPenalty, Split, suns_in_play
from companion.rules.scoring import scoring
from companion.rules.tiles import ALL_TILES, FAMILIES, KINDS, Family, Tile
from tests.together import for_each

COPIES = {
    "ra": 30,
    "god": 8,
    "pharaoh": 25,
    "nile": 25,
    "flood": 12,
    "gold": 5,
    "civ_art": 5,
    "civ_agriculture": 5,
    "civ_religion": 5,
    "civ_astronomy": 5,
    "civ_writing": 5,
    "mon_fortress": 5,
    "mon_obelisk": 5,
    "mon_palace": 5,
    "mon_pyramid": 5,
    "mon_sphinx": 5,
    "mon_statues": 5,
    "mon_step_pyramid": 5,
    "mon_temple": 5,
    "dis_funeral": 2,
    "dis_drought": 2,
    "dis_unrest": 4,
    "dis_earthquake": 2,
}


def test_the_box_holds_180_tiles_of_23_kinds() -> None:
    assert {kind.value: kind.copies for kind in KINDS} == COPIES
    assert len(KINDS) == 23
    assert tiles.size(ALL_TILES) == 180
    assert tiles.counts(ALL_TILES) == {kind: kind.copies for kind in KINDS}


def test_the_families_of_the_box_are_those_of_the_component_list() -> None:
    numbers = {family: sum(kind.copies for kind in kinds) for family, kinds in FAMILIES.items()}
    assert numbers == {
        Family.RA: 30,
        Family.GOD: 8,
        Family.PHARAOH: 25,
        Family.RIVER: 37,
        Family.GOLD: 5,
        Family.CIVILISATION: 25,
        Family.MONUMENT: 40,
        Family.DISASTER: 10,
    }
    assert {family: len(kinds) for family, kinds in FAMILIES.items()} == {
        Family.RA: 1,
        Family.GOD: 1,
        Family.PHARAOH: 1,
        Family.RIVER: 2,
        Family.GOLD: 1,
        Family.CIVILISATION: 5,
        Family.MONUMENT: 8,
        Family.DISASTER: 4,
    }


def test_only_pharaohs_niles_and_monuments_are_kept() -> None:
    kept = {kind.value for kind in KINDS if kind.is_kept}
    assert kept == {"pharaoh", "nile", *(kind for kind in COPIES if kind.startswith("mon_"))}


def test_the_groups_of_suns_are_those_of_the_rulebooks() -> None:
    assert dict(editions.SUN_GROUPS) == {
        2: ((2, 5, 6, 9), (3, 4, 7, 8)),
        3: ((2, 5, 8, 13), (3, 6, 9, 12), (4, 7, 10, 11)),
        4: ((2, 6, 13), (3, 7, 12), (4, 8, 11), (5, 9, 10)),
        5: ((2, 7, 16), (3, 8, 15), (4, 9, 14), (5, 10, 13), (6, 11, 12)),
    }
    assert dict(editions.TWO_PLAYER_GROUPS) == {
        Split.RAZZIA: ((2, 5, 6, 9), (3, 4, 7, 8)),
        Split.BAUMER: ((2, 4, 6, 9), (3, 5, 7, 8)),
        Split.BGG: ((3, 4, 6, 9), (2, 5, 7, 8)),
    }


@pytest.mark.parametrize(
    ("players", "highest", "total"), [(2, 9, 45), (3, 13, 91), (4, 13, 91), (5, 16, 136)]
)
def test_the_suns_in_play_are_numbered_without_a_gap(
    players: int, highest: int, total: int
) -> None:
    assert suns_in_play(players) == tuple(range(1, highest + 1))
    assert sum(suns_in_play(players)) == total


def test_an_epoch_ends_on_the_ra_tile_of_the_rulebooks() -> None:
    assert dict(editions.RA_LIMITS) == {2: 6, 3: 8, 4: 9, 5: 10}
    assert editions.LONGEST_RA_TRACK == 10


def test_the_numbers_of_the_rules() -> None:
    assert editions.CENTRE_SUN == 1
    assert editions.STARTING_SCORE == 10
    assert actions.TRACK_SPACES == 8
    assert model.EMPTY_TRACK == (None,) * 8
    assert model.LAST_EPOCH == 3
    assert legal.TILES_PER_DISASTER == 2


def test_the_tables_of_points() -> None:
    assert scoring.POINTS_PER_GOD == 2
    assert scoring.POINTS_PER_GOLD == 3
    assert (engine.PHARAOHS_MOST, engine.PHARAOHS_FEWEST) == (5, -2)
    assert (engine.SUNS_HIGHEST, engine.SUNS_LOWEST) == (5, -5)
    assert scoring.CIVILISATION_POINTS == (-5, 0, 0, 5, 10, 15)
    assert scoring.DIVERSITY_POINTS == (0, 1, 2, 3, 4, 5, 6, 10, 15)
    assert scoring.QUANTITY_POINTS == (0, 0, 0, 5, 10, 15)


def test_the_options_have_the_values_of_records() -> None:
    assert [edition.value for edition in Edition] == [
        "alea1999",
        "rgg2009",
        "windrider2016",
        "c25",
    ]
    assert [split.value for split in Split] == ["razzia", "baumer", "bgg"]
    assert [option.value for option in NoPenalty] == ["off", "final_only", "every_epoch"]
    assert (
        editions.Options(
            edition=Edition.C25,
            suns=None,
            ra_limit=None,
            two_player_split=None,
            two_player_no_penalty=NoPenalty.OFF,
        )
        == editions.DEFAULTS
    )


@for_each(owned=range(6), number=range(4))
def test_funerals_take_two_pharaohs_each(owned: int, number: int) -> None:
    held = engine.row(tiles.numbers(owned * Tile.PHARAOH.one + number * Tile.FUNERAL.one))
    assert engine.taken(held, engine.FUNERAL) == [engine.PHARAOH] * min(2 * number, owned)


@for_each(niles=range(6), floods=range(6), number=range(3))
def test_droughts_take_two_river_tiles_each_floods_first(
    niles: int, floods: int, number: int
) -> None:
    left = ["nile"] * niles + ["flood"] * floods
    for _ in range(2 * number):
        if left:
            left.pop()
    river = floods * Tile.FLOOD.one + niles * Tile.NILE.one
    held = engine.row(tiles.numbers(river + number * Tile.DROUGHT.one))
    taken = engine.taken(held, engine.DROUGHT)
    assert taken is not None
    assert taken.count(engine.FLOOD) == floods - left.count("flood")
    assert taken.count(engine.NILE) == niles - left.count("nile")


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
