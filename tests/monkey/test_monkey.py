"""A monkey at the table: whatever is pressed, nothing crashes, and there is always a way home.

``python -m tests.monkey --seed 7 --minutes 60`` lets it sit there longer.
"""

import pytest

from tests.monkey.evening import evening, mother

pytestmark = pytest.mark.crash

EVENINGS, DEEDS = range(1), 60


def test_nothing_that_a_monkey_does_crashes_the_table_or_leaves_people_stuck() -> None:
    with mother() as one:
        for seed in EVENINGS:
            found = evening(seed, one, DEEDS)
            assert not found.trouble, f"evening {seed}: {found.trouble}\n{found}"
            assert found.counts["deeds"] > 0
