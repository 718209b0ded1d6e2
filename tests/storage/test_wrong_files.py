"""Whatever is wrong with a file: it is refused, a record on its line, in one line of text."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, BinaryIO

import pytest

from companion.cli.score import scored_sheet
from companion.rules.records.record import LONGEST_LINE
from companion.storage import FileRefused
from companion.storage.files import complaints, played

HEADER: Mapping[str, Any] = {
    "ra_record": 1,
    "players": ["Ann", "Ben"],
    "edition": "c25",
    "suns": [[2, 5, 6, 9], [3, 4, 7, 8]],
    "ra_limit": 6,
    "options": {"two_player_split": "bgg", "two_player_no_penalty": "off"},
}

LINES: tuple[Mapping[str, Any], ...] = (
    {"draw": "nile"},
    {"invoke": True},
    {"god": 3},
    {"done": True},
    {"bid": 9},
    {"pass": True},
    {"won": 9},
    {"unsold": True},
    {"discard": ["civ_art", "civ_writing"]},
    {"undo": 1},
    {"redo": 1},
    {
        "fix": {
            "lane": ["nile", None],
            "lane_tiles": 3,
            "ra_count": 2,
            "centre": 7,
            "active": 1,
            "epoch": 2,
            "phase": "auction",
            "ra_player": 1,
            "reason": "A3",
            "players": [{"seat": 0, "up": [9], "down": [2], "tiles": {"nile": 1}, "score": 5}],
        }
    },
    {"correct": 3, "to": [{"draw": "gold"}], "also": [{"correct": 4, "to": []}], "until": 9},
    {"level": "full", "lane": ["nile", None]},
    {"level": "light", "unknown": True},
    {"epoch_over": True},
    {"tally": [{"tiles": {"nile": 2}, "suns": [2, 5]}, None]},
)
"""A line of every kind, with every key that it can have."""

SHEET: Mapping[str, Any] = {
    "epoch": 3,
    "options": {"two_player_split": "bgg", "two_player_no_penalty": "off"},
    "players": [
        {"name": "Ann", "before": 20, "suns": [1, 9], "tiles": {"pharaoh": 3}},
        {"name": "Ben", "before": 24, "suns": [2, 8], "tiles": {"god": 1}},
    ],
}

WRONG_VALUES: tuple[object, ...] = (
    None, True, 7, -7, 1.5, 10**30, "goldd", "", [], [7], ["goldd"], [[]], {}, {"goldd": 1},
)  # fmt: skip

SPOILT = (
    "", "{", "[", "{}", "[]", "null", "7", '"x"', "nonsense", "{'bid': 9}", '{"bid": 9,}',
    '{"bid": NaN}', '{"bid": -Infinity}', '{"bid": 1e400}', '{"bid": %s}' % ("9" * 5000),
    '{"bid": 9} {"bid": 9}', '{"bid": 09}', '{"draw": "\\x"}', '{"draw": "a\tb"}',
    '{"draw": "\\ud800"}', '{"draw": "nile', '{"draw": "nile"', "\0", "\udcff",
    '{"draw": "\udcff"}',
    '{"\udcff": 1}', "[" * 5000, '{"correct": 1, "to": [' * 2000 + "]}" * 2000,
    '{"also": ' + "[" * 900 + "]" * 900 + "}", " " * (LONGEST_LINE + 5), "\n\n{}",
)  # fmt: skip
"""Texts that are no JSON, or not what belongs there."""


def inside(value: Any, *place: str | int) -> Iterator[tuple[str | int, ...]]:  # noqa: ANN401 - any JSON
    """Yield where every value lies."""
    yield place
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        for key in keys:
            yield from inside(value[key], *place, key)


def with_(value: Any, place: tuple[Any, ...], new: object) -> Any:  # noqa: ANN401 - any JSON
    """Return the same with something else at a place."""
    if not place:
        return new
    whole = dict(value) if isinstance(value, dict) else list(value)
    whole[place[0]] = with_(value[place[0]], place[1:], new)
    return whole


def spoilt(good: Mapping[str, Any]) -> Iterator[str]:
    """Yield the text with everything wrong that can be wrong in it, one thing at a time."""
    for place in inside(good):
        for wrong in WRONG_VALUES:
            yield json.dumps(with_(good, place, wrong))
        at: Any = good
        for step in place:
            at = at[step]
        if isinstance(at, dict):
            yield json.dumps(with_(good, place, {**at, "extra": 1}))
            for key in at:
                yield json.dumps(with_(good, place, {**at, f"{key}s": at[key]}))
                yield json.dumps(with_(good, place, {k: v for k, v in at.items() if k != key}))
                again = json.dumps(with_(good, place, {**at, "TWICE": at[key]}))
                yield again.replace("TWICE", key)
        if isinstance(at, list):
            yield json.dumps(with_(good, place, [*at, *["nile"] * 9]))


def told(read: Any, text: str) -> list[str]:  # noqa: ANN401 - either reader
    """Return why a text is refused; nothing if it is not."""
    stream: BinaryIO = io.BytesIO(text.encode(errors="surrogateescape"))
    try:
        for _ in read(stream):
            pass
    except FileRefused as refused:
        return complaints("f", refused)
    return []


def sheet(stream: BinaryIO) -> Iterator[object]:
    yield scored_sheet(stream)


def headers() -> Iterator[str]:
    yield from spoilt(HEADER)
    yield from SPOILT


def lines() -> Iterator[str]:
    for good in LINES:
        yield from spoilt(good)
    yield from SPOILT


def sheets() -> Iterator[str]:
    yield from spoilt(SHEET)
    yield from SPOILT
    yield "name,nile\nAnn,two\nBen,1"
    yield "\udcff,\n"


LONGEST = 400
"""Characters; of a foreign text no more is repeated."""


def test_whatever_is_wrong_with_a_file_its_line_and_a_reason_are_said() -> None:
    first = json.dumps(HEADER) + "\n"
    found = [reason for text in headers() for reason in told(played, text)]
    found += [reason for text in sheets() for reason in told(sheet, text)]
    found += [reason for text in lines() for reason in told(played, first + text)]
    for reason in found:
        assert re.fullmatch(r"f(:\d+)?: [\w\"-][^\n]{8,}", reason), reason
        assert len(reason) < LONGEST, reason


@pytest.mark.parametrize(
    "text",
    [
        '{"draw": "nile", "draw": "gold"}',
        '{"dr\\u0061w": "nile", "draw": "gold"}',
        '{"fix": {"centre": 7, "centre": 9}}',
        '{"tally": [{"tiles": {"nile": 1, "nile": 2}}, null]}',
        '{"correct": 1, "to": [{"bid": 3, "bid": 4}]}',
    ],
)
def test_a_key_that_is_there_twice_in_a_line_is_named(text: str) -> None:
    [said] = told(played, json.dumps(HEADER) + "\n" + text)
    key = re.findall(r'"(draw|centre|nile|bid)":', text)[-1]
    assert f'"{key}" is there twice: delete one of them' in said
    assert said.startswith("f:2: ")


def test_a_key_that_is_there_twice_in_a_header_is_named() -> None:
    [said] = told(played, '{"ra_record": 1, "players": ["A", "B"], "players": ["C", "D"]}')
    assert said == (
        'f:1: Not the first line of a game record: "players" is there twice: delete one of them'
    )


def test_a_key_that_is_there_twice_in_a_sheet_is_named() -> None:
    text = '{"epoch": 1,\n"players": [{},\n{"tiles": {"nile": 1,\n"nile": 2}}]}'
    [said] = told(sheet, text)
    assert said == 'f: Not a score sheet: "nile" is there twice: delete one of them'


@pytest.mark.parametrize("text", [json.dumps(SHEET), json.dumps(SHEET, indent=2)])
def test_a_score_sheet_that_is_given_as_a_record_is_called_what_it_is(text: str) -> None:
    assert told(played, text) == [
        "f:1: This is a score sheet, not a game record: use `ra-companion score`"
    ]


@pytest.mark.parametrize("end", ["", "\n", '\n{"draw": "nile"}\n'])
def test_a_record_that_is_given_as_a_sheet_is_called_what_it_is(end: str) -> None:
    assert told(sheet, json.dumps(HEADER) + end) == [
        "f: This is a game record, not a score sheet: use `ra-companion replay`"
    ]
