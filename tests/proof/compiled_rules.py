"""The rules compiled, beside the same rules in Python: the same games, choice by choice."""

from tests.opponent.digest import digest
from tests.proof.measure import Found, Portion, Strength
from tests.rules import compiled

_FIRST = 20_000_000
"""Far from the seeds that the tests use."""

_GAMES = 250
"""In a portion."""

_PORTIONS = {Strength.QUICK: 4, Strength.FULL: 400}


def compared(first: int) -> Found:
    """Play games with both; every state, every choice and what machines think must be the same."""
    script = f"from tests.opponent.digest import digest; print(digest({first}, {_GAMES}), end='')"
    if compiled.ran(script) == digest(first, _GAMES):
        return Found({"games": _GAMES})
    return Found(failures=(f"the games from seed {first} on are not the same",))


def control() -> Found:
    """Compare games with others, which must be noticed."""
    is_noticed = digest(_FIRST, 2) != digest(_FIRST + 1, 2)
    return Found({"controls": 1, "caught": int(is_noticed)})


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the games: every number of players and option by chance."""
    firsts = (_FIRST + seed + n * _GAMES for n in range(_PORTIONS[strength]))
    return (Portion(control), *(Portion(compared, (first,)) for first in firsts))
