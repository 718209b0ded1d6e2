"""What the machine does: the choice after which it wins most often, of those it tries out."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from companion.opponent.strength import Strength
from companion.rules import packed
from companion.rules.packed import kernel
from companion.rules.packed.positions import Position


class Effort(msgspec.Struct, frozen=True):
    """How much is tried out for one decision.

    Never in seconds: the same question has the same answer on every machine.
    """

    rounds: int
    """After each, the worse half of the choices is given up."""
    futures: int
    """Altogether, shared by the choices."""


EFFORTS = {Strength.STEADY: Effort(2, 160), Strength.STRONG: Effort(4, 2400)}

EFFORTS_UNCOMPILED = {Strength.STEADY: Effort(2, 64), Strength.STRONG: Effort(3, 192)}
"""For people who wait, where the rules are not compiled and a future takes far longer."""

NEARLY = 0.5
"""How much of a game that is over counts by its points, when the machine decides."""

_FEWEST = 8
"""So many futures of a choice are the least that say anything."""


def decide(
    position: Position,
    seed: int,
    strength: Strength,
    efforts: Mapping[Strength, Effort] | None = None,
    enough: Callable[[], bool] = lambda: False,
) -> int:
    """Return what the machine does in a position: an action of the kernel, ``REACH`` to draw.

    Args:
        position: Somebody must decide there; it says whose turn it is.
        seed: Shuffles the bags. The same one in the same position gives the same decision.
        strength: How well it plays.
        efforts: How much is tried out; None: ``EFFORTS``.
        enough: Is asked every few futures, so that other threads have a turn, too. Once it says
            so, what is best so far is taken: then the clock had a say in the decision.
    """
    table = packed.at(position)
    options = choices(table)
    if len(options) == 1:
        return options[0]
    if strength is Strength.RANDOM:
        return options[packed.Dice(seed).below(len(options))]
    if strength is Strength.QUICK:
        return int(packed.by_habit(table, packed.habits()))
    effort = (EFFORTS if efforts is None else efforts)[strength]
    return _tried(table, options, seed, effort, enough)


def choices(table: packed.Table) -> list[int]:
    """Return what may be chosen; of gods that take equal tiles, one."""
    return list({same(table, action): action for action in table.choices()}.values())


def same(table: packed.Table, action: int) -> tuple[int, int]:
    """Return what makes a choice different from others: of gods, what they take."""
    kind, what = action & 15, action >> kernel.KIND
    if kind == kernel.GOD:
        return kind, (table.lane >> (kernel.SLOT * what)) & 31
    return kind, what


_AT_ONCE = 16
"""So many futures of each choice are tried out before the next choice has its turn."""


def _tried(
    table: packed.Table,
    options: Sequence[int],
    seed: int,
    effort: Effort,
    enough: Callable[[], bool],
) -> int:
    """Try the options out by sequential halving (Karnin, Koren and Somekh, 2013)."""
    seat, seats = table.active, table.seats
    won = dict.fromkeys(options, 0.0)
    left, tried = list(options), 0
    habit = packed.habits()
    for _ in range(effort.rounds):
        share = max(_FEWEST, effort.futures // (effort.rounds * len(left)))
        for first in range(tried, tried + share, _AT_ONCE):
            number = min(_AT_ONCE, tried + share - first)
            found = dict.fromkeys(left, 0.0)
            for action in left:
                if enough():  # what not all were tried with tells nothing
                    return max(left, key=lambda each: won[each])
                futures = packed.futures(
                    table, action, first, number, packed.Dice(seed), habit, NEARLY
                )
                found[action] = sum(futures[seat::seats])
            for action, more in found.items():
                won[action] += more
        tried += share
        left.sort(key=lambda action: -won[action])
        left = left[: (len(left) + 1) // 2]
        if len(left) == 1:
            break
    return left[0]
