"""The real packages, by Debian's own tools, in systems that are made for it and thrown away.

Only with ``make test-deb``: it wants root, a network, and debhelper, po-debconf, lintian, piuparts,
mmdebstrap.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from signal import Signals

import pytest

from companion import __version__
from release import deb
from release.bundle import bundle, program
from tests.systemd.machine import NO_NETWORK, ROOT, SIMULATED, Machine, booted

HOME = "opt/ra-companion"


DATA = "var/lib/ra-companion"


GAMES = f"{DATA}/games"


BY_THE_TABLE = ("runuser", "-u", "ra-companion", "--", "ra-companion")


KEYS = "etc/systemd/logind.conf.d/70-ra-companion.conf"


TOOLS = ("dh", "po2debconf", "lintian", "piuparts", "mmdebstrap")


DEPENDENCIES = (
    "debconf,libdrm2,libegl1,libgbm1,libgl1-mesa-dri,libgles2,libudev1,openssh-client,polkitd,"
    "python3,systemd,udev"
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
    ran("dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z1", str(folder), str(made))
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
    keys = system.root / KEYS
    assert system.run("test", "-r", f"/{KEYS}").returncode == 0

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
    assert not keys.is_symlink()
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
    assert not (system.root / KEYS).is_symlink()


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


FIRST = "42513bb7"
"""Where the history of this checkout has 1.0.0, which was no package yet."""


INSTALL = ("env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "--yes")


BEGUN = """press p1
press p2
press ra
press ok
play {"draw": "pharaoh"}
play {"draw": "nile"}
"""


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The bundle of 1.0.0."""
    tree = tmp_path_factory.mktemp("first")
    packed = tree / "tree.tar"
    if ran("git", "-C", str(ROOT), "archive", f"--output={packed}", FIRST).returncode:
        pytest.skip("this checkout has no history")
    ran("tar", "-xf", str(packed), "-C", str(tree))
    subprocess.run([sys.executable, "-m", "release.bundle"], cwd=tree, check=True)
    [file] = (tree / "dist").glob("*.bundle.zip")
    return file


@pytest.fixture
def running(release: Path, tmp_path: Path) -> Iterator[Machine]:
    """A machine of that release, on which a real systemd runs and nothing of ours is installed."""
    files, changed = tmp_path / "files", tmp_path / "changed"
    for folder in (files, changed):
        folder.mkdir()
    ran("tar", "-xf", str(release), "-C", str(files), "--exclude=./dev/*")
    shutil.copyfile("/etc/resolv.conf", files / "etc" / "resolv.conf")
    with booted(changed, files) as machine:
        yield machine


def on_the_table(machine: Machine) -> list[str]:
    """Return the record of the game on the table, line by line."""
    done = machine.run(*BY_THE_TABLE, "export", "last", "--data", f"/{DATA}")
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def played(machine: Machine, script: str) -> None:
    """Let people play while the service stands still, and let the service open their game."""
    machine.run("systemctl", "stop", "ra-companion")
    words = ("run", "--headless", "--simulate", "--data", f"/{DATA}", "--script", "-")
    done = machine.run(*BY_THE_TABLE, *words, text=script)
    assert done.returncode == 0, done.stdout + done.stderr
    assert machine.run("systemctl", "start", "ra-companion").returncode == 0


def first_in_a_game(machine: Machine, first: Path) -> str:
    """Install 1.0.0 as its README says, begin a game with it, and return its folder's name."""
    unpack = ("/usr/bin/python3", "-m", "zipfile", "-e", machine.carry(first), "/root/ra")
    assert machine.run(*unpack).returncode == 0
    done = machine.run("sh", "/root/ra/install.sh")
    assert done.returncode == 0, done.stdout + done.stderr
    machine.run("rm", "-r", "/root/ra")
    machine.settle(SIMULATED)
    assert machine.run("systemctl", "start", "ra-companion").returncode == 0
    played(machine, BEGUN)
    assert len(on_the_table(machine)) == 3
    return machine.version()


