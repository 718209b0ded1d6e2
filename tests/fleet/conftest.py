"""What the tests of the fleet share; everything is closed at the end of each."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.fleet.mosquitto import Ears, Mosquitto
from tests.fleet.tables import Attendant, LightTable, settings


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """Close everything at the end."""
    with ExitStack() as opened:
        yield opened


@pytest.fixture
def broker(tmp_path: Path, stack: ExitStack) -> Mosquitto:
    """A broker at which everybody may do anything."""
    made = Mosquitto(tmp_path)
    stack.callback(made.stop)
    return made.start()


@pytest.fixture
def ears(broker: Mosquitto, stack: ExitStack) -> Ears:
    """Somebody who listens to everything there."""
    made = Ears(broker.port)
    stack.callback(made.close)
    return made


Tables = Callable[[str], tuple[LightTable, Attendant]]


@pytest.fixture
def tables(broker: Mosquitto, stack: ExitStack) -> Tables:
    """Return what makes a table with its fleet process, connected to the broker."""

    def made(named: str) -> tuple[LightTable, Attendant]:
        table = LightTable(named, settings(broker.port))
        stack.callback(table.die)
        attendant = Attendant(table.file, seed=len(named))
        stack.callback(attendant.close)
        return table, attendant.until_connected()

    return made
