"""The page about records is true: its examples are files, and its schema tells lines apart."""

import io
import json
import re
from importlib.resources import files
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from companion.rules.editions import Options, Split, setup
from companion.rules.problems import BadLine
from companion.rules.records import positions, record
from companion.rules.scoring.sheet import read_sheet, result, scored
from companion.storage.files import played
from tests.random_games import random_game

PAGE = (files("companion.rules") / "RECORD.md").read_text("utf-8")

SCHEMA = json.loads((files("companion.rules") / "record.schema.json").read_text("utf-8"))

_BLOCKS = re.findall(r"^```(\S+)(?: (\w+))?\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)

RECORDS = [text for kind, _, text in _BLOCKS if kind == "jsonl"]

EXAMPLES = {name: text for kind, name, text in _BLOCKS if kind == "json"}


VALIDATOR = Draft202012Validator(SCHEMA)


def errors(value: object) -> list[str]:
    """What the schema has against a line."""
    return [error.message for error in VALIDATOR.iter_errors(value)]


@pytest.mark.parametrize("text", RECORDS)
def test_every_record_of_the_page_can_be_played(text: str) -> None:
    lines = text.splitlines()
    assert len(list(played(io.BytesIO(text.encode())))) == len(lines)
    assert [errors(json.loads(line)) for line in lines] == [[]] * len(lines)


def test_the_state_of_the_page_is_that_of_its_first_record() -> None:
    timeline = list(played(io.BytesIO(RECORDS[0].encode())))[1].timeline
    state = positions.state(timeline.game, timeline.seq, timeline.events)
    assert json.loads(msgspec.json.encode(state)) == json.loads(EXAMPLES["state"])


def test_the_sheet_of_the_page_has_the_points_of_the_page() -> None:
    sheet = scored(read_sheet(EXAMPLES["sheet"].encode()))
    assert result(sheet) == json.loads(EXAMPLES["points"])


def test_the_schema_knows_every_event_that_is_read() -> None:
    keys = [event["required"][0] for event in SCHEMA["$defs"]["event"]["oneOf"]]
    with pytest.raises(BadLine) as refused:
        record.read_entry(b"{}")
    said = str(refused.value).partition(": ")[2]
    assert sorted(keys) == sorted(said.split(", "))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_line_of_a_random_game_fits_the_schema(players: int) -> None:
    split = Split.BGG if players == 2 else None
    table = setup(("Ann", "Bob", "Cleo", "Dan", "Eve")[:players], Options(two_player_split=split))
    for seed in range(3):
        lines = record.write(table, random_game(table, Random(seed))).splitlines()  # noqa: S311 - dice
        assert [found for line in lines for found in errors(json.loads(line))] == []


NOT_LINES = [
    [],
    {},
    {"draw": "mon_tower"},
    {"draw": 1},
    {"invoke": False},
    {"invoke": 1},
    {"god": "3"},
    {"bid": True},
    {"bid": 4, "pass": True},
    {"discard": "nile"},
    {"level": "lite"},
    {"ra_record": 2, "players": ["Ann", "Bob"]},
    {"ra_record": 1},
    {"ra_record": 1, "players": "Ann"},
    {"ra_record": 1, "players": ["Ann"]},
    {"ra_record": 1, "players": ["Ann", 2]},
    {"ra_record": 1, "players": ["Ann", "n" * 501]},
    {"ra_record": 1, "players": ["Ann", "Bob"], "edition": "gold"},
    {"ra_record": 1, "players": ["Ann", "Bob"], "ra_limit": 11},
    {"ra_record": 1, "players": ["Ann", "Bob"], "suns": [[2, 3, 4, 5]]},
    {"ra_record": 1, "players": ["Ann", "Bob"], "suns": [[2, 3, 4, 17], [6, 7, 8, 9]]},
    {"ra_record": 1, "players": ["Ann", "Bob"], "suns": [[2, 2, 4, 5], [6, 7, 8, 9]]},
    {"ra_record": 1, "players": ["Ann", "Bob"], "options": {"two_player_split": "half"}},
    {"ra_record": 1, "players": ["Ann", "Bob"], "options": {"open": True}},
]


@pytest.mark.parametrize("value", NOT_LINES)
def test_what_is_no_line_fits_neither_the_schema_nor_the_reader(value: object) -> None:
    line = json.dumps(value).encode()
    reader = (
        record.read_header if isinstance(value, dict) and "players" in value else record.read_entry
    )
    assert errors(value)
    with pytest.raises(ValueError, match=r"\w"):
        reader(line)


small = st.one_of(
    st.none(), st.booleans(), st.integers(-1, 18), st.sampled_from(["nile", "ra", "sun"]),
    st.lists(st.sampled_from(["nile", "civ_art", 3]), max_size=2),
)  # fmt: skip

lines = st.dictionaries(
    st.sampled_from(["draw", "god", "bid", "pass", "discard", "undo", "redo", "won", "x"]),
    small,
    max_size=2,
)


@given(lines)
def test_what_fits_the_schema_is_read_and_the_rest_is_out_of_range_or_refused(
    value: dict[str, object],
) -> None:
    fits = not list(errors(value))
    try:
        record.read_entry(json.dumps(value).encode())
    except BadLine:
        assert not fits
    else:
        assert fits or next(iter(value)) in ("god", "bid", "won", "discard", "undo", "redo")
