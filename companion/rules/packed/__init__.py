"""The rules in integers, for millions of games; slower where they are not compiled.

The readable rules are the truth. Nothing that a table needs at its start loads this package.
"""

try:
    from companion.rules.packed.compiled import (
        Dice,
        Habits,
        Hand,
        Table,
        at,
        by_habit,
        futures,
        gain,
        habits,
        winners,
    )
except ImportError:
    from companion.rules.packed.foresight import Habits, by_habit, futures, gain, habits, winners
    from companion.rules.packed.kernel import Dice, Hand, Table, at

    IS_COMPILED = False
    FORM = "The rules are not compiled for this Python; simulated games run slower"
else:
    IS_COMPILED = True
    FORM = "The rules for simulated games are compiled"

__all__ = [
    "FORM",
    "IS_COMPILED",
    "Dice",
    "Habits",
    "Hand",
    "Table",
    "at",
    "by_habit",
    "futures",
    "gain",
    "habits",
    "winners",
]
