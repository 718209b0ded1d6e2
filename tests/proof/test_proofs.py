"""No proof passes by trying nothing; what proofs found once stays mended."""

import pytest

from tests.proof import fuzz, golden, rot
from tests.proof.corpus import kept
from tests.proof.foreign import TARGETS


@pytest.mark.parametrize("version", golden.versions())
def test_the_games_of_every_version_come_to_the_end_they_had(version: str) -> None:
    found = golden.compared(version)
    assert found.failures == ()
    assert found.counts["journals"] >= 4


@pytest.mark.parametrize("name", TARGETS)
def test_a_parser_takes_what_it_understands_and_a_little_of_what_nobody_meant(name: str) -> None:
    assert all(fuzz.stumble(TARGETS[name], seed) is None for seed in TARGETS[name].seeds())
    assert kept(name)
    assert all(fuzz.stumble(TARGETS[name], data) is None for data in kept(name))
    assert fuzz.fed(name, 1, 20_000).failures == ()


def test_a_number_that_python_refuses_to_read_is_only_a_mistake_of_whoever_wrote_it() -> None:
    for start in (b"", b"[table]\nvolume = ", b'{"epoch": ', b"Ann | Ben: ", b'{"salt": '):
        data = start + b"2" * 5000
        for name, target in TARGETS.items():
            assert fuzz.stumble(target, data) is None, name


def test_a_pin_file_of_which_a_bit_turned_over_opens_no_door_and_stops_no_table() -> None:
    (data,) = TARGETS["PIN store"].seeds()
    for at in range(len(data)):
        assert fuzz.stumble(TARGETS["PIN store"], rot.flipped(data, at, 0x80)) is None
