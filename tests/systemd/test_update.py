"""What root does when staff install the update on a stick: only what is signed, whole and newer."""

import os
import platform
import re
import shutil
import subprocess
import sysconfig
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion import __version__
from companion.app.kiosk.usb import FAULTS
from release import bundle as making
from tests.systemd import test_install
from tests.systemd.test_bundle import changed, key, made, trust  # noqa: F401 - a fixture
from tests.systemd.test_install import Installer

ROOT = Path(__file__).parents[2]


pytestmark = [
    test_install.pytestmark,
    pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="there is no ssh-keygen"),
]


BEFORE = "0.9.0"


class Table:
    """A machine with a version in use, an installer, a stick and whom it trusts."""

    def __init__(self, folder: Path) -> None:
        """Put it together."""
        self.machine = folder / "machine"
        self.home = self.machine / "opt" / "ra-companion"
        self.stick = self.machine / "media" / "ra-companion" / "sda1"
        for each in (self.home / BEFORE, self.stick):
            each.mkdir(parents=True)
        (self.home / "current").symlink_to(BEFORE)
        shutil.copy2(ROOT / "install.sh", self.home / "install.sh")

    def update(self, tools: Path | None = None) -> tuple[str, str]:
        """Run the script; return the word that the table reads, and what the log says."""
        environment = {
            **os.environ,
            "PYTHON": str(test_install.python()),
            "PYTHONPATH": sysconfig.get_path("purelib"),
            "PIP_NO_INDEX": "1",
            "PIP_NO_BUILD_ISOLATION": "false",
            "PATH": f"{tools}:{os.environ['PATH']}" if tools else os.environ["PATH"],
        }
        words = ["sh", str(ROOT / "systemd" / "update"), str(self.machine)]
        done = subprocess.run(
            words, env=environment, capture_output=True, text=True, timeout=300, check=False
        )
        word = (self.machine / "run" / "ra-companion-update").read_text().strip()
        assert done.returncode == (0 if word == "installed" else 1)
        assert list((self.machine / "var" / "tmp").glob("*")) == [], "a copy was left behind"
        return word, done.stdout + done.stderr

    @property
    def version(self) -> str:
        """Which version is in use."""
        return str((self.home / "current").readlink())


@pytest.fixture
def table(tmp_path: Path) -> Table:
    ours = Table(tmp_path)
    (ours.machine / "var" / "tmp").mkdir(parents=True)
    key(tmp_path, "right")
    trust(Installer(tmp_path, ours.machine), tmp_path / "right.pub")
    return ours


