"""Staff install the update on a stick in the middle of a game, and the plug is pulled meanwhile."""

import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest

from companion import __version__
from release import bundle
from release.deb import PACKAGE as WITHIN
from release.deb import listed
from tests.machine import cable, parts
from tests.machine.computer import Computer, Kind, switched_on
from tests.machine.conftest import STRENGTH
from tests.machine.fetching import ROOT, ran
from tests.machine.house import BUNDLE, PACKAGE, SETTINGS, entries, games, keep
from tests.machine.lives import lying, opened
from tests.machine.log import FATES, Log
from tests.machine.test_bench import mounted
from tests.machine.test_table import begun, entered

NEWER = "98.0"


CUTS = 6 if STRENGTH == "quick" else 24
"""Moments of an update at which the plug is pulled."""


STICK_KB = 512 * 1024


def said_newer(init: Path) -> None:
    """Let the program say that it is a newer version."""
    text = init.read_text(encoding="utf-8")
    init.write_text(text.replace(f'"{__version__}"', f'"{NEWER}"'), encoding="utf-8")


def newer_bundle(folder: Path, key: Path) -> list[Path]:
    """Make a signed bundle of this checkout, as a newer version."""
    tree, inside = folder / "tree", folder / "inside"
    ran("git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", tree)
    said_newer(tree / "companion" / "__init__.py")
    with ZipFile(BUNDLE) as archive:
        archive.extractall(inside)
    for each in (*inside.glob("wheels/ra_companion-*"), *inside.glob("SHA256SUMS*")):
        each.unlink()
    wheel = ("--wheel", "--no-isolation", f"--outdir={inside / 'wheels'}")
    ran(sys.executable, "-m", "build", *wheel, tree)
    (inside / "SHA256SUMS").write_text(bundle.listed(inside), encoding="utf-8")
    bundle.sign(inside, str(key))
    file = folder / f"ra-companion-{NEWER}.bundle.zip"
    bundle.pack(inside, file)
    return [file]


def newer_package(folder: Path, key: Path, package: Path = PACKAGE) -> list[Path]:
    """Make a package in a newer version, and a signed list of it."""
    inside, file = folder / "inside", folder / package.name.replace(__version__, NEWER)
    ran("dpkg-deb", "--raw-extract", package, inside)
    for name in ("control", "postinst"):
        script = inside / "DEBIAN" / name
        script.write_text(script.read_text().replace(__version__, NEWER))
    common = inside / WITHIN / "program" / "lib" / "common"
    said_newer(common / "companion" / "__init__.py")
    ran("dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z1", inside, file)
    names = folder / "debs.SHA256SUMS"
    names.write_text(listed([file]), encoding="utf-8")
    words = ("ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", "ra-companion", names)
    ran(*words)
    return [file, names, folder / "debs.SHA256SUMS.sig"]


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
    """Return which version is in use; what lies beside its first try has a number after it."""
    return re.sub(r"-\d+$", "", machine.sh(f"readlink {HOME}/current").strip())


def kept_versions(machine: Computer) -> int:
    """Return how many versions lie on the disk, whole or in part."""
    return len(machine.sh(f"find {HOME} -mindepth 1 -maxdepth 1 -type d").split())


def plays(root: Path) -> str:
    """Return which version a system that lost its power has; it plays a game with it."""
    with parts.mounted(root):
        words = "cd /tmp && HOME=/tmp ra-companion run --headless --simulate --demo demo"
        ran("chroot", root, "sh", "-c", f"{words} && [ -s demo/03-table.png ]")
        return ran("chroot", root, "ra-companion", "--version").split()[-1]


@pytest.mark.parametrize(
    ("before", "newer"), [(BUNDLE, newer_bundle), (PACKAGE, newer_package)], ids=["bundle", "deb"]
)
def test_staff_update_in_a_game_and_a_plug_pulled_meanwhile_leaves_a_version_that_plays(
    before: Path, newer: Callable[[Path, Path], list[Path]], tmp_path: Path
) -> None:
    made = parts.built(before)
    key, name = tmp_path / "key", before.suffix[1:]
    ran("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "maker", "-f", key)
    (tmp_path / "newer").mkdir()
    stick = tmp_path / "stick.img"
    ran("mkfs.vfat", "-C", stick, str(STICK_KB))
    ran("mcopy", "-i", stick, *newer(tmp_path / "newer", key), "::")

    with switched_on(made, tmp_path / "on", Kind(is_logged=True), SETTINGS) as machine:
        trusted(machine, key)
        begun(machine)
        assert entered(machine)
        played = entries(games(machine))
        cable.Stick(machine, stick)
        mounted(machine)
        assert in_use(machine) == __version__
        installing(machine, f"update-{name}")
        moments = ended(machine)
        assert in_use(machine) == NEWER
        machine.rest(5)
        machine.picture(f"update-{name}-done")
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
    print(f"\n{name}: {len(moments)} looks; after {CUTS} cuts {found}")  # noqa: T201
    assert set(found) == {__version__, NEWER}

    left(made, log.until(moments[len(moments) // 2]), "torn", chance, disk)
    kind = Kind(disk=disk, is_logged=True)
    with switched_on(made, tmp_path / "after", kind) as machine:
        machine.picture(f"update-{name}-cut")
        assert in_use(machine) == __version__
        assert entries(games(machine)) == played
        cable.Stick(machine, stick)
        mounted(machine)
        machine.rest(10)
        installing(machine, f"update-{name}-again")
        ended(machine)
        assert in_use(machine) == NEWER
        assert kept_versions(machine) == 2  # what the first try has left is gone
        assert entries(games(machine)) == played
    keep(tmp_path / "after")
