"""What the machine decides: fairly, by the rules, the same every time, and not badly."""

from collections import Counter
from collections.abc import Iterable

import pytest

from companion.opponent import rollouts
from companion.opponent.deciding import choices, decide, lines
from companion.opponent.strength import Strength
from companion.opponent.tournament import play
from companion.rules import engine
from companion.rules.actions import DRAWS, INVOKE, PASS, Action
from companion.rules.editions import Options, setup
from companion.rules.engine import Table
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


def test_of_gods_that_take_equal_tiles_one_is_tried() -> None:
    table = thawed(new_game(setup(("Anna", "Ben"))))
    table.players[table.active].tiles[engine.GOD] = 1
    table.track[:4] = [engine.NILE, engine.GOLD, engine.NILE, engine.GOD]
    gods = [action for action in choices(table) if action & 15 == engine.USE_GOD]
    assert len(gods) == 2


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


def test_calling_ra_leads_to_every_bid_that_may_follow_what_others_bid() -> None:
    game = after(new_game(setup(("Anna", "Ben", "Cleo"))), [DRAWS[Tile.GOLD], DRAWS[Tile.NILE]])
    table, reach = thawed(game), engine.REACH_INTO_BAG
    found = list(lines(table, [reach, engine.INVOKE]))
    assert (found[0][0], found[0][1].action) == (reach, reach)
    assert {action for action, _ in found[1:]} == {engine.INVOKE}
    heard = found[1][1].table
    assert heard.phase == engine.AUCTION
    assert heard.active == table.active
    assert [line.action for _, line in found[1:]] == heard.choices()
    assert len(heard.choices()) > 1
    assert frozen(table, game) == game


def test_what_is_clearly_worse_drops_out_and_the_rest_of_the_futures_goes_to_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawing wins always, and nothing else ever: that is plain after a few futures."""
    tried: Counter[int] = Counter()

    def counted(table: Table, action: int, _first: int, number: int, *_: object) -> list[float]:
        tried[action] += number
        return [float(action == engine.REACH_INTO_BAG)] * (len(table.players) * number)

    monkeypatch.setattr(rollouts, "rollouts", counted)
    game = after(new_game(setup(("Anna", "Ben"))), [DRAWS[Tile.GOLD]])
    decided = decide(thawed(game), 1, Strength.STRONG, {Strength.STRONG: 10_000})
    assert decided == engine.REACH_INTO_BAG
    assert sum(tried.values()) < 1_000


def test_whoever_decides_looks_at_their_own_chances_and_shares_out_no_more_futures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawing is good for the others, calling Ra for who decides; but all only now and then."""
    table = thawed(after(new_game(setup(("Anna", "Ben", "Cleo"))), [DRAWS[Tile.GOLD]] * 2))
    mine, effort, tried = table.active, 600, list[int]()

    def now_and_then(there: Table, action: int, first: int, number: int, *_: object) -> list[float]:
        tried.append(number)
        found = []
        for at in range(first, first + number):
            wins = action != engine.REACH_INTO_BAG and at % 16 == 0
            found += [float(wins == (seat == mine)) for seat in range(len(there.players))]
        return found

    assert mine != 0
    monkeypatch.setattr(rollouts, "rollouts", now_and_then)
    decided = decide(table, 1, Strength.STRONG, {Strength.STRONG: effort})
    assert decided == engine.INVOKE
    tried.clear()
    monkeypatch.setattr(
        rollouts, "rollouts", lambda there, _a, _f, number, *_: alike(len(there.players) * number)
    )

    def alike(number: int) -> list[float]:
        tried.append(number // len(table.players))
        return [0.5] * number

    decide(table, 1, Strength.STRONG, {Strength.STRONG: effort})
    assert effort <= sum(tried) < 1.5 * effort
