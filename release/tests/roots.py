"""Debian 12 and 13, each in a folder: made once, and for every test with a layer of its own above.

Everything comes from Debian's archive and from this checkout's history; ``build/roots`` keeps it.
"""

import ctypes
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from companion import __version__
from release.deb import debian_version

ROOT = Path(__file__).parents[2]
BUILT = ROOT / "build" / "roots"

RELEASES: Mapping[str, str] = {"bookworm": "libasound2", "trixie": "libasound2t64"}
"""And what sound needs there."""

PACKAGES = (
    *("libdrm2", "libegl1", "libgbm1", "libgl1-mesa-dri", "libgles2", "libudev1", "openssh-client"),
    *("polkitd", "python3", "systemd-sysv", "udev", "dbus"),
    # of earlier versions
    *("debconf", "python3-venv"),
)

PACKAGE = ROOT / "dist" / f"ra-companion_{debian_version()}_amd64.deb"
"""What is tried: ``make deb``."""

HOME = "opt/ra-companion"
DATA = "var/lib/ra-companion"

EARLIER: Mapping[str, str] = {"1.0.0": "42513bb7", "2.0.0": "a375194d"}
"""Where this checkout's history has them."""

_MOUNTS = 0x0002_0000
"""``CLONE_NEWNS``; from Python 3.12 on ``os`` has it."""


class Failed(Exception):
    """A command failed; the text is what it said."""


def ran(*words: str | Path, folder: Path | None = None, text: str = "") -> str:
    """Run a command and return what it printed.

    Raises:
        Failed: It failed.
    """
    environment = {"DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    quiet = {name: value for name, value in os.environ.items() if name != "TMPDIR"} | environment
    done = subprocess.run(
        [str(each) for each in words], cwd=folder, env=quiet, input=text, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=3000, check=False,
    )  # fmt: skip
    if done.returncode:
        raise Failed(f"{words[0]} ended with {done.returncode}:\n{done.stdout[-6000:]}")
    return done.stdout


def base(release: str, architecture: str = "amd64") -> Path:
    """Return a release with all that the package depends on, in a folder nobody writes into."""
    folder = BUILT / f"{release}-{architecture}"
    if not folder.exists():
        BUILT.mkdir(parents=True, exist_ok=True)
        archive, new = folder.with_suffix(".tar"), folder.with_suffix(".new")
        words = ["mmdebstrap", "--mode=root", "--variant=minbase", f"--arch={architecture}"]
        words += ['--aptopt=Apt::Install-Recommends "false"', "--dpkgopt=force-unsafe-io"]
        words += [f"--include={','.join((*PACKAGES, RELEASES[release]))}"]
        ran(*words, release, archive)
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        ran("tar", "-xf", archive, "-C", new, "--exclude=./dev/*")
        archive.unlink()
        new.rename(folder)
    return folder


def inside(folder: Path) -> tuple[str | Path, ...]:
    """Return the command that runs another one in a system in a folder.

    It has a /proc and a /dev of its own, which vanish with it, however it ends: never this
    computer's, through which whoever takes the folder away would take those.
    """
    return ("unshare", "--mount", Path(__file__).with_name("inside.sh"), folder)


class System:
    """A Debian in a folder."""

    def __init__(self, path: Path, *enter: str | Path) -> None:
        """Know where it is, and the command that runs another one there."""
        self.path = path
        self.enter = enter

    def run(self, *words: str, text: str = "") -> str:
        """Run a command there, as root, and return what it printed.

        Raises:
            Failed: It failed.
        """
        return ran(*self.enter, *words, text=text)

    def write(self, name: str, content: bytes) -> None:
        """Write a file there."""
        (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        (self.path / name).write_bytes(content)

    def install(self, package: Path) -> str:
        """Install a package and return what was said.

        Raises:
            Failed: It was not installed.
        """
        self.write(f"root/{package.name}", package.read_bytes())
        return self.run("dpkg", "--install", f"/root/{package.name}")

    def version(self) -> str:
        """Return what the program in use says that it is."""
        return self.run("ra-companion", "--version").split()[-1]

    def has(self, name: str) -> bool:
        """Whether there is a file, folder or link of this name."""
        return os.path.lexists(self.path / name)


@cache
def apart() -> None:
    """See that nobody else has what is mounted from now on: it vanishes with this process."""
    if ctypes.CDLL(None).unshare(_MOUNTS) != 0:
        raise Failed("this process cannot have mounts of its own")
    ran("mount", "--make-rprivate", "/")


@contextmanager
def laid_over(release: str, architecture: str = "amd64") -> Iterator[Path]:
    """Yield a folder that begins as a fresh Debian."""
    lower = base(release, architecture)
    apart()
    with TemporaryDirectory(dir=BUILT) as name:
        folder = Path(name)
        for each in ("changed", "work", "root"):
            (folder / each).mkdir()
        layers = f"lowerdir={lower},upperdir={folder / 'changed'},workdir={folder / 'work'}"
        ran("mount", "-t", "overlay", "overlay", "-o", layers, folder / "root")
        try:
            yield folder / "root"
        finally:
            ran("umount", "-l", folder / "root")


@contextmanager
def resting(release: str, architecture: str = "amd64") -> Iterator[System]:
    """Yield a fresh Debian in which nothing runs."""
    with laid_over(release, architecture) as place:
        yield System(place, *inside(place))


def another(package: Path, into: Path, version: str, *, is_broken: bool = False) -> Path:
    """Return a package as another version; a broken one cannot play its game."""
    tree = into / version
    ran("dpkg-deb", "--raw-extract", package, tree)
    for name in ("control", "postinst"):
        file = tree / "DEBIAN" / name
        file.write_text(file.read_text().replace(debian_version(), version))
    program = tree / "usr/lib/ra-companion/program/lib/common/companion"
    init = program / "__init__.py"
    init.write_text(init.read_text("utf-8").replace(f'"{__version__}"', f'"{version}"'), "utf-8")
    if is_broken:
        (program / "app" / "program.py").write_text("raise OSError\n")
    made = into / package.name.replace(debian_version(), version)
    ran("dpkg-deb", "--build", "--root-owner-group", "-Zgzip", "-z1", tree, made)
    return made


def sources(version: str) -> Path:
    """Return the checkout of an earlier version, from this one's history."""
    tree = BUILT / version
    if not tree.exists():
        new, packed = tree.with_suffix(".new"), BUILT / f"{version}.tar"
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        ran("git", "-C", ROOT, "archive", f"--output={packed}", EARLIER[version])
        ran("tar", "-xf", packed, "-C", new)
        packed.unlink()
        new.rename(tree)
    return tree


def earlier(version: str, kind: str) -> Path:
    """Return an earlier version as it was given away: ``release.bundle`` or ``release.deb``."""
    tree = sources(version)
    pattern = {"bundle": "*.bundle.zip", "deb": "*_amd64.deb"}[kind]
    if not (found := sorted((tree / "dist").glob(pattern))):
        ran(sys.executable, "-m", f"release.{kind}", folder=tree)
        found = sorted((tree / "dist").glob(pattern))
    return found[0]


def install_earlier(there: System, version: str, kind: str) -> None:
    """Install an earlier version, as its README says.

    Raises:
        Failed: It could not be installed.
    """
    if kind == "deb":
        there.install(earlier(version, kind))
        return
    there.write("root/bundle.zip", earlier(version, "bundle").read_bytes())
    there.run("/usr/bin/python3", "-m", "zipfile", "-e", "/root/bundle.zip", "/root/ra")
    there.run("sh", "/root/ra/install.sh")
    there.run("rm", "-r", "/root/ra")
