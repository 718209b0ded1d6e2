"""The real service under a real systemd, on a copy of this machine that is thrown away.

Only with ``make test-install``: it wants root and fetches packages.
"""

import os
import re
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import Signals
from time import monotonic, sleep

import pytest

from companion import __version__
from release.bundle import bundle

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 90.0
HOME = "/opt/ra-companion"
INSTALLER = (ROOT / "install.sh").read_text(encoding="utf-8")
SIMULATED = f"""[Service]
ExecStart=
ExecStart={HOME}/current/bin/ra-companion run --simulate --headless
WatchdogSec=4
"""
DROP_IN = "/etc/systemd/system/ra-companion.service.d/simulated.conf"
SWITCHING_OFF = """[Service]
ExecStart=
ExecStart=/usr/bin/systemctl --no-ask-password poweroff
Type=oneshot
Restart=no
WatchdogSec=0
"""
NO_NETWORK = ("unshare", "-n")

pytestmark = pytest.mark.skipif(
    not os.environ.get("RA_TEST_INSTALL") or os.geteuid() != 0, reason="only with make test-install"
)


class Machine:
    """A machine that has booted."""

    def __init__(self, pid: int, outside: subprocess.Popen[bytes]) -> None:
        """Enter it through its first process."""
        self._outside = outside
        self._enter = ["nsenter", "-t", str(pid), "-m", "-p", "-C", "-i", "-u", "-r", "-w"]

    def run(self, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command there, as root."""
        return subprocess.run(
            [*self._enter, *words],
            input=text, capture_output=True, text=True, timeout=600, check=False,
        )  # fmt: skip

    def shows(self, key: str) -> str:
        """Return what systemd says of the service."""
        return self.run("systemctl", "show", "-P", key, "ra-companion").stdout.strip()

    def version(self) -> str:
        """Return the version in use."""
        return self.run("readlink", f"{HOME}/current").stdout.strip()

    def install(self, *options: str) -> str:
        """Run the installer and return what it says."""
        done = self.run(str(ROOT / "install.sh"), *options)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def carry(self, file: Path) -> str:
        """Bring a file there and return where it is."""
        to = f"/root/{file.name}"
        with file.open("rb") as stick:
            words = [*self._enter, "install", "-D", "/dev/stdin", to]
            subprocess.run(words, stdin=stick, check=True, timeout=60)
        return to

    def settle(self, lines: str) -> None:
        """Change the service."""
        self.run("install", "-D", "/dev/stdin", DROP_IN, text=lines)
        self.run("systemctl", "daemon-reload")

    def is_off(self) -> bool:
        """Whether it was switched off."""
        return self._outside.poll() is not None

    def is_up(self) -> bool:
        """Whether systemd has finished booting."""
        return self.run("systemctl", "is-system-running").stdout.strip() in ("running", "degraded")

    def crash(self, signal: Signals) -> None:
        """Let the program stop by a signal, and wait for the next one."""
        before = self.shows("MainPID")
        self.run("systemctl", "kill", "-s", signal.name, "ra-companion")
        until(lambda: self.shows("MainPID") not in (before, "0"))
        until(lambda: self.shows("ActiveState") == "active")


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert monotonic() < deadline
        sleep(0.2)


@contextmanager
def booted(folder: Path) -> Iterator[Machine]:
    """Boot a machine on which nothing of ours is installed."""
    words = ["unshare", "-m", "-p", "-f", "-C", "-i", "-u", "--kill-child"]
    words += [str(ROOT / "tests" / "systemd" / "boot.sh"), str(folder)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as outside:
        children = Path(f"/proc/{outside.pid}/task/{outside.pid}/children")
        until(lambda: children.read_text().strip() != "")
        try:
            machine = Machine(int(children.read_text()), outside)
            until(machine.is_up)
            yield machine
        finally:
            outside.kill()


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


def test_a_machine_without_a_network_is_installed_from_a_bundle_and_switched_off_by_the_table(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    file = bundle(tmp_path_factory.mktemp("dist"))
    with booted(tmp_path_factory.mktemp("machine")) as machine:
        packages = re.findall(r'^packages="(.*)"$', INSTALLER, flags=re.MULTILINE)[0].split()
        machine.run("apt-get", "install", "-y", "--no-install-recommends", *packages)
        unpack = ("/usr/bin/python3", "-m", "zipfile", "-e", machine.carry(file), "/root/ra")
        assert machine.run(*unpack).returncode == 0
        done = machine.run(*NO_NETWORK, "sh", "/root/ra/install.sh")
        assert done.returncode == 0, done.stdout + done.stderr
        assert machine.version() == __version__
        machine.run("rm", "-r", "/root/ra")
        update = (f"{HOME}/install.sh", "--bundle", machine.carry(file))
        done = machine.run(*NO_NETWORK, *update)
        assert done.returncode == 0, done.stdout + done.stderr
        assert machine.version() == f"{__version__}-2"
        machine.settle(SIMULATED)
        assert machine.run("systemctl", "start", "ra-companion").returncode == 0
        assert machine.shows("ActiveState") == "active"
        machine.settle(SWITCHING_OFF)
        machine.run("systemctl", "restart", "--no-block", "ra-companion")
        until(machine.is_off)
