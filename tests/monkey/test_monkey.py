"""A monkey at the table: whatever is pressed, nothing crashes, and there is always a way home.

``python -m tests.monkey --seed 7 --minutes 60`` lets it sit there longer.
"""

import signal

import pytest

from companion.core.model import Model
from companion.pages.new_game.welcome import Welcome
from tests.monkey.evening import Evening, Past, evening, mother, read
from tests.monkey.life import MOST_PICTURES, Life, Monkey

pytestmark = pytest.mark.crash

EVENINGS, DEEDS = range(1), 60


def test_nothing_that_a_monkey_does_crashes_the_table_or_leaves_people_stuck() -> None:
    with mother() as one:
        for seed in EVENINGS:
            found = evening(seed, one, DEEDS)
            assert not found.trouble, f"evening {seed}: {found.trouble}\n{found}"
            assert found.counts["deeds"] > 0


def test_an_evening_that_was_written_down_can_be_lived_again() -> None:
    lives = [Past(["--size", "800x480"], ["press p1", "wait 3"], None), Past([], ["key a"], 1)]
    assert read(str(Evening("[table]\nkiosk = true\n", lives))) == (
        "[table]\nkiosk = true\n",
        lives,
    )


def test_pictures_that_come_slowly_are_no_hang_and_pictures_without_end_are_one() -> None:
    monkey, model, hangs = Monkey(Life("", [], ""), 0), Model(page=Welcome()), list[int]()
    before = signal.signal(signal.SIGALRM, lambda number, _: hangs.append(number))
    try:
        monkey.begins()
        signal.setitimer(signal.ITIMER_REAL, 10)  # most of its patience is gone
        monkey.sees(model)
        assert signal.getitimer(signal.ITIMER_REAL)[0] > 10
        for _ in range(MOST_PICTURES - 1):
            monkey.sees(model)
        assert not hangs
        monkey.sees(model)
        assert hangs == [signal.SIGALRM]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
