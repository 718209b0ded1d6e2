"""Makes the packages for Debian and Raspberry Pi OS: ``sudo apt install ./ra-companion_….deb``.

``make deb`` makes one for each kind of machine; ``make deb KEY=~/.ssh/id_ed25519`` signs their
list. A package works with the Python of Debian 12 and with that of Debian 13: the wheels of both
hold the same files but for the compiled ones, and these bear the Python's version in their names.
Two packages for two releases would share most of their bytes, and people would take the wrong one.

What a package holds is a version as it lies below ``/opt/ra-companion``: a virtual environment
without pip. Its ``postinst`` gives it a place there, lets it play a game and puts it in use. Two
packages of the same checkout are the same, byte by byte.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from email.utils import format_datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from zipfile import ZipFile

from companion import __version__
from release.bundle import PYTHONS, program, sign
from release.inventory import NAME, inventory, shipped
from release.kernels import Target, kernels_if_possible
from release.lock import HERE, ROOT, fetch, target

ARCHITECTURES = {"arm64": "aarch64", "amd64": "x86_64"}
"""Debian's names of machines, and everybody else's."""

PACKAGE = Path("usr/lib/ra-companion")

PLACES = {
    "systemd/*.service": "usr/lib/systemd/system",
    "systemd/udev/*": "usr/lib/udev/rules.d",
    "systemd/polkit/*": "usr/share/polkit-1/rules.d",
    "systemd/sysusers.d/*": "usr/lib/sysusers.d",
    "systemd/tmpfiles.d/*": "usr/lib/tmpfiles.d",
    # what holds only where the table has the machine to itself: postinst links them into /etc
    "systemd/sysctl.d/*": f"{PACKAGE}/keys/sysctl.d",
    "systemd/logind.conf.d/*": f"{PACKAGE}/keys/systemd/logind.conf.d",
    "systemd/system.conf.d/*": f"{PACKAGE}/keys/systemd/system.conf.d",
    "systemd/roll-back": str(PACKAGE),
    "systemd/stick": str(PACKAGE),
    "systemd/update": str(PACKAGE),
    "systemd/versions": str(PACKAGE),
    "assets/splash.txt": str(PACKAGE),
    "assets/LICENCES.md": "usr/share/doc/ra-companion",
    "systemd/README.md": "usr/share/doc/ra-companion",
    "SECURITY.md": "usr/share/doc/ra-companion",
    "build/man/*.1": "usr/share/man/man1",
    "build/completion/ra-companion": "usr/share/bash-completion/completions",
    "build/completion/_ra-companion": "usr/share/zsh/vendor-completions",
    "build/completion/ra-companion.fish": "usr/share/fish/vendor_completions.d",
}
"""What is installed besides the program, and where; nothing below ``systemd`` may lack a place.

Manuals and completions are there if they were made before: ``make manual``.
"""

UNUSED = ("pygame/docs", "pygame/examples", "pygame/tests")
"""Of the libraries; a third of their bytes."""

RECORDS = ("RECORD", "WHEEL", "direct_url.json", "INSTALLER")
"""What a wheel says of itself as a wheel: other words for other Pythons, and nobody asks here."""

_START = """#!/bin/sh
# The environment's own Python, wherever the environment lies.
here=$(readlink -f "$0")
exec "${here%/*}/python" -P -m companion "$@"
"""

_ENVIRONMENT = "home = /usr/bin\ninclude-system-site-packages = true\n"
"""The pins may be those of ``python3-lgpio``, which is one of the system's."""

