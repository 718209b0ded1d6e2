"""Writes the lock files: every pin of ``constraints.txt`` with the hashes of its wheels.

``make lock``, after a pin was changed; wherever pip fetches from. A file that has none of these
hashes is installed neither at a table nor for the tests.
"""

import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from importlib.metadata import requires
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from tomllib import loads

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name, parse_sdist_filename, parse_wheel_filename

ROOT = Path(__file__).parents[1]
HERE = ROOT / "release"

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
MACHINES = ("aarch64", "x86_64")
OLDEST_GLIBC, NEWEST_GLIBC = 17, 36
"""Minor versions of glibc that wheels may need: any up to that of Debian 12."""

LOCKS: Mapping[str, str] = {
    "table": "What the table needs, with the hashes of all wheels that may be taken for it.",
    "pi": "Besides, for the pins of a Pi.",
    "build": "What the program is built with besides, from a checkout.",
    "tests": "Besides, for the checks and the tests.",
    "package": "Besides, to make the Debian package.",
}
SOURCES = frozenset({"argparse-manpage"})
"""Of these there are no wheels; setuptools, which is locked as well, builds them."""
_UNUSED = frozenset({"setuptools"})
"""colorzero asks for it and never imports it; therefore locks are installed with ``--no-deps``."""
_NEEDS_NOTHING = frozenset({"argparse-manpage", "editables", "gpiod", "shtab"})
"""Not installed where locks are written."""
_END = "Written by `make lock` from constraints.txt."


def pins() -> dict[str, str]:
    """Return all pins, by their names as pip knows them."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    split = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in split}


def shares(pinned: Iterable[str]) -> dict[str, list[str]]:
    """Return which of the pins stand in which lock file."""
    project = loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    table = set(needed(project["dependencies"]))
    pi = set(needed(project["optional-dependencies"]["pi"])) - table
    build = {*needed(["hatchling", "editables"]), "setuptools"} - table
    package = set(needed(project["optional-dependencies"]["package"]))
    return {
        "table": sorted(table),
        "pi": sorted(pi),
        "build": sorted(build),
        "tests": sorted(set(pinned) - table - pi - build - package),
        "package": sorted(package),
    }


def needed(wanted: Iterable[str]) -> Iterator[str]:
    """Yield what these requirements ask for, and what those ask for."""
    surroundings = {"python_version": PYTHONS[0], "sys_platform": "linux", "extra": ""}
    for each in map(Requirement, wanted):
        if each.marker is None or each.marker.evaluate(surroundings):
            name = canonicalize_name(each.name)
            if name in _UNUSED:
                continue
            yield name
            if name not in _NEEDS_NOTHING:
                yield from needed(requires(name) or ())


def target(python: str, machine: str) -> list[str]:
    """Return pip's options for the wheels of a Python on a machine."""
    tags = [f"manylinux_2_{minor}_{machine}" for minor in range(OLDEST_GLIBC, NEWEST_GLIBC + 1)]
    platforms = [f"--platform={tag}" for tag in (*tags, f"manylinux2014_{machine}")]
    sources = f"--no-binary={','.join(SOURCES)}"
    return ["--only-binary=:all:", sources, f"--python-version={python}", *platforms]


def fetch(words: Iterable[str], into: Path) -> None:
    """Let pip fetch wheels.

    Raises:
        subprocess.CalledProcessError: There are none, or not with these hashes.
    """
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", f"--dest={into}", *words], check=True)


def _fetched(wanted: Iterable[str], into: Path) -> dict[str, set[str]]:
    """Return the hashes of all files of these pins, by the names of their projects."""
    for python, machine in product(PYTHONS, MACHINES):
        fetch([*target(python, machine), *wanted], into)
    found: dict[str, set[str]] = defaultdict(set)
    for file in into.iterdir():
        is_wheel = file.suffix == ".whl"
        name, *_ = parse_wheel_filename(file.name) if is_wheel else parse_sdist_filename(file.name)
        found[name].add(sha256(file.read_bytes()).hexdigest())
    return found


def _written(title: str, pinned: Mapping[str, str]) -> str:
    with TemporaryDirectory() as folder:
        found = _fetched([f"{name}=={version}" for name, version in pinned.items()], Path(folder))
    entries = [
        " \\\n    ".join(
            [f"{name}=={version}", *(f"--hash=sha256:{one}" for one in sorted(found[name]))]
        )
        for name, version in pinned.items()
    ]
    return "\n".join([f"# {title}", f"# {_END}", *entries, ""])


def main() -> None:
    """Write all lock files."""
    pinned = pins()
    for lock, names in shares(pinned).items():
        text = _written(LOCKS[lock], {name: pinned[name] for name in names})
        (HERE / f"{lock}.lock").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
