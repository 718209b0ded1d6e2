"""The tree search: fair, repeatable, and right where one can say what is right."""

import pytest

from companion.opponent.searching import Search, distinct, solved
from companion.rules import engine
from companion.rules.actions import DRAWS, INVOKE, Action
from companion.rules.editions import setup
from companion.rules.engine import Table, row
from companion.rules.model import new_game
from companion.rules.play import play
from companion.rules.thawing import thawed
from companion.rules.tiles import Tile
from tests.opponent.games import NAMES

TRIES = 60


def table(players: int, *said: Action) -> Table:
    game = new_game(setup(NAMES[:players]))
    for action in said:
        game, _ = play(game, action)
    return thawed(game)


GOLD = DRAWS[Tile.GOLD]


def test_whoever_is_alone_bids_the_higher_sun_first_and_wins_it_back_with_the_lower() -> None:
    """More than is needed is no waste: a bid below it would leave the higher one in the centre.

    Nine and then three win two lots, and the nine again. Three and then nine win the three.
    """
    there = an_ending(gold=4)
    there.ra_count = there.ra_limit - 3
    here, other = there.players[there.active], there.players[1 - there.active]
    here.suns, here.spent, there.centre = row([3, 9]), row([]), 1
    other.suns, other.spent, other.score = row([]), row([2, 5]), 20
    there.play(engine.INVOKE)
    search = Search(there, 1, 0.0)
    search.run(4 * TRIES)
    assert search.best().action == engine.BID | (9 << engine.KIND_BITS)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_order_of_the_bag_changes_nothing_and_the_table_stays_as_it_is(players: int) -> None:
    one, other = (table(players, GOLD, GOLD) for _ in range(2))
    order = sorted(other.bag, reverse=True)
    other.bag = row(order)
    found = []
    for each in (one, other):
        search = Search(each, 3, 0.5)
        search.run(TRIES)
        found.append([(one.action, one.tries, one.chances) for one in search.weighed()])
    assert found[0] == found[1]
    assert list(other.bag) == order


def test_thinking_in_parts_comes_to_the_same() -> None:
    at_once, in_parts = (Search(table(3, GOLD), 7, 0.0) for _ in range(2))
    at_once.run(TRIES)
    for _ in range(TRIES):
        in_parts.run(1)
    assert at_once.root.sums == in_parts.root.sums


def test_chances_of_every_choice_add_up_to_one_and_all_tries_are_counted() -> None:
    search = Search(table(4, GOLD, INVOKE), 1, 0.0)
    search.run(TRIES)
    assert sum(each.tries for each in search.weighed()) == TRIES
    for each in search.weighed():
        assert sum(each.chances) == pytest.approx(1.0)


def test_what_is_compared_is_tried_equally_often() -> None:
    there = table(3, GOLD, INVOKE)
    among = list(there.choices())[:2]
    search = Search(there, 1, 0.0, among)
    search.run(TRIES)
    assert [(each.action, each.tries) for each in search.weighed()] == [
        (action, TRIES // 2) for action in among
    ]


def test_of_gods_that_take_equal_tiles_one_is_weighed() -> None:
    there = table(2)
    there.players[there.active].tiles[engine.GOD] = 1
    there.track = row([engine.NILE, engine.GOLD, engine.NILE, engine.GOD, *[engine.EMPTY] * 4])
    gods = [action for action in distinct(there) if action & 15 == engine.USE_GOD]
    assert len(gods) == 2


def test_the_last_bidder_is_expected_to_take_what_nobody_else_can() -> None:
    """Anna has spent her suns; Ben has one, the game is nearly over, and gold lies there."""
    search = Search(an_ending(gold=3), 1, 0.0)
    search.run(TRIES)
    assert search.best().action == engine.INVOKE


def an_ending(gold: int = 7) -> Table:
    """Whoever decides has the last sun, wins with what lies there, and one more Ra ends it all."""
    there = table(2)
    there.epoch, there.ra_count = engine.LAST_EPOCH, there.ra_limit - 1
    here, other = there.players[there.active], there.players[1 - there.active]
    here.suns, other.suns = row([2]), row([])
    here.spent, other.spent = row([9, 8, 7]), row([10, 11, 12, 13])
    here.score, other.score = 4, 8
    there.track = row([engine.GOLD] * gold + [engine.EMPTY] * (engine.SPACES - gold))
    return there


def test_the_ending_of_one_player_s_last_sun_is_solved_exactly() -> None:
    """Any other tile does no harm, and can be taken, too: drawing loses as often as Ra comes."""
    there = an_ending()
    found = solved(there)
    assert found is not None
    worth = {each.action: each.chances[there.active] for each in found}
    ra_tiles = list(there.bag).count(0) / len(there.bag)
    assert worth == {engine.INVOKE: 1.0, engine.REACH_INTO_BAG: pytest.approx(1 - ra_tiles)}
    assert list(there.track).count(engine.GOLD) == 7


def test_what_is_no_such_ending_or_too_long_a_one_is_not_solved() -> None:
    two_suns, long, god = an_ending(), an_ending(), an_ending()
    two_suns.players[two_suns.active].suns = row([2, 3])
    long.track = row([engine.EMPTY] * engine.SPACES)
    god.players[god.active].tiles[engine.GOD] = 1
    assert [solved(each) for each in (two_suns, long, god, table(3))] == [None] * 4
