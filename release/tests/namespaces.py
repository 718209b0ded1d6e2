"""A Debian in a folder, booted by a real systemd in namespaces of its own.

Only one at a time: they would share their control groups.
"""

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import Signals
from time import monotonic, sleep

from release.tests.roots import DATA, Failed, System, laid_over

PATIENCE_SECONDS = 120.0

SIMULATED = b"""[Service]
ExecStart=
ExecStart=/opt/ra-companion/current/bin/ra-companion run --simulate --headless
WatchdogSec=4
"""
"""As there is neither a screen nor a panel."""

DROP_IN = "etc/systemd/system/ra-companion.service.d/simulated.conf"

BEGUN = """press p1
press p2
press ra
press ok
play {"draw": "pharaoh"}
play {"draw": "nile"}
"""
"""A game of two people who have drawn twice."""

BY_THE_TABLE = ("runuser", "-u", "ra-companion", "--", "ra-companion")


class Machine(System):
    """A Debian that has booted."""

    def shows(self, key: str, unit: str = "ra-companion") -> str:
        """Return what systemd says of a unit."""
        return self.run("systemctl", "show", "-P", key, unit).strip()

    def is_active(self, unit: str = "ra-companion") -> bool:
        """Whether a unit runs, and is ready."""
        return self.shows("ActiveState", unit) == "active"

    def holds_keys(self) -> bool:
        """Whether logind has been asked to leave the power keys alone."""
        told = self.run("systemd-inhibit", "--list", "--no-legend", "--no-pager")
        return "handle-power-key" in told

    def simulate(self) -> None:
        """Let the service do without screen and panel from now on."""
        self.write(DROP_IN, SIMULATED)
        self.run("systemctl", "daemon-reload")

    def play(self, script: str) -> None:
        """Let people play while the service stands still, and let the service open their game."""
        self.run("systemctl", "stop", "ra-companion")
        words = ("run", "--headless", "--simulate", "--data", f"/{DATA}", "--script", "-")
        self.run(*BY_THE_TABLE, *words, text=script)
        self.run("systemctl", "start", "ra-companion")

    def game(self) -> list[str]:
        """Return the record of the game on the table, line by line."""
        return self.run(*BY_THE_TABLE, "export", "last", "--data", f"/{DATA}").splitlines()

    def crash(self, signal: Signals) -> None:
        """Let the program stop by a signal, and wait for the next one."""
        before = self.shows("MainPID")
        self.run("systemctl", "kill", "-s", signal.name, "ra-companion")
        until(lambda: self.shows("MainPID") not in (before, "0"))
        until(self.is_active)


def until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    deadline = monotonic() + PATIENCE_SECONDS
    while not is_so():
        assert monotonic() < deadline
        sleep(0.2)


@contextmanager
def booted(release: str) -> Iterator[Machine]:
    """Boot a Debian on which nothing of ours is installed."""
    with laid_over(release) as place:
        words = ["setpriv", "--pdeathsig", "KILL"]  # it goes with us, however we go
        words += ["unshare", "-m", "-p", "-f", "-C", "-i", "-u", "--kill-child"]
        words += [str(Path(__file__).with_name("boot.sh")), str(place)]
        with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as boot:
            children = Path(f"/proc/{boot.pid}/task/{boot.pid}/children")
            until(lambda: children.read_text().strip() != "")
            pid = children.read_text().strip()
            enter = ("nsenter", "-t", pid, "-m", "-p", "-C", "-i", "-u", "-r", "-w")
            machine = Machine(place, *enter)
            try:
                until(lambda: _is_up(machine))
                yield machine
            finally:
                boot.kill()


def _is_up(machine: Machine) -> bool:
    try:
        machine.run("systemctl", "is-system-running")
    except Failed as why:
        return "degraded" in str(why)
    return True
