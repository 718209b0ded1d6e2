"""The package for Debian, with stand-ins for the libraries, so that nothing is fetched.

The real one is installed in Debian 12 and 13 by ``make machine``: release/tests/test_package.py.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from tomllib import loads
from zipfile import ZipFile

import pytest

from companion import __version__
from release import deb
from release.kernels import PYTHONS
from tests.together import long

ROOT = Path(__file__).parents[2]

pytest.importorskip("shtab", reason="only after: make .venv/.tests")

needs_dpkg = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="this is no Debian")


def wheel(folder: Path, name: str, files: dict[str, str]) -> None:
    """Make a wheel."""
    folder.mkdir(parents=True, exist_ok=True)
    with ZipFile(folder / f"{name}.whl", "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Wheels of a library, as each Python has them."""
    folder = tmp_path_factory.mktemp("wheels")
    for python in PYTHONS:
        tag = python.replace(".", "")
        files = {
            "drawing/__init__.py": "",
            f"drawing/base.cpython-{tag}-x.so": python,
            "drawing-1.0.dist-info/METADATA": "Name: drawing\n",
            "drawing-1.0.dist-info/WHEEL": f"Tag: cp{tag}\n",
            "drawing-1.0.dist-info/RECORD": python,
        }
        wheel(folder / python, f"drawing-1.0-cp{tag}", files)
    return folder


@pytest.fixture(scope="module")
def program(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment in the package."""
    folder = tmp_path_factory.mktemp("program")
    deb.environment(wheels, (), folder)
    return folder


@pytest.mark.parametrize(
    ("ours", "debians"), [("2.0.0", "2.0.0"), ("2.0.0rc1", "2.0.0~rc1"), ("2.1.dev3", "2.1~dev3")]
)
def test_a_version_before_a_release_sorts_before_it_in_debian_too(ours: str, debians: str) -> None:
    assert deb.debian_version(ours) == debians


def test_each_python_finds_its_own_compiled_files_and_shares_all_others(program: Path) -> None:
    common = program / "lib" / "common"
    assert sorted(each.name for each in (common / "drawing").iterdir()) == [
        "__init__.py",
        "base.cpython-311-x.so",
        "base.cpython-313-x.so",
    ]
    for python in PYTHONS:
        site = program / "lib" / f"python{python}" / "site-packages"
        (path,) = site.glob("*.pth")
        assert (site / path.read_text().strip()).resolve() == common.resolve()
    (about,) = common.glob("*.dist-info")
    assert [each.name for each in about.iterdir()] == ["METADATA"]


def test_two_wheels_that_disagree_about_a_file_are_refused(wheels: Path, tmp_path: Path) -> None:
    shutil.copytree(wheels, tmp_path / "wheels")
    wheel(tmp_path / "wheels" / "3.13", "other-1.0", {"drawing/__init__.py": "other"})
    with pytest.raises(ValueError, match="is not the one of another wheel"):
        deb.environment(tmp_path / "wheels", (), tmp_path / "made")


def test_the_environment_starts_the_program_with_its_own_python_wherever_it_lies(
    program: Path, tmp_path: Path
) -> None:
    """As postinst lays it out; the Python is the one of the tests."""
    here = tmp_path / "opt" / "1.0"
    shutil.copytree(program, here)
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base = Path(getattr(sys, "_base_executable", sys.executable))
    site = here / "lib" / python / "site-packages"
    if not site.exists():
        shutil.copytree(here / "lib" / "python3.11" / "site-packages", site)
    (here / "pyvenv.cfg").write_text(f"home = {base.parent}\n")
    (here / "bin" / "python").symlink_to(base)
    (here / "bin" / "ra-companion").chmod(0o755)
    main = here / "lib" / "common" / "companion" / "__main__.py"
    main.write_text("import sys, drawing; print(sys.prefix, *sys.argv[1:])\n")
    (tmp_path / "ra-companion").symlink_to(here / "bin" / "ra-companion")
    done = subprocess.run(
        [tmp_path / "ra-companion", "a", "b c"], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"{here} a b c\n", done.stderr


def test_every_file_below_systemd_has_a_place_in_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    deb.surroundings(tmp_path)
    placed = {each.name for each in (tmp_path / "usr").rglob("*") if each.is_file()}
    there = {each.name for each in (ROOT / "systemd").rglob("*") if each.is_file()}
    assert there <= placed
    assert {each.name for each in tmp_path.iterdir()} == {"usr"}, "/etc is the administrator's"
    left = {pattern: place for pattern, place in deb.PLACES.items() if "udev" not in pattern}
    monkeypatch.setattr(deb, "PLACES", left)
    with pytest.raises(ValueError, match="systemd/udev/70-ra-companion"):
        deb.surroundings(tmp_path / "without")


def test_the_licence_and_whose_work_is_in_it_come_with_it() -> None:
    text = deb.copyright_file()
    assert (ROOT / "LICENSE").read_text("utf-8") in text
    assert "| [msgspec]" in text


@long
@needs_dpkg
def test_a_package_made_twice_is_the_same_bytes_whoever_makes_it(
    wheels: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767225600")
    first = deb.package("arm64", wheels, (), tmp_path / "first")
    before = os.umask(0o077)
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    try:
        second = deb.package("arm64", wheels, (), tmp_path / "second")
    finally:
        os.umask(before)
    assert first.read_bytes() == second.read_bytes()
    project = loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for field, wanted in (
        ("Version", deb.debian_version()),
        ("Architecture", "arm64"),
        ("Homepage", project["urls"]["Homepage"]),
    ):
        said = subprocess.check_output(["dpkg-deb", "--field", str(first), field], text=True)  # noqa: S607 - wherever it is
        assert said.strip() == wanted
    subprocess.run(["dpkg-deb", "--control", str(first), str(tmp_path / "control")], check=True)  # noqa: S607 - as above
    postinst = (tmp_path / "control" / "postinst").read_text("utf-8")
    assert f"Ra Companion {__version__}" in postinst
    assert "@VERSION@" not in postinst


@pytest.mark.parametrize("script", ["postinst", "prerm", "postrm"])
def test_a_shell_can_read_every_script_of_the_package(script: str) -> None:
    words = ["sh", "-n", str(ROOT / "release" / "debian" / script)]
    subprocess.run(words, check=True, timeout=60)


def test_what_looks_at_the_signature_of_an_update_comes_with_the_table() -> None:
    assert "ssh-keygen" in (ROOT / "systemd" / "update").read_text(encoding="utf-8")
    assert " openssh-client," in (ROOT / "release/debian/control").read_text(encoding="utf-8")
