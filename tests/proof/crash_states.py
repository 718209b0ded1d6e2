"""Every state a disk may be in after a cut between any two calls of the program, opened again."""

import copy
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random

from tests.crash.alice import Confirmed, Disaster, Step, Synced, Tree
from tests.proof.evenings import Evening, recorded
from tests.proof.measure import Found, Portion, Strength
from tests.proof.opening import Lost, Wrong, opened
from tests.proof.surroundings import folder

_OF_STEPS = 7
"""A portion looks at one of this many steps, all kinds of them: no round of a game has seven."""

_SLICES, _SLICES_OF_LIAR = (0, 2, 5), (0, 3)
"""Which of them are looked at, a portion each."""

_AGAIN = 4
"""This many evenings are cut, opened, gone on with and cut again."""

ENTRIES = 300
"""An evening has so many, or as many as its game."""

MOST_FORGOTTEN = 3
"""A card that lies may take this many events back."""

BIRTH = 96
"""The first steps of a game are looked at even where others are left out."""

_MIXTURES = 200
_MOST_FAILURES = 20

State = tuple[Tree, int]
"""What is left, and how many lines must be there."""


def honest(
    trace: Sequence[Step], start: Tree, chance: Random, mine: Callable[[int], bool]
) -> Iterator[State]:
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
            for tree in disaster.left(_MIXTURES, chance):
                yield tree, confirmed
            for tree in disaster.cut():
                yield tree, confirmed


def lying(
    trace: Sequence[Step], start: Tree, chance: Random, mine: Callable[[int], bool]
) -> Iterator[State]:
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
    counts: Counter[str] = Counter()
    failures: list[str] = []
    seen: set[tuple[int, int]] = set()
    trees: set[int] = set()
    lacking: set[int] = set()
    for tree, confirmed in states:
        key = hash(tree)
        if (key, confirmed) in seen:
            continue
        seen.add((key, confirmed))
        trees.add(key)
        try:
            missing = opened(tree, confirmed, evening, root, may_miss=may_miss)
        except Lost as why:
            counts["lost"] += 1
            failures.append(str(why))
        except Wrong as why:
            counts["shown wrongly"] += 1
            failures.append(str(why))
        except Exception as why:  # noqa: BLE001 - whatever it is, the program did not open
            counts["unopenable"] += 1
            failures.append(f"cannot be opened: {type(why).__name__}: {why}")
        else:
            lacking |= {key} if missing else set()
        if len(failures) >= _MOST_FAILURES:
            break
    counts["states"], counts["of them lack a last event"] = len(trees), len(lacking)
    return Found({key: count for key, count in counts.items() if count}, tuple(failures))


def states_of(players: int, seed: int, part: int, every: int) -> Found:
    """Record an evening and look at the states after one of this many steps."""
    return _portion(honest, players, seed, part, every)


def states_of_liar(players: int, seed: int, part: int, every: int) -> Found:
    """Do the same with a card that lies."""
    return _portion(lying, players, seed, part, every, may_miss=MOST_FORGOTTEN)


def _portion(  # noqa: PLR0913 - what one evening is
    kind: Callable[..., Iterator[State]], players: int, seed: int, part: int, every: int,
    *, may_miss: int = 0,
) -> Found:  # fmt: skip
    evening = Evening(players, seed, ENTRIES)
    with folder() as where:
        root = Path(where)
        trace = recorded(evening, root)
        of = _OF_STEPS * every

        def mine(number: int) -> bool:
            return (part == 0 and number < BIRTH) or number % of == part

        states = kind(trace, (), Random(seed + part), mine)  # noqa: S311 - a proof's dice
        return looked_at(states, evening, root, may_miss=may_miss)


def states_again(players: int, seed: int, number: int) -> Found:
    """Cut an evening, open what is left, go on under the same ears, and cut again."""
    evening = Evening(players, seed, ENTRIES)
    chance = Random(seed + number)  # noqa: S311 - a proof's dice
    with folder() as where:
        root = Path(where)
        trace = recorded(Evening(players, seed, 12), root)
        first = list(honest(trace, (), chance, lambda _: True))
        torn = [state for state in first if any(path.endswith(".jsonl") for path, _ in state[0])]
        tree, _ = chance.choice(torn)
        has = _entries(tree, evening, root)
        again = recorded(Evening(players, seed, max(has, 0) + 8), root, tree, has=has)
        states = honest(again, tree, chance, lambda _: True)
        return looked_at(states, evening, root)


def _entries(tree: Tree, evening: Evening, root: Path) -> int:
    """Return how many entries are provable in what is left; -1: not even the game."""
    missing = opened(tree, len(evening) + 1, evening, root, may_miss=len(evening) + 1)
    return len(evening) - missing


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the evenings that are cut."""
    if strength is Strength.QUICK:
        return (
            Portion(states_of, (3, seed, 0, 14)),
            Portion(states_of, (5, seed, 5, 14)),
            Portion(states_again, (2, seed, 1)),
        )
    return (
        *(
            Portion(states_of, (players, seed, part, 1))
            for players in (2, 3, 4, 5)
            for part in _SLICES
        ),
        *(Portion(states_again, (2 + n % 4, seed, n)) for n in range(_AGAIN)),
    )


def portions_of_liar(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the evenings on a card that lies."""
    if strength is Strength.QUICK:
        return (
            Portion(states_of_liar, (3, seed, 0, 14)),
            Portion(states_of_liar, (4, seed, 5, 14)),
        )
    return tuple(
        Portion(states_of_liar, (players, seed, part, 1))
        for players in (2, 3, 4, 5)
        for part in _SLICES_OF_LIAR
    )
