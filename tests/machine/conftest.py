"""The machine that most tests share: it is switched on once, and reset after each."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.machine import parts
from tests.machine.computer import Computer, switched_on
from tests.machine.house import PACKAGE, SETTINGS, complaint, keep

STRENGTH = os.environ.get("RA_TEST_MACHINE", "")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave everything here out unless somebody asks for it; say what is missing."""
    why = "" if STRENGTH else "only with make machine"
    if STRENGTH:
        why = complaint()
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if why:
            item.add_marker(pytest.mark.skip(reason=why))
        elif STRENGTH == "quick" and item.get_closest_marker("hours"):
            item.add_marker(pytest.mark.skip(reason="not with MACHINE=quick"))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say at once what has failed: the rest may take hours."""
    if report.failed and STRENGTH:
        print(f"\n{report.nodeid}\n{report.longreprtext[-3000:]}", file=sys.stderr, flush=True)  # noqa: T201


@pytest.fixture(scope="session")
def package() -> Path:
    """The package that is tried."""
    return PACKAGE


@pytest.fixture(scope="session")
def made(package: Path) -> parts.Parts:
    """What machines are made of."""
    return parts.built(package)


@pytest.fixture(scope="module")
def table(made: parts.Parts, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Computer]:
    """A machine whose table stands, with pins and without a reader."""
    folder = tmp_path_factory.mktemp("machine")
    with switched_on(made, folder, settings=SETTINGS) as machine:
        yield machine
        machine.picture("end")
    keep(folder)
