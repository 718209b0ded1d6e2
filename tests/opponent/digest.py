"""Everything that happens in some games, as one number: the same, compiled or not."""

import json
from hashlib import sha256
from random import Random

from companion.opponent.rollouts import gain, policy_action, usual_policy
from companion.opponent.searching import Search, distinct
from companion.rules.engine import OVER, REACH_INTO_BAG, Dice, Table
from companion.rules.model import Game, new_game
from companion.rules.records.record import read_header
from companion.rules.thawing import frozen, thawed
from tests.rules.against_the_oracle import a_header


def digest(first: int, games: int) -> str:
    """Return the digest of games from a seed on, half of them random, half by rule of thumb."""
    told = sha256()
    for seed in range(first, first + games):
        game = new_game(read_header(json.dumps(a_header(Random(seed))).encode()))  # noqa: S311
        for line in _played(game, Dice(seed), is_random=seed % 2 == 0):
            told.update(line.encode())
    return told.hexdigest()


def _played(game: Game, dice: Dice, *, is_random: bool) -> list[str]:
    table, policy, lines = thawed(game), usual_policy(), list[str]()
    while table.phase != OVER:
        likely = policy_action(table, policy)
        gains = [gain(table, seat, table.track) for seat in range(len(table.players))]
        lines.append(f"{frozen(table, game)} {list(table.choices())} {likely} {gains}")
        if len(lines) % 40 == 1:
            lines.append(_foreseen(table))
        if is_random:
            table.play_random(dice)
        elif likely == REACH_INTO_BAG:
            table.draw_random(dice)
        else:
            table.play(likely)
    return [*lines, f"{frozen(table, game)} {table.ranking()}"]


def _foreseen(table: Table) -> str:
    if len(distinct(table)) == 1:
        return ""
    search = Search(table, 5, 0.5)
    search.run(9)
    found = search.weighed()
    return str([(one.action, one.tries, [round(c, 9) for c in one.chances]) for one in found])
