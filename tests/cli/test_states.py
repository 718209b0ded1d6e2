"""The states of a record, as they are printed."""

from io import BytesIO
from random import Random
from typing import Any

import msgspec
import pytest

from companion.cli.replay import state_lines
from companion.rules.editions import Setup, setup
from companion.rules.model import Auction, Phase, new_game
from companion.rules.play import play
from companion.rules.records import positions, record
from tests.random_games import random_game


def table(players: int) -> Setup:
    return setup(("Änna", "Ben", "\u00ad", "", 'D"n')[:players])


def states(text: bytes, file: str | None = None) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in state_lines(BytesIO(text), file)]


def record_of(players: int, seed: int) -> bytes:
    game_setup = table(players)
    return record.write(game_setup, random_game(game_setup, Random(seed)))  # noqa: S311 - dice


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_state_may_tell_whose_it_is(players: int) -> None:
    text = record_of(players, 1)
    named = states(text, "an evening.jsonl")
    assert {state.pop("file") for state in named} == {"an evening.jsonl"}
    assert named == states(text)
    assert sum("scored" in state for state in named) == 3


def test_a_state_says_what_the_table_waits_for() -> None:
    game_setup = table(3)
    game = new_game(game_setup)
    seen = {positions.phase(game)}
    for action in random_game(game_setup, Random(2)):  # noqa: S311 - dice
        game, _ = play(game, action)
        assert (positions.phase(game) == "auction") is isinstance(game.stage, Auction)
        assert (positions.phase(game) == "over") is (game.stage is Phase.OVER)
        seen.add(positions.phase(game))
    assert seen >= {"turn", "auction", "over"}
