"""The installer, below a folder of its own: no packages, no user, no service, no network."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from shlex import quote
from tempfile import mkdtemp

import pytest

from companion import __version__
from companion.app.hardware_bench.bench import is_first_start

ROOT = Path(__file__).parents[2]


COPIED = ("assets", "companion", "hardware", "release", "systemd")


LIBRARIES = ("gpiozero", "msgspec", "pygame-ce", "pyserial", "hatchling")


pytestmark = pytest.mark.skipif(
    not set(LIBRARIES) <= {each.metadata["Name"].lower() for each in distributions()},
    reason=f"one of these is not installed here: {', '.join(LIBRARIES)}",
)


PYTHON = """#!/bin/sh
# The Python of the tests. What it makes as an empty environment is the same each time, and pip in
# it takes seconds to unpack: it makes one, and lays down copies.
[ "$#:$1:$2" = 3:-m:venv ] || exec {python} "$@"
[ -e {empty} ] || {python} -m venv {empty} || exit
exec cp -a {empty} "$3"
"""


@cache
def python() -> Path:
    """Return the program that stands for the machine's Python."""
    folder = Path(mkdtemp(prefix="python-"))
    words = {"python": quote(sys.executable), "empty": quote(str(folder / "empty"))}
    program = folder / "python3"
    program.write_text(PYTHON.format(**words))
    program.chmod(0o755)
    return program


@dataclass
class Installer:
    """A checkout of its own and the folder that stands for the machine."""

    checkout: Path
    machine: Path

    @property
    def home(self) -> Path:
        """Where the versions are."""
        return self.machine / "opt" / "ra-companion"

    def version(self, link: str = "current") -> str:
        """Return where a link leads."""
        return str((self.home / link).readlink())

    def run(self, *options: str) -> subprocess.CompletedProcess[str]:
        """Run the installer, which finds the libraries where the tests do."""
        environment = {
            **os.environ,
            "PYTHON": str(python()),
            "PYTHONPATH": sysconfig.get_path("purelib"),
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "false",
        }
        words = [str(self.checkout / "install.sh"), *options, "--prefix", str(self.machine)]
        return subprocess.run(
            words, env=environment, capture_output=True, text=True, timeout=300, check=False
        )

    def edit(self, file: str, old: str, new: str) -> None:
        """Change the checkout."""
        path = self.checkout / file
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new), encoding="utf-8")


