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
from companion.rules.events import EpochEnded, Event
from companion.rules.model import Game
from companion.rules.play import play
from companion.rules.problems import IllegalAction, Problem
from companion.rules.records.notation import position, text
from companion.rules.scoring.scoring import EpochScore
from companion.rules.tiles import KINDS, Tile

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve")
"""The players of most tests, in clockwise order."""

ANN, BEN, CLEO, DAN, EVE = (Seat(seat) for seat in range(5))

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


def after(written: str, *said: str) -> Game:
    """Return the table after these actions."""
    game = position(written)
    for words in said:
        game, _ = play(game, action(words))
    return game


def played(written: str, *said: str) -> str:
    """Return the table after these actions, as text."""
    return text(after(written, *said))


def table(written: str) -> str:
    """Return a position as ``played`` would write it."""
    return text(position(written))


def told(written: str, *said: str) -> tuple[Event, ...]:
    """Return what the last of these actions did."""
    *first, last = said
    return play(after(written, *first), action(last))[1]


def refused(written: str, *said: str) -> Problem:
    """Return why the last of these actions is refused; the table stays as it was."""
    *first, last = said
    game = after(written, *first)
    before = text(game)
    with pytest.raises(IllegalAction) as caught:
        play(game, action(last))
    assert text(game) == before
    return caught.value.problem


def scored(written: str) -> tuple[EpochScore, ...]:
    """Return the points of everybody when the last Ra tile of this epoch is drawn."""
    [score] = [event.scores for event in told(written, "draw ra") if isinstance(event, EpochEnded)]
    return score


def points(written: str, category: str) -> list[int]:
    """Return everybody's points of one category when the last Ra tile of this epoch is drawn."""
    return [getattr(score, category) for score in scored(written)]
