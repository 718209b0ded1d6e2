"""Nobody is called in a game as somebody else is."""

import pytest

from companion.core.model import Guest, Model
from companion.core.naming import names_apart


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        (("Anna", "Ben"), ("Anna", "Ben")),
        (("Anna", "Anna", "Anna"), ("Anna", "Anna 2", "Anna 3")),
        (("Anna", "Anna", "Anna 2"), ("Anna", "Anna 3", "Anna 2")),
        (("Anna 2", "Anna", "Anna"), ("Anna 2", "Anna", "Anna 3")),
        (("Anna ", "Anna  Maria", "Anna"), ("Anna", "Anna Maria", "Anna 2")),
        (("Green", ""), ("Green", "Green 2")),
    ],
)
def test_whoever_has_a_name_that_is_taken_gets_a_number(
    typed: tuple[str, ...], names: tuple[str, ...]
) -> None:
    guests = tuple(Guest(button, name) for button, name in enumerate(typed))
    assert names_apart(guests, Model()) == names
