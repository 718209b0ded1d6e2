"""What the machine decides: fairly, by the rules, the same every time, and not badly."""

from collections import Counter
from collections.abc import Iterable

import pytest

from companion.opponent.deciding import choices, decide, lines
from companion.opponent.strength import Strength
from companion.opponent.tournament import play
from companion.rules import packed
from companion.rules.actions import DRAWS, INVOKE, PASS, Action
from companion.rules.editions import Options, setup
from companion.rules.model import Game, new_game
from companion.rules.packed import kernel
from companion.rules.packed.positions import packed as position
from companion.rules.play import play as played
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
        decided += [decide(position(now), seed, strength) for seed in range(4)]
    assert decided[:4] == decided[4:]


@pytest.mark.parametrize("strength", THINKING)
def test_thinking_leaves_the_position_as_it_was_and_comes_to_the_same_again(
    strength: Strength,
) -> None:
    now = position(
        after(new_game(setup(("Anna", "Ben"))), [DRAWS[Tile.GOLD], DRAWS[Tile.GOLD], INVOKE])
    )
    words = tuple(now)
    assert decide(now, 3, strength) == decide(now, 3, strength)
    assert now == words


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("strength", [Strength.RANDOM, Strength.QUICK])
def test_whole_games_are_played_by_the_rules(players: int, strength: Strength) -> None:
    start = position(new_game(setup(tuple("ABCDE"[:players]))))
    for deal in range(4):
        assert play(start, (strength,) * players, deal).phase == kernel.OVER


@pytest.mark.parametrize("strength", [Strength.STEADY, Strength.STRONG])
def test_a_machine_that_looks_ahead_plays_a_whole_game(strength: Strength) -> None:
    start = position(new_game(setup(("Anna", "Ben"), Options(ra_limit=1))))
    assert play(start, (strength, Strength.QUICK), 5).phase == kernel.OVER


def test_of_gods_that_take_equal_tiles_one_is_tried() -> None:
    table = packed.at(position(new_game(setup(("Anna", "Ben")))))
    table.hands[table.active].tiles = 1 << kernel.GOD_AT
    lane = (kernel.NILE, kernel.GOLD, kernel.NILE, kernel.GOD_TILE)
    table.lane = sum(tile << (kernel.SLOT * slot) for slot, tile in enumerate(lane))
    gods = [action for action in choices(table) if action & 15 == kernel.GOD]
    assert len(gods) == 2


@pytest.mark.parametrize("strength", THINKING)
def test_who_must_bid_bids(strength: Strength) -> None:
    game = after(new_game(setup(("Anna", "Ben"))), [INVOKE])
    caller = packed.at(position(game)).ra_player
    table = packed.at(position(game))
    table.play(kernel.PASS)
    assert table.active == caller
    assert decide(table.words(), 1, strength) & 15 == kernel.BID


@pytest.mark.parametrize("strength", THINKING)
def test_gold_is_worth_a_sun_and_a_disaster_is_not(strength: Strength) -> None:
    """Whoever drew Ra bids last, and nobody else wants it."""
    table = new_game(setup(("Anna", "Ben")))
    for tile, kind in ((Tile.GOLD, kernel.BID), (Tile.FUNERAL, kernel.PASS)):
        lot: list[Action] = [DRAWS[tile]] * (4 if kind == kernel.BID else 2)
        lot += [DRAWS[Tile.RA], PASS]
        assert decide(position(after(table, lot)), 1, strength) & 15 == kind


def test_what_hurts_least_is_given_up() -> None:
    table = packed.at(position(new_game(setup(("Anna", "Ben")))))
    held = (2 << kernel.AT[kernel.ART]) | (1 << kernel.AT[kernel.ART + 1])
    table.hands[table.active].tiles = held
    table.phase, table.unrests = kernel.LOSS, 1
    chosen = packed.by_habit(table, packed.habits())
    assert chosen & 15 == kernel.DISCARD
    assert chosen in table.choices()
    assert (chosen >> kernel.KIND) & 7 >= 1


def test_calling_ra_leads_to_every_bid_that_may_follow_what_others_bid() -> None:
    game = after(new_game(setup(("Anna", "Ben", "Cleo"))), [DRAWS[Tile.GOLD], DRAWS[Tile.NILE]])
    table = packed.at(position(game))
    words = table.words()
    found = list(lines(table, [kernel.REACH, kernel.INVOKE]))
    assert (found[0][0], found[0][1].action) == (kernel.REACH, kernel.REACH)
    assert {action for action, _ in found[1:]} == {kernel.INVOKE}
    heard = found[1][1].table
    assert heard.phase == kernel.AUCTION
    assert heard.active == table.active
    assert [line.action for _, line in found[1:]] == heard.choices()
    assert len(heard.choices()) > 1
    assert table.words() == words


def test_what_is_clearly_worse_drops_out_and_the_rest_of_the_futures_goes_to_the_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawing wins always, and nothing else ever: that is plain after a few futures."""
    tried: Counter[int] = Counter()

    def counted(
        table: packed.Table, action: int, _first: int, number: int, *_: object
    ) -> list[float]:
        tried[action] += number
        return [float(action == kernel.REACH)] * (table.seats * number)

    monkeypatch.setattr(packed, "futures", counted)
    game = after(new_game(setup(("Anna", "Ben"))), [DRAWS[Tile.GOLD]])
    decided = decide(position(game), 1, Strength.STRONG, {Strength.STRONG: 10_000})
    assert decided == kernel.REACH
    assert sum(tried.values()) < 1_000


def test_whoever_decides_looks_at_their_own_chances_and_shares_out_no_more_futures(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Drawing is good for the others, calling Ra for who decides; but all only now and then."""
    table = packed.at(
        position(after(new_game(setup(("Anna", "Ben", "Cleo"))), [DRAWS[Tile.GOLD]] * 2))
    )
    mine, effort, tried = table.active, 600, list[int]()

    def now_and_then(
        there: packed.Table, action: int, first: int, number: int, *_: object
    ) -> list[float]:
        tried.append(number)
        found = []
        for at in range(first, first + number):
            wins = action != kernel.REACH and at % 16 == 0
            found += [float(wins == (seat == mine)) for seat in range(there.seats)]
        return found

    assert mine != 0
    monkeypatch.setattr(packed, "futures", now_and_then)
    decided = decide(table.words(), 1, Strength.STRONG, {Strength.STRONG: effort})
    assert decided == kernel.INVOKE
    tried.clear()
    monkeypatch.setattr(
        packed, "futures", lambda there, _a, _f, number, *_: alike(there.seats * number)
    )

    def alike(number: int) -> list[float]:
        tried.append(number // table.seats)
        return [0.5] * number

    decide(table.words(), 1, Strength.STRONG, {Strength.STRONG: effort})
    assert effort <= sum(tried) < 1.5 * effort
