"""The packed rules stand alone: they can be compiled by themselves, and no table waits for them."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from companion.rules.packed import kernel
from release.kernels import LARGEST, SOURCES, CannotCompile
from tests.packed.kernels import compiled_file


def test_the_kernel_imports_nothing_of_ours_and_what_goes_with_it_only_the_kernel() -> None:
    imported = [
        {
            node.module
            for node in ast.walk(ast.parse(source.read_text("utf-8")))
            if isinstance(node, ast.ImportFrom)
        }
        for source in SOURCES
    ]
    outside = {"__future__", "typing", "mypy_extensions"}
    after = outside | {"companion.rules.packed.kernel"}
    assert imported == [outside, after]


def test_every_tile_has_a_place() -> None:
    assert len(kernel.AT) == len(kernel.MOST) == kernel.EARTHQUAKE + 1


def test_the_places_of_a_bundle_do_not_overlap() -> None:
    for tiles in (range(kernel.GOD_TILE, kernel.FUNERAL), (1, *range(kernel.FUNERAL, 24))):
        fields = [kernel.MOST[tile] << kernel.AT[tile] for tile in tiles]
        assert sum(fields) == (1 << sum(map(int.bit_count, fields))) - 1


@pytest.mark.slow
def test_a_table_that_opens_does_not_load_them() -> None:
    script = (
        "import sys, companion.app.program, companion.pages.update, companion.cli.commands;"
        "sys.exit(any(name.startswith('companion.rules.packed') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", script], check=False)
    assert done.returncode == 0


@pytest.mark.slow
def test_the_package_carries_the_kernels_of_all_pythons_and_plays_compiled(tmp_path: Path) -> None:
    pytest.importorskip("shtab", reason="only after: make .venv/.tests")
    from release import deb  # noqa: PLC0415 - it imports shtab

    try:
        file = compiled_file()
    except CannotCompile as why:
        pytest.skip(str(why))
    assert file.stat().st_size < LARGEST
    other = tmp_path / "compiled.cpython-399-z80-linux-gnu.so"
    other.write_bytes(b"as if")
    deb.environment(tmp_path / "no-libraries", (file, other), tmp_path / "made")
    common = tmp_path / "made" / "lib" / "common"
    assert (common / "companion" / "rules" / "packed" / other.name).exists()
    script = (
        "from companion.rules import packed;"
        "assert packed.IS_COMPILED;"
        "print(packed.Table.__module__, packed.Dice(1).below(1))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=common, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.stderr) == ("compiled 0\n", "")
