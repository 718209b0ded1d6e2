"""The engine and the oracle play on from the same table, and are compared after every line."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from companion.rules.actions import INVOKE, Action, Draw, Unsold, Won
from companion.rules.events import EpochEnded
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Discarding, Game, Phase, Player
from companion.rules.play import Events, play
from companion.rules.records.positions import state
from companion.rules.records.record import entry, read_entry
from companion.rules.tiles import KINDS, counts
from tests.oracle import box, invariants
from tests.oracle.oracle import Oracle, tidy

Line = dict[str, Any]

_HANDS, _ACTIONS = 1 << 10, 1 << 12
"""So many of each are remembered as the oracle writes them."""

_KINDS = len(KINDS)


assert [*KINDS] == [*box.COPIES], "a bundle counts in the oracle's order, a byte for each kind"


def played_on(
    game: Game, oracle: Oracle, dice: Random, eagerness: float
) -> Iterator[tuple[Action, Game, Events]]:
    """Play a game to its end with both; yield what was done, the table and what happened.

    Before every line all choices are the same, after it the whole table is.

    Raises:
        AssertionError: They disagree; the oracle's ``seq`` says after which line.
    """
    while oracle.phase != "over":
        legal = legal_actions(game)
        lines, allowed = [*map(line_of, legal)], oracle.legal()
        assert lines == allowed or _in_no_order(lines) == _in_no_order(allowed), (
            f"choices: {lines} and {allowed}"
        )
        action = one_of(legal, oracle.bag, dice, eagerness)
        oracle.carry_out(line_of(action))
        before, (game, events) = game, play(game, action)
        assert_same(game, events, oracle)
        is_theirs_the_same = game.players is before.players and game.centre == before.centre
        for look in _EVERY_TIME if is_theirs_the_same else _LOOKS:
            look(oracle)
        yield action, game, events
    assert not legal_actions(game), "choices after the end"


def one_of(
    legal: Sequence[Action], bag: Mapping[str, int], dice: Random, eagerness: float
) -> Action:
    """Return one of the choices with the tastes of ``some_action``: gods and rare tiles often."""
    if not isinstance(legal[0], Draw):
        told_at_once = [each for each in legal if type(each) in _AT_ONCE]
        if told_at_once and dice.random() < 0.2:
            return dice.choice(told_at_once)
        return dice.choice(legal[: len(legal) - len(told_at_once)])
    draws = legal.index(INVOKE)
    gods = legal[draws + 1 :]
    if gods and dice.random() < 0.5:
        return dice.choice(gods)
    if dice.random() >= eagerness:
        return dice.choice(legal[draws:])
    if dice.random() < 0.5:
        return dice.choice(legal[:draws])
    return dice.choices(legal[:draws], [number for number in bag.values() if number])[0]


_AT_ONCE = (Won, Unsold)

_LOOKS = tuple(look for look in invariants.EVERY_TIME if look is not invariants.check_tiles)
"""R-INV-1 needs no look: the engine counts as removed what is nowhere else, and so must both."""

_EVERY_TIME = (invariants.check_places, invariants.check_bag)
"""The others are about what players have; the engine's are values, and may be those of before."""


def assert_same(game: Game, events: Events, oracle: Oracle) -> None:
    """Compare all that is known of a table.

    Raises:
        AssertionError: They disagree.
    """
    is_same = (
        [*map(_hand, game.players)] == oracle.players
        and game.bag.to_bytes(_KINDS, "little") == bytes(oracle.bag.values())
        and game.removed.to_bytes(_KINDS, "little") == bytes(oracle.removed.values())
        and [*game.track] == oracle.lane
        and (game.epoch, game.centre, game.ra_count, game.ra_limit)
        == (oracle.epoch, oracle.centre, oracle.ra_count, oracle.ra_limit)
        and _waits(game) == _waits_by(oracle)
    )
    has_scored = oracle.scored is not None or EpochEnded in map(type, events)
    if has_scored or not is_same:
        assert_printed_same(game, events, oracle)
    assert is_same, "no difference is printed"


def assert_printed_same(game: Game, events: Events, oracle: Oracle) -> None:
    """Compare a table as it is printed, with what its epoch brought if that has just ended.

    Raises:
        AssertionError: They disagree; the text says in what.
    """
    printed, theirs = state(game, oracle.seq, events), oracle.state()
    assert printed == theirs, "; ".join(
        f"{key}: {printed.get(key)} and {theirs.get(key)}"
        for key in printed | theirs
        if printed.get(key) != theirs.get(key)
    )


def _waits(game: Game) -> tuple[object, ...]:
    """Return what the table waits for, and for whom."""
    stage = game.stage
    if isinstance(stage, Auction):
        return "auction", game.active, stage.ra_player, stage.best_bid, stage.best_bidder
    if stage is Phase.OVER:
        return ("over",)
    return "discard" if isinstance(stage, Discarding) else stage.value, game.active


def _waits_by(oracle: Oracle) -> tuple[object, ...]:
    """Return the same by the oracle."""
    phase = oracle.phase
    if phase == "auction":
        return phase, oracle.active, oracle.ra_player, oracle.best_bid, oracle.best_bidder
    return ("over",) if phase == "over" else (phase, oracle.active)


@lru_cache(_HANDS)
def _hand(player: Player) -> dict[str, object]:
    """Return what a player has in the oracle's words."""
    up, down, tiles = list(player.suns), sorted(player.spent), box.NOTHING | counts(player.tiles)
    return {"up": up, "down": down, "tiles": tiles, "score": player.score}


@lru_cache(_ACTIONS)
def line_of(action: Action) -> Line:
    """Return the line of a record that says this; who reads it does the same."""
    line = entry(action)
    assert action_of(line) == action, f"{line} is read as something else"
    return tidy(line)


def action_of(line: Line) -> Action:
    """Return what a line of a record does."""
    read = read_entry(json.dumps(line).encode())
    assert isinstance(read, Action)
    return read


def _in_no_order(lines: Iterable[Line]) -> Counter[tuple[str, object]]:
    """Return lines, each as often as it is there, with the tiles of a discard in no order."""
    return Counter(
        (key, tuple(sorted(value)) if isinstance(value, list) else value)
        for line in lines
        for key, value in line.items()
    )
