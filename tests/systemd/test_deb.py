"""The package for Debian, as far as it can be tried without Debian's tools.

The libraries are stand-ins, so that nothing is fetched. The real one is installed by
``make test-deb``: test_deb_installed.py.
"""

import re
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion import __version__
from release import deb
from release.bundle import PYTHONS
from release.inventory import shipped

ROOT = Path(__file__).parents[2]


DEBIAN = ROOT / "release" / "debian"


SCRIPTS = ("postinst", "prerm", "postrm")


def wheel(folder: Path, name: str, files: dict[str, str]) -> None:
    """Make a wheel."""
    folder.mkdir(parents=True, exist_ok=True)
    with ZipFile(folder / f"{name}.whl", "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)


def libraries(folder: Path) -> Path:
    """Make wheels of a library, as each Python has them."""
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
def source(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """What debhelper makes a package of, with a program of one file."""
    folder = tmp_path_factory.mktemp("source")
    own = folder / "own"
    wheel(own, f"ra_companion-{__version__}", {"companion/__init__.py": ""})
    deb.source(folder / "ra-companion", libraries(folder / "wheels"), own)
    yield folder / "ra-companion"
    shutil.rmtree(folder)


def program(source: Path) -> Path:
    """Return the environment in the package."""
    return source / "payload" / "usr/lib/ra-companion/program"


def test_the_package_has_the_version_of_the_program(source: Path) -> None:
    changelog = (source / "debian" / "changelog").read_text(encoding="utf-8")
    assert changelog.startswith(f"ra-companion ({deb.debian_version()}) ")
    assert deb.debian_version().replace("~", "") == __version__
    postinst = (source / "debian" / "postinst").read_text(encoding="utf-8")
    assert f"\nversion={__version__}\n" in postinst
    assert "@" not in re.sub(r"[\w.-]+@", "", postinst).replace("stick@", "")


@pytest.mark.parametrize(
    ("ours", "debians"),
    [("2.0.0", "2.0.0"), ("2.0.0rc1", "2.0.0~rc1"), ("2.1.dev3", "2.1~dev3")],
)
def test_a_version_before_a_release_sorts_before_it_in_debian_too(ours: str, debians: str) -> None:
    assert deb.debian_version(ours) == debians


def test_a_version_that_debian_could_not_sort_is_refused() -> None:
    with pytest.raises(ValueError, match="no version that a package can bear"):
        deb.debian_version("two")


def test_each_python_finds_its_own_compiled_files_and_shares_all_others(source: Path) -> None:
    common = program(source) / "lib" / "common"
    assert sorted(each.name for each in (common / "drawing").iterdir()) == [
        "__init__.py",
        "base.cpython-311-x.so",
        "base.cpython-313-x.so",
    ]
    assert (common / "companion" / "__init__.py").exists()
    for python in PYTHONS:
        site = program(source) / "lib" / f"python{python}" / "site-packages"
        (path,) = site.glob("*.pth")
        assert (site / path.read_text().strip()).resolve() == common.resolve()


def test_what_wheels_say_of_themselves_as_wheels_is_left_out(source: Path) -> None:
    (about,) = (program(source) / "lib" / "common").glob("*.dist-info")
    assert [each.name for each in about.iterdir()] == ["METADATA"]


def test_two_wheels_that_disagree_about_a_file_are_refused(tmp_path: Path) -> None:
    wheels = libraries(tmp_path / "wheels")
    wheel(wheels / "3.13", "other-1.0", {"drawing/__init__.py": "other"})
    with pytest.raises(ValueError, match="is not the one of another wheel"):
        deb.environment(wheels, tmp_path / "none", tmp_path / "made")


def test_the_environment_starts_the_program_with_its_own_python_wherever_it_lies(
    source: Path, tmp_path: Path
) -> None:
    """As postinst lays it out; the Python is the one of the tests."""
    here = tmp_path / "opt" / "1.0"
    shutil.copytree(program(source), here)
    python = f"python{sys.version_info.major}.{sys.version_info.minor}"
    base = Path(getattr(sys, "_base_executable", sys.executable))
    site = here / "lib" / python / "site-packages"
    if not site.exists():
        shutil.copytree(here / "lib" / "python3.11" / "site-packages", site)
    (here / "pyvenv.cfg").write_text(f"home = {base.parent}\n")
    (here / "bin" / "python").symlink_to(base)
    main = here / "lib" / "common" / "companion" / "__main__.py"
    main.write_text("import sys, drawing; print(sys.prefix, *sys.argv[1:])\n")
    (tmp_path / "ra-companion").symlink_to(here / "bin" / "ra-companion")
    done = subprocess.run(
        [tmp_path / "ra-companion", "a", "b c"], capture_output=True, text=True, check=False
    )
    assert done.stdout == f"{here} a b c\n", done.stderr


def test_every_file_below_systemd_has_a_place_in_the_package(source: Path) -> None:
    payload = source / "payload"
    for path in (ROOT / "systemd").rglob("*"):
        if path.is_file():
            copies = [each for each in payload.rglob(path.name) if "common" not in each.parts]
            assert any(each.read_bytes() == path.read_bytes() for each in copies), path
    assert (payload / "usr/lib/systemd/system/ra-companion.service").exists()
    assert (payload / "usr/lib/udev/rules.d/70-ra-companion.rules").exists()


def test_a_file_below_systemd_without_a_place_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = {pattern: place for pattern, place in deb.PLACES.items() if "udev" not in pattern}
    monkeypatch.setattr(deb, "PLACES", left)
    with pytest.raises(ValueError, match=re.escape("systemd/udev/70-ra-companion.rules")):
        deb.surroundings(tmp_path)


def test_nothing_of_the_package_lies_where_only_the_administrator_writes(source: Path) -> None:
    """Nothing below /etc: no question about a changed file is ever asked."""
    tops = {each.name for each in (source / "payload").iterdir()}
    assert tops == {"usr"}
    assert not (source / "debian" / "conffiles").exists()


def test_manuals_and_completions_are_taken_if_they_were_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = tmp_path / "checkout"
    for name in ("systemd", "assets", "release"):
        shutil.copytree(ROOT / name, made / name)
    (made / "SECURITY.md").write_text("")
    for file in ("man/ra-companion.1", "completion/ra-companion"):
        (made / "build" / file).parent.mkdir(parents=True)
        (made / "build" / file).write_text(file)
    monkeypatch.setattr(deb, "ROOT", made)
    deb.surroundings(tmp_path / "payload")
    assert (tmp_path / "payload/usr/share/man/man1/ra-companion.1").exists()
    assert (tmp_path / "payload/usr/share/bash-completion/completions/ra-companion").exists()


def test_every_file_bears_the_same_time_and_nobody_s_umask(source: Path) -> None:
    for path in (source / "payload").rglob("*"):
        about = path.lstat()
        assert about.st_mtime == deb.epoch()
        if not path.is_symlink():
            assert stat.S_IMODE(about.st_mode) in (0o755, 0o644)


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_shell_can_read_every_script_of_the_package(source: Path, script: str) -> None:
    for shell in ("sh", "dash"):
        if shutil.which(shell):
            words = [shell, "-n", str(source / "debian" / script)]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            assert (done.returncode, done.stderr) == (0, "")


def test_every_library_that_is_shipped_is_in_the_copyright_file(source: Path) -> None:
    text = (source / "debian" / "copyright").read_text(encoding="utf-8")
    for name, about in shipped().items():
        assert f"Files: */{name.replace('-', '_')}*\nCopyright: {about['whose']}\n" in text


def test_the_question_of_a_purge_is_there_in_every_language_of_the_program() -> None:
    question = "Remove all games and settings, too?"
    languages = {each.stem for each in (DEBIAN / "po").glob("*.po")}
    assert languages == {each.parent.name for each in ROOT.glob("assets/locales/*/LC_MESSAGES")}
    assert question in (DEBIAN / "templates").read_text(encoding="utf-8")
    for each in (DEBIAN / "po").glob("*.po"):
        text = each.read_text(encoding="utf-8")
        assert f'msgid "{question}"\n' in text
        assert 'msgstr ""' not in text.partition("\n\n")[2]


def test_what_looks_at_the_signature_of_an_update_comes_with_the_table() -> None:
    assert "ssh-keygen" in (ROOT / "systemd" / "update").read_text(encoding="utf-8")
    assert "\n openssh-client,\n" in (DEBIAN / "control").read_text(encoding="utf-8")
    packages = (ROOT / "install.sh").read_text(encoding="utf-8").partition('packages="')[2]
    assert "openssh-client" in packages.partition('"')[0].split()


def test_games_are_kept_unless_somebody_says_otherwise() -> None:
    assert "\nDefault: false\n" in (DEBIAN / "templates").read_text(encoding="utf-8")
    removed = (DEBIAN / "postrm").read_text(encoding="utf-8").partition("purge)")[0]
    assert "/var/lib" not in removed.partition("case")[2]
