"""What the machine decides: fairly, by the rules, the same every time, and not badly."""

from collections.abc import Iterable

import pytest

from companion.opponent import deciding, rollouts
from companion.opponent.deciding import decide
from companion.opponent.strength import Strength
from companion.opponent.tournament import play
from companion.rules import engine
from companion.rules.actions import DRAWS, INVOKE, PASS, Action
from companion.rules.editions import Options, setup
from companion.rules.model import Game, new_game
from companion.rules.play import play as played
from companion.rules.thawing import frozen, thawed
from companion.rules.tiles import Tile, tiles

THINKING = (Strength.QUICK, Strength.STEADY, Strength.STRONG)


def after(game: Game, actions: Iterable[Action]) -> Game:
    for action in actions:
        game, _ = played(game, action)
    return game


@pytest.mark.parametrize("strength", THINKING)
def test_another_order_of_the_bag_changes_no_decision(strength: Strength) -> None:
    """Two bags begin with the same five tiles; what comes then is the other way round."""
    game = new_game(setup(("Anna", "Ben", "Cleo")))
    drawn = [Tile.GOLD, Tile.PHARAOH, Tile.FLOOD, Tile.NILE, Tile.GOD]
    rest = list(tiles(game.bag))
    for tile in drawn:
        rest.remove(tile)
    decided = []
    for bag in (drawn + rest, drawn + rest[::-1]):
        now = after(game, [DRAWS[tile] for tile in bag[:5]])
        decided += [decide(thawed(now), seed, strength) for seed in range(4)]
    assert decided[:4] == decided[4:]


@pytest.mark.parametrize("strength", THINKING)
def test_thinking_leaves_the_position_as_it_was_and_comes_to_the_same_again(
    strength: Strength,
) -> None:
    game = after(new_game(setup(("Anna", "Ben"))), [DRAWS[Tile.GOLD], DRAWS[Tile.GOLD], INVOKE])
    table = thawed(game)
    assert decide(table, 3, strength) == decide(table, 3, strength)
    assert frozen(table, game) == game


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("strength", [Strength.RANDOM, Strength.QUICK])
def test_whole_games_are_played_by_the_rules(players: int, strength: Strength) -> None:
    start = thawed(new_game(setup(tuple("ABCDE"[:players]))))
    for deal in range(4):
        assert play(start, (strength,) * players, deal).phase == engine.OVER


@pytest.mark.parametrize("strength", [Strength.STEADY, Strength.STRONG])
def test_a_machine_that_looks_ahead_plays_a_whole_game(strength: Strength) -> None:
    start = thawed(new_game(setup(("Anna", "Ben"), Options(ra_limit=1))))
    assert play(start, (strength, Strength.QUICK), 5).phase == engine.OVER


@pytest.mark.parametrize("strength", THINKING)
def test_who_must_bid_bids(strength: Strength) -> None:
    game = after(new_game(setup(("Anna", "Ben"))), [INVOKE])
    table = thawed(game)
    table.pass_()
    assert table.active == table.ra_player
    assert decide(table, 1, strength) & 15 == engine.BID


@pytest.mark.parametrize("strength", THINKING)
def test_gold_is_worth_a_sun_and_a_disaster_is_not(strength: Strength) -> None:
    """Whoever drew Ra bids last, and nobody else wants it."""
    table = new_game(setup(("Anna", "Ben")))
    for tile, kind in ((Tile.GOLD, engine.BID), (Tile.FUNERAL, engine.PASS)):
        lot: list[Action] = [DRAWS[tile]] * (4 if kind == engine.BID else 2)
        lot += [DRAWS[Tile.RA], PASS]
        assert decide(thawed(after(table, lot)), 1, strength) & 15 == kind


def test_what_hurts_least_is_given_up() -> None:
    table = thawed(new_game(setup(("Anna", "Ben"))))
    tiles = table.players[table.active].tiles
    art, agriculture = engine.CIVILISATION, engine.CIVILISATION + 1
    tiles[art], tiles[agriculture], tiles[engine.UNREST] = 2, 1, 1
    table.phase = engine.DISCARDING
    chosen = rollouts.policy_action(table, rollouts.usual_policy())
    assert chosen in table.choices()
    assert art in engine.discarded(chosen)


def test_as_soon_as_nothing_can_change_it_any_more_a_decision_is_made() -> None:
    table = thawed(after(new_game(setup(("Anna", "Ben"))), [DRAWS[Tile.GOLD]]))
    asked = 0

    def enough() -> bool:
        nonlocal asked
        asked += 1
        return False

    decide(table, 1, Strength.STRONG, enough)
    assert 1 < asked < deciding.EFFORTS[Strength.STRONG]


def test_when_there_is_no_more_time_what_seems_best_is_taken() -> None:
    table = thawed(after(new_game(setup(("Anna", "Ben"))), [DRAWS[Tile.GOLD]]))
    assert decide(table, 1, Strength.STRONG, lambda: True) in table.choices()
