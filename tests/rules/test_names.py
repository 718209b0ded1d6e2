"""Players have names that can be seen and that tell two of them apart."""

import pytest

from companion.rules.editions import setup
from companion.rules.names import is_placeholder, stand_in, steers, unique, unique_names, visible
from companion.rules.problems import BadSetup


def test_of_equal_names_the_later_ones_get_the_next_number_that_is_free() -> None:
    assert unique(["Anna", "Anna", "Anna"]) == ("Anna", "Anna 2", "Anna 3")
    assert unique(["Anna", "Anna 2", "Anna"]) == ("Anna", "Anna 2", "Anna 3")
    assert unique(["Anna", " Anna "]) == ("Anna", "Anna 2")


def test_a_name_of_which_nothing_is_seen_is_none() -> None:
    assert visible("\u200b \u0301") == ""
    assert visible(" Anna") == " Anna"
    assert unique_names(["", "\u200b", "Anna"]) == ("#1", "#2", "Anna")
    assert unique_names(["Anna ", "Anna"]) == ("Anna ", "Anna 2")


STEERING = ("\x1b[31m", "\x00", "\t", "\n", "\x7f", "\x9b", "\u2028", "\u202e", "\u2067", "\u200f")


@pytest.mark.parametrize("steering", STEERING)
def test_what_steers_a_screen_is_no_name(steering: str) -> None:
    assert steers(f"An{steering}na")
    with pytest.raises(BadSetup, match="name of player 2 contains control characters"):
        setup(("Ben", f"An{steering}na"))


@pytest.mark.parametrize(
    "name", ["Zdeňka", "\u0646\u06cc\u200c\u0645", "👩\u200d🚀", "אבי", "O'Neil", "a\u0308"]
)
def test_names_of_every_script_are_names(name: str) -> None:
    assert not steers(name)
    assert setup(("Ben", name)).players == ("Ben", name)


def test_what_stands_for_a_name_is_known_by_its_sign() -> None:
    assert stand_in(3) == "#3"
    assert is_placeholder("#3") is True
    assert is_placeholder("Anna #3") is False
