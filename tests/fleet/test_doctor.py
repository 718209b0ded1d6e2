"""The doctor and `settings --check` of a table that belongs to a fleet."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.cli.commands import main
from companion.doctor.fleet import look_at_fleet
from companion.doctor.machine import Computer, Finding, Machine, Severity
from companion.settings import FleetSettings, Settings
from tests.fleet.conftest import Tables
from tests.fleet.mosquitto import Ears, Mosquitto, free_port, needs_mosquitto, until
from tests.fleet.tables import settings


def found(fleet: FleetSettings) -> list[Finding]:
    """Return what the doctor finds."""
    case = Computer(
        machine=Machine(),
        settings=replace(Settings(), fleet=fleet),
        mistakes=(),
        settings_file=None,
        data=Path("/nowhere"),
        is_open=False,
    )
    return list(look_at_fleet(case))


def test_a_table_without_a_fleet_is_not_asked_about_it() -> None:
    assert found(Settings().fleet) == []


@needs_mosquitto
def test_the_doctor_says_that_the_broker_takes_the_account_and_what_the_table_is_called(
    broker: Mosquitto,
) -> None:
    answer, name = found(settings(broker.port, id="window-3"))
    assert (answer.name, answer.state) == ("fleet", Severity.OK)
    assert (name.state, name.sentence) == (Severity.OK, "This table is called window-3")


@needs_mosquitto
def test_the_doctor_says_that_the_name_is_another_table_s(
    broker: Mosquitto, tables: Tables, ears: Ears
) -> None:
    tables("window-3")
    until(lambda: ears.on("ra-companion/window-3/availability"))
    _, name = found(settings(broker.port, id="window-3"))
    assert name.state is Severity.ATTENTION
    assert name.sentence == "Another table is online as window-3"


def test_the_doctor_says_why_a_certificate_is_not_trusted() -> None:
    (mistake, answer) = found(settings(free_port(), tls_ca="/nowhere"))
    assert "fleet.tls_ca: cannot use /nowhere" in mistake.sentence
    assert "/nowhere: No such file or directory" in answer.sentence


def test_the_doctor_says_what_is_wrong_and_where_to_read_on() -> None:
    wrong = found(settings(free_port(), username="w"))
    assert [each.state for each in wrong] == [Severity.WRONG, Severity.WRONG]
    assert "fleet.password_file is not" in wrong[0].sentence
    assert "The broker does not answer" in wrong[1].sentence
    assert "(Connection refused)" in wrong[1].sentence
    assert all("docs/own.md" in each.remedy for each in wrong)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('id = "window 3"', "fleet.id"),
        ('base = "ra/#"', "fleet.base"),
        ('discovery_prefix = ""', "fleet.discovery_prefix"),
        ('host = "http://bar"', "fleet.host"),
        ("port = 70000", "fleet.port"),
        ("keepalive_seconds = 1", "fleet.keepalive_seconds"),
        ("enabled = 1", "fleet.enabled"),
        ("tls_ca = 3", "fleet.tls_ca"),
        ('user = "x"', "did you mean fleet.username?"),
        ('enabled = true\nusername = "w"', "fleet.username is set, but fleet.password_file is not"),
        ('enabled = true\ntls_ca = "/nowhere"', "fleet.tls_ca: cannot use /nowhere"),
    ],
)
def test_every_mistake_in_the_settings_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, said: str
) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(f"[fleet]\n{line}\n")
    assert main(["settings", "--check", str(file)]) != 0
    complaints = capsys.readouterr().err
    assert said in complaints
    assert "Traceback" not in complaints
