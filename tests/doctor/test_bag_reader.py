"""Which ports there are, and whether the reader is at one of them."""

import pytest

from companion.doctor import hardware
from tests.doctor.patients import ATTENTION, CH340, OK, WRONG, Patient, the


def reader(url: str) -> str:
    return f'[bag_reader]\nurl = "{url}"\n'


def test_ports_are_told_with_their_numbers_and_lasting_paths(patient: Patient) -> None:
    folder = patient.root / "dev/serial/by-id"
    folder.mkdir(parents=True)
    (folder / "usb-1a86_USB_Serial-if00-port0").symlink_to("../../ttyUSB0")
    finding = the(hardware.look_at_serial_ports(patient.case()), "serial-port")
    assert "/dev/serial/by-id/usb-1a86_USB_Serial-if00-port0" in finding.sentence
    assert "1a86:7523" in finding.sentence
    assert 'with "auto", it is taken for a bag reader' in finding.sentence


@pytest.mark.parametrize("url", ["auto", "1A86:7523", "/dev/ttyUSB0"])
def test_a_reader_that_is_plugged_in_is_found(url: str, patient: Patient) -> None:
    finding = the(hardware.look_at_serial_ports(patient.case(reader(url))), "bag-reader")
    assert finding.state is OK
    assert finding.sentence == "The bag reader is on /dev/ttyUSB0"


@pytest.mark.parametrize("url", ["2341:0043", "/dev/ttyACM7"])
def test_a_reader_that_is_not_there_is_wrong(url: str, patient: Patient) -> None:
    finding = the(hardware.look_at_serial_ports(patient.case(reader(url))), "bag-reader")
    assert finding.state is WRONG
    assert url in finding.sentence


def test_a_reader_that_may_not_be_opened_is_wrong(patient: Patient) -> None:
    case = patient.case(reader("auto"), may_use=lambda _: False)
    finding = the(hardware.look_at_serial_ports(case), "bag-reader")
    assert finding.state is WRONG
    assert "dialout" in finding.remedy


def test_several_ports_that_fit_are_worth_attention(patient: Patient) -> None:
    patient.lay({"dev/ttyUSB1": ""})
    ports = (CH340, CH340._replace(device="/dev/ttyUSB1"))
    case = patient.case(reader("auto"), ports=lambda: ports)
    assert the(hardware.look_at_serial_ports(case), "bag-reader").state is ATTENTION


def test_a_reader_on_the_network_is_not_tried(patient: Patient) -> None:
    finding = the(
        hardware.look_at_serial_ports(patient.case(reader("socket://pad:7"))), "bag-reader"
    )
    assert finding.state is OK


def test_a_console_on_the_header_is_wrong(patient: Patient) -> None:
    patient.lay({"dev/serial0": "", "proc/cmdline": "console=serial0,115200 console=tty1 root=x"})
    found = list(hardware.look_at_serial_ports(patient.case(reader("/dev/serial0"))))
    assert the(iter(found), "bag-reader-console").state is WRONG
    patient.lay({"proc/cmdline": "console=tty1 root=x"})
    found = list(hardware.look_at_serial_ports(patient.case(reader("/dev/serial0"))))
    assert {each.state for each in found} == {OK}
