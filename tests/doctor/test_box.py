"""The box of tagged tiles of this table."""

import pytest

from companion import box_files
from companion.core.box import Box
from companion.doctor import boxes as doctor_boxes
from companion.doctor.finding import State
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
    boxes: list[str], wanted: str, state: State, patient: Patient
) -> None:
    for name in boxes:
        box_files.save(box_files.box_file(patient.data, name), Box({"04A1": "nile"}), HASTY)
    (finding,) = doctor_boxes.look(patient.case(f'[bag_reader]\nbox = "{wanted}"\n'))
    assert finding.state is state


def test_a_box_with_mistakes_is_wrong(patient: Patient) -> None:
    file = box_files.box_file(patient.data, "attic")
    file.parent.mkdir()
    file.write_text("uid,kind\n04A1,camel\n")
    (finding,) = doctor_boxes.look(patient.case())
    assert finding.state is WRONG
    assert "line 2: there is no kind 'camel'" in finding.sentence
