"""Staff install the update on a stick in the middle of a game, and the plug is pulled meanwhile."""

from pathlib import Path
from random import Random

from companion import __version__
from release.deb import sign
from release.tests.conftest import STRENGTH
from release.tests.machine import cable, parts
from release.tests.machine.computer import Computer, Kind, switched_on
from release.tests.machine.fetching import ran
from release.tests.machine.house import SETTINGS, entries, games, keep
from release.tests.machine.lives import lying, opened
from release.tests.machine.log import FATES, Log
from release.tests.machine.test_bench import mounted
from release.tests.machine.test_table import begun, entered
from release.tests.roots import PACKAGE, another, inside

NEWER = "98.0"


CUTS = 6 if STRENGTH == "quick" else 24
"""Moments of an update at which the plug is pulled."""


STICK_KB = 512 * 1024


def newer_package(folder: Path, key: Path) -> list[Path]:
    """Make a package in a newer version, and a signed list of it."""
    file = another(PACKAGE, folder, NEWER)
    sign([file], str(key))
    return [file, file.with_name("debs.SHA256SUMS"), file.with_name("debs.SHA256SUMS.sig")]


def trusted(machine: Computer, key: Path) -> None:
    """Let the machine take what this key has signed."""
    text = f"ra-companion {key.with_suffix('.pub').read_text()}"
    machine.sh("mkdir -p /etc/ra-companion")
    machine.do("write", path="/etc/ra-companion/signers", text=text)
    machine.sh("sync")


def chosen(machine: Computer, steps: int) -> None:
    """Choose the line that is this many detents away."""
    machine.do("turn", steps=steps)
    machine.rest(1)
    machine.do("hold", control="ok", seconds=0.1)
    machine.rest(2)


def installing(machine: Computer, name: str) -> None:
    """Let staff begin to install what is on the stick, from the pause of a game."""
    machine.keys("esc")
    machine.rest(2)
    chosen(machine, -3)  # before "About" and the way out
    machine.picture(f"{name}-stick")
    chosen(machine, 3)
    machine.picture(f"{name}-begun")
    machine.until(
        lambda: machine.sh(IS_GOING_ON, may_fail=True).strip() == "activating",
        60, "the update does not begin",
    )  # fmt: skip


IS_GOING_ON = "systemctl is-active ra-companion-update"


def ended(machine: Computer) -> list[int]:
    """Wait until the update is over; return how long the disk's log was from time to time."""
    moments = [machine.noted()]
    while machine.sh(IS_GOING_ON, may_fail=True).strip() == "activating":
        machine.rest(3)
        moments.append(machine.noted())
    assert machine.sh("cat /run/ra-companion-update").strip() == "installed", machine.journal()
    machine.await_table()
    return moments


def left(made: parts.Parts, log: Log, fate: str, chance: Random, disk: Path) -> None:
    """Make the disk that a power cut has left."""
    ran("cp", "--sparse=always", made.disk, disk)
    log.cut(disk, fate, chance)


HOME = "/opt/ra-companion"


def in_use(machine: Computer) -> str:
    """Return which version is in use."""
    return machine.sh(f"readlink {HOME}/current").strip().partition("-")[0]


def kept_versions(machine: Computer) -> int:
    """Return how many versions lie on the disk, whole or in part."""
    return len(machine.sh(f"find {HOME} -mindepth 1 -maxdepth 1 -type d").split())


def plays(root: Path) -> str:
    """Return which version a system that lost its power has; it plays a game with it."""
    words = "cd /tmp && HOME=/tmp ra-companion run --headless --simulate --demo demo"
    ran(*inside(root), "sh", "-c", f"{words} && [ -s demo/03-table.png ]")
    return ran(*inside(root), "ra-companion", "--version").split()[-1]


def test_staff_update_in_a_game_and_a_plug_pulled_meanwhile_leaves_a_version_that_plays(
    made: parts.Parts, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    ran("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "maker", "-f", key)
    (tmp_path / "newer").mkdir()
    stick = tmp_path / "stick.img"
    ran("mkfs.vfat", "-C", stick, str(STICK_KB))
    ran("mcopy", "-i", stick, *newer_package(tmp_path / "newer", key), "::")

    with switched_on(made, tmp_path / "on", Kind(is_logged=True), SETTINGS) as machine:
        trusted(machine, key)
        begun(machine)
        assert entered(machine)
        played = entries(games(machine))
        cable.Stick(machine, stick)
        mounted(machine)
        assert in_use(machine) == __version__
        installing(machine, "update")
        moments = ended(machine)
        assert in_use(machine) == NEWER
        machine.rest(5)
        machine.picture("update-done")
        assert entries(games(machine)) == played
        assert entered(machine)
        machine.unplug()
        log = machine.log()
    keep(tmp_path / "on")

    chance = Random(20260102)  # noqa: S311
    disk = tmp_path / "cut.raw"
    found = []
    for number in range(CUTS):
        moment = moments[0] + (moments[-1] - moments[0]) * number // (CUTS - 1)
        left(made, log.until(moment), FATES[number % len(FATES)], chance, disk)
        with opened(disk) as root:
            found.append(plays(root))
            assert entries(lying(root)) == played
    print(f"\n{len(moments)} looks; after {CUTS} cuts {found}")
    assert set(found) == {__version__, NEWER}

    left(made, log.until(moments[len(moments) // 2]), "torn", chance, disk)
    kind = Kind(disk=disk, is_logged=True)
    with switched_on(made, tmp_path / "after", kind) as machine:
        machine.picture("update-cut")
        assert in_use(machine) == __version__
        assert entries(games(machine)) == played
        cable.Stick(machine, stick)
        mounted(machine)
        machine.rest(10)
        installing(machine, "update-again")
        ended(machine)
        assert in_use(machine) == NEWER
        assert kept_versions(machine) == 1  # what the first try has left is gone
        assert entries(games(machine)) == played
    keep(tmp_path / "after")