_COMMON, _COMMON_FROM_SITE = "lib/common", "../../common\n"
_VERSION = re.compile(r"(\d+(?:\.\d+)*)(?:(a|b|rc|\.dev)(\d+))?")
_DATE = re.compile(r"^## .* · (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def debian_version(version: str = __version__) -> str:
    """Return a version as Debian sorts it: 2.0.0rc1 comes before 2.0.0.

    Raises:
        ValueError: It is no version of ours.
    """
    match = _VERSION.fullmatch(version)
    if match is None:
        raise ValueError(f"{version} is no version that a package can bear")
    release, kind, number = match.groups()
    return f"{release}~{kind.removeprefix('.')}{number}" if kind else str(release)


def epoch() -> int:
    """Return the time stamp of every file: ``SOURCE_DATE_EPOCH``, or the last release's day."""
    said = os.environ.get("SOURCE_DATE_EPOCH")
    if said:
        return int(said)
    days = _DATE.findall((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    return int(datetime.fromisoformat(max(days)).replace(tzinfo=UTC).timestamp())


def wheels(architecture: str, into: Path) -> None:
    """Fetch an architecture's wheels, a folder for each Python, only locked ones.

    Raises:
        subprocess.CalledProcessError: Some are not to be had.
    """
    locked = [f"--requirement={HERE / lock}.lock" for lock in ("table", "pi")]
    for python in PYTHONS:
        words = [*target(python, ARCHITECTURES[architecture]), "--require-hashes", *locked]
        fetch(words, into / python)


def environment(wheels: Path, own: Path, into: Path) -> None:
    """Make a virtual environment for every Python, of wheels of each and of the program's own.

    It lacks ``bin/python``, a link that is made where the environment comes to lie.

    Raises:
        ValueError: Two wheels have a file of the same name and different bytes.
    """
    for folder in ("bin", _COMMON):
        (into / folder).mkdir(parents=True)
    (into / "pyvenv.cfg").write_text(_ENVIRONMENT, encoding="utf-8")
    (into / "bin" / "ra-companion").write_text(_START, encoding="utf-8")
    (into / "bin" / "ra-companion").chmod(0o755)
    for python in PYTHONS:
        site = into / "lib" / f"python{python}" / "site-packages"
        site.mkdir(parents=True)
        (site / "ra-companion.pth").write_text(_COMMON_FROM_SITE, encoding="utf-8")
        _unpack(sorted((wheels / python).glob("*.whl")), into / _COMMON)
    _unpack(sorted(own.glob("*.whl")), into / _COMMON)


def _unpack(wheels: Iterable[Path], into: Path) -> None:
    for wheel in wheels:
        with ZipFile(wheel) as archive:
            for info in archive.infolist():
                if not info.is_dir() and _is_wanted(info.filename):
                    _put(archive.read(info), into / info.filename, wheel)


def _is_wanted(name: str) -> bool:
    top, _, rest = name.partition("/")
    if top.endswith(".data"):
        return False  # manuals of other programs
    if top.endswith(".dist-info") and rest in RECORDS:
        return False
    return not name.startswith(tuple(f"{each}/" for each in UNUSED))


def _put(content: bytes, to: Path, source: Path) -> None:
    if to.exists() and to.read_bytes() != content:
        raise ValueError(f"{to.name} of {source.name} is not the one of another wheel")
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_bytes(content)


def surroundings(into: Path) -> None:
    """Add the files through which the system knows the program.

    Raises:
        ValueError: It is not known where a file below ``systemd`` belongs.
    """
    placed = {
        path: into / place / path.name
        for pattern, place in PLACES.items()
        for path in ROOT.glob(pattern)
    }
    there = {each for each in (ROOT / "systemd").rglob("*") if each.is_file()}
    if homeless := sorted(str(each.relative_to(ROOT)) for each in there - placed.keys()):
        raise ValueError(f"PLACES in release/deb.py has no place for {', '.join(homeless)}")
    for path, to in placed.items():
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, to)
        if path.read_bytes().startswith(b"#!"):
            to.chmod(0o755)
    (into / "usr/share/doc/ra-companion" / NAME).write_bytes(inventory())
    link = into / "usr/bin/ra-companion"
    link.parent.mkdir(parents=True)
    link.symlink_to("/opt/ra-companion/current/bin/ra-companion")


def changelog() -> str:
    """Return Debian's changelog: this version, and where to read what is new."""
    day = format_datetime(datetime.fromtimestamp(epoch(), tz=UTC))
    return (
        f"ra-companion ({debian_version()}) unstable; urgency=medium\n\n"
        "  * Made from the checkout of this version; CHANGELOG says what is new.\n\n"
        f" -- The Ra Companion maintainers <maintainers@ra-companion.invalid>  {day}\n"
    )


def copyright_file() -> str:
    """Return all copyrights, in Debian's format."""
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    ours = "".join(f" {line or '.'}\n" for line in licence.splitlines()[2:])
    parts = [("*", "2026 The Ra Companion maintainers", f"MIT\n{ours}")]
    parts.append(
        ("*/assets/fonts/*", "2016 The M+ Project Authors", "OFL-1.1\n In fonts/OFL.txt.\n")
    )
    for name, about in sorted(shipped().items()):
        said = f"{about['licence']}\n In {name.replace('-', '_')}-*.dist-info, or {about['home']}\n"
        inside = about.get("inside", {})
        said += "".join(f" Within it {each}: {whose}.\n" for each, whose in sorted(inside.items()))
        parts.append((f"*/{name.replace('-', '_')}*", about["whose"], said))
    return (HERE / "debian" / "copyright.in").read_text(encoding="utf-8") + "\n".join(
        f"Files: {files}\nCopyright: {whose}\nLicense: {said}" for files, whose, said in parts
    )


def source(folder: Path, wheels: Path, own: Path) -> None:
    """Lay out the source tree from which debhelper makes a package."""
    payload = folder / "payload"
    environment(wheels, own, payload / PACKAGE / "program")
    surroundings(payload)
    (folder / "payload-doc").mkdir()
    shutil.copyfile(ROOT / "CHANGELOG.md", folder / "payload-doc" / "CHANGELOG.md")
    debian = folder / "debian"
    shutil.copytree(HERE / "debian", debian)
    (debian / "copyright.in").unlink()
    (debian / "copyright").write_text(copyright_file(), encoding="utf-8")
    (debian / "changelog").write_text(changelog(), encoding="utf-8")
    postinst = debian / "postinst"
    text = postinst.read_text(encoding="utf-8").replace("@VERSION@", __version__)
    postinst.write_text(text, encoding="utf-8")
    for path in (folder, *folder.rglob("*")):
        if not path.is_symlink():
            is_run = path.is_dir() or path.stat().st_mode & 0o100
            path.chmod(0o755 if is_run else 0o644)
        os.utime(path, (epoch(), epoch()), follow_symlinks=False)


def package(architecture: str, wheels: Path, own: Path, into: Path) -> Path:
    """Make an architecture's package and return its file.

    Raises:
        subprocess.CalledProcessError: Debian's tools failed, and said why.
    """
    with TemporaryDirectory() as made:
        folder = Path(made) / "ra-companion"
        source(folder, wheels, own)
        words = ["dpkg-buildpackage", "--build=binary", f"--host-arch={architecture}", "--no-sign"]
        # nothing is compiled: no compiler for the other architecture is needed
        words += ["--no-check-builddeps"]
        settled = {"SOURCE_DATE_EPOCH": str(epoch()), "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        done = subprocess.run(
            words, cwd=folder, env={**os.environ, **settled}, capture_output=True, text=True,
            check=False,
        )  # fmt: skip
        if done.returncode:
            print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
            done.check_returncode()
        name = f"ra-companion_{debian_version()}_{architecture}.deb"
        into.mkdir(parents=True, exist_ok=True)
        return Path(shutil.copyfile(folder.parent / name, into / name))


def listed(files: Iterable[Path]) -> str:
    """Return the list of packages, as sha256sum writes it."""
    return "".join(f"{sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files)


def packages(
    into: Path,
    key: str = "",
    architectures: Iterable[str] = ARCHITECTURES,
    kernels: Mapping[Target, Path] = MappingProxyType({}),
) -> list[Path]:
    """Make all packages of this checkout, and their list; with a key, sign it.

    Args:
        into: A folder.
        key: A file.
        architectures: Debian's names of machines.
        kernels: The compiled rules for Pythons and machines.
    """
    with TemporaryDirectory() as made:
        files = []
        for architecture in architectures:
            fetched, own = Path(made) / architecture, Path(made) / f"own-{architecture}"
            wheels(architecture, fetched)
            machine = ARCHITECTURES[architecture]
            program(own, [file for target, file in kernels.items() if target.machine == machine])
            files.append(package(architecture, fetched, own, into))
        if key:
            (Path(made) / "SHA256SUMS").write_text(listed(files), encoding="utf-8")
            sign(Path(made), key)
            for each in Path(made).glob("SHA256SUMS*"):
                shutil.copyfile(each, into / f"debs.{each.name}")
    return files


if __name__ == "__main__":
    if shutil.which("dh") is None or shutil.which("po2debconf") is None:
        sys.exit("Debian's tools are missing: sudo apt install debhelper po-debconf")
    with TemporaryDirectory() as compiled:
        found = kernels_if_possible(Path(compiled))
        key = sys.argv[1] if len(sys.argv) > 1 else ""
        print(*packages(ROOT / "dist", key, kernels=found), sep="\n")
