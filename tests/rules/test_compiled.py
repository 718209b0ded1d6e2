"""The rules, compiled: the same games as in Python, in the package of every Debian."""

import subprocess
import sys
from pathlib import Path

import pytest

from release.kernels import check
from tests.opponent.digest import digest
from tests.rules import compiled
from tests.together import EVERY

pytestmark = pytest.mark.slow

GAMES = 40 if EVERY else 6


def test_compiled_the_same_happens_and_machines_choose_the_same() -> None:
    script = f"from tests.opponent.digest import digest; print(digest(0, {GAMES}), end='')"
    assert compiled.ran(script) == digest(0, GAMES)


def test_what_machines_think_passes_its_tests_compiled_too() -> None:
    """There numbers stand in rows of mypyc's, which take no list."""
    words = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", "tests/opponent"]
    look_back = "tests/opponent/test_reviewing.py"
    if not EVERY:  # a look back is many searches, of which the other files see each kind
        words.append(f"--ignore={look_back}")
    # compiled, more of a game is measured: what these find in their deals is found uncompiled
    for name in (
        "test_few_moments_turned_the_game_and_each_is_told_in_its_place",
        "test_nobody_is_blamed_for_what_a_far_longer_search_calls_best",
    ):
        words += ["--deselect", f"{look_back}::{name}"]
    assert " passed" in compiled.ran(f"import pytest; raise SystemExit(pytest.main({words}))")


def test_the_package_carries_what_is_compiled_for_all_pythons_and_plays_compiled(
    tmp_path: Path,
) -> None:
    pytest.importorskip("shtab", reason="only after: make .venv/.tests")
    from release import deb  # noqa: PLC0415 - it imports shtab

    check(compiled.folder())
    name = "companion/rules/engine.cpython-399-z80-linux-gnu.so"
    other = tmp_path / "other" / name
    other.parent.mkdir(parents=True)
    other.write_bytes(b"as if")
    folders = (compiled.folder(), tmp_path / "other")
    deb.environment(tmp_path / "no-libraries", folders, tmp_path / "made")
    common = tmp_path / "made" / "lib" / "common"
    assert (common / name).exists()
    script = (
        "from companion.rules.thawing import FORM; from companion.opponent import rollouts;"
        "import mypy_extensions; from librt import vecs; from pathlib import Path;"
        "here = [Path(one.__file__).parent for one in (rollouts, vecs, mypy_extensions)];"
        "print(FORM, rollouts.__file__.endswith('.so'), *[p.relative_to(Path.cwd()) for p in here])"
    )
    words = [sys.executable, "-c", script]
    done = subprocess.run(words, cwd=common, capture_output=True, text=True, check=False)
    assert not done.stderr
    assert done.stdout == "The rules are compiled True companion/opponent librt .\n"
