"""Every proof names what it depends on: the row is as old as the last change in any of that."""

import ast
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

import pytest

from tests.proof.measure import ROOT, SEED, Proof, Strength
from tests.proof.proofs import PROOFS

_FRAME = Path("tests/proof/measure.py")
"""Every proof hands its counts over in it; it plays nothing."""


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
