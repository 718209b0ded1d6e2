"""Three crashes in two minutes: back to the version before, once, not for want of a screen."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.app.systemd import rolled_back

SCRIPT = Path(__file__).parents[2] / "systemd" / "roll-back"


@dataclass
class Machine:
    """A machine's file tree with two versions, and what the script said last."""

    root: Path
    said: str = ""

    @property
    def home(self) -> Path:
        """Where the versions are."""
        return self.root / "opt" / "ra-companion"

    @property
    def version(self) -> str:
        """The version in use."""
        return str((self.home / "current").readlink())

    def stop(self, at: int, result: str = "exit-code") -> None:
        """Let the service stop, this many seconds after the machine was switched on."""
        (self.root / "proc" / "uptime").write_text(f"{at}.50 {at * 3}.10\n")
        done = subprocess.run(
            ["/bin/sh", str(SCRIPT), str(self.root)],
            env={"PATH": os.environ["PATH"], "SERVICE_RESULT": result},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        self.said = done.stdout


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine that has just been updated from 1.0 to 2.0, with a screen."""
    made = Machine(tmp_path)
    for version in ("1.0", "2.0"):
        program = made.home / version / "bin" / "ra-companion"
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    (made.home / "current").symlink_to("2.0")
    (made.home / "previous").symlink_to("1.0")
    (tmp_path / "proc").mkdir()
    plugged(made, "card0-HDMI-A-1", "disconnected")
    plugged(made, "card0-HDMI-A-2", "connected")
    return made


def plugged(machine: Machine, socket: str, status: str) -> None:
    """Say what is plugged into a socket for screens."""
    folder = machine.root / "sys" / "class" / "drm" / socket
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "status").write_text(status + "\n")


def test_three_crashes_in_two_minutes_go_back_to_the_version_before(machine: Machine) -> None:
    machine.stop(20)
    machine.stop(60)
    assert machine.version == "2.0"
    machine.stop(139)
    assert machine.version == "1.0"
    assert "Version 1.0 is used again" in machine.said


def test_the_program_is_told_from_which_version_to_which_in_a_line_that_systemd_reads(
    machine: Machine,
) -> None:
    for at in (20, 21, 22):
        machine.stop(at)
    told = (machine.home / "current" / "rolled-back").read_text()
    assert told == 'RA_COMPANION_ROLLED_BACK="2.0 1.0"\n'
    unit = (SCRIPT.parent / "ra-companion.service").read_text()
    assert "\nEnvironmentFile=-/opt/ra-companion/current/rolled-back\n" in unit


def test_the_console_says_it_before_the_table_is_there(machine: Machine) -> None:
    (machine.root / "dev").mkdir()
    (machine.root / "dev" / "tty1").touch()
    for at in (20, 21, 22):
        machine.stop(at)
    assert "Version 1.0 is used again" in (machine.root / "dev" / "tty1").read_text()


def test_three_crashes_in_more_than_two_minutes_are_borne(machine: Machine) -> None:
    for at in range(20, 2000, 61):
        machine.stop(at)
    assert machine.version == "2.0"


@pytest.mark.parametrize("result", ["exit-code", "signal", "core-dump", "watchdog", "timeout"])
def test_every_way_to_fail_is_a_crash(machine: Machine, result: str) -> None:
    for at in (20, 21, 22):
        machine.stop(at, result)
    assert machine.version == "1.0"


def test_leaving_as_one_should_is_no_crash(machine: Machine) -> None:
    for at in range(20, 40):
        machine.stop(at, "success")
    assert machine.version == "2.0"


@pytest.mark.parametrize("has_card", [True, False])
def test_a_screen_that_is_not_plugged_in_is_not_the_version_s_fault(
    machine: Machine, *, has_card: bool
) -> None:
    plugged(machine, "card0-HDMI-A-2", "disconnected")
    if not has_card:
        shutil.rmtree(machine.root / "sys")
    for at in range(20, 40):
        machine.stop(at)
    assert machine.version == "2.0"
    assert "No screen is connected" in machine.said


def test_versions_do_not_go_to_and_fro(machine: Machine) -> None:
    for at in range(20, 40):
        machine.stop(at)
    assert machine.version == "1.0"
    assert not (machine.home / "previous").is_symlink()


def test_where_there_is_no_version_before_the_one_in_use_stays(machine: Machine) -> None:
    (machine.home / "previous").unlink()
    for at in (20, 21, 22):
        machine.stop(at)
    assert machine.version == "2.0"
    assert "no version before this one" in machine.said


def test_a_version_is_not_gone_back_to_from_itself(machine: Machine) -> None:
    (machine.home / "previous").unlink()
    (machine.home / "previous").symlink_to("2.0")
    for at in (20, 21, 22):
        machine.stop(at)
    assert "no version before this one" in machine.said
    assert not (machine.home / "current" / "rolled-back").exists()


def test_a_version_before_that_is_broken_is_not_gone_back_to(machine: Machine) -> None:
    (machine.home / "1.0" / "bin" / "ra-companion").unlink()
    for at in (20, 21, 22):
        machine.stop(at)
    assert machine.version == "2.0"


def test_a_link_left_half_made_by_a_power_cut_is_no_hindrance(machine: Machine) -> None:
    (machine.home / "current.new").symlink_to("1.0")
    for at in (20, 21, 22):
        machine.stop(at)
    assert machine.version == "1.0"
    assert sorted(each.name for each in machine.home.iterdir()) == ["1.0", "2.0", "current"]


def test_the_screen_says_from_which_version_to_which(machine: Machine, tmp_path: Path) -> None:
    for at in (20, 21, 22):
        machine.stop(at)
    name, _, value = (machine.home / "current" / "rolled-back").read_text().strip().partition("=")
    said = tmp_path / "said"
    script = tmp_path / "script"
    script.write_text(f"words {said}\n")
    done = subprocess.run(
        [*(sys.executable, "-m", "companion", "run", "--headless", "--simulate"),
         *("--data", str(tmp_path / "data"), "--script", str(script))],
        env={**os.environ, name: value.strip('"')},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = " ".join(said.read_text().split())
    assert "Version 2.0 crashed three times in a row, so version 1.0 is used again" in told


@pytest.mark.parametrize("said", ["", "2.0", "2.0 1.0 0.9"])
def test_a_table_that_was_not_taken_back_says_nothing_of_it(said: str) -> None:
    assert rolled_back({"RA_COMPANION_ROLLED_BACK": said}) is None
    assert rolled_back({}) is None
