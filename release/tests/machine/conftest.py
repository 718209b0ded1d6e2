"""The machine that most tests share: it is switched on once, and reset after each."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from release.tests.conftest import STRENGTH
from release.tests.machine import parts
from release.tests.machine.computer import Computer, switched_on
from release.tests.machine.house import SETTINGS, complaint, keep
from release.tests.roots import PACKAGE


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave machines out where they cannot be put together, and say why."""
    if why := complaint():
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason=why))


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Say at once what has failed: the rest may take hours."""
    if report.failed and STRENGTH:
        print(f"\n{report.nodeid}\n{report.longreprtext[-3000:]}", file=sys.stderr, flush=True)


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
