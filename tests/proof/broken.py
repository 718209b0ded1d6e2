"""Randomly chosen tests, each with the code that it runs broken: each must be able to fail.

``python -m tests.proof.broken FOLDER SEED NUMBER`` collects a folder once and draws so many tests.
A child runs a test and says where it walked; then others run it, each with one mistake somewhere
there, until it fails. Tests that walk over no line in which a mistake can be made are not drawn, as
the code under them runs in other processes, or is a table or a file; how many is counted.
"""

import json
import os
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from random import Random
from types import CodeType, FrameType
from typing import Any

import pytest

from tests.proof.children import collected, in_a_child, silenced
from tests.proof.measure import ROOT, Found, Portion, Strength
from tests.proof.mutants import mutants
from tests.proof.mutated import changed
from tests.proof.surroundings import environment

_OURS = tuple(str(ROOT / name) + os.sep for name in ("companion", "hardware"))


_MOST_CASES, _MOST_TRIES, _MOST_IN_A_MODULE = 3, 15, 8


_MOST_SECONDS = 120.0


_MOST_IN_VAIN = 3
"""After so many tests of a file in a row with nothing to break, its others are not drawn either."""


_SPARE_SECONDS, _PATIENCE = 10.0, 2.0
"""A mistake with which a test takes so much longer than while it was watched has been noticed."""


_EACH, _QUICK_EACH = 10, 2


_QUICK = ("tests/rules", "tests/statistics")


_Place = tuple[str, int]
"""A module and a line."""


def _walked(test: pytest.Item) -> set[_Place]:
    """Run a test that passes, and return where it walked."""
    found: set[tuple[str, int]] = set()

    def watch(frame: FrameType, _event: str, _: Any) -> Callable[..., Any] | None:  # noqa: ANN401
        code: CodeType = frame.f_code
        if not code.co_filename.startswith(_OURS):
            return None

        def step(frame: FrameType, event: str, _: Any) -> Callable[..., Any]:  # noqa: ANN401
            if event == "line":
                found.add((code.co_filename, frame.f_lineno))
            return step

        return step

    threading.settrace(watch)
    sys.settrace(watch)
    test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
    sys.settrace(None)
    return {(_module(file), line) for file, line in found}


def _module(file: str) -> str:
    return ".".join(Path(file).relative_to(ROOT).with_suffix("").parts)


def _mistakes(places: set[_Place], dice: Random) -> list[tuple[str, int]]:
    """Return some mistakes in what was walked over, of all modules, in any order."""
    found = []
    for module in sorted({module for module, _ in places}):
        here = [number for number, line in enumerate(_lines(module)) if (module, line) in places]
        dice.shuffle(here)
        found += [(module, number) for number in here[:_MOST_IN_A_MODULE]]
    dice.shuffle(found)
    return found[:_MOST_TRIES]


@cache
def _lines(module: str) -> tuple[int, ...]:
    """Return where a module's mistakes can be made."""
    source = ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    return tuple(each.line for each in mutants(source))


class _Drawing:
    """Draws tests instead of running all of them."""

    def __init__(self, seed: str, number: int) -> None:
        self._dice, self._number = Random(seed), number  # noqa: S311 - a proof's dice
        self.counts: Counter[str] = Counter()
        self.unmoved: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Break the code under tests, in the order of the lot."""
        by_name: dict[str, list[pytest.Item]] = {}
        for item in session.items:
            by_name.setdefault(item.nodeid.partition("[")[0], []).append(item)
        in_vain: Counter[str] = Counter()
        names = sorted(by_name)
        self._dice.shuffle(names)
        for name in names:
            if self.counts["tests"] == self._number:
                break
            cases = self._dice.sample(by_name[name], min(len(by_name[name]), _MOST_CASES))
            file = name.partition("::")[0]
            if in_vain[file] < _MOST_IN_VAIN and self._try(session, name, cases):
                in_vain[file] = 0
            else:
                in_vain[file] += 1
                self.counts["not drawn"] += 1
        return True

    def _try(self, session: pytest.Session, name: str, cases: list[pytest.Item]) -> bool:
        """Make mistakes under one case of a test after the other, until one is minded.

        Returns:
            Whether there was anything in which a mistake could be made.
        """
        tries = 0
        for case in cases:
            mistakes, seconds = self._under(session, case)
            tries += len(mistakes)
            if any(self._fails(session, case, *mistake, seconds) for mistake in mistakes):
                self.counts.update(("tests", "that failed"))
                return True
        if tries:
            self.counts["tests"] += 1
            self.unmoved.append(f"does not mind {tries} mistakes: {name}")
        return tries > 0

    def _under(
        self, session: pytest.Session, test: pytest.Item
    ) -> tuple[list[tuple[str, int]], float]:
        """Return some mistakes under a test that passes, and the seconds it may take with one."""
        began = time.monotonic()
        status, said = in_a_child(partial(self._walk, session, test), _MOST_SECONDS)
        seconds = min(_MOST_SECONDS, _SPARE_SECONDS + _PATIENCE * (time.monotonic() - began))
        places = {(module, line) for module, line in json.loads(said or b"[]")}
        return ([] if status else _mistakes(places, self._dice)), seconds

    @staticmethod
    def _walk(session: pytest.Session, test: pytest.Item) -> tuple[int, bytes]:
        places = _walked(test)
        return session.testsfailed, json.dumps(sorted(places)).encode()

    @staticmethod
    def _fails(
        session: pytest.Session, test: pytest.Item, module: str, number: int, seconds: float
    ) -> bool:
        def run() -> tuple[int, bytes]:
            for function, code in changed(module, number):
                with suppress(ValueError):  # other variables are taken from around it
                    function.__code__ = code
            test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
            return session.testsfailed, b""

        status, _ = in_a_child(run, seconds)
        return status != 0


def drawn(tests: str, seed: int, number: int) -> Found:
    """Draw tests of a folder, and break the code under each until it fails."""
    run = subprocess.run(
        [sys.executable, "-m", "tests.proof.broken", tests, f"{tests} {seed}", str(number)],
        cwd=ROOT, env={**environment(), "PYTHONWARNINGS": "default"}, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    last = run.stdout.splitlines()[-1] if run.stdout else ""
    if run.returncode or not last.startswith("{"):
        return Found(failures=(f"{tests}: {run.stdout[-300:]}{run.stderr[-600:]}",))
    said = json.loads(last)
    return Found(said["counts"], notes=tuple(said["unmoved"]))


def main() -> None:
    """Collect, draw, and say what was found."""
    tests, seed, number = sys.argv[1:]
    drawing = _Drawing(seed, int(number))
    _, told = silenced()
    collected([tests], drawing)
    os.write(told, json.dumps({"counts": drawing.counts, "unmoved": drawing.unmoved}).encode())


def portions(strength: Strength, seed: int) -> tuple[Portion, ...]:
    """Return the folders."""
    if strength is Strength.QUICK:
        return tuple(Portion(drawn, (tests, seed, _QUICK_EACH)) for tests in _QUICK)
    folders = sorted(f"tests/{file.parent.name}" for file in ROOT.glob("tests/*/test_*.py"))
    return tuple(Portion(drawn, (tests, seed, _EACH)) for tests in dict.fromkeys(folders))


if __name__ == "__main__":
    main()
