"""The real packages, by Debian's own tools, in systems that are made for it and thrown away.

Only with ``make test-deb``: it wants root, a network, and debhelper, po-debconf, lintian, piuparts,
mmdebstrap.
"""

import os
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion import __version__
from release import deb
from release.bundle import program

HOME = "opt/ra-companion"


GAMES = "var/lib/ra-companion/games"


TOOLS = ("dh", "po2debconf", "lintian", "piuparts", "mmdebstrap")


DEPENDENCIES = (
    "debconf,libdrm2,libegl1,libgbm1,libgl1-mesa-dri,libgles2,libudev1,polkitd,python3,systemd,udev"
)


RELEASES = {"bookworm": "libasound2", "trixie": "libasound2t64"}


QUESTION = "ra-companion ra-companion/remove-games boolean true\n"


pytestmark = pytest.mark.skipif(
    not os.environ.get("RA_TEST_DEB") or os.geteuid() != 0 or not all(map(shutil.which, TOOLS)),
    reason="only with make test-deb, as root, and where Debian's tools are",
)


def ran(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command and return what came of it."""
    quiet = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    return subprocess.run(
        words, env={**os.environ, **quiet}, input=text, capture_output=True, text=True,
        timeout=1800, check=False,
    )  # fmt: skip


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheels of all libraries, fetched, and the program's own."""
    folder = tmp_path_factory.mktemp("wheels")
    program(folder / "own")
    for architecture in deb.ARCHITECTURES:
        deb.wheels(architecture, folder / architecture)
    return folder


@pytest.fixture(scope="module")
def made(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The packages, by their architectures."""
    into = tmp_path_factory.mktemp("made")
    own = wheels / "own"
    return {each: deb.package(each, wheels / each, own, into) for each in deb.ARCHITECTURES}


def test_lintian_finds_no_error(made: dict[str, Path]) -> None:
    done = ran("lintian", "--fail-on", "error", *map(str, made.values()))
    assert done.returncode == 0, done.stdout


def test_a_package_made_twice_is_the_same_bytes(
    made: dict[str, Path], wheels: Path, tmp_path: Path
) -> None:
    program(tmp_path / "own")
    again = deb.package("arm64", wheels / "arm64", tmp_path / "own", tmp_path)
    is_same = again.read_bytes() == made["arm64"].read_bytes()
    said = "" if is_same or not shutil.which("diffoscope") else ran(
        "diffoscope", str(made["arm64"]), str(again)
    ).stdout  # fmt: skip
    assert is_same, said


@pytest.fixture(scope="module", params=RELEASES)
def release(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A system of a release with all that the package depends on, packed."""
    name = str(request.param)
    file = tmp_path_factory.mktemp("release") / f"{name}.tar.gz"
    include = f"--include={DEPENDENCIES},{RELEASES[name]}"
    done = ran("mmdebstrap", "--mode=root", "--variant=minbase", include, name, str(file))
    assert done.returncode == 0, done.stderr
    return file


def test_piuparts_has_nothing_to_say_of_installing_removing_and_purging(
    release: Path, made: dict[str, Path]
) -> None:
    name = release.name.partition(".")[0]
    words = ["piuparts", f"--basetgz={release}", "-d", name, "--no-upgrade-test"]
    words += ["--ignore-regex=/var/cache/debconf/tmp.ci.*"]  # of debconf itself, in Debian 13
    for more in ((), ("--install-remove-install",)):
        done = ran(*words, *more, str(made["amd64"]))
        assert done.returncode == 0, done.stdout[-5000:]


@dataclass
class System:
    """A system without a running systemd, in a folder."""

    root: Path

    def run(self, *words: str, text: str = "") -> subprocess.CompletedProcess[str]:
        """Run a command there."""
        return ran("chroot", str(self.root), *words, text=text)

    def install(self, package: Path) -> subprocess.CompletedProcess[str]:
        """Install a package there."""
        shutil.copyfile(package, self.root / "root" / package.name)
        return self.run("dpkg", "--install", f"/root/{package.name}")

    def version(self, link: str = "current") -> str:
        """Return where a link leads."""
        return str((self.root / HOME / link).readlink())

    def said_version(self) -> str:
        """Return what the program says that it is."""
        return self.run("ra-companion", "--version").stdout.split()[-1]


@pytest.fixture
def system(release: Path, tmp_path: Path) -> Iterator[System]:
    """A system that nothing of ours was installed in."""
    ran("tar", "-xf", str(release), "-C", str(tmp_path))
    for folder in ("proc", "dev", "dev/pts"):
        assert ran("mount", "--bind", f"/{folder}", str(tmp_path / folder)).returncode == 0
    yield System(tmp_path)
    for folder in ("dev/pts", "dev", "proc"):
        ran("umount", str(tmp_path / folder))


def another(package: Path, into: Path, version: str, broken: str = "") -> Path:
    """Return the package in another version; a broken one fails its game."""
    folder = into / version
    ran("dpkg-deb", "--raw-extract", str(package), str(folder))
    control, postinst = folder / "DEBIAN" / "control", folder / "DEBIAN" / "postinst"
    for file in (control, postinst):
        file.write_text(file.read_text().replace(__version__, version))
    common = folder / deb.PACKAGE / "program" / "lib" / "common"
    (about,) = common.glob("ra_companion-*.dist-info/METADATA")
    text = about.read_text(encoding="utf-8")
    about.write_text(text.replace(f"\nVersion: {__version__}\n", f"\nVersion: {version}\n"))
    init = common / "companion" / "__init__.py"
    init.write_text(init.read_text(encoding="utf-8").replace(__version__, version))
    if broken:
        (common / "companion" / broken).write_text("raise OSError\n")
    made = into / f"ra-companion_{version}_amd64.deb"
    ran("dpkg-deb", "--build", "--root-owner-group", str(folder), str(made))
    return made


def test_it_is_installed_updated_refused_removed_and_purged_and_games_stay_until_somebody_says_so(
    system: System, made: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> None:
    other = tmp_path_factory.mktemp("others")
    done = system.install(made["amd64"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert system.version() == system.said_version() == __version__
    wanted = system.root / "etc/systemd/system/multi-user.target.wants/ra-companion.service"
    assert wanted.is_symlink(), "there is no desktop here: it starts with the machine"

    game = system.root / GAMES / "000001.jsonl"
    game.parent.mkdir()
    game.write_text("a game\n")
    done = system.install(another(made["amd64"], other, "98.0"))
    assert done.returncode == 0, done.stdout + done.stderr
    assert (system.version(), system.version("previous")) == ("98.0", __version__)
    assert system.said_version() == "98.0"
    old = system.run(f"/{HOME}/previous/bin/ra-companion", "--version").stdout
    assert old.split()[-1] == __version__, "the version before still starts"

    done = system.install(another(made["amd64"], other, "99.0", broken="app/program.py"))
    assert done.returncode != 0
    assert "did not pass its test, and was not put in use" in done.stderr
    assert (system.version(), system.version("previous")) == ("98.0", __version__)
    assert not (system.root / HOME / "99.0").exists()
    done = system.install(other / "ra-companion_98.0_amd64.deb")
    assert done.returncode == 0, "what was refused is replaced by what is in order"

    assert system.run("dpkg", "--remove", "ra-companion").returncode == 0
    assert not (system.root / HOME).exists()
    assert not wanted.is_symlink()
    assert game.exists()
    assert system.run("dpkg", "--purge", "ra-companion").returncode == 0
    assert game.read_text() == "a game\n", "nobody has answered: they stay"

    assert system.install(made["amd64"]).returncode == 0
    system.run("debconf-set-selections", text=QUESTION)
    assert system.run("dpkg", "--purge", "ra-companion").returncode == 0
    assert not game.exists()


def test_on_a_machine_with_a_desktop_it_does_not_take_the_screen(
    system: System, made: dict[str, Path]
) -> None:
    units = system.root / "etc/systemd/system"
    (units / "display-manager.service").symlink_to("/lib/systemd/system/lightdm.service")
    done = system.install(made["amd64"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert "This machine has a desktop" in done.stderr
    assert not list(units.glob("*.wants/ra-companion*"))


def test_what_the_installer_had_put_there_makes_room(system: System, made: dict[str, Path]) -> None:
    home, units = system.root / HOME, system.root / "etc/systemd/system"
    old = home / "0.9" / "bin" / "ra-companion"
    old.parent.mkdir(parents=True)
    old.write_text("#!/bin/sh\n")
    old.chmod(0o755)
    (home / "current").symlink_to("0.9")
    (home / "install.sh").write_text("")
    (units / "ra-companion.service").write_text("[Unit]\nDescription=old\n")
    page = system.root / "usr/local/share/man/man1/ra-companion.1"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.symlink_to(f"/{HOME}/current/share/man/ra-companion.1")
    done = system.install(made["amd64"])
    assert done.returncode == 0, done.stdout + done.stderr
    assert not page.is_symlink()
    assert not (units / "ra-companion.service").exists()
    assert (system.version(), system.version("previous")) == (__version__, "0.9")
    assert not (home / "install.sh").exists()
