"""The box of tagged tiles of this table."""

import pytest

from companion.doctor import data
from companion.doctor.machine import Severity
from companion.storage import boxes as storage_boxes
from companion.storage.box_csv import save_box
from companion.tags.box import TagBox
from tests.doctor.patients import ATTENTION, OK, WRONG, Patient
from tests.journal.disks import HASTY


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
