"""How the tests of the rules speak: positions as text, actions in a word or two."""

from collections.abc import Callable, Mapping

import pytest

from companion.rules.actions import (
    DRAWS,
    END_GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Bid,
    Discard,
    UseGod,
    Won,
)
from companion.rules.editions import Seat, Sun
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Problem
from companion.rules.records.notation import position, text
from companion.rules.tiles import KINDS, Tile

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
"""The players of most tests, in clockwise order."""

ANN, BEN, CLEO, DAN = (Seat(seat) for seat in range(4))

TILES: Mapping[str, Tile] = {kind.value: kind for kind in KINDS}
"""The kinds by their ids."""

_ACTIONS: Mapping[str, Callable[[list[str]], Action]] = {
    "draw": lambda words: DRAWS[TILES[words[0]]],
    "invoke": lambda _: INVOKE,
    "god": lambda words: UseGod(int(words[0])),
    "done": lambda _: END_GODS,
    "bid": lambda words: Bid(Sun(int(words[0]))),
    "pass": lambda _: PASS,
    "won": lambda words: Won(Sun(int(words[0]))),
    "unsold": lambda _: UNSOLD,
    "discard": lambda words: Discard(tuple(TILES[word] for word in words)),
}


def action(said: str) -> Action:
    """Return the action in these words: ``draw nile``, ``god 3``, ``discard civ_art civ_art``."""
    word, *words = said.split()
    return _ACTIONS[word](words)


def table(written: str) -> str:
    """Return a position as it is written."""
    return text(position(written))


def refused(written: str, *said: str) -> Problem:
    """Return why the last of these actions is refused; the table stays as it was."""
    *first, last = said
    game = position(written)
    for words in first:
        game, _ = play(game, action(words))
    before = text(game)
    with pytest.raises(IllegalAction) as caught:
        play(game, action(last))
    assert text(game) == before
    return caught.value.problem
