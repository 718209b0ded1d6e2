"""Tables with phones; each is put away at the end of its test."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.phones.house import House, Phone

Houses = Callable[..., House]


@pytest.fixture
def open_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Houses]:
    """Open tables, with these lines of settings."""
    with ExitStack() as stack:

        def opened(settings: str = "", port: int = 0) -> House:
            house = House(Path(tmp_path_factory.mktemp("ra")), settings, port)
            stack.callback(house.close)
            return house.start()

        yield opened


@pytest.fixture
def house(open_house: Houses) -> House:
    """A table with phones."""
    return open_house()


@pytest.fixture
def seated(house: House) -> tuple[Phone, ...]:
    """Three phones at it whose owners have sat down."""
    phones = tuple(Phone(house) for _ in range(3))
    for button, (phone, name) in enumerate(zip(phones, ("Anna", "Ben", "Cleo"), strict=True)):
        assert phone.sit(button, name).status == 200
    return phones


def is_pressed(key: str, view: dict[str, Any]) -> bool:
    """Whether a phone offers this control of the table."""
    return key in view.get("own", {}).get("press", {})


@pytest.fixture
def playing(seated: tuple[Phone, ...]) -> tuple[Phone, ...]:
    """The same in a game that has begun."""
    first = seated[0]
    for key in ("ra", "ok"):
        view = first.view(partial(is_pressed, key))
        told = first.do(view["seen"], {"press": {"key": key, "on": view["own"]["token"]}})
        assert told.status == 200, told
    first.view(lambda each: each["stage"] == "game")
    return seated
