"""Names are taken out of what the doctor and the log say."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.diagnostics import masked

NAMES = ("Zdeňka", "Ármin", "Олена", "アンナ", 'O\'Neil "x"')


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "line", ["ERROR {}: no sun", "({})", "{}さんの番", "said by {}", "'{}'", "{}\n{}"]
)
def test_a_name_in_a_line_of_a_log_is_taken_out(name: str, line: str) -> None:
    assert masked(line.format(name, name), NAMES) == line.format("(name)", "(name)")


def test_a_word_that_has_a_name_within_it_is_left_alone() -> None:
    assert masked("planned by Ann", ["Ann", "", " "]) == "planned by (name)"


def test_the_longer_of_two_names_goes_first() -> None:
    assert masked("Ann Lee, Ann", ["Ann", "Ann Lee"]) == "(name), (name)"


@given(st.lists(st.text(st.characters(categories=("Lu", "Ll", "Lo")), min_size=2, max_size=9)))
def test_whatever_people_are_called_a_line_of_names_has_none(names: list[str]) -> None:
    assert re.fullmatch(r"(\(name\)(, )?)*", masked(", ".join(names), names))
