"""Short games between machines, as timelines."""

from companion.opponent.strength import Strength
from companion.opponent.tournament import play
from companion.rules.editions import Options, setup
from companion.rules.model import new_game
from companion.rules.records.timeline import Timeline, begin, enter
from companion.rules.thawing import action_of, thawed

NAMES = ("Anna", "Ben", "Cleo", "Dora", "Émile")


def a_game(players: int = 2, deal: int = 1, ra_limit: int = 2, less: int = 0) -> Timeline:
    """A game of quick machines with few Ra tiles, without this many of its last entries."""
    table = setup(NAMES[:players], Options(ra_limit=ra_limit))
    said: list[int] = []
    play(thawed(new_game(table)), (Strength.QUICK,) * players, deal, said=said)
    played = begin(table)
    for action in said[: len(said) - less]:
        played = enter(played, action_of(action))
    return played
