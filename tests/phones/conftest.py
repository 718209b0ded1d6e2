"""Tables with phones; each is put away at the end of its test."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.phones.house import House, Phone, begun, seated_at


@contextmanager
def opened(folder: Path) -> Iterator[House]:
    """Open a table with phones, and put it away."""
    house = House(folder)
    try:
        yield house.start()
    finally:
        house.close()


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A table with phones; the folder's name is short, as it stands in the name of a socket."""
    with opened(Path(tmp_path_factory.mktemp("ra"))) as made:
        yield made


@pytest.fixture
def playing(house: House) -> tuple[Phone, ...]:
    """Three phones whose owners have sat down at it, in a game that has begun."""
    return begun(seated_at(house))


@pytest.fixture(scope="module")
def one_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A table for a whole module that leaves it as it is."""
    with opened(Path(tmp_path_factory.mktemp("ra"))) as made:
        yield made


@pytest.fixture(scope="module")
def one_game(one_house: House) -> tuple[Phone, ...]:
    """The phones of a game at it that has begun."""
    return begun(seated_at(one_house))