def goes_on_and_can_go_back(machine: Machine, game: list[str], old: str) -> None:
    """Assert that the game is played on, and that 1.0.0 has it after three crashes of ours."""
    assert machine.version() != old
    assert machine.run("readlink", f"/{HOME}/previous").stdout.strip() == old
    assert machine.shows("UnitFileState") == "enabled"
    assert machine.shows("ActiveState") == "active"
    assert on_the_table(machine) == game
    played(machine, 'play {"draw": "ra"}\n')
    assert on_the_table(machine) == [*game, '{"draw":"ra"}']

    for _ in range(3):
        machine.crash(Signals.SIGSEGV)
    assert machine.version() == old
    assert machine.shows("ActiveState") == "active"
    assert on_the_table(machine) == [*game, '{"draw":"ra"}']


def test_a_table_of_the_first_version_becomes_a_package_in_a_game_and_can_go_back(
    running: Machine, first: Path, made: dict[str, Path]
) -> None:
    old = first_in_a_game(running, first)
    game, before = on_the_table(running), running.shows("MainPID")
    done = running.run(*INSTALL, running.carry(made["amd64"]))
    assert done.returncode == 0, done.stdout + done.stderr
    assert running.shows("FragmentPath").endswith("/lib/systemd/system/ra-companion.service")
    assert running.shows("MainPID") != before, "the table was opened by the new version"
    goes_on_and_can_go_back(running, game, old)


def test_a_table_of_the_first_version_is_updated_by_a_bundle_in_a_game_and_can_go_back(
    running: Machine, first: Path, tmp_path: Path
) -> None:
    """By the installer that 1.0.0 keeps at the table, without a network."""
    old = first_in_a_game(running, first)
    game, before = on_the_table(running), running.shows("MainPID")
    update = (f"/{HOME}/install.sh", "--bundle", running.carry(bundle(tmp_path / "dist")))
    done = running.run(*NO_NETWORK, *update)
    assert done.returncode == 0, done.stdout + done.stderr
    assert running.version() == __version__
    assert running.shows("MainPID") != before, "the table was opened by the new version"
    goes_on_and_can_go_back(running, game, old)


STICK = "/media/stick"


def signed(package: Path, key: Path) -> list[Path]:
    """Return a package, the list of it, and who signed that."""
    names = package.with_name("debs.SHA256SUMS")
    names.write_text(deb.listed([package]), encoding="utf-8")
    done = ran("ssh-keygen", "-Y", "sign", "-q", "-f", str(key), "-n", "ra-companion", str(names))
    assert done.returncode == 0, done.stderr
    return [package, names, names.with_name("debs.SHA256SUMS.sig")]


def test_the_update_service_installs_a_signed_package_from_a_stick_in_a_game(
    running: Machine, made: dict[str, Path], tmp_path: Path
) -> None:
    running.run("apt-get", "update")
    done = running.run(*INSTALL, running.carry(made["amd64"]))
    assert done.returncode == 0, done.stdout + done.stderr
    running.settle(SIMULATED)
    played(running, BEGUN)
    game, before = on_the_table(running), running.shows("MainPID")

    key = tmp_path / "key"
    ran("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "maker", "-f", str(key))
    signer = f"ra-companion {key.with_suffix('.pub').read_text()}"
    running.run("install", "-D", "/dev/stdin", "/etc/ra-companion/signers", text=signer)
    for file in signed(another(made["amd64"], tmp_path, "98.0"), key):
        at = running.carry(file)
        running.run("install", "-D", at, f"{STICK}/{file.name}")
    running.run("mount", "--make-rshared", "/")  # as the first process does, but in a container
    done = running.run("systemctl", "start", "ra-companion-update")
    said = running.run("journalctl", "-b", "-u", "ra-companion-update", "-o", "cat").stdout
    assert running.run("cat", "/run/ra-companion-update").stdout.strip() == "installed", said
    assert done.returncode == 0
    assert running.version() == "98.0"
    assert running.shows("MainPID") != before
    assert running.shows("ActiveState") == "active"
    assert on_the_table(running) == game
