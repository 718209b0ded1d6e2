"""Every state a disk may be in after a cut between any two calls of the program, opened again."""

import copy
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random

from tests.crash.alice import Confirmed, Disaster, Step, Synced, Tree
from tests.proof.evenings import Evening, recorded
from tests.proof.measure import ENOUGH, SEED, Found, Piece
from tests.proof.opening import opened
from tests.proof.surroundings import folder

_OF_STEPS = 7
"""A piece looks at one of this many steps, all kinds of them: no round of a game has seven."""

_SLICES, _SLICES_OF_LIAR = (0, 2, 5), (0, 3)
"""Which of them are looked at, a piece each."""

_AGAIN = 4
"""This many evenings are cut, opened, gone on with and cut again."""

ENTRIES = 300
"""An evening has so many, or as many as its game."""

MOST_FORGOTTEN = 3
"""A card that lies may take this many events back."""

BIRTH = 96
"""The first steps of a game are looked at even where others are left out."""

_MIXTURES = 200

State = tuple[Tree, int]
"""What is left, and how many lines must be there."""

Mine = Callable[[int], bool]
"""Whether the states after the step of this number are looked at."""


def all_steps(_number: int) -> bool:
    """Look at the states after every step."""
    return True


def honest(trace: Sequence[Step], start: Tree, chance: Random, mine: Mine) -> Iterator[State]:
    """Yield what a disk may hold that keeps what it said it keeps.

    Args:
        trace: What the program did.
        start: What was there before, all of it lasting.
        chance: Which mixtures are taken where there are too many.
        mine: Whether the states after the step of this number are looked at.
    """
    disaster, confirmed = Disaster(start), 0
    for number, step in enumerate(trace):
        disaster.follow(step)
        confirmed = step.events if isinstance(step, Confirmed) else confirmed
        if mine(number):
            for tree in (*disaster.left(_MIXTURES, chance), *disaster.cut()):
                yield tree, confirmed


def lying(trace: Sequence[Step], start: Tree, chance: Random, mine: Mine) -> Iterator[State]:
    """Yield what a card may hold that only pretends to keep the last events.

    Whatever was asked of it since the confirmation of the last event but three may be there or not.
    """
    kept = [(Disaster(start), 0)]  # where the card was honest for the last time, oldest first
    confirmed = 0
    for number, step in enumerate(trace):
        if isinstance(step, Confirmed) and step.events > confirmed:
            confirmed = step.events
            honest_now, since = copy.deepcopy(kept[-1][0]), kept[-1][1]
            for each in trace[since:number]:
                honest_now.follow(each)
            kept = [*kept, (honest_now, number)][-(MOST_FORGOTTEN + 1) :]
        if mine(number) and not isinstance(step, Synced):
            deceived, since = copy.deepcopy(kept[0][0]), kept[0][1]
            for each in trace[since : number + 1]:
                if not isinstance(each, Synced):
                    deceived.follow(each)
            for tree in deceived.left(_MIXTURES // 2, chance):
                yield tree, confirmed


def looked_at(states: Iterator[State], evening: Evening, root: Path, *, may_miss: int = 0) -> Found:
    """Open every state that is not the same as one before, and count."""
    found = Found()
    seen: set[tuple[int, int]] = set()
    lacking: set[int] = set()
    for tree, confirmed in states:
        key = hash(tree)
        if (key, confirmed) in seen:
            continue
        seen.add((key, confirmed))
        with found.at(f"after {confirmed} lines"):
            lacking |= {key} if opened(tree, confirmed, evening, root, may_miss=may_miss) else set()
        if len(found.failures) >= ENOUGH:
            break
    found.counts["states"] = len({key for key, _ in seen})
    found.counts["of them lack a last event"] = len(lacking)
    return found


def cut(kind: Callable[..., Iterator[State]], players: int, part: int, every: int = 1) -> Found:
    """Record an evening and look at the states after one of this many steps."""
    evening, of = Evening(players, SEED, ENTRIES), _OF_STEPS * every

    def mine(number: int) -> bool:
        return (part == 0 and number < BIRTH) or number % of == part

    with folder() as where:
        root = Path(where)
        states = kind(recorded(evening, root), (), Random(SEED + part), mine)  # noqa: S311 - a proof's dice
        may_miss = MOST_FORGOTTEN if kind is lying else 0
        return looked_at(states, evening, root, may_miss=may_miss)


def cut_again(players: int, number: int) -> Found:
    """Cut an evening, open what is left, go on under the same ears, and cut again."""
    evening = Evening(players, SEED, ENTRIES)
    chance = Random(SEED + number)  # noqa: S311 - a proof's dice
    with folder() as where:
        root = Path(where)
        trace = recorded(Evening(players, SEED, 12), root)
        first = list(honest(trace, (), chance, all_steps))
        torn = [state for state in first if any(path.endswith(".jsonl") for path, _ in state[0])]
        tree, _ = chance.choice(torn)
        most = len(evening) + 1
        has = len(evening) - opened(tree, most, evening, root, may_miss=most)  # -1: not the game
        again = recorded(Evening(players, SEED, max(has, 0) + 8), root, tree, has=has)
        return looked_at(honest(again, tree, chance, all_steps), evening, root)


def pieces(*, is_full: bool) -> Iterator[Piece]:
    """Yield the evenings that are cut."""
    if is_full:
        yield from (partial(cut, honest, each, part) for each in range(2, 6) for part in _SLICES)
        yield from (partial(cut_again, 2 + n % 4, n) for n in range(_AGAIN))
    else:
        yield from (partial(cut, honest, 3, 0, 14), partial(cut, honest, 5, 5, 14))
        yield partial(cut_again, 2, 1)


def pieces_of_liar(*, is_full: bool) -> Iterator[Piece]:
    """Yield the evenings on a card that lies."""
    if is_full:
        slices = _SLICES_OF_LIAR
        yield from (partial(cut, lying, each, part) for each in range(2, 6) for part in slices)
    else:
        yield from (partial(cut, lying, 3, 0, 14), partial(cut, lying, 4, 5, 14))
