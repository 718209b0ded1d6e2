"""A disposable copy of this or another system, booted by a real systemd.

Only one at a time: they would share their control groups.
"""

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from signal import Signals
from time import monotonic, sleep

import pytest

ROOT = Path(__file__).parents[2]


PATIENCE_SECONDS = 90.0


HOME = "/opt/ra-companion"


SIMULATED = f"""[Service]
ExecStart=
ExecStart={HOME}/current/bin/ra-companion run --simulate --headless
WatchdogSec=4
"""


DROP_IN = "/etc/systemd/system/ra-companion.service.d/simulated.conf"


NO_NETWORK = ("unshare", "-n")
"""Before a command that has to do without."""


only_if_asked_for = pytest.mark.skipif(
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
        inside = {name: value for name, value in os.environ.items() if name != "TMPDIR"}
        return subprocess.run(
            [*self._enter, *words],
            env=inside, input=text, capture_output=True, text=True, timeout=600, check=False,
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
def booted(folder: Path, files: Path = Path("/")) -> Iterator[Machine]:
    """Boot a machine on which nothing of ours is installed.

    Args:
        folder: For all that it changes.
        files: The system that is copied: this one, or one in a folder.
    """
    words = ["unshare", "-m", "-p", "-f", "-C", "-i", "-u", "--kill-child"]
    words += [str(ROOT / "tests" / "systemd" / "boot.sh"), str(folder), str(files)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as outside:
        children = Path(f"/proc/{outside.pid}/task/{outside.pid}/children")
        until(lambda: children.read_text().strip() != "")
        try:
            machine = Machine(int(children.read_text()), outside)
            until(machine.is_up)
            yield machine
        finally:
            outside.kill()
