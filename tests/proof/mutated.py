"""``python -m tests.proof.mutated MODULE NUMBER TESTS…``: the tests with one mistake in a module.

For ``mutation.py`` alone. The mistake is made while the module is imported; no file is changed.
"""

import importlib.util
import resource
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from itertools import islice
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, Phase, settings

from tests.proof.mutants import mutants
from tests.proof.mutation import NO_MISTAKE

_IMPORTED = "ignore:Module already imported so cannot be rewritten"
"""hypothesis, of which a profile is made here."""

_MOST_MEMORY = 4 << 30
"""Bytes: a mistake may make a list that never ends."""

PROFILE = "mutated"
"""How hard hypothesis looks; ``tests/conftest.py`` loads it by ``HYPOTHESIS_PROFILE``."""


class _Mistaken(Loader):
    def __init__(self, file: str, number: int) -> None:
        self._file, self._number = file, number

    def exec_module(self, module: ModuleType) -> None:
        source = Path(self._file).read_text(encoding="utf-8")
        mutant = next(islice(mutants(source), self._number, None))
        exec(compile(mutant.make(), self._file, "exec"), module.__dict__)  # noqa: S102 - our source


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


def main() -> int:
    """Run the tests and return their status."""
    module, number, *tests = sys.argv[1:]
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
    settings.register_profile(  # a mistake need not be shown in its simplest form
        PROFILE,
        phases=[Phase.explicit, Phase.generate],
        max_examples=50,
        deadline=None,
        derandomize=True,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    if int(number) != NO_MISTAKE:
        sys.meta_path.insert(0, _Finder(module, int(number)))
    quietly = ["-x", "-q", "--no-header", "-p", "no:cacheprovider", "-W", _IMPORTED]
    return pytest.main([*quietly, *tests])


if __name__ == "__main__":
    sys.exit(main())
