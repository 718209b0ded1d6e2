"""The smaller parts of the proofs: each notices what it is there to notice."""

import signal
from random import Random
from unittest.mock import patch

import pytest

from companion.journal.lines import fold
from tests.proof import fuzz, golden, rot, soak, updating
from tests.proof.corpus import kept
from tests.proof.evenings import Evening
from tests.proof.every_call import CALLS, KILL, laid_out, number_of_calls, worker
from tests.proof.foreign import TARGETS, Target
from tests.proof.measure import SEED, Strength
from tests.proof.proofs import PROOFS
from tests.proof.subjects import SUBJECTS


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


def test_a_parser_that_fails_is_caught() -> None:
    broken = Target(lambda data: data.decode("ascii"), lambda: (b"ok",))
    assert fuzz.stumble(broken, b"ok") is None
    assert "UnicodeDecodeError" in str(fuzz.stumble(broken, b"\xff"))


def test_a_parser_that_hangs_is_ended_and_caught() -> None:
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


def test_every_parser_is_given_its_share_and_all_together_reach_the_goal() -> None:
    millions = [size * number for size, number in map(fuzz.share, TARGETS)]
    assert min(millions) >= 4
    assert sum(millions) >= 1_000


def test_what_is_bent_is_not_always_the_same_and_not_too_long() -> None:
    dice = Random(1)  # noqa: S311 - a test's dice
    found = {fuzz.bent((b"seed", b"x" * fuzz.LONGEST_BYTES), dice) for _ in range(50)}
    assert len(found) > 25
    assert max(map(len, found)) <= fuzz.LONGEST_BYTES


def test_rot_is_noticed_when_nobody_checks() -> None:
    assert rot.with_blind_checksums().failures


def test_a_line_that_never_was_is_told() -> None:
    game, data = rot.journal()
    truth = fold([data], game).lines
    assert rot.shown_wrongly(data, game, truth) is None
    assert rot.shown_wrongly(rot.flipped(data, 40, 1), game, truth) is None
    assert rot.shown_wrongly(data, game, truth[1:]) is not None


def test_what_grows_from_game_to_game_is_told_and_what_stays_is_not() -> None:
    assert soak.grown([9, 9, 9, *range(10, 40)], "files", 0)
    assert soak.grown([1, 5, 9, 10, 10, 10, 10], "files", 0) == []


def test_an_evening_is_the_same_for_the_same_seed_and_has_takings_back() -> None:
    one, other = Evening(4, 3, 60), Evening(4, 3, 60)
    assert one.script() == other.script()
    assert '"undo"' in one.script()
    assert one.game(len(one)) == other.game(len(other))


def test_every_proof_has_portions_with_names_of_their_own_and_can_fail() -> None:
    for proof in PROOFS:
        assert proof.goals
        for strength in Strength:
            names = [portion.name for portion in proof.portions(strength, SEED)]
            assert names or not any(goal.least(strength) for goal in proof.goals)
            assert len(set(names)) == len(names)


def test_every_subject_can_be_killed_somewhere() -> None:
    assert set(SUBJECTS) == {"journal", "index", "settings", "box", "export"}
    with worker("settings") as hand:
        assert set(number_of_calls("settings", hand)) <= set(CALLS)
        with laid_out("settings") as root:
            assert hand.works(root, f"inject=fsync:{KILL}:when=2").status == -signal.SIGKILL
            assert hand.works(root).status == 0


def test_an_update_that_was_cut_off_anywhere_is_completed_by_the_next_try() -> None:
    found = updating.cut_off(5, 1, 40)
    assert found.failures == ()
    assert found.counts["kills"] >= 2


def test_an_installer_that_writes_over_what_is_there_is_caught() -> None:
    hasty = updating.INSTALLER.replace('"$prefix/$to.new"', '"$prefix/$to"').replace(
        'mv -T "$p', ': "$p'
    )
    with patch.object(updating, "INSTALLER", hasty):
        found = updating.cut_off(0, 1, 20)
    assert {"is gone" in failure for failure in found.failures} == {True}
