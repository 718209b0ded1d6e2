"""What the games lie on: whether it is kept, how full it is, how quick."""

import errno
import os

import pytest
from msgspec.structs import replace

from companion.doctor import data
from companion.doctor.machine import Severity
from companion.journal.disk import DISK
from tests.doctor.patients import ATTENTION, OK, WRONG, Patient, the, ticking
from tests.journal.disks import HASTY


@pytest.mark.parametrize(
    ("mount", "state", "word"),
    [
        ("/ rw - ext4 /dev/root rw", OK, "is on a disk (ext4)"),
        ("/ rw - tmpfs tmpfs rw", WRONG, "in memory. A power cut erases every game"),
        ("/ rw - overlay overlayroot rw", WRONG, "anything written stays in memory"),
        ("/ ro - ext4 /dev/root ro", WRONG, "mounted read-only"),
        ("/ rw - vfat /dev/sda1 rw", ATTENTION, "can lose games"),
        ("/nowhere rw - ext4 /dev/root rw", ATTENTION, "does not report"),
    ],
)
def test_what_the_games_lie_on_is_said_plainly(
    mount: str, state: Severity, word: str, patient: Patient
) -> None:
    patient.lay({"proc/self/mountinfo": f"20 1 179:2 / {mount}\n"})
    finding = the(data.look_at_data_folder(patient.case(), HASTY), "data")
    assert finding.state is state
    assert word in finding.sentence


def test_memory_that_the_settings_allow_is_only_worth_attention(patient: Patient) -> None:
    patient.lay({"proc/self/mountinfo": "20 1 179:2 / / rw - tmpfs tmpfs rw\n"})
    case = patient.case("[data]\nallow_memory = true\n")
    assert the(data.look_at_data_folder(case, HASTY), "data").state is ATTENTION


@pytest.mark.parametrize(("free", "state"), [(1 << 20, WRONG), (32 << 20, ATTENTION)])
def test_little_room_is_told(free: int, state: Severity, patient: Patient) -> None:
    case = patient.case(free_bytes=lambda _: free)
    assert the(data.look_at_data_folder(case, HASTY), "data-room").state is state


def test_flushes_are_measured_and_slow_ones_are_worth_attention(patient: Patient) -> None:
    ticks = ticking(*[0.004] * 29, 0.3)
    case = patient.case(ticks=lambda: next(ticks))
    finding = the(data.look_at_data_folder(case, HASTY), "data-flush")
    assert finding.state is ATTENTION
    assert "A disk flush takes 4.0 ms, 300.0 ms at worst" in finding.sentence


def test_the_folder_is_left_as_it_was(patient: Patient) -> None:
    case = patient.case()
    list(data.look_at_data_folder(replace(case, data=patient.data / "not" / "yet"), HASTY))
    list(data.look_at_data_folder(case, HASTY))
    assert list(patient.data.iterdir()) == []


@pytest.mark.parametrize(
    ("number", "remedy"), [(errno.EACCES, "chown"), (errno.ENOSPC, "Free some space")]
)
def test_a_folder_that_cannot_be_written_is_wrong(
    number: int, remedy: str, patient: Patient
) -> None:
    def failing(_: int) -> None:
        raise OSError(number, os.strerror(number))

    disk = replace(DISK, fdatasync=failing)
    finding = the(data.look_at_data_folder(patient.case(), disk), "data-flush")
    assert finding.state is WRONG
    assert os.strerror(number) in finding.sentence
    assert remedy in finding.remedy
    assert list(patient.data.iterdir()) == []


@pytest.mark.parametrize(
    ("per_cent", "value"), [(50, 2.0), (99, 4.0), (100, 4.0), (25, 1.0), (26, 2.0)]
)
def test_a_percentile_is_a_value_that_was_measured(per_cent: int, value: float) -> None:
    assert data.percentile([4.0, 1.0, 3.0, 2.0], per_cent) == value
