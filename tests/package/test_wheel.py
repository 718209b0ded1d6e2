"""What is installed is the whole program: built, listed, put into an empty environment, played."""

import json
import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path
from zipfile import ZipFile

import msgspec
import pytest

from companion import __version__
from companion.rules.editions import setup
from companion.rules.records import record
from tests.core.desk import states
from tests.rules.table import NAMES
from tests.together import long

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the sdist and the wheel that was made from it."""
    folder = tmp_path_factory.mktemp("built")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def wheel(built: Path) -> Path:
    """Return the wheel."""
    (found,) = built.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def names(built: Path) -> set[str]:
    """All files in the wheel."""
    with ZipFile(wheel(built)) as archive:
        return set(archive.namelist())


def test_the_wheel_has_two_packages_and_nothing_else_at_its_top(names: set[str]) -> None:
    tops = {name.partition("/")[0] for name in names}
    assert tops == {"companion", "hardware", f"ra_companion-{__version__}.dist-info"}


def files(folder: str) -> set[str]:
    """Return the files of a folder of the checkout."""
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def test_every_asset_is_in_the_wheel(names: set[str]) -> None:
    wanted = {f"companion/{name}" for name in files("assets")}
    assert len(wanted) > 3
    assert wanted <= names


def test_every_module_is_in_the_wheel_and_no_test_is(names: set[str]) -> None:
    ours = files("companion") | files("hardware")
    modules = {name for name in ours if name.endswith((".py", ".pyi", "py.typed"))}
    assert {"companion/py.typed", "companion/pages/table/__init__.py"} < modules <= names
    assert not [name for name in names if name.rpartition("/")[2].startswith(("test_", "conftest"))]


def test_the_sdist_has_what_the_wheel_is_made_of_and_the_tests(built: Path) -> None:
    (found,) = built.glob("*.tar.gz")
    with tarfile.open(found) as archive:
        tops = {name.split("/")[1] for name in archive.getnames() if "/" in name}
    assert {"assets", "companion", "hardware", "systemd", "tests", "pyproject.toml"} <= tops


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program in an environment that has only it and the libraries that it needs."""
    folder = tmp_path_factory.mktemp("installed") / "venv"
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    quiet = ["--quiet", "--no-deps", "--no-index", "--disable-pip-version-check"]
    pip = [sys.executable, "-m", "pip", "--python", str(python)]
    command = [*pip, "install", *quiet, str(wheel(built))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    (packages,) = (folder / "lib").glob("python3*/site-packages")
    libraries = Path(msgspec.__file__).parents[1]
    (packages / "libraries.pth").write_text(f"{libraries}\n")
    return folder / "bin"


def run(
    installed: Path, tmp_path: Path, *arguments: str, said: str = ""
) -> subprocess.CompletedProcess[str]:
    """Start the installed program, far from the checkout."""
    hidden = ("PYTHONPATH", "VIRTUAL_ENV", "DISPLAY", "WAYLAND_DISPLAY")
    return subprocess.run(
        [str(installed / "ra-companion"), *arguments],
        cwd=tmp_path,
        input=said,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={key: value for key, value in os.environ.items() if key not in hidden},
    )


def test_it_is_the_installed_program_that_runs(installed: Path, tmp_path: Path) -> None:
    said = run(installed, tmp_path, "--version")
    assert said.stdout.strip() == f"ra-companion {__version__}"
    where = "import companion, hardware; print(companion.__file__); print(hardware.__file__)"
    done = subprocess.run(
        [str(installed / "python"), "-c", where], cwd=tmp_path, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert all(str(installed.parent) in line for line in done.stdout.splitlines())


def test_a_game_is_played_to_its_end_from_there(installed: Path, tmp_path: Path) -> None:
    actions = [action for _, action in states(3, seed=1)]
    start = tmp_path / "start.jsonl"
    start.write_bytes(record.write(setup(NAMES[:3]), actions[:-20]))
    lines = [f"play {json.dumps(record.entry(action))}" for action in actions[-20:]]
    lines += ["press ok", "shot end.png", "state end.json", "words end.txt"]
    done = run(
        installed, tmp_path, "run", "--headless", "--simulate", "--data", "data", "--language",
        "uk", "--start", "start.jsonl", "--script", "-", said="\n".join(lines),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == f"confirmed {len(actions)}"
    assert json.loads((tmp_path / "end.json").read_text())["phase"] == "over"
    assert (tmp_path / "end.png").stat().st_size > 10_000
    words = (tmp_path / "end.txt").read_text(encoding="utf-8")
    assert any("\u0430" <= letter <= "\u044f" for letter in words), "it speaks Ukrainian there"


@long
def test_the_demonstration_that_ships_plays_from_there(installed: Path, tmp_path: Path) -> None:
    done = run(
        installed,
        tmp_path,
        "run",
        "--headless",
        "--simulate",
        "--size",
        "800x480",
        "--demo",
        "demo",
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "demo" / "game.jsonl").exists()
