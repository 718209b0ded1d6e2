"""Makes the Debian package for each kind of machine, in ``dist``: ``make deb``.

``make deb KEY=~/.ssh/id_ed25519`` signs their list, for machines that take updates from a stick.

One package serves Debian 12, Debian 13 and Raspberry Pi OS: compiled files have the Python's
version in their names, so those for 3.11 and 3.13 lie side by side, and all else is the same for
both. Nothing is compiled or guessed by Debian's helpers, so ``dpkg-deb`` alone packs a staged tree.
``debian/postinst`` says how a version is put in use. The same checkout gives the same bytes.
"""

import gzip
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from tomllib import loads
from zipfile import ZipFile

from companion import __version__
from release import manual
from release.kernels import ARCHITECTURES, PYTHONS, kernels_if_possible
from release.lock import HERE, ROOT, fetch, target

PLACES = {
    "systemd/*.service": "usr/lib/systemd/system",
    "systemd/udev/*": "usr/lib/udev/rules.d",
    "systemd/polkit/*": "usr/share/polkit-1/rules.d",
    "systemd/sysusers.d/*": "usr/lib/sysusers.d",
    "systemd/tmpfiles.d/*": "usr/lib/tmpfiles.d",
    "systemd/stick": "usr/lib/ra-companion",
    "systemd/update": "usr/lib/ra-companion",
    "assets/splash.txt": "usr/lib/ra-companion",
    "SECURITY.md": "usr/share/doc/ra-companion",
    "release/debian/overrides/*": "usr/share/lintian/overrides",
}
"""What is installed besides the program, and where; nothing below ``systemd`` may lack a place."""

UNUSED = re.compile(r"pygame/(docs|examples|tests)/|[^/]+\.data/|[^/]+\.dist-info/(RECORD|WHEEL)$")
"""Files of wheels that nobody needs; the last two differ between Pythons."""

START = b"""#!/bin/sh
# The environment's own Python, wherever the environment lies.
here=$(readlink -f "$0")
exec "${here%/*}/python" -P -m companion "$@"
"""


def debian_version(version: str = __version__) -> str:
    """Return a version as Debian sorts it: 2.0.0rc1 comes before 2.0.0."""
    return re.sub(r"(a|b|rc|\.dev)(\d+)$", lambda end: f"~{end[0].lstrip('.')}", version)


def epoch() -> int:
    """Return the time stamp of every file: ``SOURCE_DATE_EPOCH``, or the last release's day."""
    if stamp := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(stamp)
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    days = re.findall(r"^## .* · (\d{4}-\d\d-\d\d)$", changes, re.MULTILINE)
    return int(datetime.fromisoformat(max(days)).replace(tzinfo=UTC).timestamp())


def fetch_wheels(architecture: str, into: Path) -> None:
    """Fetch an architecture's libraries, a folder for each Python; only locked ones.

    Raises:
        subprocess.CalledProcessError: Some are not to be had.
    """
    locked = [f"--requirement={HERE / lock}.lock" for lock in ("table", "pi")]
    for python in PYTHONS:
        words = [*target(python, ARCHITECTURES[architecture]), "--require-hashes", *locked]
        fetch(words, into / python)


def environment(wheels: Path, kernels: Iterable[Path], into: Path) -> None:
    """Make a virtual environment for every Python, with the program in it.

    It lacks ``bin/python``, a link that is made where the environment comes to lie.

    Raises:
        ValueError: Two wheels have a file of the same name and different bytes.
    """
    common = into / "lib" / "common"
    for python in PYTHONS:
        site = into / "lib" / f"python{python}" / "site-packages"
        write(site / "ra-companion.pth", b"../../common\n")
        for wheel in sorted((wheels / python).glob("*.whl")):
            _unpack(wheel, common)
    ignored = shutil.ignore_patterns("__pycache__", "*.so", "*.po", "*.pot")
    for folder, to in (("companion",) * 2, ("hardware",) * 2, ("assets", "companion/assets")):
        shutil.copytree(ROOT / folder, common / to, ignore=ignored)
    for compiled in kernels:
        shutil.copytree(compiled, common, dirs_exist_ok=True)
    # python3-rpi.gpio, where the owner has chosen it, is one of the system's packages
    write(into / "pyvenv.cfg", b"home = /usr/bin\ninclude-system-site-packages = true\n")
    write(into / "bin" / "ra-companion", START)


def _unpack(wheel: Path, into: Path) -> None:
    with ZipFile(wheel) as archive:
        for name in archive.namelist():
            if name.endswith("/") or UNUSED.match(name):
                continue
            content, to = archive.read(name), into / name
            if to.exists() and to.read_bytes() != content:
                raise ValueError(f"{name} of {wheel.name} is not the one of another wheel")
            write(to, content)


