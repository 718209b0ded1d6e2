"""What the user of the table may open."""

import pytest

from companion.doctor import hardware
from companion.doctor.machine import Severity
from tests.doctor.patients import OK, WIRED, WRONG, Patient, the
from tests.doctor.test_bag_reader import reader


def test_the_user_is_told_with_groups(patient: Patient) -> None:
    finding = the(hardware.look_at_permissions(patient.case()), "user")
    assert finding.sentence == "ra, in the groups input, ra, video"


@pytest.mark.parametrize(
    ("group", "settings", "environment", "state"),
    [
        ("video", "", {}, WRONG),
        ("input", "", {}, WRONG),
        ("input", "", {"DISPLAY": ":0"}, OK),
        ("render", "", {}, OK),
        ("gpio", "", {}, OK),
        ("gpio", WIRED, {}, WRONG),
        ("dialout", "", {}, OK),
        ("dialout", reader("auto"), {}, WRONG),
    ],
)
def test_a_device_that_is_needed_and_closed_is_wrong(
    group: str, settings: str, environment: dict[str, str], state: Severity, patient: Patient
) -> None:
    case = patient.case(settings, may_use=lambda _: False, environment=environment)
    finding = the(hardware.look_at_permissions(case), f"group-{group}")
    assert finding.state is state
    assert (f"usermod -aG {group} ra" in finding.remedy) is (state is WRONG)
