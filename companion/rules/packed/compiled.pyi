"""What ``release.kernels`` compiles from ``kernel.py``: the same, many times as quick."""

from companion.rules.packed.kernel import Dice as Dice
from companion.rules.packed.kernel import Hand as Hand
from companion.rules.packed.kernel import Table as Table
from companion.rules.packed.kernel import at as at
