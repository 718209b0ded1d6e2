"""The doctor is asked on the command line, and answers on this computer."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import doctor
from companion.cli.doctor import LOOKS
from companion.doctor.machine import Finding, Severity
from tests.cli.running import Run

FOLDER = Path(__file__).parents[2]


def test_the_doctor_works_on_this_computer(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--json", "--data", tmp_path)
    report = json.loads(ran.out)
    assert ran.err == ""
    assert ran.status == (report["state"] == "wrong")
    assert {name for name, _ in LOOKS} & {each["name"] for each in report["findings"]}
    assert not [each for each in report["findings"] if "could not be" in each["sentence"]]
    assert list(tmp_path.iterdir()) == []


def test_help_says_what_the_doctor_does(run: Run) -> None:
    ran = run("doctor", "--help")
    assert (ran.status, ran.err) == (0, "")
    assert "no problems" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100


def test_a_mistake_in_the_settings_is_status_1(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("[tabel]\n")
    ran = run("doctor", "--settings", file, "--data", tmp_path)
    assert ran.status == 1
    assert str(file) in ran.out
    assert "did you mean table?" in ran.out


def test_people_read_what_is_wrong_and_everything_only_if_they_ask(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    well = Finding("clock", Severity.OK, "12:00")
    monkeypatch.setattr(doctor, "examination", lambda _: (well,))
    assert run("doctor", "--data", tmp_path).out == "No problems found\n"
    assert run("doctor", "-v", "--data", tmp_path).out == "ok  clock  12:00\n\nNo problems found\n"
    late = Finding("clock", Severity.ATTENTION, "1970", "Set it")
    monkeypatch.setattr(doctor, "examination", lambda _: (well, late))
    assert run("doctor", "--data", tmp_path).out == (
        "attention  clock  1970\n                  → Set it\n\nNo problems found\n"
    )


def test_missing_libraries_do_not_stop_the_doctor(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "for name in ('pygame', 'gpiozero', 'serial'): sys.modules[name] = None\n"
        "from companion.cli.commands import main\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    settings = tmp_path / "mine.toml"
    settings.write_text('[panel]\nfactory = "auto"\n[bag_reader]\nurl = "auto"\n')
    command = [sys.executable, "-c", code, "doctor", "--json"]
    command += ["--settings", str(settings), "--data", str(tmp_path)]
    ran = subprocess.run(command, cwd=FOLDER, capture_output=True, check=False, timeout=60)
    assert (ran.returncode, ran.stderr) == (1, b"")
    wrong = {each["name"]: each for each in json.loads(ran.stdout)["findings"]
             if "could not be" in each["sentence"]}  # fmt: skip
    assert set(wrong) == {"display", "pins", "bag-reader"}
    assert all("ModuleNotFoundError" in each["sentence"] for each in wrong.values())
