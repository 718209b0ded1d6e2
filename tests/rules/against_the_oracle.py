"""The engine beside the oracle: random games by both, every state and every choice compared."""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from companion.rules.actions import DRAWS, Action, ReachIntoBag
from companion.rules.editions import Edition, NoPenalty, Split, suns_in_play
from companion.rules.legal import choices
from companion.rules.model import Game, new_game
from companion.rules.play import play
from companion.rules.records.record import entry, read_header
from companion.rules.tiles import size
from tests.oracle.oracle import Oracle
from tests.oracle.perft import bag_order
from tests.rules.side_by_side import action_of, assert_printed_same, played_on
from tests.rules.table import NAMES, TILES

Line = dict[str, Any]


def a_header(dice: Random) -> Line:
    """Return the first line of a record, with any options that are allowed."""
    players = dice.randint(2, 5)
    header: Line = {"ra_record": 1, "players": list(NAMES[:players])}
    if dice.random() < 0.5:
        header["edition"] = dice.choice([edition.value for edition in Edition])
    if dice.random() < 0.5:
        header["ra_limit"] = dice.randint(1, 10)
    if dice.random() < 0.3:
        suns = list(suns_in_play(players)[1:])
        dice.shuffle(suns)
        header["suns"] = [suns[seat::players] for seat in range(players)]
    options: Line = {}
    if dice.random() < 0.5 or header.get("edition") == "alea1999":
        options["two_player_split"] = dice.choice([split.value for split in Split])
    if dice.random() < 0.5:
        options["two_player_no_penalty"] = dice.choice([option.value for option in NoPenalty])
    return header | ({"options": options} if options else {})


def compare_a_game(seed: int) -> int:
    """Play one game with both, compare them after every line, and return how many there were.

    After every line the table is also compared as it is printed.

    Raises:
        AssertionError: They disagree; the text says after which line of which game.
    """
    dice = Random(seed)  # noqa: S311 - no secret
    header = a_header(dice)
    eagerness = dice.choice(EAGERNESS)
    oracle = Oracle(header)
    game = new_game(read_header(json.dumps(header).encode()))
    try:
        assert_printed_same(game, (), oracle)
        for _, after, events in played_on(game, oracle, dice, eagerness):
            assert_printed_same(after, events, oracle)
    except AssertionError as why:
        raise AssertionError(f"seed {seed}, line {oracle.seq}: {why}") from why
    return oracle.seq


EAGERNESS = (0.2, 0.5, 0.8, 0.95)
"""How much rather than anything else the players draw a tile."""


def census(pinned: Line, depth: int) -> list[Counter[str]]:
    """Count the legal lines of a position, level by level and by what they say.

    Positions that are reached in several ways are played on once: the engine's positions are
    values, so that they can be counted.
    """
    order = [DRAWS[TILES[kind]] for kind in bag_order(pinned["bag"])]
    games = Counter([at(pinned)])
    found: list[Counter[str]] = []
    for _ in range(depth):
        kinds: Counter[str] = Counter()
        beneath: Counter[Game] = Counter()
        for game, ways in games.items():
            for action in next_actions(game, order):
                [kind] = entry(action)
                kinds[kind] += ways
                beneath[play(game, action)[0]] += ways
        found.append(kinds)
        games = beneath
    return found


def at(pinned: Line) -> Game:
    """Return a pinned position."""
    game = new_game(read_header(json.dumps({"ra_record": 1} | pinned["header"]).encode()))
    for line in pinned["prefix"]:
        game, _ = play(game, action_of(line))
    return game


def next_actions(game: Game, order: Sequence[Action]) -> Iterator[Action]:
    """Yield what can be done when the order of the bag is known; auctions go bid by bid."""
    for choice in choices(game):
        yield order[len(order) - size(game.bag)] if isinstance(choice, ReachIntoBag) else choice
