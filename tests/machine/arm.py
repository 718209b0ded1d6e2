"""The program on the arm64 of Debian 12 and 13, emulated by qemu-user: wheels, tests, the package.

``make arm``, as root. Prints a line for each thing tried: what, how it ended, how long it took.
"""

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from time import monotonic

from release.bundle import program
from release.deb import debian_version
from release.lock import HERE, fetch, target
from tests.machine.fetching import ROOT, Missing, archive, ran
from tests.machine.parts import cleared, complaint, mounted

BUILT = ROOT / "build" / "arm"


PYTHONS = {"bookworm": "3.11", "trixie": "3.13"}


SOUND = {"bookworm": "libasound2", "trixie": "libasound2t64"}


PACKAGES = (
    *("python3", "python3-venv", "debconf", "libdrm2", "libegl1", "libgbm1", "libgl1-mesa-dri"),
    *("libgles2", "libudev1", "openssh-client", "polkitd", "systemd", "udev", "git"),
)


LOCKS = ("build", "table", "pi", "tests")


TESTS = {
    "tests/rules": "not slow",
    "tests/journal": "not slow",
    "tests/hardware": "not slow",
    "tests/screen": "slow",
}
"""Folders, and which of their tests: an emulated processor needs ten times as long for each. What
is slow in the first three counts positions, or measures what an emulated processor has not."""


def system(release: str) -> Path:
    """Put a Debian for arm64 together, with all that the package depends on."""
    file = BUILT / f"{release}.tar"
    if not file.exists():
        new = BUILT / f"{release}.new.tar"
        words = ["mmdebstrap", "--mode=root", "--arch=arm64", "--variant=minbase"]
        words += [f"--include={','.join((*PACKAGES, SOUND[release]))}"]
        words += ['--aptopt=Apt::Install-Recommends "false"', "--dpkgopt=force-unsafe-io"]
        ran(*words, release, new, archive())
        new.rename(file)
    return file


def tell(release: str, what: str, seconds: float, end: str) -> None:
    """Print a row of what was seen."""
    print(f"| {release} | {what} | {end} | {seconds / 60:.1f} |", flush=True)  # noqa: T201


ENTER = 'mount --rbind "$0" "$0" && exec chroot "$0" "$@"'
"""A tree that is a mount of its own: the program wants to know what its folder lies on."""


class Tree:
    """A system of the other kind, in a folder."""

    def __init__(self, release: str) -> None:
        self.release, self.root = release, BUILT / release
        cleared(self.root)
        self.root.mkdir(parents=True)
        ran("tar", "-xf", system(release), "-C", self.root, "--exclude=./dev/*")

    def tried(self, what: str, *words: str) -> None:
        """Run a command in it, and tell how it ended."""
        began = monotonic()
        quiet = ["env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C.UTF-8", "HOME=/root"]
        quiet += ["DEBIAN_FRONTEND=noninteractive", "SDL_VIDEODRIVER=dummy"]
        inside = ["unshare", "--mount", "sh", "-c", ENTER, str(self.root), *quiet, *words]
        log = BUILT / f"{self.release}-{what.split(maxsplit=1)[0]}.log"
        with log.open("w") as said:
            done = subprocess.run(inside, stdout=said, stderr=subprocess.STDOUT, check=False)
        lines = log.read_text(errors="replace").strip().splitlines()
        end = lines[-1] if lines else "done"
        tell(
            self.release, what, monotonic() - began, end if done.returncode == 0 else f"NOT: {end}"
        )


def tried(release: str) -> None:
    """Try everything on one release."""
    tree = Tree(release)
    wheels = tree.root / "wheels"
    locks = [f"--requirement={HERE / lock}.lock" for lock in LOCKS]
    fetch([*target(PYTHONS[release], "aarch64"), "--require-hashes", *locks], wheels)
    program(wheels)
    ran("git", "clone", "--quiet", "--depth=1", f"file://{ROOT}", tree.root / "src")
    for lock in LOCKS:
        (tree.root / f"{lock}.lock").write_bytes((HERE / f"{lock}.lock").read_bytes())
    package = ROOT / "dist" / f"ra-companion_{debian_version()}_arm64.deb"
    (tree.root / "package.deb").write_bytes(package.read_bytes())
    with mounted(tree.root):
        tree.tried("venv", "python3", "-m", "venv", "/venv")
        pip = ["/venv/bin/pip", "install", "--quiet", "--no-index", "--find-links=/wheels"]
        pip += ["--no-deps"]
        locked = [word for lock in LOCKS for word in ("-r", f"/{lock}.lock")]
        tree.tried("locked wheels", *pip, "--only-binary=:all:", "--require-hashes", *locked)
        [own] = (each.name for each in wheels.glob("ra_companion-*.whl"))
        tree.tried("own wheel", *pip, f"/wheels/{own}")
        installed = "dpkg --install /package.deb && ra-companion --version"
        tree.tried("package", "sh", "-c", installed)
        for folder, which in TESTS.items():
            pytest = f"/venv/bin/python -m pytest -n0 -q -p no:cacheprovider -m '{which}' {folder}"
            tree.tried(folder.replace("/", "-"), "sh", "-c", f"cd /src && {pytest}")
    cleared(tree.root)


def main(releases: Iterable[str]) -> None:
    """Try these releases."""
    is_arm = any(Path("/proc/sys/fs/binfmt_misc").glob("*aarch64"))
    why = complaint() or (
        "" if is_arm else "this computer runs no arm64: sudo apt install qemu-user-static"
    )
    if why:
        sys.exit(why)
    BUILT.mkdir(parents=True, exist_ok=True)
    for release in releases:
        try:
            tried(release)
        except (Missing, subprocess.CalledProcessError) as failed:
            tell(release, "system", 0, f"NOT: {failed}")


if __name__ == "__main__":
    main(sys.argv[1:] or PYTHONS)
