"""The scoring vectors: examples of the rulebooks (V…) and whole epochs put together (I…)."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.rules.editions import NoPenalty, Options, Split, Sun, setup, sun_groups
from companion.rules.model import new_game
from companion.rules.play import play
from companion.rules.scoring.scoring import EpochScore, Sheet, score
from companion.rules.tiles import (
    ALL_TILES,
    FAMILIES,
    Family,
    Tile,
    Tiles,
    bundle,
    bundle_of,
    count,
    size,
)
from tests.rules.table import NAMES, TILES, action

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


def alone(tiles: Tiles) -> EpochScore:
    """Return the points in the third epoch of a player with these tiles."""
    return final((tiles, 9), (0, 8))[0]


def ra_tiles_of_an_epoch(players: int, options: Options) -> int:
    """Return how many Ra tiles are drawn until the first epoch is over."""
    game = new_game(setup(NAMES[:players], options))
    drawn = 0
    while game.epoch == 1:
        game, _ = play(game, action("draw ra"))
        drawn += 1
        if game.epoch == 1:
            game, _ = play(game, action("unsold"))
    return drawn


def river(vector: Vector) -> object:
    return alone(bundled(vector["tiles"])).river


def pharaohs(vector: Vector) -> object:
    players = [(number * Tile.PHARAOH.one, 9) for number in vector["counts"]]
    return [row.pharaohs for row in final(*players)]


def civilisations(vector: Vector) -> object:
    return alone(bundled(vector["tiles"])).civilisations


def monuments(vector: Vector) -> object:
    row = alone(bundled(vector["tiles"]))
    assert vector["breakdown"] == {
        "diversity": row.monuments_diversity,
        "quantity": row.monuments_quantity,
    }
    return row.monuments_diversity + row.monuments_quantity


def suns(vector: Vector) -> object:
    return [row.suns for row in final(*((0, total) for total in vector["sums"]))]


def ra_track(vector: Vector) -> object:
    chosen = vector["expect"] if "variant" in vector else None
    return ra_tiles_of_an_epoch(vector["players"], Options(ra_limit=chosen))


def split_analysis(vector: Vector) -> object:
    """Which suns beat which, in the split of the two-player game that the vector is about."""
    chosen = {tuple(sorted(vector["a"])), tuple(sorted(vector["b"]))}
    [split] = [split for split in Split if set(sun_groups(2, split)) == chosen]
    [mine] = [suns for suns in sun_groups(2, split) if set(suns) == set(vector["a"])]
    [theirs] = [suns for suns in sun_groups(2, split) if set(suns) == set(vector["b"])]
    wins = [[sum(sun > other for other in theirs) for sun in mine]]
    wins += [[sum(sun > other for other in mine) for sun in theirs]]
    found: dict[str, object] = {
        "sum": [sum(mine), sum(theirs)],
        "wins": [sum(detail) for detail in wins],
    }
    return found | ({"wins_detail": wins} if "wins_detail" in vector["expect"] else {})


def groups(vector: Vector) -> object:
    return [sorted(group, reverse=True) for group in sun_groups(vector["players"])]


def top_disc(_: Vector) -> object:
    return {str(players): sun_groups(players)[0][-1] for players in (2, 3)}


def diversity_table(vector: Vector) -> object:
    kinds = FAMILIES[Family.MONUMENT]
    return [alone(bundle(kinds[:number])).monuments_diversity for number in vector["distinct"]]


def quantity_table(vector: Vector) -> object:
    return [alone(number * Tile.TEMPLE.one).monuments_quantity for number in vector["same"]]


def civ_table(vector: Vector) -> object:
    kinds = FAMILIES[Family.CIVILISATION]
    return [alone(bundle(kinds[:number])).civilisations for number in vector["distinct"]]


def flat(vector: Vector) -> object:
    row = alone(bundled(vector["tiles"]))
    return row.gods + row.gold


def component_sum(_: Vector) -> object:
    return size(ALL_TILES)


def component_sum_split(vector: Vector) -> object:
    ra = count(ALL_TILES, Tile.RA)
    assert (size(ALL_TILES) - ra, ra) == (vector["playing"], vector["ra"])
    return size(ALL_TILES)


def stelae(vector: Vector) -> object:
    """Points go on beyond what all tokens together could show."""
    pieces = {int(value): number for value, number in vector["counts"].items()}
    worth = sum(value * number for value, number in pieces.items())
    rich = score([Sheet(Tile.GOLD.one, (), worth), Sheet(0, (), 0)], 1)[0]
    assert rich.after == worth + rich.net
    return {"pieces": sum(pieces.values()), "value": worth}


CATEGORIES: Mapping[str, Callable[[Vector], object]] = {
    "river": river,
    "pharaohs": pharaohs,
    "civilisations": civilisations,
    "monuments": monuments,
    "suns": suns,
    "ra_track": ra_track,
    "split_analysis": split_analysis,
    "sun_groups": groups,
    "top_disc": top_disc,
    "diversity_table": diversity_table,
    "quantity_table": quantity_table,
    "civ_table": civ_table,
    "flat": flat,
    "component_sum": component_sum,
    "component_sum_split": component_sum_split,
    "stelae": stelae,
}


def test_no_vector_is_missing() -> None:
    assert [vector["id"] for vector in VECTORS["examples"]] == [f"V{n:02}" for n in range(1, 30)]
    assert [vector["id"] for vector in VECTORS["integrated"]] == [f"I{n:02}" for n in range(1, 6)]


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