@pytest.fixture(scope="module")
def unpacked(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: F811
    folder = tmp_path_factory.mktemp("unpacked")
    with ZipFile(made) as archive:
        archive.extractall(folder)
    return folder


def signed(unpacked: Path, keyfile: Path, to: Path) -> Path:
    """Sign a bundle's list and put the bundle there."""
    folder = keyfile.parent / f"of-{keyfile.name}-{to.name}"
    shutil.copytree(unpacked, folder)
    making.sign(folder, str(keyfile))
    making.pack(folder, to)
    return to


NAME = f"ra-companion-{__version__}.bundle.zip"


def test_a_signed_newer_bundle_on_the_stick_is_in_use_afterwards(
    table: Table, unpacked: Path, tmp_path: Path
) -> None:
    signed(unpacked, tmp_path / "right", table.stick / NAME)
    word, log = table.update()
    assert word == "installed", log
    assert table.version == __version__


def test_without_signers_nothing_is_installed_from_the_screen(
    table: Table, unpacked: Path, tmp_path: Path
) -> None:
    signed(unpacked, tmp_path / "right", table.stick / NAME)
    (table.machine / "etc" / "ra-companion" / "signers").unlink()
    assert table.update()[0] == "no-signers"
    assert table.version == BEFORE


def test_what_nobody_signed_or_somebody_else_is_not_installed(
    table: Table,
    made: Path,  # noqa: F811
    unpacked: Path,
    tmp_path: Path,
) -> None:
    shutil.copy(made, table.stick / NAME)
    assert table.update()[0] == "unsigned"
    (table.stick / NAME).unlink()
    signed(unpacked, key(tmp_path, "wrong"), table.stick / NAME)
    assert table.update()[0] == "unsigned"
    assert table.version == BEFORE


def test_an_older_version_under_a_newer_name_is_not_installed(
    table: Table, unpacked: Path, tmp_path: Path
) -> None:
    signed(unpacked, tmp_path / "right", table.stick / "ra-companion-99.0.0.bundle.zip")
    (table.home / "current").unlink()
    (table.home / f"{__version__}-2").mkdir()
    (table.home / "current").symlink_to(f"{__version__}-2")
    assert table.update()[0] == "not-newer"


def _bend(files: dict[str, bytes]) -> None:
    files["systemd/ra-companion.service"] += b"User=root\n"


def test_a_bundle_that_was_changed_after_it_was_signed_changes_nothing(
    table: Table, unpacked: Path, tmp_path: Path
) -> None:
    whole = signed(unpacked, tmp_path / "right", tmp_path / "whole.zip")
    changed(whole, table.stick / NAME, _bend)
    word, log = table.update()
    assert (word, table.version) == ("failed", BEFORE)
    assert "nothing was changed" in log


@pytest.mark.parametrize("content", [b"", b"PK", b"no zip at all"])
def test_what_is_no_bundle_is_damaged(table: Table, content: bytes) -> None:
    (table.stick / NAME).write_bytes(content)
    assert table.update()[0] == "damaged"


def test_only_files_with_an_update_s_name_are_looked_at(table: Table, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").write_text("secret")
    (table.stick / NAME).symlink_to(tmp_path / "elsewhere")
    (table.stick / "ra-companion-9;reboot.bundle.zip").write_text("")
    os.mkfifo(table.stick / "ra-companion-9.bundle.zip")
    assert table.update()[0] == "no-update"


DEBS = f"ra-companion_9.0.0_{ {'x86_64': 'amd64', 'aarch64': 'arm64'}[platform.machine()] }.deb"


@pytest.fixture
def packaged(table: Table, tmp_path: Path) -> tuple[Table, Path]:
    """A table that was installed as a package, and Debian's own commands, made up."""
    (table.machine / "usr" / "lib" / "ra-companion").mkdir(parents=True)
    (table.stick / DEBS).write_bytes(b"a package")
    digest = sha256(b"a package").hexdigest()
    (table.stick / "debs.SHA256SUMS").write_text(f"{digest}  {DEBS}\n")
    words = ["ssh-keygen", "-Y", "sign", "-q", "-f", str(tmp_path / "right"), "-n", "ra-companion"]
    subprocess.run([*words, str(table.stick / "debs.SHA256SUMS")], check=True, timeout=60)
    tools = tmp_path / "tools"
    tools.mkdir()
    says = {
        "dpkg": f"[ $1 != --print-architecture ] || echo {DEBS[:-4].rpartition('_')[2]}",
        "dpkg-deb": "echo 9.0.0",
        "apt-get": f'for word; do :; done; cat "$word" >{tmp_path}/installed',
    }
    for name, line in says.items():
        (tools / name).write_text(f"#!/bin/sh\n{line}\n")
        (tools / name).chmod(0o755)
    return table, tools


def test_where_the_program_is_a_package_the_signed_package_is_installed(
    packaged: tuple[Table, Path], tmp_path: Path
) -> None:
    table, tools = packaged
    word, log = table.update(tools)
    assert word == "installed", log
    assert (tmp_path / "installed").read_bytes() == b"a package"


def test_a_package_that_its_signed_list_does_not_know_is_not_installed(
    packaged: tuple[Table, Path], tmp_path: Path
) -> None:
    table, tools = packaged
    (table.stick / DEBS).write_bytes(b"another package")
    assert table.update(tools)[0] == "damaged"
    (table.stick / "debs.SHA256SUMS.sig").unlink()
    assert table.update(tools)[0] == "unsigned"
    assert not (tmp_path / "installed").exists()


def test_the_table_has_a_sentence_for_every_word_that_the_script_says() -> None:
    script = (ROOT / "systemd" / "update").read_text(encoding="utf-8")
    said = set(re.findall(r"\bends ([a-z-]+) \"", script))
    assert said - {"installed"} == set(FAULTS)
