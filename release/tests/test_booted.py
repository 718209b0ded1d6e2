"""The service under a real systemd, in Debian 12 and 13, without a screen and a panel."""

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from signal import Signals

import pytest

from companion import __version__
from release.deb import sign
from release.tests.namespaces import BEGUN, BY_THE_TABLE, DROP_IN, Machine, booted, until
from release.tests.roots import DATA, HOME, PACKAGE, RELEASES, Failed, another, ran
from tests.phones.house import House, Phone

STICK = "media/stick"

SETTINGS = "etc/ra-companion/settings.toml"


@pytest.fixture(scope="module", params=RELEASES)
def machine(request: pytest.FixtureRequest) -> Iterator[Machine]:
    """A machine whose table is open."""
    with booted(request.param) as made:
        made.install(PACKAGE)
        made.simulate()
        made.run("systemctl", "start", "ra-companion")
        yield made


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a newer version."""
    return another(PACKAGE, tmp_path_factory.mktemp("newer"), "98.0")


def test_the_service_is_ready_as_a_user_of_its_own_without_any_power(machine: Machine) -> None:
    assert machine.is_active()
    has_no_power(machine, "ra-companion")


def has_no_power(machine: Machine, unit: str) -> None:
    """See that a unit runs as the user of its name, who may do nothing that others may not."""
    status = machine.run("cat", f"/proc/{machine.shows('MainPID', unit)}/status")
    user = machine.run("id", "-u", unit).strip()
    assert f"Uid:\t{user}\t{user}" in status
    assert "CapEff:\t0000000000000000" in status
    assert "NoNewPrivs:\t1" in status
    assert "Seccomp:\t2" in status


def sees_no_game(machine: Machine, unit: str) -> None:
    """See that a unit reads nothing of the games, and changes nothing of the system."""
    inside = ["nsenter", "-t", machine.shows("MainPID", unit), "-m", "-r", "--"]
    with pytest.raises(Failed, match="Permission denied"):
        machine.run(*inside, "runuser", "-u", unit, "--", "ls", f"/{DATA}")
    with pytest.raises(Failed, match="Read-only file system"):
        machine.run(*inside, "touch", "/etc/ra-companion/x")


def test_its_games_are_its_own_and_its_working_folder_is_in_memory(machine: Machine) -> None:
    assert machine.run("stat", "-c", "%U %a", f"/{DATA}").strip() == "ra-companion 700"
    where = machine.run("readlink", f"/proc/{machine.shows('MainPID')}/cwd").strip()
    assert where.endswith("/run/ra-companion")


def test_a_stick_that_is_mounted_while_it_runs_can_be_written_and_one_that_was_there_before_too(
    machine: Machine,
) -> None:
    place = "/media/ra-companion/sda1"
    machine.run("mount", "--make-rshared", "/")  # as the first process does, but in a container
    machine.run("systemctl", "restart", "ra-companion")
    user = machine.run("id", "-u", "ra-companion").strip()
    machine.run("mkdir", "-p", place)
    machine.run("mount", "-t", "tmpfs", "-o", f"uid={user},mode=700,noexec", "/dev/sda1", place)
    for number in range(2):
        inside = ["nsenter", "-t", machine.shows("MainPID"), "-m", "-r", "--", "runuser", "-u"]
        machine.run(*inside, "ra-companion", "--", "touch", f"{place}/{number}")
        machine.run("systemctl", "restart", "ra-companion")
    machine.run("umount", place)
    assert place not in machine.run("cat", f"/proc/{machine.shows('MainPID')}/mountinfo")


def test_the_table_can_read_what_the_service_has_said(machine: Machine) -> None:
    """For the support file."""
    words = ["runuser", "-u", "ra-companion", "--", "journalctl", "--unit=ra-companion"]
    assert "systemd" in machine.run(*words)


def test_a_program_that_hangs_is_started_again_and_one_that_does_not_is_left_alone(
    machine: Machine,
) -> None:
    before = machine.shows("MainPID")
    blinked = machine.shows("WatchdogTimestampMonotonic")
    until(lambda: machine.shows("WatchdogTimestampMonotonic") != blinked)
    assert machine.shows("MainPID") == before
    machine.crash(Signals.SIGSTOP)
    assert machine.shows("MainPID") != before


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
    assert asked.strip() == f's "{answer}"'


def test_the_keys_are_held_while_the_table_is_open_and_no_longer(machine: Machine) -> None:
    assert machine.holds_keys()
    machine.crash(Signals.SIGKILL)
    assert machine.holds_keys()
    machine.run("systemctl", "stop", "ra-companion")
    assert not machine.holds_keys()
    machine.run("systemctl", "start", "ra-companion")
    until(machine.holds_keys)


def test_without_a_screen_the_service_says_so_and_goes_on_waiting(machine: Machine) -> None:
    machine.run("mv", f"/{DROP_IN}", "/run/simulated.conf")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "--no-block", "restart", "ra-companion")
    until(lambda: machine.shows("StatusText").startswith("Waiting for the screen"))
    assert machine.shows("ActiveState") == "activating"
    machine.run("mv", "/run/simulated.conf", f"/{DROP_IN}")
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "restart", "ra-companion")
    assert machine.is_active()


def test_an_update_that_cannot_play_leaves_the_table_open_in_its_game(
    machine: Machine, tmp_path: Path
) -> None:
    machine.play(BEGUN)
    game, before = machine.game(), machine.shows("MainPID")
    with pytest.raises(Failed, match="It could not, so it is not in use"):
        machine.install(another(PACKAGE, tmp_path, "99.0", is_broken=True))
    assert machine.shows("MainPID") == before
    machine.crash(Signals.SIGKILL)
    assert machine.game() == game
    assert machine.version() == __version__


def test_staff_install_a_signed_package_from_a_stick_in_a_game(
    machine: Machine, newer: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    ran("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "maker", "-f", key)
    machine.write(
        "etc/ra-companion/signers", b"ra-companion " + key.with_suffix(".pub").read_bytes()
    )
    sign([newer], str(key))
    for file in (newer, *newer.parent.glob("debs.*")):
        machine.write(f"{STICK}/{file.name}", file.read_bytes())
    game, before = machine.game(), machine.shows("MainPID")
    machine.run("systemctl", "--no-block", "start", "ra-companion-update")
    until(lambda: machine.shows("ActiveState", "ra-companion-update") in {"inactive", "failed"})
    said = machine.run("journalctl", "-b", "-u", "ra-companion-update", "-o", "cat")
    assert machine.run("cat", "/run/ra-companion-update").strip() == "installed", said
    assert machine.version() == "98.0"
    assert machine.shows("MainPID") != before
    assert machine.is_active()
    assert machine.game() == game


PHONES = "ra-companion-phones"

PORT = 18137
"""The machine shares its network with this computer, where the usual port may be in use."""


class Served(House):
    """The process that serves phones there."""

    def __init__(self, machine: Machine, folder: Path) -> None:
        """Know where it answers; it is started by systemd."""
        super().__init__(folder, port=PORT)
        self.data = machine.path / "var/lib" / PHONES


@pytest.fixture
def served(machine: Machine, tmp_path: Path) -> Served:
    """Phones are served, and a game is on the table."""
    if machine.shows("UnitFileState", PHONES) != "enabled":
        machine.write(SETTINGS, f"[phones]\nenabled = true\nport = {PORT}\n".encode())
        machine.play(BEGUN)
        machine.run("systemctl", "enable", "--now", PHONES)
    house = Served(machine, tmp_path)
    until(house.is_served)
    return house


def test_nobody_serves_phones_until_the_owner_wants_it(machine: Machine) -> None:
    assert machine.shows("UnitFileState", PHONES) == "disabled"
    assert not machine.is_active(PHONES)


def test_phones_are_served_by_a_user_that_sees_no_game_and_changes_nothing(
    machine: Machine, served: Served
) -> None:
    has_no_power(machine, PHONES)
    sees_no_game(machine, PHONES)
    assert machine.run("stat", "-c", "%U %a", f"/var/lib/{PHONES}").strip() == f"{PHONES} 700"

    phone = Phone(served)
    assert phone.sit(0, "Anna").status == 200
    view = phone.view(lambda each: each["me"] == 0 or each["asking"])
    assert view["stage"] == "game"
    words = [*BY_THE_TABLE, "doctor", "--json", "--data", f"/{DATA}"]
    found = json.loads(machine.run("sh", "-c", f"{shlex.join(words)} || true"))["findings"]
    assert {"phones-address", "phones-port"} <= {
        each["name"] for each in found if each["state"] == "ok"
    }


def test_phones_outlive_a_kill_of_their_process_and_a_restart_of_the_table(
    machine: Machine, served: Served
) -> None:
    phone, game = Phone(served), machine.game()
    before = machine.shows("MainPID", PHONES)
    machine.run("systemctl", "kill", "-s", "SIGKILL", PHONES)
    until(lambda: machine.shows("MainPID", PHONES) not in (before, "0") and served.is_served())
    assert phone.view(lambda each: not each["offline"])["stage"] == "game"
    machine.crash(Signals.SIGKILL)
    assert phone.view(lambda each: not each["offline"])["stage"] == "game"
    machine.run("systemctl", "stop", "ra-companion")
    assert phone.view(lambda each: each["offline"])
    machine.run("systemctl", "start", "ra-companion")
    assert phone.view(lambda each: not each["offline"])["stage"] == "game"
    assert machine.game() == game


def test_the_fleet_has_a_user_of_its_own_that_sees_no_game(machine: Machine) -> None:
    fleet = "ra-companion-fleet"
    assert machine.shows("UnitFileState", fleet) == "disabled"
    machine.run("systemctl", "start", fleet)
    has_no_power(machine, fleet)
    sees_no_game(machine, fleet)
    machine.run("systemctl", "stop", fleet)


def test_removing_it_leaves_the_games_and_a_login_and_it_can_be_installed_again(
    machine: Machine, newer: Path
) -> None:
    machine.run("touch", f"/{DATA}/games/kept")
    machine.run("dpkg", "--remove", "ra-companion")
    assert not machine.has(HOME)
    assert machine.has(f"{DATA}/games/kept")
    assert not machine.holds_keys()
    assert machine.shows("LoadState", "ra-companion-keys") == "not-found"
    machine.install(newer)
    machine.run("systemctl", "start", "ra-companion")
    assert machine.is_active()
