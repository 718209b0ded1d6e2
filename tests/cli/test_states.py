"""The quick way to write states down says to the byte what the definition says."""

from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.actions import Action
from companion.rules.editions import NoPenalty, Options, Setup, setup
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Game, Phase, new_game
from companion.rules.play import play
from companion.rules.records import positions
from companion.rules.records.positions import state_line
from tests.random_games import random_game


def table(players: int) -> Setup:
    return setup(("Änna", "Ben", "\u00ad", "", 'D"n')[:players])


def lines(game_setup: Setup, actions: list[Action]) -> list[tuple[bytes, dict[str, object]]]:
    """Every state of a game, written quickly and by the definition."""
    game = new_game(game_setup)
    both = [(state_line(game, 0), positions.state(game, 0))]
    for seq, action in enumerate(actions, start=1):
        game, events = play(game, action)
        both.append((state_line(game, seq, events), positions.state(game, seq, events)))
    return both


@given(st.integers(2, 5), st.integers(0, 10**6))
def test_every_state_of_a_random_game_is_written_as_it_is_defined(players: int, seed: int) -> None:
    game_setup = table(players)
    for line, state in lines(game_setup, random_game(game_setup, Random(seed))):  # noqa: S311 - dice
        assert line == msgspec.json.encode(state) + b"\n"


@given(st.integers(2, 5), st.data())
def test_short_ways_of_writing_an_auction_give_the_same_states(
    players: int, data: st.DataObject
) -> None:
    game = new_game(setup(("A", "B", "C", "D", "E")[:players]))
    for seq in range(1, 40):
        options = legal_actions(game)
        if not options:
            break
        game, events = play(game, data.draw(st.sampled_from(options)))
        assert state_line(game, seq, events) == (
            msgspec.json.encode(positions.state(game, seq, events)) + b"\n"
        )


def test_a_game_that_is_over_waits_for_nobody_even_if_its_end_is_not_told() -> None:
    game_setup = table(3)
    game = new_game(game_setup)
    for action in random_game(game_setup, Random(2)):  # noqa: S311 - dice
        game, _ = play(game, action)
    assert state_line(game, 1) == msgspec.json.encode(positions.state(game, 1)) + b"\n"


def test_a_state_may_tell_whose_it_is() -> None:
    game: Game = new_game(table(3))
    named = msgspec.json.decode(state_line(game, 4, (), "an evening.jsonl"))
    assert named.pop("file") == "an evening.jsonl"
    assert named == msgspec.json.decode(state_line(game, 4))


@pytest.mark.parametrize("no_penalty", NoPenalty)
def test_the_end_of_an_epoch_may_tell_whose_it_is(no_penalty: NoPenalty) -> None:
    game_setup = setup(("A", "B"), Options(two_player_no_penalty=no_penalty))
    game = new_game(game_setup)
    scored = 0
    for action in random_game(game_setup, Random(1)):  # noqa: S311 - dice
        game, events = play(game, action)
        state = msgspec.json.decode(state_line(game, 1, events, "f"))
        assert state["file"] == "f"
        scored += "scored" in state
    assert scored == 3


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
