"""No proof passes by trying nothing; what proofs found once stays mended."""

from collections import Counter
from unittest.mock import patch

import pytest

from tests.proof import fuzz, golden, rot, soak
from tests.proof.corpus import kept
from tests.proof.every_call import CALLS, number_of_calls, worker
from tests.proof.foreign import TARGETS, Target
from tests.proof.measure import SEED, Found, Portion, Proof, Result, Strength, flaws, page
from tests.proof.proofs import PROOFS
from tests.proof.running import run
from tests.proof.subjects import SUBJECTS


def a_proof(least: int = 3) -> Proof:
    portions = (Portion(Found), Portion(Found))
    return Proof("kills", "killing it", {"kills": (least, 10)}, lambda *_: portions)


def result(portions: int, failures: tuple[str, ...] = (), **counts: int) -> Result:
    found = Result()
    for _ in range(portions):
        found.add(Found(), 1.0)
    found.add(Found(counts, failures), 1.0)
    return found


@pytest.mark.parametrize(
    ("found", "flaw"),
    [
        (result(2), "0 kills are too few: 3"),
        (result(2, kills=2), "2 kills are too few: 3"),
        (result(0, kills=9), "2 of 3 portions were not done"),
        (result(2, kills=9, controls=2, caught=1), "1 promises broken on purpose were not noticed"),
        (result(2, ("something was lost",), kills=9), "something was lost"),
    ],
)
def test_a_proof_that_tried_too_little_or_found_something_does_not_hold(
    found: Result, flaw: str
) -> None:
    assert flaws(a_proof(), found, Strength.QUICK, 3) == [flaw]
    assert f"- kills: {flaw}" in page("", [(a_proof(), found, [flaw])])


def test_a_proof_that_tried_enough_holds_and_a_full_run_asks_for_more() -> None:
    found = result(2, kills=9, controls=1, caught=1)
    assert flaws(a_proof(), found, Strength.QUICK, 3) == []
    assert flaws(a_proof(), found, Strength.FULL, 3) == ["9 kills are too few: 10"]


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
def test_every_proof_has_something_to_do_that_is_not_twice_the_same(proof: Proof) -> None:
    for strength in Strength:
        least = max(each[strength is Strength.FULL] for each in proof.least.values())
        portions = Counter(map(str, proof.portions(strength, SEED)))
        assert portions or not least
        assert set(portions.values()) <= {1}
        assert least or strength is Strength.QUICK


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


def test_a_parser_that_fails_or_hangs_is_caught() -> None:
    broken = Target(lambda data: data.decode("ascii"), lambda: (b"ok",))
    assert fuzz.stumble(broken, b"ok") is None
    assert "UnicodeDecodeError" in str(fuzz.stumble(broken, b"\xff"))
    hanging = Target(lambda _: [None for _ in iter(int, 1)], lambda: (b"ok",))
    with patch.object(fuzz, "_SLOW_SECONDS", 0.05):
        assert "not done" in str(fuzz.stumble(hanging, b"ok"))


def test_a_number_that_python_refuses_to_read_is_only_a_mistake_of_whoever_wrote_it() -> None:
    for start in (b"", b"[table]\nvolume = ", b'{"epoch": ', b"Ann | Ben: ", b'{"salt": '):
        data = start + b"2" * 5000
        for name, target in TARGETS.items():
            assert fuzz.stumble(target, data) is None, name


def test_a_pin_file_of_which_a_bit_turned_over_opens_no_door_and_stops_no_table() -> None:
    (data,) = TARGETS["PIN store"].seeds()
    for at in range(len(data)):
        assert fuzz.stumble(TARGETS["PIN store"], rot.flipped(data, at, 0x80)) is None


def test_what_grows_from_game_to_game_is_noticed_and_what_stays_is_not() -> None:
    assert soak.grown([9, 9, 9, *range(10, 40)], "files", 0)
    assert soak.grown([1, 5, 9, 10, 10, 10, 10], "files", 0) == []


def test_everything_that_writes_files_makes_calls_at_which_it_can_be_killed() -> None:
    for name in SUBJECTS:
        with worker(name) as hand:
            calls = number_of_calls(name, hand)
        assert calls.total() > 5
        assert set(calls) <= set(CALLS)


def lost(seed: int) -> Found:
    """Find something in a portion, or fail."""
    if seed:
        raise OSError("no strace")
    return Found({"kills": 7})


def test_portions_are_done_in_processes_of_their_own_and_one_that_fails_is_a_failure() -> None:
    [found] = run({"kills": (Portion(lost, (0,)), Portion(lost, (1,)))}, 1).values()
    assert found.counts["kills"] == 7
    assert found.failures == ["lost(1,): OSError: no strace"]
