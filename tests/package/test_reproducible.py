"""What is built is the same bytes, no matter who builds it, when and where."""

import os
import re
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

import pytest

from release.deb import epoch

ROOT = Path(__file__).parents[2]


LEFT_OUT = shutil.ignore_patterns("__pycache__", "actual", "golden")


FOLDERS = ("assets", "companion", "hardware", "release", "systemd")


FILES = ("pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md")


def checkout(folder: Path) -> Path:
    """Copy what is built, and a test."""
    for name in FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=LEFT_OUT)
    for name in FILES:
        shutil.copy2(ROOT / name, folder / name)
    (folder / "tests").mkdir()
    shutil.copy2(ROOT / "tests" / "conftest.py", folder / "tests")
    return folder


def built(source: Path, umask: int, environment: dict[str, str]) -> dict[str, str]:
    """Build a checkout and return the hash of each file that came of it."""
    out = source.parent / "dist"
    words = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(source)]
    done = subprocess.run(
        words, env={**os.environ, **environment}, umask=umask, capture_output=True, text=True,
        timeout=300, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in out.iterdir()}


@pytest.fixture(scope="module")
def one(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The hashes of what comes of this checkout."""
    source = checkout(tmp_path_factory.mktemp("a") / "ra")
    return built(source, 0o022, {"TZ": "UTC", "LC_ALL": "C"})


def test_two_builds_at_other_times_by_other_people_are_the_same_bytes(
    one: dict[str, str], tmp_path: Path
) -> None:
    second = checkout(tmp_path / "another-name")
    for path in second.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))
        if path.is_file():
            path.chmod(path.stat().st_mode & 0o700)
    other = built(second, 0o077, {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "7"})
    assert len(one) == 2
    assert one == other


def test_another_program_would_be_other_bytes(one: dict[str, str], tmp_path: Path) -> None:
    second = checkout(tmp_path / "ra")
    with (second / "companion" / "__init__.py").open("a") as file:
        file.write("\n")
    other = built(second, 0o022, {"TZ": "UTC", "LC_ALL": "C"})
    assert one.keys() == other.keys()
    assert not set(one.values()) & set(other.values())


def test_man_pages_bear_the_day_of_the_last_release_whenever_they_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    words = ["make", f"--file={ROOT / 'Makefile'}", "--old-file=.venv/.runs"]
    words += [f"BIN={Path(sys.executable).parent}", "manual"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    pages = {path.name: path.read_text("utf-8") for path in (tmp_path / "build/man").iterdir()}
    released = f"{datetime.fromtimestamp(epoch(), UTC):%Y-%m-%d}"
    assert {re.findall(r'^\.TH \S+ 1 "(.*?)"', text)[0] for text in pages.values()} == {released}
    assert "ra-companion.1" in pages
