"""What an epoch is worth: every category, every tie, the floor at zero."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.editions import NoPenalty, Sun
from companion.rules.scoring.scoring import Category, EpochScore, Sheet, categories, gain, score
from companion.rules.tiles import FAMILIES, NO_TILES, Family, Tile, Tiles, bundle_of
from tests.rules.table import after, points, scored, table

CIVILISATIONS = FAMILIES[Family.CIVILISATION]


MONUMENTS = FAMILIES[Family.MONUMENT]


LAST = "epoch 3 | ra 7"


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


def test_e74_two_have_the_most_pharaohs_and_two_the_fewest() -> None:
    assert pharaohs(3, 2, 2, 3) == [5, -2, -2, 5]


def test_e75_if_all_have_the_same_number_of_pharaohs_nobody_gets_or_loses_anything() -> None:
    assert pharaohs(4, 4, 4) == [0, 0, 0]
    assert pharaohs(0, 0, 0) == [0, 0, 0]


def test_e76_no_pharaoh_is_the_fewest_for_each_who_has_none() -> None:
    assert pharaohs(5, 0, 0, 0) == [5, -2, -2, -2]


def test_e77_a_tie_for_the_most_pharaohs_does_not_spare_who_has_the_fewest() -> None:
    assert pharaohs(3, 3, 1) == [5, 5, -2]


def test_e78_who_has_neither_the_most_nor_the_fewest_pharaohs_gets_nothing() -> None:
    assert pharaohs(5, 3, 1) == [5, 0, -2]


def test_e79_two_players_compare_their_pharaohs_too() -> None:
    assert pharaohs(2, 2) == [0, 0]
    assert pharaohs(2, 1) == [5, -2]


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


def test_e80_five_copies_of_one_civilisation_are_one_kind() -> None:
    assert alone(5 * Tile.ART.one).civilisations == 0


def test_e81_further_copies_add_nothing_to_five_kinds() -> None:
    all_five = sum(kind.one for kind in CIVILISATIONS)
    assert alone(all_five + 2 * Tile.ART.one + Tile.WRITING.one).civilisations == 15


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


def test_e82_six_different_monuments_are_worth_6() -> None:
    assert diversity(1, 1, 1, 1, 1, 1, 0, 0) == 6


def test_e83_seven_different_monuments_are_worth_10_and_eight_15() -> None:
    assert diversity(1, 1, 1, 1, 1, 1, 1, 0) == 10
    assert diversity(1, 1, 1, 1, 1, 1, 1, 1) == 15


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


def test_e84_five_pyramids_and_five_temples_are_worth_32() -> None:
    row = alone(5 * Tile.PYRAMID.one + 5 * Tile.TEMPLE.one, epoch=3)
    assert (row.monuments_diversity, row.monuments_quantity) == (2, 30)


def test_e85_all_forty_monuments_are_worth_135() -> None:
    row = alone(bundle_of(dict.fromkeys(MONUMENTS, 5)), epoch=3)
    assert (row.monuments_diversity, row.monuments_quantity) == (15, 120)


@pytest.mark.parametrize("epoch", [1, 2])
def test_e86_monuments_bring_nothing_before_the_third_epoch_and_stay(epoch: int) -> None:
    before = f"epoch {epoch} | ra 7 | *Ann: 5 mon_temple, 3 mon_sphinx | Ben | Cleo"
    ann = scored(before)[0]
    assert (ann.monuments_diversity, ann.monuments_quantity, ann.net) == (0, 0, -5)
    assert after(before, "draw ra").players[0].tiles == bundle_of({Tile.TEMPLE: 5, Tile.SPHINX: 3})


def test_e87_the_highest_sum_of_suns_wins_5_and_each_of_the_lowest_loses_5() -> None:
    assert suns(17, 25, 21, 17) == [-5, 5, 0, -5]


def test_e88_equal_sums_of_suns_bring_and_cost_nothing() -> None:
    assert suns(22, 22) == [0, 0]
    assert points("epoch 3 | ra 5 | centre 1 | *Ann 9 6 5 2 | Ben 8 7 4 3", "suns") == [0, 0]


def test_e89_suns_face_up_and_face_down_count_and_the_centre_does_not() -> None:
    up = "epoch 3 | ra 5 | centre 9 | *Ann 7 6 5 2 | Ben 8 4 3 1"
    mixed = "epoch 3 | ra 5 | centre 9 | *Ann 6 2 (7 5) | Ben (8 4 3 1)"
    assert points(up, "suns") == points(mixed, "suns") == [5, -5]


@pytest.mark.parametrize("epoch", [1, 2])
def test_e90_suns_are_not_scored_before_the_third_epoch(epoch: int) -> None:
    assert points(f"epoch {epoch} | ra 7 | *Ann | Ben | Cleo", "suns") == [0, 0, 0]
    assert points(f"{LAST} | *Ann | Ben | Cleo", "suns") == [-5, 0, 5]


def test_e91_losses_and_gains_are_added_before_the_floor_applies() -> None:
    before = (
        "epoch 2 | ra 7 | *Ann 0 points: gold, civ_art | Ben: pharaoh, civ_art | Cleo: 2 pharaoh"
    )
    ann = scored(before)[0]
    assert (ann.pharaohs, ann.gold, ann.net, ann.after) == (-2, 3, 1, 1)


def test_e92_nobody_falls_below_zero_and_no_debt_is_carried_on() -> None:
    before = "epoch 2 | ra 7 | *Ann 3 points | Ben: pharaoh, civ_art | Cleo: 2 pharaoh"
    ann = scored(before)[0]
    assert (ann.net, ann.after) == (-7, 0)
    game = after(before, "draw ra")
    assert game.players[0].score == 0
    next_epoch = table("epoch 3 | ra 7 | *Ann 0 points: 2 gold, civ_art | Ben | Cleo")
    assert scored(next_epoch)[0].after == 1


@pytest.mark.parametrize("epoch", [2, 3])
@pytest.mark.parametrize("before", range(14))
def test_e92_the_floor_is_zero_in_every_epoch(before: int, epoch: int) -> None:
    written = f"epoch {epoch} | ra 7 | *Ann {before} points | Ben: pharaoh | Cleo: pharaoh"
    ann = scored(written)[0]
    assert ann.net == {2: -7, 3: -12}[epoch]
    assert ann.after == max(0, before + ann.net)


def test_e93_the_worst_first_epoch_leaves_3_points() -> None:
    before = "ra 7 | *Ann | Ben: pharaoh | Cleo: pharaoh"
    assert scored(before)[0].after == 3


def test_the_worst_third_epoch_costs_12_points() -> None:
    before = f"{LAST} | *Ann 30 points | Ben: pharaoh | Cleo: pharaoh"
    assert scored(before)[0].net == -12


def test_e98_two_players_may_spare_the_last_in_the_third_epoch() -> None:
    before = "options final_only | epoch 3 | ra 5 | *Ann 1 6 5 8: 4 pharaoh | Ben 7 4 3 9: pharaoh"
    assert points(before, "pharaohs") == [5, 0]
    assert points(before, "suns") == [0, 5]


@pytest.mark.parametrize("epoch", [1, 2])
@pytest.mark.parametrize(
    ("option", "expected"), [("final_only", [5, -2]), ("every_epoch", [5, 0]), ("off", [5, -2])]
)
def test_e99_earlier_epochs_have_their_penalty_unless_every_epoch_is_spared(
    epoch: int, option: str, expected: list[int]
) -> None:
    before = f"options {option} | epoch {epoch} | ra 5 | *Ann: 4 pharaoh | Ben: pharaoh"
    assert points(before, "pharaohs") == expected


@pytest.mark.parametrize(
    ("option", "expected"),
    [("off", [-2, 5, 5, -5]), ("final_only", [0, 5, 5, 0]), ("every_epoch", [0, 5, 5, 0])],
)
def test_the_third_epoch_has_its_penalties_unless_two_players_spare_the_last(
    option: str, expected: list[int]
) -> None:
    before = f"options {option} | epoch 3 | ra 5 | *Ann 9 6 5 3 | Ben 8 7 4 2: pharaoh"
    assert points(before, "pharaohs") + points(before, "suns") == expected


@pytest.mark.parametrize("option", ["final_only", "every_epoch"])
@pytest.mark.parametrize("epoch", [1, 2, 3])
def test_with_more_than_two_players_the_last_is_never_spared(epoch: int, option: str) -> None:
    rest = f"epoch {epoch} | ra 7 | *Ann: pharaoh | Ben | Cleo"
    assert scored(f"options {option} | {rest}") == scored(rest)
    assert points(f"options {option} | {rest}", "pharaohs") == [5, -2, -2]


def test_sparing_the_last_does_not_spare_who_has_no_civilisation() -> None:
    before = "options every_epoch | epoch 3 | ra 5 | *Ann | Ben"
    assert points(before, "civilisations") == [-5, -5]


def test_e100_points_are_not_limited_by_the_tokens_in_the_box() -> None:
    before = f"{LAST} | *Ann 220 points: 5 gold, 8 god | Ben | Cleo"
    assert scored(before)[0].after > 226


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
