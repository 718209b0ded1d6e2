"""Players have names that can be seen and that tell two of them apart."""

from companion.rules.names import apart, stand_in, stands_in, told_apart, visible


def test_of_equal_names_the_later_ones_get_the_next_number_that_is_free() -> None:
    assert apart(["Anna", "Anna", "Anna"]) == ("Anna", "Anna 2", "Anna 3")
    assert apart(["Anna", "Anna 2", "Anna"]) == ("Anna", "Anna 2", "Anna 3")
    assert apart(["Anna", " Anna "]) == ("Anna", "Anna 2")


def test_a_name_of_which_nothing_is_seen_is_none() -> None:
    assert visible("\u200b \u0301") == ""
    assert visible(" Anna") == " Anna"
    assert told_apart(["", "\u200b", "Anna"]) == ("#1", "#2", "Anna")
    assert told_apart(["Anna ", "Anna"]) == ("Anna ", "Anna 2")


def test_what_stands_for_a_name_is_known_by_its_sign() -> None:
    assert stand_in(3) == "#3"
    assert stands_in("#3") is True
    assert stands_in("Anna #3") is False
