"""What the machine would do, and who is likely to win: for other people's programs."""

import companion.rules as ra
from companion.opponent import rollouts
from companion.opponent.deciding import decide
from companion.opponent.searching import Search, settled
from companion.opponent.strength import Strength
from companion.rules.engine import OVER
from companion.rules.thawing import choice_of, thawed


def suggest(game: ra.Game, strength: str = "steady", seed: int = 0) -> ra.Choice:
    """Return what the machine would choose for the player who decides.

    It knows no more about the bag than the players do.

    Args:
        game: Must not be over.
        strength: ``random``, ``quick`` (by rule of thumb), ``steady`` or ``strong``.
        seed: Shuffles the bags that are tried. The same one in the same position suggests the same.

    Raises:
        ValueError: The game is over, or there is no such strength.
    """
    if game.is_over:
        raise ValueError("the game is over: there is nothing to choose")
    return choice_of(decide(thawed(game.table), seed, Strength(strength)))


def chances(game: ra.Game, number: int = 300, seed: int = 0) -> tuple[float, ...]:
    """Return each seat's chance to win if everybody does what is best for them; they add up to 1.

    Args:
        game: Any position.
        number: How often it is played on, each time with another bag.
        seed: Shuffles the bags.

    Raises:
        ValueError: The number is not positive.
    """
    if number < 1:
        raise ValueError(f"a game is played on once at least, not {number} times")
    table = settled(thawed(game.table))
    if table.phase == OVER:
        return tuple(rollouts.chances(table, 0.0))
    search = Search(table, seed, 0.0)
    search.run(number)
    return tuple(search.best().chances)
