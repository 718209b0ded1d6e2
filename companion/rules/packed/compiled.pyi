# What ``release.kernels`` makes of kernel.py and foresight.py: the same, compiled as one module.
# It is there in some wheels.

from companion.rules.packed.foresight import Habits as Habits
from companion.rules.packed.foresight import by_habit as by_habit
from companion.rules.packed.foresight import futures as futures
from companion.rules.packed.foresight import gain as gain
from companion.rules.packed.foresight import habits as habits
from companion.rules.packed.foresight import winners as winners
from companion.rules.packed.kernel import Dice as Dice
from companion.rules.packed.kernel import Hand as Hand
from companion.rules.packed.kernel import Table as Table
from companion.rules.packed.kernel import at as at
