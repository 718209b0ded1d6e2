"""What ``for_each`` promises: no case is forgotten, and each that fails is named."""

from collections.abc import Callable

import pytest

from tests.together import EVERY, for_each, some


def failing(check: Callable[[], None]) -> list[str]:
    """Return what is said of the cases that fail, without what pytest explains."""
    with pytest.raises(AssertionError) as failed:
        check()
    return [line for line in str(failed.value).splitlines() if not line.startswith(" ")]


def test_every_combination_is_checked_and_each_that_fails_is_named_with_what_is_wrong() -> None:
    seen = []

    @for_each(size=[(800, 480), (480, 800)], language=["en", "hu"])
    def check(size: tuple[int, int], language: str) -> None:
        seen.append((size, language))
        assert language == "en", "a text is cut"
        assert size[0] > size[1], "the screen stands"

    assert failing(check) == [
        "3 of 4 failed",
        "size 800×480, language hu: a text is cut",
        "size 480×800, language en: the screen stands",
        "size 480×800, language hu: a text is cut",
    ]
    assert len(seen) == 4


def test_a_check_that_cannot_be_made_is_named_and_the_next_is_made() -> None:
    @for_each(number=[0, 1, 2])
    def check(number: int) -> None:
        assert 1 / number == 1, f"of {number}"

    first, second, third = failing(check)
    assert first == "2 of 3 failed"
    assert second.startswith("number 0: ZeroDivisionError: division by zero in ")
    assert third == "number 2: of 2"


def test_cases_that_take_long_to_find_are_found_when_the_check_is_made() -> None:
    asked = []

    def numbers() -> list[int]:
        asked.append("")
        return [1, 2]

    @for_each(number=numbers)
    def check(number: int) -> None:
        assert number == 1, "it is another"

    assert not asked
    assert failing(check) == ["1 of 2 failed", "number 2: it is another"]


def test_cases_that_all_hold_are_silent_and_no_cases_are_a_mistake() -> None:
    @for_each(number=[1, 2])
    def holds(number: int) -> None:
        assert number

    @for_each(number=())
    def never(number: int) -> None:
        raise AssertionError(number)

    holds()
    with pytest.raises(AssertionError, match="nothing to check"):
        never()


def test_a_sample_is_every_so_manieth_and_the_samples_together_are_all() -> None:
    if EVERY:
        assert some("abcde", 2, 1) == tuple("abcde")
        return
    assert some("abcde", 2) == ("a", "c", "e")
    assert some("abcde", 2, 3) == ("b", "d")
    for one_of in (1, 2, 3, 7):
        parts = [some(range(20), one_of, first) for first in range(one_of)]
        assert sorted(each for part in parts for each in part) == list(range(20))


@pytest.fixture
def least() -> int:
    """Return something that pytest makes."""
    return 3


@for_each(number=[3, 4])
def test_fixtures_and_cases_go_together(least: int, number: int) -> None:
    assert number >= least
