"""The rules in whole numbers, for games by the million: compiled where they are, else slower.

The readable rules are the truth. Nothing that a table needs loads this package.
"""

try:
    from companion.rules.packed.compiled import Dice, Hand, Table, at
except ImportError:
    from companion.rules.packed.kernel import Dice, Hand, Table, at

    IS_COMPILED = False
else:
    IS_COMPILED = True

__all__ = ["IS_COMPILED", "Dice", "Hand", "Table", "at"]
