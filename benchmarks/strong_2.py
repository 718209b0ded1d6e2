"""*Strong* as it was in 2.0.0, frozen: whoever is released later must beat it.

It takes everybody else for *quick*, and lets its choices race on that (Maron and Moore, 1994).
"""

from collections.abc import Iterator, Sequence
from math import sqrt
from statistics import fmean

from companion.opponent.rollouts import chances, play_epoch, play_on, policy_action, usual_policy
from companion.opponent.searching import distinct
from companion.rules.engine import AUCTION, INVOKE, Dice, Table, row

_EFFORT, _NEARLY, _CLEARLY, _AT_ONCE = 2400, 0.5, 3, 16


def decide(table: Table, seed: int) -> int:
    """Return what it does at a table where there are several choices."""
    table = table.copy()
    table.bag = row(sorted(table.bag))
    seat = table.active
    left = [(action, line, list[float]()) for action, line in _lines(table, distinct(table))]
    tried = spent = 0
    while spent < _EFFORT and len({action for action, _, _ in left}) > 1:
        for _, line, found in left:
            found.extend(_rollouts(*line, seed, tried, seat))
        tried += _AT_ONCE
        spent += _AT_ONCE * len(left)
        left.sort(key=lambda each: -sum(each[2]))
        if tried >= 2 * _AT_ONCE:
            left = [each for each in left if not _is_behind(each[2], left[0][2])]
    return left[0][0]


def _lines(table: Table, actions: Sequence[int]) -> Iterator[tuple[int, tuple[Table, int]]]:
    """Yield what choices lead to: of invoking Ra, every bid after what others bid by the rule."""
    for action in actions:
        after = _to_the_last_bid(table) if action == INVOKE else None
        if after is None:
            yield action, (table, action)
        else:
            yield from ((action, (after, bid)) for bid in after.choices())


def _to_the_last_bid(table: Table) -> Table | None:
    after, policy = table.copy(), usual_policy()
    after.invoke()
    while after.phase == AUCTION and after.active != table.active:
        after.play(policy_action(after, policy))
    return after if after.phase == AUCTION else None


def _rollouts(table: Table, action: int, seed: int, first: int, seat: int) -> list[float]:
    """Return the chances of a seat in the next rollouts: those of all actions have equal bags."""
    dice, bag, policy = Dice(seed), Dice(0), usual_policy()
    found: list[float] = []
    for _ in range(2 * first):  # what was tried already
        dice.next()
    for _ in range(_AT_ONCE):
        bag.state = (dice.next() << 30) | dice.next() | 1
        after = table.copy()
        play_on(after, action, bag)
        if after.epoch == table.epoch:
            play_epoch(after, bag, policy)
        found.append(chances(after, _NEARLY)[seat])
    return found


def _is_behind(won: Sequence[float], most: Sequence[float]) -> bool:
    each = [more - less for more, less in zip(most, won, strict=True)]
    mean = fmean(each)
    spread = sum((found - mean) ** 2 for found in each) / max(1, len(each) - 1)
    return mean > _CLEARLY * sqrt(spread / len(each))
