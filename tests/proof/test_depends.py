"""Every proof names what it depends on: the row is as old as the last change in any of that."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from tests.proof.measure import ROOT, SEED, Proof, Strength
from tests.proof.proofs import PROOFS
from tests.proof.surroundings import environment

_FRAME = Path("tests/proof/measure.py")
"""Every proof hands its counts over in it; it plays nothing."""


_LOOK = """
import sys
touched = set()
sys.addaudithook(lambda event, about: event == "open" and touched.add(str(about[0])))
from tests.proof import {} as proof
print(proof.{}.failures)
touched.update(str(getattr(module, "__file__", "")) for module in list(sys.modules.values()))
print(*touched, sep="\\n")
"""


def test_whatever_a_proof_depends_on_is_there() -> None:
    for proof in PROOFS:
        assert all((ROOT / name).exists() for name in proof.of), proof.name


@pytest.mark.parametrize("proof", PROOFS, ids=lambda proof: proof.name)
def test_a_proof_names_every_file_of_the_tests_and_releases_that_it_imports(proof: Proof) -> None:
    begin = {_module(work) for work in _works(proof)}
    needed = {file for name in begin for file in _needed(_file(name))} - {_FRAME}
    assert needed
    assert [
        str(file)
        for file in sorted(needed)
        if not any(file.is_relative_to(each) for each in proof.of)
    ] == []


def test_what_an_imported_file_imports_is_needed_too() -> None:
    soak, evenings = Path("tests/proof/soak.py"), Path("tests/proof/evenings.py")
    assert Path("tests/proof/surroundings.py") in _needed(soak)
    assert Path("tests/crash/alice.py") in _needed(evenings)
    assert evenings not in _needed(soak)


@pytest.mark.parametrize(
    ("name", "module", "portion"),
    [
        ("two authors", "two_authors", "compared(1, 1)"),
        ("counts", "two_authors", "counted(0, 0)"),
        ("packed rules", "packed_rules", "compared(proof.SOURCE_ALONE, 1, 1)"),
    ],
)
def test_a_proof_of_the_rules_names_every_file_of_ours_that_it_touches(
    name: str, module: str, portion: str
) -> None:
    run = subprocess.run(
        [sys.executable, "-c", _LOOK.format(module, portion)],
        env=environment(), cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    failures, *lines = run.stdout.splitlines()
    files = {Path(line).relative_to(ROOT) for line in lines if Path(line).is_relative_to(ROOT)}
    ours = {file for file in files if file.parts[0] in {"companion", "hardware", "tests"}}
    touched = {file for file in ours if "__pycache__" not in file.parts}
    named = {file for proof in PROOFS if proof.name == name for file in proof.of}
    assert failures == "()"
    assert {Path("companion/rules/play.py"), _FRAME} <= touched
    assert {file for file in touched if not any(file.is_relative_to(each) for each in named)} == {
        _FRAME
    }


def _works(proof: Proof) -> Iterator[object]:
    for portion in proof.portions(Strength.FULL, SEED):
        yield portion.work.func if isinstance(portion.work, partial) else portion.work


def _module(work: object) -> str:
    name: str = getattr(work, "__module__")  # noqa: B009 - every function has it
    return name


def _file(module: str) -> Path:
    return Path(*module.split(".")).with_suffix(".py")


@cache
def _needed(file: Path) -> frozenset[Path]:
    """Return a file and all that it imports, and so on."""
    seen: set[Path] = set()
    todo = [file]
    while todo:
        each = todo.pop()
        if each not in seen:
            seen.add(each)
            todo += _imported(each)
    return frozenset(seen)


def _imported(file: Path) -> Iterator[Path]:
    """Yield the files of the tests and releases that are imported in a file."""
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names):
                modules = [each.name for each in names]
            case ast.ImportFrom(str(module), names):
                modules = [module, *(f"{module}.{each.name}" for each in names)]
            case _:
                continue
        for name in modules:
            found = _file(name)
            if found.parts[0] in {"tests", "release"} and (ROOT / found).is_file():
                yield found
