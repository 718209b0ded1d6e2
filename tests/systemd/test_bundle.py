"""A bundle: everything in one file, the same bytes each time, and nothing of it trusted unproved.

The libraries are those of the tests, so that nothing is fetched; with them from the bundle itself
and without a network it is installed by ``make test-install``.
"""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile, ZipInfo

import pytest

from companion import __version__
from release import bundle as making
from release.inventory import NAME, locked
from release.lock import target
from tests.systemd.test_install import Installer, checkout, in_brief, pytestmark  # noqa: F401 - a mark counts

ROOT = Path(__file__).parents[2]


needs_ssh = pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="there is no ssh-keygen")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A bundle without libraries, and with a short game to be tested by."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(making, "wheels", lambda into: into.mkdir(parents=True))
        patch.setattr(making, "ROOT", in_brief(checkout(tmp_path_factory.mktemp("checkout"))))
        yield making.bundle(tmp_path_factory.mktemp("made"))


@pytest.fixture
def table(tmp_path: Path) -> Installer:
    """A machine that has an installer and nothing to install."""
    (tmp_path / "stick").mkdir()
    (tmp_path / "machine").mkdir()
    shutil.copy2(ROOT / "install.sh", tmp_path / "stick" / "install.sh")
    return Installer(tmp_path / "stick", tmp_path / "machine")


def changed(made: Path, to: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """Return a copy of a bundle with other files in it."""
    with ZipFile(made) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with ZipFile(to, "w") as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name), content)
    return to


def is_untouched(table: Installer) -> bool:
    """Whether nothing was installed, not even in part."""
    return list(table.machine.iterdir()) == []


def test_the_same_checkout_makes_the_same_bundle_byte_by_byte(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making, "wheels", lambda into: into.mkdir(parents=True))
    monkeypatch.setattr(making, "ROOT", in_brief(checkout(tmp_path / "elsewhere")))
    again = making.bundle(tmp_path)
    assert again.read_bytes() == made.read_bytes()


def test_the_installer_at_the_table_says_that_it_has_nothing_to_install(table: Installer) -> None:
    for options in ((), ("--check",)):
        done = table.run(*options)
        assert done.returncode == 1
        assert "bundle" in done.stderr
    assert is_untouched(table)


def _bend_unit(files: dict[str, bytes]) -> None:
    files["systemd/ra-companion.service"] += b"User=root\n"


def _lose(files: dict[str, bytes]) -> None:
    del files["systemd/roll-back"]


def _add(files: dict[str, bytes]) -> None:
    files["wheels/more-1-py3-none-any.whl"] = b"more"


def _add_above(files: dict[str, bytes]) -> None:
    files["../above"] = b"above"


def _without_list(files: dict[str, bytes]) -> None:
    del files["SHA256SUMS"]


def _add_to_list(files: dict[str, bytes]) -> None:
    files["SHA256SUMS"] += b"0" * 64 + b"  /etc/passwd\n"


@pytest.mark.parametrize(
    "change", [_bend_unit, _lose, _add, _add_above, _without_list, _add_to_list]
)
def test_a_bundle_that_is_not_as_its_list_says_changes_nothing(
    made: Path, table: Installer, tmp_path: Path, change: Callable[[dict[str, bytes]], None]
) -> None:
    bent = changed(made, tmp_path / "bent.zip", change)
    done = table.run("--bundle", str(bent))
    assert done.returncode == 1
    assert "nothing was changed" in done.stderr
    assert is_untouched(table)
    assert not (tmp_path / "above").exists()


@pytest.mark.parametrize("content", [b"", b"PK", b"no zip at all"])
def test_a_file_that_is_no_bundle_changes_nothing(
    table: Installer, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "file").write_bytes(content)
    done = table.run("--bundle", str(tmp_path / "file"))
    assert done.returncode == 1
    assert "is no bundle; nothing was changed" in done.stderr
    assert is_untouched(table)


def key(folder: Path, name: str) -> Path:
    """Make a key of the maker."""
    file = folder / name
    words = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(file)]
    subprocess.run(words, check=True, timeout=60)
    return file


def trust(table: Installer, public: Path) -> None:
    """Let a table take only what this key has signed."""
    signers = table.machine / "etc" / "ra-companion" / "signers"
    signers.parent.mkdir(parents=True)
    signers.write_text(f"ra-companion {public.read_text()}")


@pytest.fixture
def signed(made: Path, tmp_path: Path) -> dict[str, Path]:
    """The bundle as two makers sign it, by their names; each name is its key's, too."""
    for name in ("right", "wrong"):
        key(tmp_path, name)
        folder = tmp_path / f"of-{name}"
        with ZipFile(made) as archive:
            archive.extractall(folder)
        making.sign(folder, str(tmp_path / name))
        making.pack(folder, tmp_path / f"{name}.zip")
    return {name: tmp_path / f"{name}.zip" for name in ("right", "wrong")}


@needs_ssh
def test_where_the_owner_wants_signatures_a_bundle_without_the_right_one_changes_nothing(
    made: Path, table: Installer, signed: dict[str, Path], tmp_path: Path
) -> None:
    trust(table, tmp_path / "right.pub")
    for file, why in ((made, "is not signed, and"), (signed["wrong"], "not signed by any")):
        refused = table.run("--bundle", str(file))
        assert refused.returncode == 1
        assert why in refused.stderr
        assert not table.home.exists()


@needs_ssh
def test_a_bundle_leaves_the_installer_at_the_table_which_takes_the_one_with_the_right_signature(
    made: Path, table: Installer, signed: dict[str, Path], tmp_path: Path
) -> None:
    done = table.run("--bundle", str(made))
    assert done.returncode == 0, done.stderr
    assert table.version() == __version__
    kept = table.home / "install.sh"
    assert kept.read_bytes() == (ROOT / "install.sh").read_bytes()
    trust(table, tmp_path / "right.pub")
    again = Installer(table.home, table.machine).run("--bundle", str(signed["right"]))
    assert again.returncode == 0, again.stderr
    assert table.version() == f"{__version__}-2"
    assert table.version("previous") == __version__


@pytest.mark.parametrize("is_locked", [True, False])
def test_a_wheel_that_is_not_the_one_that_was_locked_is_refused(
    tmp_path: Path, *, is_locked: bool
) -> None:
    wheel = tmp_path / "pyserial-3.5-py2.py3-none-any.whl"
    wheel.write_bytes(b"any bytes")
    (digest,) = {name: digests for name, _, digests in locked("table")}["pyserial"]
    if is_locked:
        digest = sha256(wheel.read_bytes()).hexdigest()
    lock = tmp_path / "one.lock"
    lock.write_text(f"pyserial==3.5 --hash=sha256:{digest}\n")
    words = [*target("3.11", "aarch64"), "--require-hashes", "--no-index"]
    words += [f"--find-links={tmp_path}", "--requirement", str(lock)]
    fetching = subprocess.run(
        [sys.executable, "-m", "pip", "download", "--no-deps", f"--dest={tmp_path / 'to'}", *words],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert ("DO NOT MATCH THE HASHES" in fetching.stderr) is not is_locked


def test_its_inventory_names_every_library_that_it_installs(made: Path) -> None:
    with ZipFile(made) as archive:
        said = json.loads(archive.read(NAME))
        wheels = {Path(name).name for name in archive.namelist() if name.startswith("wheels/")}
    assert wheels == {f"ra_companion-{__version__}-py3-none-any.whl"}
    named = {each["name"] for each in said["components"]}
    assert {"gpiod", "gpiozero", "msgspec", "pygame-ce", "pyserial"} <= named
