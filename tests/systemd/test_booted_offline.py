"""A clean machine without a network: from a real bundle until the table switches it off.

Only with ``make test-install``: it wants root, and making the bundle fetches libraries.
"""

import re

import pytest

from companion import __version__
from release.bundle import bundle
from tests.systemd.machine import (
    HOME,
    NO_NETWORK,
    ROOT,
    SIMULATED,
    booted,
    only_if_asked_for,
    until,
)

INSTALLER = (ROOT / "install.sh").read_text(encoding="utf-8")


SWITCHING_OFF = """[Service]
ExecStart=
ExecStart=/usr/bin/systemctl --no-ask-password poweroff
Type=oneshot
Restart=no
WatchdogSec=0
"""


pytestmark = only_if_asked_for


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
