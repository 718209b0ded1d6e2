"""The scoring vectors: examples of the rulebooks (V…) and whole epochs put together (I…)."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.rules.editions import NoPenalty, Sun
from companion.rules.scoring.scoring import EpochScore, Sheet, score
from companion.rules.tiles import FAMILIES, Family, Tile, Tiles, bundle, bundle_of
from tests.rules.table import TILES

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
