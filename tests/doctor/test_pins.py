"""Every contact with its level, and why pins cannot be used."""

from pathlib import Path

import pytest
from gpiozero import LED
from msgspec.structs import replace

from companion.doctor import hardware
from companion.journal.claim import claim, is_claimed
from hardware.panel.pins import DEFAULT_PINS, PinFactory, PinTrouble
from hardware.panel.wires import Wires
from tests.doctor.patients import (
    ATTENTION,
    OK,
    WIRED,
    WRONG,
    Fingers,
    Patient,
    fingers,
    refuse,
    the,
)


def test_every_contact_is_told_with_its_level_and_place(patient: Patient) -> None:
    found = list(hardware.look_at_pins(patient.case(WIRED)))
    ra = the(iter(found), "pin-4")
    assert ra.sentence == "Ra: GPIO 4 (header pin 7) is high"
    assert len(found) == 1 + len(DEFAULT_PINS.contacts())


def test_a_button_that_is_down_is_worth_attention(patient: Patient) -> None:
    found = list(hardware.look_at_pins(patient.case(WIRED, open_pins=lambda _: fingers(4, 17))))
    ra = the(iter(found), "pin-4")
    assert ra.state is ATTENTION
    assert ra.sentence == "Ra is pressed or stuck: GPIO 4 (header pin 7) is low"
    assert the(iter(found), "pin-23").state is OK
    assert the(iter(found), "pin-17").state is OK  # a dial may rest on a closed contact


def test_a_pin_that_is_taken_is_wrong_and_the_others_are_told(patient: Patient) -> None:
    pins = Fingers()
    other = LED(4, pin_factory=pins)
    wires = Wires(PinFactory.MOCK, pins)
    found = list(hardware.look_at_pins(patient.case(WIRED, open_pins=lambda _: wires)))
    other.close()
    ra = the(iter(found), "pin-4")
    assert ra.state is WRONG
    assert "Close the table" in ra.remedy
    assert the(iter(found), "pin-23").state is OK


@pytest.mark.parametrize("kind", [each for each in PinTrouble if not each.name.startswith("PIN_")])
def test_pins_that_cannot_be_opened_are_wrong(kind: PinTrouble, patient: Patient) -> None:
    (finding,) = hardware.look_at_pins(patient.case(WIRED, open_pins=lambda _: refuse(kind)))
    assert finding.state is WRONG
    assert finding.remedy


def test_the_pins_of_a_table_that_is_open_are_left_to_it(patient: Patient) -> None:
    """To open and close them once more would switch its lamps and buttons off with some drivers."""
    refused = patient.case(WIRED, open_pins=lambda _: pytest.fail("the pins were opened"))
    (finding,) = hardware.look_at_pins(replace(refused, is_open=True))
    assert finding.state is OK
    assert "see its hardware test" in finding.sentence


def test_whether_the_table_is_open_is_seen_and_nothing_is_made_for_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    assert not is_claimed(data)
    assert not data.exists()
    with claim(data):
        assert is_claimed(data)
    assert not is_claimed(data)
    with claim(data):
        pass


def test_pins_with_two_uses_are_told_before_any_is_touched(patient: Patient) -> None:
    settings = WIRED + "[panel.buttons]\nra = 5\n[panel.lamps]\np1 = 6\n"
    case = patient.case(settings, open_pins=lambda _: refuse(PinTrouble.NO_CHIP))
    found = list(hardware.look_at_pins(case))
    assert [each.state for each in found] == [WRONG, WRONG]
    assert "GPIO 6 " in found[1].sentence
    assert "GPIO 5 (header pin 29) has several uses" in found[0].sentence


def test_without_buttons_no_pin_is_touched(patient: Patient) -> None:
    (finding,) = hardware.look_at_pins(patient.case(open_pins=lambda _: refuse(PinTrouble.NO_CHIP)))
    assert finding.state is OK