def write(file: Path, content: bytes) -> None:
    """Write a file, and the folders above it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)


def surroundings(tree: Path) -> None:
    """Add the files through which the system knows the program.

    Raises:
        ValueError: It is not known where a file below ``systemd`` belongs.
    """
    placed = {path: place for glob, place in PLACES.items() for path in ROOT.glob(glob)}
    there = {each for each in (ROOT / "systemd").rglob("*") if each.is_file()}
    if homeless := sorted(str(each.relative_to(ROOT)) for each in there - placed.keys()):
        raise ValueError(f"PLACES in release/deb.py has no place for {', '.join(homeless)}")
    for path, place in placed.items():
        write(tree / place / path.name, path.read_bytes())
    documents = tree / "usr/share/doc/ra-companion"
    write(documents / "copyright", copyright_file().encode())
    write(documents / "changelog.gz", zipped((ROOT / "CHANGELOG.md").read_bytes()))
    for name, text in manual.files(epoch()).items():
        write(tree / name, zipped(text.encode()) if name.endswith(".gz") else text.encode())
    (tree / "usr/bin").mkdir()
    (tree / "usr/bin/ra-companion").symlink_to("/opt/ra-companion/current/bin/ra-companion")


def zipped(content: bytes) -> bytes:
    """Return the same bytes for the same content."""
    return gzip.compress(content, mtime=0)


def copyright_file() -> str:
    """Return the licence of the program, and whose work comes with it."""
    texts = [(ROOT / name).read_text("utf-8") for name in ("LICENSE", "assets/LICENCES.md")]
    where = "/usr/lib/ra-companion/program/lib/common"
    more = f"""The libraries' own licences lie beside them, in the *.dist-info folders of
{where}.
librt and mypy_extensions there come from mypyc, under the MIT licence.
The full text of the LGPL-2.1 is in /usr/share/common-licenses/LGPL-2.1.
"""
    return "\n".join([*texts, more])


def control(tree: Path, architecture: str) -> None:
    """Add what dpkg knows of the package, and what it runs."""
    project = loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    [maintainer] = project["maintainers"]
    sizes = [path.lstat().st_size for path in tree.rglob("*")]
    facts = {
        "version": debian_version(),
        "architecture": architecture,
        "maintainer": f"{maintainer['name']} <{maintainer['email']}>",
        "homepage": project["urls"]["Homepage"],
        "kilobytes": sum(sizes) // 1024,
    }
    text = (HERE / "debian" / "control").read_text("utf-8")
    write(tree / "DEBIAN" / "control", text.format_map(facts).encode())
    for script in ("postinst", "prerm", "postrm"):
        text = (HERE / "debian" / script).read_text("utf-8")
        write(tree / "DEBIAN" / script, text.replace("@VERSION@", debian_version()).encode())


def package(architecture: str, wheels: Path, kernels: Iterable[Path], into: Path) -> Path:
    """Make an architecture's package and return its file.

    Raises:
        subprocess.CalledProcessError: dpkg-deb failed, and said why.
    """
    with TemporaryDirectory() as made:
        tree = Path(made) / "tree"
        environment(wheels, kernels, tree / "usr/lib/ra-companion/program")
        surroundings(tree)
        control(tree, architecture)
        for path in (tree, *tree.rglob("*")):
            if not path.is_symlink():
                is_run = path.is_dir() or path.read_bytes().startswith(b"#!/bin/sh")
                path.chmod(0o755 if is_run else 0o644)
        into.mkdir(parents=True, exist_ok=True)
        file = into / f"ra-companion_{debian_version()}_{architecture}.deb"
        # one thread: with several, the bytes differ from computer to computer
        words = ["dpkg-deb", "--root-owner-group", "-Zxz", "--threads-max=1", "--build"]
        stamp = {"SOURCE_DATE_EPOCH": str(epoch())}
        subprocess.run([*words, str(tree), str(file)], env={**os.environ, **stamp}, check=True)
        return file


def sign(packages: Iterable[Path], key: str) -> None:
    """Write the list of packages beside them, as sha256sum does, and its signature.

    Raises:
        subprocess.CalledProcessError: The key cannot be used.
    """
    lines = [f"{sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in packages]
    list_file = next(iter(packages)).with_name("debs.SHA256SUMS")
    list_file.write_text("".join(lines), encoding="utf-8")
    list_file.with_suffix(".SHA256SUMS.sig").unlink(missing_ok=True)
    words = ["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", "ra-companion", str(list_file)]
    subprocess.run(words, check=True)


def main(key: str = "") -> None:
    """Make all packages of this checkout; with a key, sign their list."""
    files = []
    with TemporaryDirectory() as made:
        kernels = kernels_if_possible(Path(made))
        for architecture in ARCHITECTURES:
            fetch_wheels(architecture, Path(made) / architecture)
            own = [folder for each, folder in kernels.items() if each.architecture == architecture]
            files.append(package(architecture, Path(made) / architecture, own, ROOT / "dist"))
            print(files[-1])
    if key:
        sign(files, key)


if __name__ == "__main__":
    main(*sys.argv[1:])
