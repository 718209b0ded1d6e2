"""The rules compiled, beside the same rules in Python: the same games, choice by choice."""

from collections import Counter
from collections.abc import Iterator
from functools import partial

from tests.opponent.digest import digest
from tests.proof.measure import SEED, Found, Piece, control
from tests.rules import compiled

_FIRST = 20_000_000 + SEED
"""Far from the seeds that the tests use."""

_GAMES = 250
"""In a piece."""


def compared(first: int) -> Found:
    """Play games with both; every state, every choice and what machines think must be the same."""
    script = f"from tests.opponent.digest import digest; print(digest({first}, {_GAMES}), end='')"
    if compiled.ran(script) == digest(first, _GAMES):
        return Found(Counter(games=_GAMES))
    return Found(failures=[f"the games from seed {first} on are not the same"])


def with_other_games() -> Found:
    """Compare games with others, which must be noticed."""
    return control("other games", is_noticed=digest(_FIRST, 2) != digest(_FIRST + 1, 2))


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the games: every number of players and option by chance."""
    yield with_other_games
    yield from (partial(compared, _FIRST + n * _GAMES) for n in range(400 if is_full else 4))
