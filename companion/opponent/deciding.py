"""What the machine chooses: what a tree search tries most often, since it is best."""

from collections.abc import Callable

from companion.opponent import rollouts
from companion.opponent.searching import Search, distinct
from companion.opponent.strength import Strength
from companion.rules.engine import Dice, Table
from companion.rules.thawing import IS_COMPILED

EFFORTS = (
    {Strength.STEADY: 150, Strength.STRONG: 1600}
    if IS_COMPILED
    else {Strength.STEADY: 40, Strength.STRONG: 160}
)
"""How many tries there are for one decision at most.

Never seconds: the same question has the same answer on every machine with the same engine. Where
it is not compiled a try takes far longer, and people wait.
"""

NEARLY = 0.5
"""How much of a game that is over counts by its points, when the machine decides."""

_AT_ONCE = 20
"""Tries after which other threads have a turn."""


def decide(
    table: Table, seed: int, strength: Strength, enough: Callable[[], bool] = lambda: False
) -> int:
    """Return what the machine does at a table: one of its ``choices``.

    Args:
        table: Somebody must decide there; it stays as it is.
        seed: Shuffles the bags. The same one in the same position gives the same decision.
        strength: How well it plays.
        enough: Is asked every few tries, so that other threads have a turn, too. Once it says so,
            what is best so far is taken: then the clock had a say in the decision.
    """
    options = distinct(table)
    if len(options) == 1:
        return options[0]
    if strength is Strength.RANDOM:
        return options[Dice(seed).below(len(options))]
    if strength is Strength.QUICK:
        return rollouts.policy_action(table, rollouts.usual_policy())
    search = Search(table, seed, NEARLY)
    left = EFFORTS[strength]
    while search.lead() <= left > 0 and not enough():
        search.run(min(_AT_ONCE, left))
        left -= _AT_ONCE
    return search.best().action
