"""What a lot is likely to bring each player, by the rule of thumb of the machine."""

from companion.opponent.rollouts import gain
from companion.rules.model import Game
from companion.rules.thawing import thawed


def worth_to_each(game: Game) -> tuple[int, ...]:
    """Return tenths of a point that the tiles on the auction track bring each seat in all.

    The suns do not count, neither the one that is paid nor the one that is won.
    """
    table = thawed(game)
    return tuple(gain(table, seat, table.track) for seat in range(len(table.players)))
