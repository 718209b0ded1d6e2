"""The package in Debian 12 and 13: installed, updated, refused, cut off, removed and purged."""

import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from time import sleep

import pytest

from companion import __version__
from release import deb
from release.kernels import ARCHITECTURES
from release.tests.conftest import STRENGTH
from release.tests.roots import (
    DATA,
    HOME,
    PACKAGE,
    RELEASES,
    ROOT,
    Failed,
    System,
    another,
    install_earlier,
    ran,
    resting,
)

WANTED = "etc/systemd/system/multi-user.target.wants/ra-companion.service"

GAME = f"{DATA}/games/000001.jsonl"

KILLS = 4 if STRENGTH == "quick" else 16


@pytest.fixture(params=RELEASES)
def system(request: pytest.FixtureRequest) -> Iterator[System]:
    """A fresh Debian."""
    with resting(request.param) as made:
        yield made


@pytest.fixture(scope="module")
def newer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a newer version."""
    return another(PACKAGE, tmp_path_factory.mktemp("newer"), "98.0")


@pytest.fixture(scope="module")
def broken(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as a newer version that cannot play its game."""
    return another(PACKAGE, tmp_path_factory.mktemp("broken"), "99.0", is_broken=True)


def plays_compiled(system: System) -> bool:
    """Whether the rules that are in use there are the compiled ones."""
    played = system.run("ra-companion", "simulate", "--games", "20", "--json")
    return bool(json.loads(played)["engine"] == "compiled")


def test_lintian_finds_no_error() -> None:
    packages = sorted(PACKAGE.parent.glob(f"ra-companion_{deb.debian_version()}_*.deb"))
    assert len(packages) == len(ARCHITECTURES)
    ran("lintian", "--allow-root", "--fail-on", "error", *packages)


def test_the_same_checkout_gives_the_same_bytes(tmp_path: Path) -> None:
    deb.fetch_wheels("amd64", tmp_path / "wheels")
    first, second = (
        deb.package("amd64", tmp_path / "wheels", (), tmp_path / name).read_bytes()
        for name in ("first", "second")
    )
    assert first == second


def test_it_is_installed_updated_refused_removed_and_purged_and_games_stay(
    system: System, newer: Path, broken: Path
) -> None:
    system.install(PACKAGE)
    assert system.version() == __version__
    assert plays_compiled(system)
    assert system.has(WANTED), "there is no desktop here: it starts with the machine"
    system.write(GAME, b"a game\n")

    system.install(newer)
    assert system.version() == "98.0"

    with pytest.raises(Failed, match="It could not, so it is not in use"):
        system.install(broken)
    assert system.version() == "98.0"
    plays(system)
    system.install(newer)
    assert system.version() == "98.0", "what was refused is replaced by what is in order"
    assert [each.name[:4] for each in versions(system)] == ["98.0"], "nothing else is left"

    system.run("dpkg", "--remove", "ra-companion")
    assert not system.has(HOME)
    assert not system.has(WANTED)
    said = system.run("dpkg", "--purge", "ra-companion")
    assert f"Kept: /{DATA}" in said
    assert (system.path / GAME).read_bytes() == b"a game\n"
    assert not leftovers(system)

    system.install(PACKAGE)
    assert system.has(WANTED), "as the first time"


def versions(system: System) -> list[Path]:
    """Return the folders of versions, whole or in part."""
    return [each for each in (system.path / HOME).iterdir() if not each.is_symlink()]


def plays(system: System) -> None:
    """Let the version in use play the game that every version plays before it is used."""
    system.run("rm", "-rf", "/tmp/demo")  # noqa: S108 - of the system inside
    system.run("ra-companion", "run", "--headless", "--simulate", "--demo", "/tmp/demo")  # noqa: S108
    assert system.has("tmp/demo/03-table.png")


def leftovers(system: System) -> list[str]:
    """Return what still bears the name, besides people's own and what dpkg notes."""
    found = system.run("find", "/etc", "/usr", "/opt", "/run", "/media", "-name", "*ra-companion*")
    return found.split()


