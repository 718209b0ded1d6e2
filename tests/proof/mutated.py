"""``python -m tests.proof.mutated MODULE TESTS``: run the tests once for each mistake.

For ``mutation.py`` alone. All tests are collected once. Then it reads a line of JSON for each
mistake: its number, the seconds it may take, and the tests that are asked. A child puts the code
with the mistake into the living function and runs them; no file is changed. What is said is a line
of JSON: their status, or why there is none, and which test failed.

Mistakes in what runs while a module is imported cannot be made like that: there the children begin
before anything of ours is imported, and that is what they do without ``TESTS``.
"""

import gc
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from itertools import islice
from types import CodeType, FunctionType, ModuleType

import msgspec
import pytest

from tests.proof.children import QUIETLY, collected, in_a_child, silenced
from tests.proof.mutants import Mutant, mutants
from tests.proof.witnesses import file_of, name_of

NO_MISTAKE = -1
"""Instead of a number: the module as it is, with which the tests must pass."""


NOT_ALIVE = 99
"""Instead of a status: there is no living function into which the mistake can be put."""


_OURS = ("companion", "hardware", "tests", "conftest", "__main__")


_Work = Callable[[int, list[str]], tuple[int, str]]
"""Given a mistake and tests, what a child does; its status, and who noticed."""


def _mutant(module: str, number: int) -> Mutant:
    source = file_of(module).read_text(encoding="utf-8")
    found = next(islice(mutants(source), number, None), None)
    assert found is not None
    return found


class _Mistaken(Loader):
    def __init__(self, file: str, number: int) -> None:
        self._file, self._number = file, number

    def exec_module(self, module: ModuleType) -> None:
        made = _mutant(module.__name__, self._number).make()
        exec(compile(made, self._file, "exec"), module.__dict__)  # noqa: S102 - our source


class _Finder(MetaPathFinder):
    """Finds the one module, with the mistake."""

    def __init__(self, name: str, number: int) -> None:
        self._name, self._number = name, number

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, _target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname != self._name:
            return None
        found = PathFinder.find_spec(fullname, path)
        assert found is not None
        assert found.origin is not None
        loader = _Mistaken(found.origin, self._number)
        return importlib.util.spec_from_loader(fullname, loader, origin=found.origin)


def _codes(code: CodeType) -> Iterator[CodeType]:
    """Yield every code within one."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _codes(constant)


def changed(module: str, number: int) -> Iterator[tuple[FunctionType, CodeType]]:
    """Yield the living functions that a mistake changes, the outermost, with their new code."""
    mutant = _mutant(module, number)
    codes = _codes(compile(mutant.make(), module, "exec"))
    new = {(code.co_qualname, code.co_firstlineno): code for code in codes}
    package = module.removesuffix(".__init__")
    gc.unfreeze()  # what has been set aside before the tests is not among the objects otherwise
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__module__ == package:
            code = new.get((each.__code__.co_qualname, each.__code__.co_firstlineno))
            if code is not None and mutant.line in _lines(code):
                yield each, code


def _lines(code: CodeType) -> range:
    """Return the lines from the first to the last of a code."""
    every = (code, *_codes(code))
    last = max(line or 0 for each in every for *_, line in each.co_lines())
    return range(code.co_firstlineno, last + 1)


class _Court:
    """Answers instead of running what was collected."""

    def __init__(self, module: str, asked: int, told: int) -> None:
        self._module, self._asked, self._told = module, asked, told
        self._session: pytest.Session | None = None

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._session = session
        _answer(self._tested, self._asked, self._told)
        return True

    def _tested(self, number: int, tests: list[str]) -> tuple[int, str]:
        """Make the mistake in what lives, run the tests and return their status, and who failed."""
        if number != NO_MISTAKE:
            living = list(changed(self._module, number))
            if not living:
                return NOT_ALIVE, ""
            for function, code in living:
                try:
                    function.__code__ = code
                except ValueError:  # other variables are taken from around it
                    return NOT_ALIVE, ""
        session = self._session
        assert session is not None
        place = {name: at for at, name in enumerate(tests)}
        asked = [item for item in session.items if name_of(item.nodeid) in place]
        asked.sort(key=lambda item: place[name_of(item.nodeid)])
        for item, after in zip(asked, [*asked[1:], None], strict=True):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if session.testsfailed:
                return 1, item.nodeid
        return 0, ""


class _First:
    """Remembers the first test that fails."""

    def __init__(self) -> None:
        self.name = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Look at what came of a test."""
        if report.failed and not self.name:
            self.name = report.nodeid


def _answer(work: _Work, heard: int, told: int) -> None:
    """Answer until there are no more questions."""
    with os.fdopen(heard, "rb") as questions:
        for line in questions:
            number, seconds, tests = msgspec.json.decode(line, type=tuple[int, float, list[str]])
            status, said = in_a_child(partial(_done, work, number, tests), seconds)
            who, others = msgspec.json.decode(said, type=_Said) if said else ("", [])
            for name in others:
                with suppress(Exception):
                    importlib.import_module(name)
            os.write(told, msgspec.json.encode((status, who)) + b"\n")


_Said = tuple[str, list[str]]
"""Who noticed, and which modules of others were needed."""


def _done(work: _Work, number: int, tests: list[str]) -> tuple[int, bytes]:
    """Do it and tell who noticed; without a mistake, which modules of others were needed."""
    status, who = work(number, tests)
    needed = sys.modules if number == NO_MISTAKE else ()
    others = [name for name in needed if name.partition(".")[0] not in _OURS]
    return status, msgspec.json.encode((who, others))


def main() -> None:
    """Collect, or begin with nothing, and answer."""
    module, *tests = sys.argv[1:]
    heard, told = silenced()
    if tests:
        collected(tests, _Court(module, heard, told))
        return

    def imported(number: int, tests: list[str]) -> tuple[int, str]:
        if number != NO_MISTAKE:
            sys.meta_path.insert(0, _Finder(module, number))
        first = _First()
        return int(pytest.main([*QUIETLY, *tests], plugins=[first])), first.name

    _answer(imported, heard, told)


if __name__ == "__main__":
    main()
