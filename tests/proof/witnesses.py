"""Which tests run which lines of the source, and how long they take.

``python -m tests.proof.witnesses OUT MODULES TESTS`` for ``mutation.py``; names are separated by
commas. The tests of a function with parameters are one, but for those of the net and of the golden
scenes, each of which walks through a page of its own.
"""

import importlib
import math
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from types import MappingProxyType

import msgspec
import pytest

from tests.proof.children import PATIENCE
from tests.proof.measure import ROOT

_NOTHING: Mapping[str, int] = MappingProxyType({})


class Branches(msgspec.Struct, frozen=True):
    """The branches of a module."""

    number: int
    """All of them."""
    not_taken: tuple[tuple[int, int], ...]
    """From which line to which; a line below 0 is the end."""


class Witnesses(msgspec.Struct, frozen=True):
    """What was seen."""

    seconds: dict[str, float]
    """How long each test takes on a processor, by what pytest calls it; see `Notebook`."""
    lines: dict[str, dict[int, tuple[str, ...]]]
    """The tests that walk over each line of each module."""
    first: dict[str, tuple[int, ...]]
    """The lines of each module that run before there is a test."""
    branches: dict[str, Branches]
    """Of each module."""

    def runs_first(self, module: str, line: int) -> bool:
        """Whether a line runs before there is a test, so that its mistakes must be there then."""
        return self._at(module, line) in self.first.get(module, ())

    def _at(self, module: str, line: int) -> int:
        """Return the line that stands for this one, which may be the middle of something longer."""
        lines = (*self.lines.get(module, ()), *self.first.get(module, ()))
        return max((number for number in lines if number <= line), default=0)

    def of(
        self, module: str, line: int, most: float, noticed: Mapping[str, int] = _NOTHING
    ) -> tuple[str, ...]:
        """Return who saw a line: one test, and as many more as there is time for.

        First those who have noticed most mistakes for their time, then the quickest. Whoever walks
        through the module sees a line that no test walks over, which is one that runs when the
        module is imported; if nobody does, everybody is asked.
        """
        seen = self.lines.get(module, {})
        own = f"test_{module.rpartition('.')[2]}.py"
        here = seen.get(self._at(module, line), ())
        found = set(here) or {test for tests in seen.values() for test in tests}
        found = found or {*self.seconds}
        ranked = sorted(found, key=lambda test: self._rank(test, own, noticed))
        return tuple(self._within(ranked, most))

    def others(self, module: str, line: int, most: float) -> tuple[str, ...]:
        """Return who else may notice a mistake in a line that runs first, the quickest first.

        Such a line matters to tests that never walk through its module, too, such as one that looks
        a constant up.
        """
        if not self.runs_first(module, line):
            return ()
        walked = {test for tests in self.lines.get(module, {}).values() for test in tests}
        found = sorted({*self.seconds} - walked, key=self.seconds.__getitem__)
        return tuple(self._within(found, most)) if walked else ()

    def every(self, module: str, line: int) -> frozenset[str]:
        """Return everybody who can be asked about a mistake in a line, however long it takes."""
        asked = (self.of(module, line, math.inf), self.others(module, line, math.inf))
        return frozenset(chain(*asked))

    def _rank(
        self, test: str, own: str, noticed: Mapping[str, int]
    ) -> tuple[float, bool, float, str]:
        seconds = self.seconds[test]
        worth = noticed.get(test, 0) / (seconds + _LEAST_SECONDS)
        return -worth, own not in test or seconds > _QUICK_SECONDS, seconds, test

    def _within(self, tests: list[str], most: float) -> Iterator[str]:
        spent = 0.0
        for number, test in enumerate(tests):
            if number and spent + self.seconds[test] > most:
                continue  # a quicker one may still have time
            spent += self.seconds[test]
            yield test


_QUICK_SECONDS = 0.5


_LEAST_SECONDS = 0.01
"""What it takes at least to ask one more test."""


_Cached = type(cache(len))


_EACH_ALONE = ("tests/net/", "tests/view/test_golden_scenes.py")


def name_of(node: str) -> str:
    """Return the test as which it counts what pytest calls so."""
    return node if node.startswith(_EACH_ALONE) else node.partition("[")[0]


def file_of(module: str) -> Path:
    """Return where a module is, or the beginning of a package."""
    place = ROOT.joinpath(*module.split("."))
    return place / "__init__.py" if place.is_dir() else place.with_suffix(".py")


class Notebook:
    """Tells the tool which test it is that walks, and looks at the clocks.

    A test that mostly waits, for a broker perhaps, takes no processor, and still takes its time: as
    much of it counts as children are given for waiting.
    """

    def __init__(self, switch: Callable[[str], None], modules: Sequence[str]) -> None:
        self._switch, self._modules = switch, modules
        self.seconds: defaultdict[str, float] = defaultdict(float)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Write down who walked where, and how long it took."""
        name = name_of(item.nodeid)
        self._forget()
        self._switch(name)
        worked, waited = time.process_time(), time.monotonic()
        try:
            return (yield)
        finally:
            worked, waited = time.process_time() - worked, time.monotonic() - waited
            self.seconds[name] += max(worked, waited / PATIENCE)
            self._switch("")

    def _forget(self) -> None:
        """Empty the caches: whoever finds a result there does not walk over what made it."""
        for name in self._modules:
            for each in vars(sys.modules[name]).values() if name in sys.modules else ():
                if isinstance(each, _Cached):
                    each.cache_clear()


def main() -> int:
    """Run the tests and write down who saw what."""
    out, modules, tests = sys.argv[1:]
    coverage = importlib.import_module("coverage")  # not everybody has it

    files = {str(file_of(module)): module for module in modules.split(",")}
    cover = coverage.Coverage(data_file=None, config_file=False, include=[*files], branch=True)
    notebook = Notebook(cover.switch_context, modules.split(","))
    cover.start()
    status = pytest.main(
        ["-q", "--no-header", "-p", "no:cacheprovider", *tests.split(",")], plugins=[notebook]
    )
    cover.stop()
    data = cover.get_data()
    seen = {module: data.contexts_by_lineno(file) for file, module in files.items()}
    report = Path(out).with_suffix(".report")
    cover.json_report(morfs=[*files], outfile=str(report))
    each = msgspec.json.decode(report.read_bytes())["files"]
    report.unlink()
    walked = {module: each[str(Path(file).relative_to(ROOT))] for file, module in files.items()}
    found = Witnesses(
        seconds=notebook.seconds,
        lines={
            module: {line: (*sorted({*names} - {""}),) for line, names in lines.items()}
            for module, lines in seen.items()
        },
        first={
            module: tuple(line for line, names in lines.items() if "" in names)
            for module, lines in seen.items()
        },
        branches={
            module: Branches(
                one["summary"]["num_branches"], tuple(map(tuple, one["missing_branches"]))
            )
            for module, one in walked.items()
        },
    )
    Path(out).write_bytes(msgspec.json.encode(found))
    return int(status)


if __name__ == "__main__":
    sys.exit(main())
