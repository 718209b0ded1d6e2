"""What an epoch is worth: as the oracle counts it; and what other tiles would be worth."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.editions import NoPenalty, Sun
from companion.rules.scoring.scoring import Category, Sheet, categories, gain, score
from companion.rules.tiles import FAMILIES, Family, Tile, Tiles, bundle_of
from tests.oracle.scoring import Player, breakdown
from tests.rules.table import TILES

SCORED = (
    *(Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD),
    *FAMILIES[Family.CIVILISATION],
    *FAMILIES[Family.MONUMENT],
)

PLAYERS = st.fixed_dictionaries(
    {
        "up": st.lists(st.integers(1, 16), max_size=2),
        "down": st.lists(st.integers(1, 16), max_size=2),
        "tiles": st.dictionaries(st.sampled_from([*map(str, SCORED)]), st.integers(1, 5)),
        "score": st.integers(0, 12),
    }
)


@settings(max_examples=150)
@given(st.lists(PLAYERS, min_size=2, max_size=5), st.integers(1, 3), st.sampled_from(NoPenalty))
def test_every_category_is_worth_what_the_oracle_counts(
    players: list[Player], epoch: int, no_penalty: NoPenalty
) -> None:
    sheets = [
        Sheet(
            bundle_of({TILES[kind]: number for kind, number in each["tiles"].items()}),
            tuple(map(Sun, (*each["up"], *each["down"]))),
            each["score"],
        )
        for each in players
    ]
    rows = score(sheets, epoch, no_penalty)
    chosen = no_penalty.value if len(players) == 2 else "off"  # an option of two players
    for row, wanted in zip(rows, breakdown(epoch, players, chosen), strict=True):
        names = [*(category.value for category in categories(epoch)), "net", "before", "after"]
        assert {name: getattr(row, name) for name in names} == wanted


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