def checkout(folder: Path) -> Path:
    """Copy what the installer needs."""
    for name in COPIED:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("install.sh", "pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        shutil.copy2(ROOT / name, folder / name)
    return folder


def in_brief(folder: Path) -> Path:
    """Cut the game short that a version plays before it is put in use: it takes ten seconds."""
    game = folder / "assets" / "demo" / "game.jsonl"
    lines = game.read_text(encoding="utf-8").splitlines(keepends=True)
    assert len(lines) > 200
    game.write_text("".join(lines[:20]), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Installer]:
    """A machine on which the program was installed once, after a whole game."""
    machine = tmp_path_factory.mktemp("machine")
    made = Installer(checkout(tmp_path_factory.mktemp("checkout")), machine)
    done = made.run()
    assert done.returncode == 0, done.stderr
    (machine / "said").write_text(done.stdout)
    yield made
    shutil.rmtree(made.machine)


@pytest.fixture
def installer(installed: Installer, tmp_path: Path) -> Installer:
    """A copy of that machine, and of its checkout; the game of what it installs is a short one."""
    done_with = shutil.ignore_patterns("pip")  # most of all files
    shutil.copytree(installed.machine, tmp_path / "machine", symlinks=True, ignore=done_with)
    shutil.copytree(installed.checkout, tmp_path / "checkout")
    return Installer(in_brief(tmp_path / "checkout"), tmp_path / "machine")


def test_man_pages_and_completion_are_those_of_the_version_in_use(installed: Installer) -> None:
    local = installed.machine / "usr" / "local" / "share"
    links = [path for path in local.rglob("*") if path.is_symlink()]
    assert {path.relative_to(local).as_posix() for path in links} >= {
        "man/man1/ra-companion.1",
        "man/man1/ra-companion-games.1",
        "bash-completion/completions/ra-companion",
        "zsh/site-functions/_ra-companion",
        "fish/vendor_completions.d/ra-companion.fish",
    }
    for link in links:
        assert link.readlink().is_relative_to("/opt/ra-companion/current")
        assert (installed.machine / link.readlink().relative_to("/")).stat().st_size > 100


def test_it_ends_with_three_lines_of_what_to_do_next(installed: Installer) -> None:
    said = (installed.machine / "said").read_text().splitlines()
    assert [line[:3] for line in said[-3:]] == ["1. ", "2. ", "3. "]
    assert not (installed.machine / "root").exists()


def test_a_gong_is_heard_if_there_is_a_sound_card_and_if_not_that_is_said(
    installed: Installer,
) -> None:
    said = (installed.machine / "said").read_text()
    assert ("That was a gong" in said) is not ("There is no sound card here" in said)
    is_dummy = os.environ["SDL_AUDIODRIVER"] == "dummy"  # a card that is always there
    assert ("That was a gong" in said) is is_dummy


def test_the_version_in_use_is_an_environment_of_its_own_behind_a_link(
    installed: Installer,
) -> None:
    assert installed.version() == __version__
    program = installed.home / "current" / "bin" / "ra-companion"
    packages = next((installed.home / __version__ / "lib").glob("python3*")) / "site-packages"
    assert (packages / "companion" / "assets" / "settings.toml").exists()
    assert program.read_text().startswith(f"#!{installed.home / __version__}/bin/python")


def test_service_rules_user_and_folders_are_where_systemd_looks_for_them(
    installed: Installer,
) -> None:
    found = {
        str(path.relative_to(installed.machine))
        for path in (installed.machine / "etc").rglob("*")
        if path.is_file()
    }
    assert found == {
        "etc/systemd/system/ra-companion.service",
        "etc/systemd/system/ra-companion-splash.service",
        "etc/systemd/system/ra-companion-fleet.service",
        "etc/systemd/system/ra-companion-stick@.service",
        "etc/systemd/system/ra-companion-update.service",
        "etc/udev/rules.d/70-ra-companion.rules",
        "etc/polkit-1/rules.d/50-ra-companion.rules",
        "etc/sysusers.d/ra-companion.conf",
        "etc/tmpfiles.d/ra-companion.conf",
        "etc/sysctl.d/70-ra-companion.conf",
        "etc/systemd/logind.conf.d/70-ra-companion.conf",
        "etc/systemd/system.conf.d/70-ra-companion.conf",
    }


def test_ctrl_alt_del_is_masked_as_systemctl_would(installed: Installer) -> None:
    unit = installed.machine / "etc/systemd/system/ctrl-alt-del.target"
    assert str(unit.readlink()) == "/dev/null"


def test_what_the_service_starts_is_what_was_installed(installed: Installer) -> None:
    unit = (installed.machine / "etc/systemd/system/ra-companion.service").read_text()
    (start,) = [line for line in unit.splitlines() if line.startswith("ExecStart=")]
    path = start.removeprefix("ExecStart=").split()[0]
    assert os.access(installed.machine / path.lstrip("/"), os.X_OK)
    assert os.access(installed.home / "roll-back", os.X_OK)
    assert os.access(installed.home / "stick", os.X_OK)


def test_a_check_finds_nothing_missing_and_changes_nothing(installed: Installer) -> None:
    before = sorted(installed.machine.rglob("*"))
    done = installed.run("--check")
    assert done.returncode == 0, done.stdout
    assert "missing" not in done.stdout
    assert sorted(installed.machine.rglob("*")) == before


def test_a_check_of_an_empty_machine_names_what_is_missing_and_makes_nothing(
    installed: Installer, tmp_path: Path
) -> None:
    done = Installer(installed.checkout, tmp_path).run("--check")
    assert done.returncode == 1
    assert "missing  version in use: none" in done.stdout
    assert "missing  /etc/systemd/system/ra-companion.service" in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_check_names_a_file_that_was_changed(installer: Installer) -> None:
    unit = installer.machine / "etc/systemd/system/ra-companion.service"
    unit.write_text(unit.read_text() + "# mine\n")
    done = installer.run("--check")
    assert done.returncode == 1
    assert "missing  /etc/systemd/system/ra-companion.service" in done.stdout


def test_an_update_keeps_the_version_before_and_the_owner_s_settings(installer: Installer) -> None:
    settings = installer.machine / "var/lib/ra-companion/settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[table]\nlanguage = "uk"\n')
    (installer.home / "current" / "rolled-back").write_text('RA_COMPANION_ROLLED_BACK="9 8"\n')
    installer.edit("companion/__init__.py", __version__, "99.0")
    done = installer.run()
    assert done.returncode == 0, done.stderr
    assert installer.version() == "99.0"
    assert installer.version("previous") == __version__
    assert settings.read_text() == '[table]\nlanguage = "uk"\n'
    assert not (installer.home / "current" / "rolled-back").exists()


def test_an_update_that_fails_its_test_changes_nothing(installer: Installer) -> None:
    installer.edit("companion/__init__.py", __version__, "99.0")
    installer.edit("companion/app/program.py", "def _leave", "raise OSError\ndef _leave")
    installer.edit("systemd/ra-companion.service", "Restart=always", "Restart=no")
    unit = installer.machine / "etc/systemd/system/ra-companion.service"
    before = unit.read_text()
    done = installer.run()
    assert done.returncode == 1
    assert "nothing was switched" in done.stderr
    assert installer.version() == __version__
    assert not (installer.home / "99.0").exists()
    assert not (installer.home / "previous").is_symlink()
    assert unit.read_text() == before


def test_the_same_version_again_is_a_repair(installer: Installer) -> None:
    program = installer.home / __version__ / "bin" / "ra-companion"
    program.write_text("#!/bin/false\n")
    done = installer.run()
    assert done.returncode == 0, done.stderr
    assert installer.version() == f"{__version__}-2"
    assert not (installer.home / "previous").is_symlink(), "what was broken is not gone back to"
    assert not (installer.home / __version__).exists()


def test_removing_it_leaves_the_games_and_the_settings(installer: Installer) -> None:
    games = installer.machine / "var/lib/ra-companion/games"
    games.mkdir(parents=True)
    (games / "1.jsonl").write_text("a game\n")
    (games.parent / "settings.toml").write_text("")
    done = installer.run("--uninstall")
    assert done.returncode == 0, done.stderr
    assert str(installer.machine / "var/lib/ra-companion") in done.stdout
    left = {
        str(path.relative_to(installer.machine))
        for path in installer.machine.rglob("*")
        if path.is_file() or path.is_symlink()
    }
    kept = "var/lib/ra-companion"
    assert left == {f"{kept}/games/1.jsonl", f"{kept}/settings.toml", "said"}


@pytest.mark.parametrize("place", ["etc/ra-companion", "var/lib/ra-companion"])
def test_a_check_names_a_mistake_in_the_settings(installer: Installer, place: str) -> None:
    file = installer.machine / place / "settings.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text('[table]\nlanguage = "uk"\n')
    assert installer.run("--check").returncode == 0
    file.write_text('[table]\nlanguage = "xx"\n')
    done = installer.run("--check")
    assert done.returncode == 1
    assert f"missing  settings without mistakes ({file})" in done.stdout


def test_a_pi_begins_with_the_wizard_as_the_installer_leaves_no_settings(
    installed: Installer,
) -> None:
    assert not list(installed.machine.rglob("etc/ra-companion/*"))
    model = installed.machine.parent / "model"
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    assert is_first_start(None, model)


def test_a_wrong_word_installs_nothing_and_shows_the_right_ones(
    installed: Installer, tmp_path: Path
) -> None:
    done = Installer(installed.checkout, tmp_path).run("--instal")
    assert done.returncode == 2
    assert "--uninstall" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck is not installed")
@pytest.mark.parametrize("script", ["install.sh", "systemd/roll-back", "systemd/stick"])
def test_a_checker_of_shell_scripts_has_nothing_to_say(script: str) -> None:
    words = ["shellcheck", str(ROOT / script)]  # wherever it is
    done = subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == ""
