"""Mistakes that a test has noticed, line by line, so that they need not be made again."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path

import msgspec

from tests.proof.witnesses import name_of

MAKE_MISTAKES = ("tests/proof/mutants.py", "tests/proof/mutated.py")
"""They say what a mistake is, and how it is made."""


class _Line(msgspec.Struct, frozen=True):
    module: str
    """The file in which the mistake was made."""
    source: str
    """Digest of this file."""
    number: int
    name: str
    """The mistake, as `mutants.py` numbers and names it."""
    test: str
    """Who noticed, as pytest calls it."""
    asked: str
    """Digest of this test, and of all in its file but other tests."""
    made: str
    """Digest of `MAKE_MISTAKES`."""


class Noticed:
    """What was noticed in a module as it is, by tests as they are."""

    def __init__(self, ledger: Path, root: Path, module: str, tests: Iterable[str]) -> None:
        """Read what still holds; look at the sources now, before anybody runs them.

        Args:
            ledger: Where it is written; several processes may add to it.
            root: Where the sources are.
            module: The file in which mistakes are made.
            tests: Everybody who may be asked.
        """
        self._ledger, self._module = ledger, module
        self._made = _digest(*(root / each for each in MAKE_MISTAKES))
        self._source = _digest(root / module)
        files = {test.partition("::")[0] for test in tests}
        self._asked = {
            f"{file}::{name}": digest for file in files for name, digest in _tests(root / file)
        }
        self._known: dict[tuple[int, str], str] = {}
        for line in ledger.read_bytes().splitlines() if ledger.exists() else ():
            try:
                self._keep(msgspec.json.decode(line, type=_Line))
            except msgspec.DecodeError:  # torn when it was stopped
                continue

    def _keep(self, line: _Line) -> None:
        if line == self._line(line.number, line.name, line.test):
            self._known[line.number, line.name] = line.test

    def _line(self, number: int, name: str, test: str) -> _Line:
        asked = self._asked.get(test.partition("[")[0], "")
        return _Line(self._module, self._source, number, name, test, asked, self._made)

    def by(self, number: int, name: str) -> str:
        """Return the test that noticed a mistake; "" if it must be made."""
        return self._known.get((number, name), "")

    def each(self) -> Counter[str]:
        """Return how many mistakes each test, as which it counts, has noticed here."""
        return Counter(map(name_of, self._known.values()))

    def add(self, number: int, name: str, test: str) -> None:
        """Write down who noticed a mistake."""
        line = msgspec.json.encode(self._line(number, name, test)) + b"\n"
        self._ledger.parent.mkdir(exist_ok=True)
        with self._ledger.open("ab", buffering=0) as file:
            file.write(line)  # at once: others write, too


def _tests(file: Path) -> Iterator[tuple[str, str]]:
    """Yield the tests of a file, each with the digest of itself and of what is not a test."""
    source = file.read_bytes()
    lines = source.splitlines(keepends=True)
    tests = {
        each.name: range(_begin(each, lines), each.end_lineno or 0)
        for each in ast.parse(source).body
        if isinstance(each, ast.FunctionDef) and each.name.startswith("test_")
    }
    inside = {at for test in tests.values() for at in test}
    rest = b"".join(line for at, line in enumerate(lines) if at not in inside)
    for name, own in tests.items():
        yield name, sha256(rest + b"".join(lines[own.start : own.stop])).hexdigest()


def _begin(test: ast.FunctionDef, lines: Sequence[bytes]) -> int:
    """Return where a test begins: its decorators, and the empty lines before it."""
    begin = min([test.lineno, *(each.lineno for each in test.decorator_list)]) - 1
    while begin and not lines[begin - 1].strip():
        begin -= 1
    return begin


def _digest(*files: Path) -> str:
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).hexdigest()
