"""What an epoch is worth: every category, every tie, the floor at zero."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.editions import NoPenalty, Sun
from companion.rules.scoring.scoring import Category, EpochScore, Sheet, categories, gain, score
from companion.rules.tiles import FAMILIES, NO_TILES, Family, Tile, Tiles, bundle_of
from tests.rules.table import scored

CIVILISATIONS = FAMILIES[Family.CIVILISATION]

MONUMENTS = FAMILIES[Family.MONUMENT]


def alone(tiles: Tiles, epoch: int = 1) -> EpochScore:
    """Return the points of a player with these tiles, beside one with nothing."""
    sheets = [Sheet(tiles, (Sun(9),), 10), Sheet(NO_TILES, (Sun(8),), 10)]
    return score(sheets, epoch)[0]


def pharaohs(*numbers: int, epoch: int = 1, no_penalty: NoPenalty = NoPenalty.OFF) -> list[int]:
    """Return what players with so many pharaohs get for them."""
    sheets = [Sheet(Tile.PHARAOH.one * number, (), 10) for number in numbers]
    return [row.pharaohs for row in score(sheets, epoch, no_penalty)]


def suns(*sums: int, epoch: int = 3, no_penalty: NoPenalty = NoPenalty.OFF) -> list[int]:
    """Return what players with these sums of suns get for them."""
    sheets = [Sheet(NO_TILES, (Sun(number),), 10) for number in sums]
    return [row.suns for row in score(sheets, epoch, no_penalty)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_patterns_of_pharaohs(players: int) -> None:
    for numbers in product(range(4), repeat=players):
        for number, got in zip(numbers, pharaohs(*numbers), strict=True):
            somebody_has_more = any(other > number for other in numbers)
            somebody_has_fewer = any(other < number for other in numbers)
            expected = {
                (False, True): 5,
                (True, False): -2,
                (True, True): 0,
                (False, False): 0,
            }[somebody_has_more, somebody_has_fewer]
            assert got == expected, numbers


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_patterns_of_sums_of_suns(players: int) -> None:
    for sums in product((17, 20, 21, 28), repeat=players):
        for own, got in zip(sums, suns(*sums), strict=True):
            somebody_has_more = any(other > own for other in sums)
            somebody_has_less = any(other < own for other in sums)
            expected = {
                (False, True): 5,
                (True, False): -5,
                (True, True): 0,
                (False, False): 0,
            }[somebody_has_more, somebody_has_less]
            assert got == expected, sums


@pytest.mark.parametrize("epoch", [1, 2, 3])
@pytest.mark.parametrize(("kinds", "worth"), list(enumerate((-5, 0, 0, 5, 10, 15))))
def test_civilisations_are_worth_what_their_number_of_kinds_says(
    kinds: int, worth: int, epoch: int
) -> None:
    owned = [numbers for numbers in product(range(3), repeat=5) if 5 - numbers.count(0) == kinds]
    assert owned
    for numbers in owned:
        tiles = bundle_of(dict(zip(CIVILISATIONS, numbers, strict=True)))
        assert alone(tiles, epoch).civilisations == worth


def diversity(*numbers: int, epoch: int = 3) -> int:
    """Return the points for different monuments, with so many copies of each kind."""
    return alone(bundle_of(dict(zip(MONUMENTS, numbers, strict=True))), epoch).monuments_diversity


@pytest.mark.parametrize(("kinds", "worth"), list(enumerate((0, 1, 2, 3, 4, 5, 6, 10, 15))))
def test_different_monuments_are_worth_what_their_number_says(kinds: int, worth: int) -> None:
    owned = [numbers for numbers in product((0, 1), repeat=8) if sum(numbers) == kinds]
    assert {diversity(*numbers) for numbers in owned} == {worth}
    assert {diversity(*(5 * number for number in numbers)) for numbers in owned} == {worth}


@pytest.mark.parametrize("kind", MONUMENTS)
@pytest.mark.parametrize(("copies", "worth"), list(enumerate((0, 0, 0, 5, 10, 15))))
def test_copies_of_a_monument_are_worth_what_their_number_says(
    kind: Tile, copies: int, worth: int
) -> None:
    assert alone(copies * kind.one, epoch=3).monuments_quantity == worth


@given(st.lists(st.integers(0, 5), min_size=8, max_size=8))
def test_every_kind_of_monument_is_counted_for_itself(numbers: list[int]) -> None:
    tiles = bundle_of(dict(zip(MONUMENTS, numbers, strict=True)))
    worth = {0: 0, 1: 0, 2: 0, 3: 5, 4: 10, 5: 15}
    assert alone(tiles, epoch=3).monuments_quantity == sum(worth[number] for number in numbers)


@pytest.mark.parametrize("epoch", [1, 2, 3])
@pytest.mark.parametrize("number", range(9))
def test_every_unused_god_is_worth_2(number: int, epoch: int) -> None:
    assert alone(number * Tile.GOD.one, epoch).gods == 2 * number


@pytest.mark.parametrize("epoch", [1, 2, 3])
@pytest.mark.parametrize("number", range(6))
def test_every_gold_is_worth_3(number: int, epoch: int) -> None:
    assert alone(number * Tile.GOLD.one, epoch).gold == 3 * number


@pytest.mark.parametrize("epoch", [1, 2, 3])
@pytest.mark.parametrize("floods", range(13))
def test_the_river_is_worth_its_floods_and_niles_if_there_is_a_flood(
    floods: int, epoch: int
) -> None:
    for niles in range(26):
        tiles = floods * Tile.FLOOD.one + niles * Tile.NILE.one
        expected = 0 if floods == 0 else floods + niles
        assert alone(tiles, epoch).river == expected


@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_the_net_is_the_sum_of_the_categories_of_the_epoch(epoch: int) -> None:
    before = (
        f"epoch {epoch} | ra 7 | *Ann: god, gold, 3 pharaoh, flood, 2 nile, 3 mon_temple, civ_art,"
        "civ_writing, civ_religion | Ben | Cleo"
    )
    for row in scored(before):
        assert row.net == sum(row.points(category) for category in categories(epoch))
        assert row.after == row.before + row.net


def test_monuments_and_suns_are_categories_of_the_third_epoch_only() -> None:
    assert categories(1) == categories(2) == tuple(Category)[:5]
    assert categories(3) == tuple(Category)
    assert [category.value for category in Category][5:] == [
        "monuments_diversity",
        "monuments_quantity",
        "suns",
    ]


held = st.lists(st.sampled_from(list(Tile)), max_size=9).map(
    lambda kinds: bundle_of(Counter(kinds))
)


@given(st.lists(held, min_size=2, max_size=5), held, st.sampled_from(NoPenalty), st.data())
def test_what_other_tiles_are_worth_is_the_difference_of_two_scores(
    tiles: list[Tiles], after: Tiles, no_penalty: NoPenalty, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, len(tiles) - 1))

    def now(own: Tiles) -> int:
        sheets = [Sheet(own if at == seat else each, (), 100) for at, each in enumerate(tiles)]
        return score(sheets, 3, no_penalty)[seat].after

    assert gain(tiles, seat, after, no_penalty) == now(after) - now(tiles[seat])


@pytest.mark.parametrize("option", NoPenalty)
@pytest.mark.parametrize("players", [2, 3])
def test_other_pharaohs_are_worth_the_difference_under_every_option(
    players: int, option: NoPenalty
) -> None:
    for numbers in product(range(4), repeat=players):
        own = [Tile.PHARAOH.one * number for number in numbers]
        before = score([Sheet(tiles, (), 100) for tiles in own], 3, option)[0].after
        for more in range(3):
            other = own[0] + Tile.PHARAOH.one * more
            sheets = [Sheet(tiles, (), 100) for tiles in (other, *own[1:])]
            after_it = score(sheets, 3, option)[0].after
            assert gain(own, 0, other, option) == after_it - before
