"""The packed rules stand alone: they can be compiled by themselves, and no table waits for them."""

import ast
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.rules.packed import kernel
from release.bundle import program
from release.kernels import LARGEST, SOURCES, TARGETS, CannotCompile, wheel
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
    assert imported == [outside, after, after]


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
def test_a_wheel_with_a_kernel_says_for_which_python_and_plays_compiled(tmp_path: Path) -> None:
    try:
        file = compiled_file()
    except CannotCompile as why:
        pytest.skip(str(why))
    assert file.stat().st_size < LARGEST
    wheel(file, TARGETS[0].tag, tmp_path)
    [made] = tmp_path.glob("*.whl")
    assert made.name.endswith(f"-{TARGETS[0].tag}.whl")
    with ZipFile(made) as archive:
        assert f"companion/rules/packed/{file.name}" in archive.namelist()
        archive.extractall(tmp_path / "installed")
    script = (
        "from companion.rules import packed;"
        "assert packed.IS_COMPILED;"
        "print(packed.Table.__module__, packed.Dice(1).below(1))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path / "installed", capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    assert (done.stdout, done.stderr) == ("compiled 0\n", "")


@pytest.mark.slow
def test_bundle_and_package_carry_the_kernels_of_all_pythons_side_by_side(tmp_path: Path) -> None:
    kernels = [tmp_path / f"compiled{target.suffix}" for target in TARGETS]
    for each in kernels:
        each.write_bytes(b"as if")
    program(tmp_path / "made", kernels)
    [made] = (tmp_path / "made").glob("*.whl")
    assert made.name.endswith("-py3-none-any.whl")
    with ZipFile(made) as archive:
        names = set(archive.namelist())
    assert {f"companion/rules/packed/{each.name}" for each in kernels} <= names
