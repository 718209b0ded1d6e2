"""The doctor finds what is wrong with a computer, on any Linux, and never falls ill itself."""

import json
from collections.abc import Iterator
from pathlib import Path

from companion.cli import doctor
from companion.cli.doctor import as_json, as_lines
from companion.doctor import system
from companion.doctor.machine import Computer, Finding, worst
from hardware.panel.pins import PinTrouble
from tests.doctor.patients import ATTENTION, OK, WIRED, WRONG, Patient, refuse


def test_nothing_is_wrong_with_a_healthy_pi(patient: Patient) -> None:
    found = doctor.examination(patient.case(WIRED))
    assert [(each.name, each.sentence) for each in found if each.state is not OK] == []
    assert "No problems found" in as_lines(found)


def test_an_empty_computer_is_told_and_not_fallen_over(tmp_path: Path) -> None:
    patient = Patient(tmp_path)
    nothing = patient.case(
        WIRED, root=tmp_path / "nowhere", library=lambda _: None, version=lambda _: "",
        ports=tuple, may_use=lambda _: False,
        open_pins=lambda _: refuse(PinTrouble.LIBRARY_MISSING),
    )  # fmt: skip
    found = doctor.examination(nothing)
    assert worst(found) is WRONG
    assert all(each.remedy for each in found if each.state is not OK)
    assert not [each for each in found if "could not be checked" in each.sentence]


def test_a_look_that_fails_is_a_finding_and_the_others_go_on(patient: Patient) -> None:
    def faint(_: Computer) -> Iterator[Finding]:
        raise ModuleNotFoundError("No module named 'serial'")

    looks: tuple[tuple[str, doctor.Look], ...] = (
        ("bag-reader", faint),
        ("clock", system.look_at_clock),
    )
    first, second = doctor.examination(patient.case(), looks)
    assert (first.name, first.state, second.name) == ("bag-reader", WRONG, "clock")
    assert "No module named 'serial'" in first.sentence


def test_remedies_stand_below_what_they_heal_and_columns_are_straight() -> None:
    found = (
        Finding("sound", OK, "Sound: one"),
        Finding("pin-4", WRONG, "Ra is stuck", "Let go"),
        Finding("clock", ATTENTION, "1970", "Set it"),
    )
    assert as_lines(found) == [
        "ok         sound   Sound: one",
        "wrong      GPIO 4  Ra is stuck",
        "                   → Let go",
        "attention  clock   1970",
        "                   → Set it",
        "",
        "1 problem",
    ]


def test_programs_get_one_object(patient: Patient) -> None:
    report = json.loads(as_json(doctor.examination(patient.case(WIRED))))
    assert report["state"] == "ok"
    assert {"name", "state", "sentence", "remedy"} == set(report["findings"][0])
    pins = {each["sentence"].partition(":")[0] for each in report["findings"]
            if each["name"].startswith("pin-")}  # fmt: skip
    assert {"Ra", "OK", "Undo"} <= pins