def test_on_a_machine_with_a_desktop_it_does_not_take_the_screen(system: System) -> None:
    units = system.path / "etc/systemd/system"
    (units / "display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    assert "Open the table with ra-companion" in system.install(PACKAGE)
    assert not list(units.glob("*.wants/ra-companion*"))


def test_an_update_leaves_the_service_off_where_somebody_has_switched_it_off(
    system: System, newer: Path
) -> None:
    system.install(PACKAGE)
    system.run("systemctl", "disable", "ra-companion")
    system.install(newer)
    assert not system.has(WANTED)


@pytest.mark.parametrize("part", range(KILLS))
def test_an_update_that_is_killed_leaves_a_version_that_plays_and_can_be_completed(
    system: System, newer: Path, part: int
) -> None:
    """At moments from the first file to the last; a pulled plug is another test's."""
    system.install(PACKAGE)
    system.write("root/new.deb", newer.read_bytes())
    words = (*system.enter, "dpkg", "--install", "/root/new.deb")
    log = system.path / "root" / "log"
    with log.open("wb") as said:
        update = subprocess.Popen(words, stdout=said, stderr=said, start_new_session=True)
    sleep(0.3 + 20 * part / KILLS)
    os.killpg(update.pid, signal.SIGKILL)
    update.wait()
    assert system.version() in {__version__, "98.0"}
    plays(system)
    # of what was cut off while it was unpacked, dpkg says that it must be installed again
    system.run("sh", "-c", "dpkg --configure -a || true")
    system.install(newer)
    assert system.version() == "98.0"
    assert [each.name[:4] for each in versions(system)] == ["98.0"]


def test_a_system_has_devices_of_its_own_and_nothing_stays_mounted_when_its_test_is_killed() -> (
    None
):
    script = """
import sys
from release.tests.roots import resting
with resting("bookworm") as system:
    system.run("touch", "/dev/ours")
    print(system.path, flush=True)
    sys.stdin.read()
"""
    with subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as test:
        assert test.stdout
        place = test.stdout.readline().decode().strip()
        assert place in Path(f"/proc/{test.pid}/mountinfo").read_text()
        assert not Path("/dev/ours").exists()
        test.kill()
    assert place not in Path("/proc/self/mountinfo").read_text()
    shutil.rmtree(Path(place).parent)


KEPT = {
    GAME: b"a game\n",
    f"{DATA}/settings.toml": b'[table]\nlanguage = "cs"\n',
    "etc/ra-companion/signers": b"ra-companion ssh-ed25519 AAAA\n",
}
"""People's own."""

EARLIER = (("1.0.0", "bundle"), ("2.0.0", "bundle"), ("2.0.0", "deb"))


@pytest.mark.parametrize(("release", "earlier"), [*product(RELEASES, EARLIER)])
def test_an_earlier_version_is_taken_over_with_games_and_settings(
    release: str, earlier: tuple[str, str], newer: Path
) -> None:
    version, kind = earlier
    units = ("ra-companion", "ra-companion-splash")
    with resting(release) as system:
        install_earlier(system, version, kind)
        assert system.version() == version
        assert system.run("systemctl", "is-enabled", *units).split() == ["enabled"] * 2
        for name, content in KEPT.items():
            system.write(name, content)
        if kind == "deb":  # as on a card that was written with the image of 2.0.0
            (system.path / "usr/lib/ra-image").mkdir()

        system.install(newer)
        assert system.version() == "98.0"
        plays(system)
        assert system.run("systemctl", "is-enabled", *units).split() == ["enabled"] * 2
        assert "/lib/systemd/system/" in str((system.path / WANTED).readlink())
        assert (system.path / HOME / "update").is_symlink() == (kind == "deb")
        told = system.run("ra-companion", "settings", f"/{DATA}/settings.toml")
        assert 'language = "cs"' in told

        system.run("dpkg", "--purge", "ra-companion")
        assert {name: (system.path / name).read_bytes() for name in KEPT} == KEPT
        assert leftovers(system) == ["/etc/ra-companion"]
        assert "remove-games" not in (system.path / "var/cache/debconf/config.dat").read_text()


@pytest.mark.hours
@pytest.mark.parametrize("release", RELEASES)
def test_the_package_for_a_pi_plays_its_game_on_arm64(release: str) -> None:
    """Emulated: minutes."""
    if not any(Path("/proc/sys/fs/binfmt_misc").glob("*aarch64")):
        pytest.skip("this computer runs no arm64: sudo apt install qemu-user-static arch-test")
    with resting(release, "arm64") as system:
        system.install(PACKAGE.with_name(PACKAGE.name.replace("amd64", "arm64")))
        assert system.version() == __version__
        assert plays_compiled(system)
