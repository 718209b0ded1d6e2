"""A real game under strace: its crash states open, and what is lost or wrong is reported."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.crash.alice import Confirmed, Step, Synced, Tree
from tests.proof.crash_states import honest, looked_at, lying
from tests.proof.evenings import Evening, recorded
from tests.proof.surroundings import folder
from tests.together import long

pytestmark = [
    pytest.mark.crash,
    pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed"),
]

ENTRIES = 5


@pytest.fixture(scope="module")
def evening() -> Evening:
    return Evening(3, 1, ENTRIES)


@pytest.fixture(scope="module")
def trace(evening: Evening) -> list[Step]:
    with folder() as where:
        try:
            return recorded(evening, Path(where))
        except RuntimeError as why:
            if "ptrace" in str(why):
                pytest.skip("this system lets nobody trace")
            raise


@pytest.fixture
def root() -> Iterator[Path]:
    with folder() as where:
        yield Path(where)


def everything(_number: int) -> bool:
    return True


def dice() -> Random:
    return Random(1)  # noqa: S311 - a test's dice


@long
def test_every_state_of_an_honest_disk_opens_with_all_that_was_confirmed(
    evening: Evening, trace: list[Step], root: Path
) -> None:
    assert [step.events for step in trace if isinstance(step, Confirmed)] == [2, 3, 4, 5, 6]
    found = looked_at(honest(trace, (), dice(), everything), evening, root)
    assert found.failures == ()
    assert found.counts["states"] > 500


def test_a_card_that_lies_costs_three_events_at_most_and_the_harness_sees_them(
    evening: Evening, trace: list[Step], root: Path
) -> None:
    found = looked_at(lying(trace, (), dice(), everything), evening, root, may_miss=3)
    assert found.failures == ()
    assert found.counts["of them lack a last event"] > 10
    strict = looked_at(lying(trace, (), dice(), everything), evening, root)
    assert any("lost" in failure for failure in strict.failures)


@long
def test_a_trace_without_its_flushes_is_caught(
    evening: Evening, trace: list[Step], root: Path
) -> None:
    forgetful = [step for step in trace if not isinstance(step, Synced)]
    found = looked_at(honest(forgetful, (), dice(), everything), evening, root)
    assert any("lost" in failure for failure in found.failures)


def test_a_table_that_never_was_is_caught(trace: list[Step], root: Path) -> None:
    other = Evening(3, 2, ENTRIES)
    found = looked_at(honest(trace, (), dice(), everything), other, root)
    assert any("never as it is shown" in failure for failure in found.failures)


def test_a_folder_that_cannot_be_opened_is_caught(evening: Evening, root: Path) -> None:
    in_the_way: Tree = (("data", b"a file where the folder should be"),)
    found = looked_at(iter([(in_the_way, 2)]), evening, root)
    assert len(found.failures) == 1
