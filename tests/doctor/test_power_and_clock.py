"""Too little power, too much heat, and a clock that cannot be right."""

import pytest

from companion.doctor import power, system
from companion.doctor.machine import Severity
from tests.doctor.patients import ATTENTION, OK, WRONG, Patient, the


@pytest.mark.parametrize(
    ("bits", "power_state", "heat_state"),
    [
        ("0", OK, OK),
        ("50005", WRONG, ATTENTION),
        ("50000", ATTENTION, ATTENTION),
        ("80000", OK, ATTENTION),
        ("8", OK, ATTENTION),
    ],
)
def test_too_little_power_and_heat_are_told(
    bits: str, power_state: Severity, heat_state: Severity, patient: Patient
) -> None:
    patient.lay({"sys/devices/platform/soc/soc:firmware/get_throttled": f"{bits}\n"})
    found = list(power.look_at_power(patient.case()))
    assert the(iter(found), "power").state is power_state
    assert the(iter(found), "heat").state is heat_state
    assert "51 °C" in the(iter(found), "heat").sentence


def test_a_pi_5_names_the_file_by_an_address(patient: Patient) -> None:
    patient.take("sys/devices/platform/soc/soc:firmware/get_throttled")
    place = "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled"
    patient.lay({place: "50005\n"})
    assert the(power.look_at_power(patient.case()), "power").state is WRONG


def test_without_the_kernels_word_the_firmware_is_asked(patient: Patient) -> None:
    patient.take("sys/devices/platform/soc/soc:firmware/get_throttled")
    answers = {("vcgencmd", "get_throttled"): "throttled=0x50005\n"}
    case = patient.case(answer=lambda command: answers.get(tuple(command), ""))
    assert the(power.look_at_power(case), "power").state is WRONG
    assert the(power.look_at_power(patient.case()), "power").state is ATTENTION


def test_power_is_only_told_of_a_pi(patient: Patient) -> None:
    patient.take("proc/device-tree/model")
    (finding,) = power.look_at_power(patient.case())
    assert finding.state is OK


@pytest.mark.parametrize("wall", [0.0, 1e9, 1e18, -1.0, float("inf")])
def test_a_clock_that_cannot_be_right_is_worth_attention(wall: float, patient: Patient) -> None:
    (finding,) = system.look_at_clock(patient.case(wall=lambda: wall))
    assert finding.state is ATTENTION


def test_a_missing_clock_chip_is_said(patient: Patient) -> None:
    patient.take("sys/class/rtc/rtc0/name")
    (patient.root / "sys/class/rtc/rtc0").rmdir()
    (finding,) = system.look_at_clock(patient.case())
    assert finding.state is OK
    assert "no clock chip" in finding.sentence
