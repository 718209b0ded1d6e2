"""The doctor in the folder of the games, and at a table that is open."""

import errno
import os
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.doctor import data, hardware
from companion.doctor.machine import Severity
from companion.journal.claim import claim, is_claimed
from companion.journal.disk import DISK
from companion.storage import boxes as storage_boxes
from companion.storage.box_csv import save_box
from companion.tags.box import TagBox
from tests.doctor.patients import ATTENTION, OK, WIRED, WRONG, Patient, the
from tests.journal.disks import HASTY


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
    ("boxes", "wanted", "state"),
    [
        ([], "", OK),
        (["attic"], "", ATTENTION),
        (["attic", "cellar"], "", ATTENTION),
        (["attic", "cellar"], "attic", ATTENTION),
        (["attic"], "cellar", WRONG),
    ],
)
def test_the_box_of_this_table_is_told(
    boxes: list[str], wanted: str, state: Severity, patient: Patient
) -> None:
    for name in boxes:
        save_box(storage_boxes.box_file(patient.data, name), TagBox({"04A1": "nile"}), HASTY)
    (finding,) = data.look_at_boxes(patient.case(f'[bag_reader]\nbox = "{wanted}"\n'))
    assert finding.state is state


def test_a_box_with_mistakes_is_wrong(patient: Patient) -> None:
    file = storage_boxes.box_file(patient.data, "attic")
    file.parent.mkdir()
    file.write_text("uid,kind\n04A1,camel\n")
    (finding,) = data.look_at_boxes(patient.case())
    assert finding.state is WRONG
    assert "line 2: there is no kind 'camel'" in finding.sentence


def test_the_pins_of_a_table_that_is_open_are_left_to_it(patient: Patient) -> None:
    """To open and close them once more would switch its lamps and buttons off with some drivers."""
    refused = patient.case(WIRED, open_pins=lambda _: pytest.fail("the pins were opened"))
    (finding,) = hardware.look_at_pins(replace(refused, is_open=True))
    assert finding.state is OK
    assert "see its hardware test" in finding.sentence


def test_whether_the_table_is_open_is_seen_and_nothing_is_made_for_it(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    assert not is_claimed(folder)
    assert not folder.exists()
    for _ in range(2):
        with claim(folder):
            assert is_claimed(folder)
        assert not is_claimed(folder)
