"""Everything that happens in some games, as one number: the same, compiled or not."""

import json
from hashlib import sha256
from random import Random

from companion.opponent.rollouts import gain, policy_action, rollouts, usual_policy, winners
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
        lines.append(f"{frozen(table, game)} {table.choices()} {likely} {gains}")
        if len(lines) % 40 == 1:
            lines.append(_foreseen(table, likely))
        if is_random:
            table.play_random(dice)
        elif likely == REACH_INTO_BAG:
            table.draw_random(dice)
        else:
            table.play(likely)
    return [*lines, f"{frozen(table, game)} {table.ranking()}"]


def _foreseen(table: Table, action: int) -> str:
    chances = rollouts(table, action, 1, 3, Dice(3), usual_policy(), 0.5)
    ends = winners(table, action, 2, 2, Dice(3), usual_policy())
    if len(distinct(table)) == 1:
        return f"{_near(chances)} {ends}"
    search = Search(table, 5, 0.5)
    search.run(9)
    weighed = [(each.action, each.tries, _near(each.chances)) for each in search.weighed()]
    return f"{_near(chances)} {ends} {weighed}"


def _near(chances: list[float]) -> list[float]:
    return [round(chance, 9) for chance in chances]
