# What ``release.kernels`` makes of kernel.py: the same, compiled. It is there in some wheels.

from companion.rules.packed.kernel import Dice as Dice
from companion.rules.packed.kernel import Hand as Hand
from companion.rules.packed.kernel import Table as Table
from companion.rules.packed.kernel import at as at
