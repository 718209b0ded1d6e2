"""What proofs try for hours is tried once, quickly; what they found once stays mended."""

import shutil
from pathlib import Path
from random import Random

import pytest

from tests.crash.alice import Confirmed
from tests.proof import crash_states, fuzz, golden, rot
from tests.proof.corpus import kept
from tests.proof.evenings import Evening, recorded
from tests.proof.foreign import TARGETS
from tests.proof.surroundings import folder
from tests.together import EVERY


@pytest.mark.parametrize("version", golden.versions())
def test_the_games_of_every_version_come_to_the_end_they_had(version: str) -> None:
    found = golden.compared(version)
    assert found.failures == []
    assert found.counts["journals"] >= 4


@pytest.mark.crash
@pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")
def test_a_card_that_lies_costs_three_events_at_most_and_an_honest_disk_none() -> None:
    evening, dice = Evening(3, 1, 5), Random(1)  # noqa: S311 - a test's dice
    with folder() as where:
        root = Path(where)
        try:
            trace = recorded(evening, root)
        except RuntimeError as why:
            if "ptrace" in str(why):
                pytest.skip("this system lets nobody trace")
            raise
        assert [step.events for step in trace if isinstance(step, Confirmed)] == [2, 3, 4, 5, 6]
        states = crash_states.lying(trace, (), dice, crash_states.all_steps)
        found = crash_states.looked_at(states, evening, root, may_miss=3)
        assert found.failures == []
        assert found.counts["of them lack a last event"] > 10
        some = crash_states.all_steps if EVERY else (lambda number: number % 3 == 0)
        found = crash_states.looked_at(crash_states.honest(trace, (), dice, some), evening, root)
        assert found.failures == []
        assert found.counts["states"] > 20


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_takes_what_it_understands_and_a_little_of_what_nobody_meant(name: str) -> None:
    assert all(fuzz.stumble(TARGETS[name], seed) is None for seed in TARGETS[name].seeds())
    assert kept(name)
    assert all(fuzz.stumble(TARGETS[name], data) is None for data in kept(name))
    assert fuzz.fed(name, 1, 20_000).failures == []


def test_a_number_that_python_refuses_to_read_is_only_a_mistake_of_whoever_wrote_it() -> None:
    for start in (b"", b"[table]\nvolume = ", b'{"epoch": ', b"Ann | Ben: ", b'{"salt": '):
        data = start + b"2" * 5000
        for name, target in TARGETS.items():
            assert fuzz.stumble(target, data) is None, name


def test_a_pin_file_of_which_a_bit_turned_over_opens_no_door_and_stops_no_table() -> None:
    (data,) = TARGETS["PIN store"].seeds()
    for at in range(len(data)):
        assert fuzz.stumble(TARGETS["PIN store"], rot.flipped(data, at, 0x80)) is None
