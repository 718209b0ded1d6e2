"""What root does when staff install the update on a stick: only what is signed, whole and newer.

dpkg, ssh-keygen and the packages are real; apt-get is made up. ``make machine`` does it all.
"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.app.kiosk.usb import FAULTS
from release.deb import sign

SCRIPT = Path(__file__).parents[2] / "systemd" / "update"

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("dpkg-deb", "ssh-keygen"))), reason="this is no Debian"
)

BEFORE = "0.9.0-x7Kq2f"
"""As postinst calls the folder of a version."""


def key(folder: Path, name: str) -> str:
    """Make a key and return its file."""
    file = folder / name
    words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(file)]
    subprocess.run(words, check=True, timeout=60)
    return str(file)


class Table:
    """A machine with a version in use, a stick, and whom it trusts."""

    def __init__(self, folder: Path) -> None:
        """Put it together."""
        self._folder = folder
        self.machine = folder / "machine"
        self.stick = self.machine / "media" / "ra-companion" / "sda1"
        home = self.machine / "opt" / "ra-companion"
        self.signers = self.machine / "etc" / "ra-companion" / "signers"
        for each in (home, self.stick, self.machine / "var" / "tmp", self.signers.parent):
            each.mkdir(parents=True)
        (home / "current").symlink_to(BEFORE)
        self.key = key(folder, "right")
        self.signers.write_text(f"ra-companion {(folder / 'right.pub').read_text()}")
        self._installed = folder / "installed"
        tool = folder / "tools" / "apt-get"
        tool.parent.mkdir()
        tool.write_text(f'#!/bin/sh\nfor word; do :; done; cat "$word" >{self._installed}\n')
        tool.chmod(0o755)

    def package(self, version: str, called: str = "") -> Path:
        """Put a package on the stick."""
        architecture = subprocess.check_output(["dpkg", "--print-architecture"], text=True).strip()  # noqa: S607 - wherever it is
        tree = self._folder / "tree"
        (tree / "DEBIAN").mkdir(parents=True, exist_ok=True)
        (tree / "DEBIAN" / "control").write_text(
            f"Package: ra-companion\nVersion: {version}\nArchitecture: {architecture}\n"
            "Maintainer: Nobody <nobody@example.invalid>\nDescription: made up\n"
        )
        file = self.stick / f"ra-companion_{called or version}_{architecture}.deb"
        words = ["dpkg-deb", "--root-owner-group", "-Znone", "--build", str(tree), str(file)]
        subprocess.run(words, check=True, timeout=60, capture_output=True)
        return file

    def update(self) -> str:
        """Run the script and return the word that the table reads."""
        path = f"{self._folder / 'tools'}:{os.environ['PATH']}"
        done = subprocess.run(
            ["/bin/sh", str(SCRIPT), str(self.machine)], env={**os.environ, "PATH": path},
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
        word = (self.machine / "run" / "ra-companion-update").read_text().strip()
        assert done.returncode == (0 if word == "installed" else 1), done.stdout + done.stderr
        assert list((self.machine / "var" / "tmp").glob("*")) == [], "a copy was left behind"
        assert self._installed.exists() == (word == "installed")
        return word

    def installed(self) -> bytes:
        """Return what apt-get was given."""
        return self._installed.read_bytes()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


def test_the_newest_signed_package_on_the_stick_is_installed(table: Table) -> None:
    packages = [table.package(version) for version in ("1.9.0", "1.10.0")]
    sign(packages, table.key)
    assert table.update() == "installed"
    assert table.installed() == packages[1].read_bytes()


def test_without_signers_nothing_is_installed_from_the_screen(table: Table) -> None:
    sign([table.package("1.0.0")], table.key)
    table.signers.unlink()
    assert table.update() == "no-signers"


def test_what_nobody_signed_or_somebody_else_is_not_installed(table: Table, tmp_path: Path) -> None:
    package = table.package("1.0.0")
    assert table.update() == "unsigned"
    sign([package], key(tmp_path, "wrong"))
    assert table.update() == "unsigned"


@pytest.mark.parametrize("version", ["0.8.0", "0.9.0", "0.9.0~rc1"])
def test_an_older_version_under_a_newer_name_is_not_installed(table: Table, version: str) -> None:
    sign([table.package(version, called="99.0.0")], table.key)
    assert table.update() == "not-newer"


def test_a_package_that_is_not_as_its_signed_list_says_is_not_installed(table: Table) -> None:
    package = table.package("1.0.0")
    sign([package], table.key)
    package.write_bytes(package.read_bytes() + b"\n")
    assert table.update() == "damaged"


def test_a_package_that_the_signed_list_does_not_name_is_not_installed(table: Table) -> None:
    sign([table.package("1.0.0")], table.key)
    table.package("2.0.0")
    assert table.update() == "damaged"


def test_what_is_no_package_is_damaged(table: Table) -> None:
    package = table.package("1.0.0")
    package.write_bytes(b"no package")
    sign([package], table.key)
    assert table.update() == "damaged"


def test_only_files_with_a_package_s_name_are_looked_at(table: Table, tmp_path: Path) -> None:
    name = table.package("1.0.0").name
    (table.stick / name).unlink()
    (tmp_path / "elsewhere").write_text("secret")
    (table.stick / name).symlink_to(tmp_path / "elsewhere")
    (table.stick / name.replace("1.0.0", "9;reboot")).write_text("")
    os.mkfifo(table.stick / name.replace("1.0.0", "9"))
    assert table.update() == "no-update"


def test_the_table_has_a_sentence_for_every_word_that_the_script_says() -> None:
    said = set(re.findall(r"\bends ([a-z-]+) \"", SCRIPT.read_text(encoding="utf-8")))
    assert said - {"installed"} == set(FAULTS)
