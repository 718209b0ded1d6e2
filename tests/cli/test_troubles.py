"""Whatever is wrong with a file, people are told in words of ours, never in those of a parser."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO

import pytest

from companion.cli.score import scored_sheet
from companion.rules.records.json_text import Trouble
from companion.rules.records.record import LONGEST_LINE
from companion.rules.tiles import KINDS
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
    {
        "correct": 3,
        "to": [{"draw": "gold"}],
        "also": [{"correct": 4, "to": []}],
        "until": 9,
    },
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

PARSERS_WORDS = re.compile(
    r"`|\$|expected|object|array|\b(?:str|int|float|bool|null)\b|field|enum|struct|codec|byte \d"
    r"|malformed|truncated|out of range|decode|literal|delimiter|Traceback|Error|unpack|base 10",
    re.IGNORECASE,
)

OUR_OWN = ("not one JSON object on one line", "`ra-companion ")
"""Sentences with one of those words in a sense of its own."""


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
    yield "name,nile\nAnn,2,3\nBen,1"
    yield 'name,nile\n"Ann,2\nBen,1'
    yield "name,nile,nile\nAnn,2,1\nBen,1,1"
    yield "name,epoch\nAnn,2\nBen,1"
    yield "name,epoch\nAnn,x\nBen,1"
    yield "name,suns\nAnn,1 x\nBen,1"
    yield f"name,before\nAnn,{'9' * 5000}\nBen,1"
    yield "\udcff,\n"


@cache
def every_sentence() -> dict[str, None]:
    """Return every sentence that any of these texts brings forth."""
    first = json.dumps(HEADER) + "\n"
    found = [*(told(played, text) for text in headers()), *(told(sheet, text) for text in sheets())]
    found += [told(played, first + text) for text in lines()]
    return {line.partition(": ")[2]: None for reasons in found for line in reasons}


SENTENCES = Path(__file__).with_name("bad_files.txt")


def test_every_sentence_about_a_bad_file_is_one_of_those_that_were_looked_at(
    request: pytest.FixtureRequest,
) -> None:
    """Write them anew when told to, as the pictures are: then look at what has changed.

    ``pytest tests/cli/test_troubles.py tests/screen/conftest.py --update-golden``
    """
    plain = {re.sub(r' \(".*\)$', "", re.sub(r'"[^"]*"', '"…"', said)) for said in every_sentence()}
    found = "".join(f"{said}\n" for said in sorted(plain))
    if request.config.getoption("--update-golden", default=False):
        SENTENCES.write_text(found, encoding="utf-8")
    assert found == SENTENCES.read_text(encoding="utf-8")


def test_no_parser_speaks_to_people() -> None:
    for said in every_sentence():
        bare = said
        for own in OUR_OWN:
            bare = bare.replace(own, "").replace(own[:1].upper() + own[1:], "")
        # what people wrote is repeated in quotation marks
        bare = re.sub(r'"[^"]*"', "", bare)
        assert not PARSERS_WORDS.search(bare), said


def test_every_trouble_is_brought_forth() -> None:
    said = every_sentence()
    fixed = {trouble: re.split(r"{[^}]*}", trouble.value) for trouble in Trouble}
    missing = [
        trouble.name
        for trouble, parts in fixed.items()
        if not any(all(part in sentence for part in parts) for sentence in said)
    ]
    assert missing == []


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


def test_a_key_that_is_there_twice_in_a_sheet_is_named_with_its_line() -> None:
    text = '{"epoch": 1,\n"players": [{},\n{"tiles": {"nile": 1,\n"nile": 2}}]}'
    [said] = told(sheet, text)
    assert said == (
        'f:3: Not a score sheet: "nile" is there twice: delete one of them'
        ' ("players" → 2 → "tiles")'
    )


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(SHEET),
        json.dumps(SHEET, indent=2),
        "name,nile\nAnn,2\nBen,1\n",
        "name,epoch,suns,pharaoh\nAnn,1,,2\n",
    ],
)
def test_a_score_sheet_that_is_given_as_a_record_is_called_what_it_is(text: str) -> None:
    assert told(played, text) == [
        "f:1: This is a score sheet, not a game record: use `ra-companion score`"
    ]


@pytest.mark.parametrize("end", ["", "\n", '\n{"draw": "nile"}\n'])
def test_a_record_that_is_given_as_a_sheet_is_called_what_it_is(end: str) -> None:
    assert told(sheet, json.dumps(HEADER) + end) == [
        "f:1: This is a game record, not a score sheet: use `ra-companion replay`"
    ]


def test_every_kind_of_tile_is_a_column_by_which_a_sheet_is_known() -> None:
    for kind in KINDS:
        [said] = told(played, f"name,{kind}\n")
        assert "This is a score sheet" in said
