"""A value of a JSON text is found on the line on which it stands."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.records.json_text import line_of

TEXT = """{
  "epoch": 3, "options": {},
  "players": [
    {"name": "An\\"na [1, {", "suns": [], "tiles": {}},
    {
      "tiles": {
        "nile": 1,

        "flood": -1
      },
      "suns": [1,
               2, 99]
    }
  ]
}"""


@pytest.mark.parametrize(
    ("place", "line"),
    [
        ((), 1),
        (("epoch",), 2),
        (("options",), 2),
        (("players",), 3),
        (("players", 0), 4),
        (("players", 0, "tiles"), 4),
        (("players", 1), 5),
        (("players", 1, "tiles"), 6),
        (("players", 1, "tiles", "nile"), 7),
        (("players", 1, "tiles", "flood"), 9),
        (("players", 1, "suns"), 11),
        (("players", 1, "suns", 0), 11),
        (("players", 1, "suns", 1), 12),
        (("players", 1, "suns", 2), 12),
        (("players", 1, "before"), 1),
        (("players", 2), 1),
    ],
)
def test_a_value_is_found_on_its_line(place: tuple[str | int, ...], line: int) -> None:
    assert line_of(TEXT, place) == line


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


def places(value: Any, place: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:  # noqa: ANN401 - any JSON
    inner: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    return [place, *(deep for key, part in inner for deep in places(part, (*place, key)))]


@given(values)
def test_values_follow_each_other_in_the_order_of_the_text(value: object) -> None:
    """With a value on every line, each place has a later line than the one before."""
    text = json.dumps(value, indent=1)
    lines = [line_of(text, place) for place in places(value)]
    assert lines == sorted(set(lines))
