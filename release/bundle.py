"""Makes a bundle: one file with all that ``install.sh`` needs on a machine without a network.

``make bundle``, or with a key that tables know: ``make bundle KEY=~/.ssh/id_ed25519``. Two bundles
of the same checkout are the same, byte by byte, but for the signature.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from hashlib import sha256
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_STORED, ZipFile, ZipInfo

from companion import __version__
from release.inventory import NAME, inventory
from release.kernels import kernels_if_possible
from release.lock import HERE, ROOT, fetch, target

PYTHONS = ("3.11", "3.13")
"""Of Raspberry Pi OS and Debian: Bookworm and Trixie."""


MACHINES = ("aarch64", "x86_64")


FILES = (
    *("install.sh", "LICENSE", "assets/LICENCES.md", "assets/splash.txt"),
    *("release/table.lock", "release/pi.lock"),
)


_LIST, _NAMESPACE = "SHA256SUMS", "ra-companion"


def wheels(into: Path) -> None:
    """Fetch the wheels of all libraries, only those whose hash is in the lock files.

    Raises:
        subprocess.CalledProcessError: Some cannot be had.
    """
    named = [f"--requirement={HERE / lock}.lock" for lock in ("table", "pi")]
    for python, machine in product(PYTHONS, MACHINES):
        fetch([*target(python, machine), "--require-hashes", *named], into)


def program(into: Path, kernels: Iterable[Path] = ()) -> None:
    """Build the program's own wheel.

    Args:
        into: A folder.
        kernels: The compiled rules. Their names say for which Python and machine each is, so those
            for all of them lie side by side, and Python takes the one that fits.

    Raises:
        subprocess.CalledProcessError: It cannot be built.
    """
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", f"--outdir={into}"]
    named = os.pathsep.join(map(str, kernels))
    surroundings = {**os.environ, **({"RA_KERNEL": named} if named else {})}
    subprocess.run([*words, str(ROOT)], env=surroundings, check=True, stdout=subprocess.DEVNULL)


def gather(folder: Path, kernels: Iterable[Path] = ()) -> None:
    """Put everything into a folder, except the list of its files."""
    wheels(folder / "wheels")
    program(folder / "wheels", kernels)
    for name in FILES:
        _copy(ROOT / name, folder / name)
    for path in sorted((ROOT / "systemd").rglob("*")):
        if path.is_file():
            _copy(path, folder / path.relative_to(ROOT))
    (folder / NAME).write_bytes(inventory())


def _copy(path: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def listed(folder: Path) -> str:
    """Return the list of all files, as sha256sum writes it."""
    lines = []
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest = sha256(path.read_bytes()).hexdigest()
            lines.append(f"{digest}  {path.relative_to(folder).as_posix()}\n")
    return "".join(lines)


def sign(folder: Path, key: str) -> None:
    """Sign the list; a machine with the public key among its signers accepts no other bundle.

    Raises:
        subprocess.CalledProcessError: The key cannot be used.
    """
    words = ["ssh-keygen", "-Y", "sign", "-q", "-f", key, "-n", _NAMESPACE, str(folder / _LIST)]
    subprocess.run(words, check=True)


def pack(folder: Path, file: Path) -> None:
    """Pack a folder into one file, reproducibly: sorted, without times, nothing twice."""
    with ZipFile(file, "w", ZIP_STORED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                name = ZipInfo(path.relative_to(folder).as_posix())
                name.external_attr = 0o644 << 16
                archive.writestr(name, path.read_bytes())


def bundle(into: Path, key: str = "", kernels: Iterable[Path] = ()) -> Path:
    """Make the bundle of this checkout, with these compiled rules, and return its file."""
    file = into / f"ra-companion-{__version__}.bundle.zip"
    into.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        folder = Path(made)
        gather(folder, kernels)
        (folder / _LIST).write_text(listed(folder), encoding="utf-8")
        if key:
            sign(folder, key)
        pack(folder, file)
    return file


if __name__ == "__main__":
    with TemporaryDirectory() as compiled:
        found = kernels_if_possible(Path(compiled)).values()
        key = sys.argv[1] if len(sys.argv) > 1 else ""
        print(bundle(ROOT / "dist", key, found))
