"""What an epoch is worth, as the oracle and the rulebooks count it, and who wins at the end."""

import json
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.editions import NoPenalty, Sun
from companion.rules.scoring.scoring import (
    Category,
    EpochScore,
    Ranking,
    Sheet,
    categories,
    gain,
    ranking,
    score,
)
from companion.rules.tiles import FAMILIES, Family, Tile, Tiles, bundle, bundle_of
from tests.oracle.scoring import Player, breakdown
from tests.rules.table import ANN, BEN, CLEO, DAN, TILES

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


def ranked(*players: tuple[int, tuple[int, ...]]) -> Ranking:
    """Return the ranking of players with these points and suns."""
    suns = [tuple(Sun(number) for number in owned) for _, owned in players]
    return ranking([points for points, _ in players], suns)


def test_the_most_points_win() -> None:
    assert ranked((30, (13, 1)), (47, (2, 3)), (31, (4, 5))).seats == (BEN, CLEO, ANN)


def test_in_a_tie_any_sun_is_more_than_none() -> None:
    assert ranked((30, ()), (30, (1,))).seats == (BEN, ANN)


def test_e97_among_three_the_highest_single_sun_wins() -> None:
    tied = {ANN: (47, (11, 10, 9)), BEN: (47, (13, 2, 1)), CLEO: (47, (12, 8, 7))}
    for order in permutations(tied):
        result = ranked(*(tied[seat] for seat in order))
        assert [order[seat] for seat in result.seats] == [BEN, CLEO, ANN]


def test_further_places_are_decided_in_the_same_way() -> None:
    result = ranked((50, (2,)), (40, (9,)), (40, (12,)), (60, (3,)))
    assert result == Ranking(seats=(DAN, ANN, CLEO, BEN), ties=((CLEO, BEN),))


def test_two_ties_are_told_apart() -> None:
    result = ranked((20, (2,)), (40, (9,)), (20, (12,)), (40, (3,)))
    assert result == Ranking(seats=(BEN, DAN, CLEO, ANN), ties=((BEN, DAN), (CLEO, ANN)))


@pytest.mark.parametrize("points", [0, 47])
def test_without_a_tie_nothing_is_said_about_ties(points: int) -> None:
    assert ranked((points, (2,)), (points + 1, (9,))).ties == ()


Vector = Mapping[str, Any]

VECTORS: Mapping[str, list[Vector]] = json.loads(
    Path(__file__).with_name("scoring_vectors.json").read_text(encoding="utf-8")
)


def bundled(numbers: Mapping[str, int]) -> Tiles:
    """Return the tiles of a vector."""
    return bundle_of({TILES[kind]: number for kind, number in numbers.items()})


def final(*players: tuple[Tiles, int]) -> tuple[EpochScore, ...]:
    """Return the points in the third epoch of players with these tiles and sums of suns."""
    return score([Sheet(tiles, (Sun(total),), 10) for tiles, total in players], 3)


def alone(tiles: Tiles | Mapping[str, int]) -> EpochScore:
    """Return the points in the third epoch of a player with these tiles."""
    return final((tiles if isinstance(tiles, int) else bundled(tiles), 9), (0, 8))[0]


def monuments(vector: Vector) -> object:
    row = alone(vector["tiles"])
    found = {"diversity": row.monuments_diversity, "quantity": row.monuments_quantity}
    assert vector["breakdown"] == found
    return sum(found.values())


def kinds(vector: Vector, family: Family) -> list[EpochScore]:
    """Return the points for the first so many kinds of a family."""
    return [alone(bundle(FAMILIES[family][:number])) for number in vector["distinct"]]


CATEGORIES: Mapping[str, Callable[[Vector], object]] = {
    "river": lambda vector: alone(vector["tiles"]).river,
    "pharaohs": lambda vector: [
        row.pharaohs for row in final(*((n * Tile.PHARAOH.one, 9) for n in vector["counts"]))
    ],
    "civilisations": lambda vector: alone(vector["tiles"]).civilisations,
    "monuments": monuments,
    "suns": lambda vector: [row.suns for row in final(*((0, total) for total in vector["sums"]))],
    "diversity_table": lambda vector: [
        row.monuments_diversity for row in kinds(vector, Family.MONUMENT)
    ],
    "quantity_table": lambda vector: [
        alone(number * Tile.TEMPLE.one).monuments_quantity for number in vector["same"]
    ],
    "civ_table": lambda vector: [row.civilisations for row in kinds(vector, Family.CIVILISATION)],
    "flat": lambda vector: alone(vector["tiles"]).gods + alone(vector["tiles"]).gold,
}


@pytest.mark.parametrize("vector", VECTORS["examples"], ids=lambda vector: vector["id"])
def test_the_examples_come_out_as_the_rulebooks_say(vector: Vector) -> None:
    assert CATEGORIES[vector["category"]](vector) == vector["expect"]


@pytest.mark.parametrize("vector", VECTORS["integrated"], ids=lambda vector: vector["id"])
def test_whole_epochs_come_out_as_they_were_added_up_by_hand(vector: Vector) -> None:
    sheets = [
        Sheet(bundled(player["tiles"]), tuple(map(Sun, player["suns"])), player["before"])
        for player in vector["players"]
    ]
    no_penalty = NoPenalty.FINAL_ONLY if vector.get("nopen") else NoPenalty.OFF
    rows = score(sheets, vector["epoch"], no_penalty)
    for row, expected in zip(rows, vector["expect"], strict=True):
        assert {key: getattr(row, key) for key in expected} == expected
