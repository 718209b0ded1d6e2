"""The real service under a real systemd, on a copy of this machine that is thrown away.

Only with ``make test-install``: it wants root and fetches packages.
"""

from collections.abc import Iterator
from signal import Signals

import pytest

from tests.systemd.machine import (
    DROP_IN,
    HOME,
    SIMULATED,
    Machine,
    booted,
    only_if_asked_for,
    until,
)

pytestmark = only_if_asked_for


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machine]:
    """A machine with the program installed, its panel simulated and its screen nowhere."""
    with booted(tmp_path_factory.mktemp("machine")) as machine:
        machine.install()
        machine.settle(SIMULATED)
        assert machine.run("systemctl", "start", "ra-companion").returncode == 0
        yield machine


def test_the_service_is_ready_as_a_user_of_its_own_without_any_power(machine: Machine) -> None:
    assert machine.shows("ActiveState") == "active"
    status = machine.run("cat", f"/proc/{machine.shows('MainPID')}/status").stdout
    user = machine.run("id", "-u", "ra-companion").stdout.strip()
    assert f"Uid:\t{user}\t{user}" in status
    assert "CapEff:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status
    assert "Seccomp:\t2" in status


def test_its_games_are_its_own_and_its_working_folder_is_in_memory(machine: Machine) -> None:
    kept = machine.run("stat", "-c", "%U %a", "/var/lib/ra-companion").stdout.strip()
    assert kept == "ra-companion 700"
    where = machine.run("readlink", f"/proc/{machine.shows('MainPID')}/cwd").stdout.strip()
    assert where.endswith("/run/ra-companion")


def test_a_stick_that_is_mounted_while_it_runs_can_be_written_and_one_that_was_there_before_too(
    machine: Machine,
) -> None:
    place = "/media/ra-companion/sda1"
    machine.run("mount", "--make-rshared", "/")  # as the first process does, but in a container
    machine.run("systemctl", "restart", "ra-companion")
    user = machine.run("id", "-u", "ra-companion").stdout.strip()
    machine.run("mkdir", "-p", place)
    machine.run("mount", "-t", "tmpfs", "-o", f"uid={user},mode=700,noexec", "/dev/sda1", place)
    for number in range(2):
        inside = ["nsenter", "-t", machine.shows("MainPID"), "-m", "-r", "--", "runuser", "-u"]
        done = machine.run(*inside, "ra-companion", "--", "touch", f"{place}/{number}")
        assert done.returncode == 0, done.stderr
        machine.run("systemctl", "restart", "ra-companion")
    machine.run("umount", place)
    assert place not in machine.run("cat", f"/proc/{machine.shows('MainPID')}/mountinfo").stdout


def test_the_table_can_read_what_the_service_has_said(machine: Machine) -> None:
    """For the support file."""
    words = ["runuser", "-u", "ra-companion", "--", "journalctl", "--unit=ra-companion"]
    assert "systemd" in machine.run(*words).stdout


def test_a_program_that_hangs_is_started_again_and_one_that_does_not_is_left_alone(
    machine: Machine,
) -> None:
    before = machine.shows("MainPID")
    beaten = machine.shows("WatchdogTimestampMonotonic")
    until(lambda: machine.shows("WatchdogTimestampMonotonic") != beaten)
    assert machine.shows("MainPID") == before
    machine.crash(Signals.SIGSTOP)
    assert machine.shows("MainPID") != before


def test_the_check_finds_nothing_missing(machine: Machine) -> None:
    assert "missing" not in machine.install("--check")


@pytest.mark.parametrize(
    ("user", "method", "answer"),
    [
        ("ra-companion", "CanPowerOff", "yes"),
        ("ra-companion", "CanReboot", "challenge"),
        ("nobody", "CanPowerOff", "challenge"),
    ],
)
def test_the_table_may_switch_the_machine_off_and_nothing_else(
    machine: Machine, user: str, method: str, answer: str
) -> None:
    manager = "org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager"
    asked = machine.run("runuser", "-u", user, "--", "busctl", "call", *manager.split(), method)
    assert asked.stdout.strip() == f's "{answer}"', asked.stderr


def test_an_update_that_crashes_three_times_is_taken_back(machine: Machine) -> None:
    before = machine.version()
    machine.install()
    updated = machine.version()
    assert updated != before
    machine.run("rm", "-f", "/run/ra-companion-crashes")
    until(lambda: machine.shows("ActiveState") == "active")
    for _ in range(3):
        machine.crash(Signals.SIGSEGV)
    assert machine.version() == before
    environment = machine.run("cat", f"/proc/{machine.shows('MainPID')}/environ").stdout
    assert f"RA_COMPANION_ROLLED_BACK={updated} {before}\0" in environment


def test_without_a_screen_the_service_says_so_and_goes_on_waiting(machine: Machine) -> None:
    machine.run("mv", DROP_IN, "/tmp/simulated.conf")  # noqa: S108 - of the machine inside
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "--no-block", "restart", "ra-companion")
    until(lambda: machine.shows("StatusText").startswith("Waiting for the screen"))
    assert machine.shows("ActiveState") == "activating"
    machine.run("mv", "/tmp/simulated.conf", DROP_IN)  # noqa: S108 - as above
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", "ra-companion")
    assert machine.shows("ActiveState") == "active"


def test_removing_it_leaves_the_games_and_it_can_be_installed_again(machine: Machine) -> None:
    machine.run("touch", "/var/lib/ra-companion/games/kept")
    machine.install("--uninstall")
    assert machine.run("test", "-e", HOME).returncode == 1
    assert machine.run("test", "-e", "/var/lib/ra-companion/games/kept").returncode == 0
    assert machine.shows("LoadState") == "not-found"
    machine.install()
    assert machine.run("systemctl", "start", "ra-companion").returncode == 0
