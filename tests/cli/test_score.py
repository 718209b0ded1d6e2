"""``score``: points as JSON or as a table, and every mistake of a sheet on its own line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.terminal.table import aligned, width
from tests.cli.running import Run

MISTAKEN = b"""{"epoch": 3,
 "players": [
  {"name": "Anna", "before": 20, "suns": [1, 3, 9],
   "tiles": {
     "mon_pyramid": 4,
     "nile": -1}},
  {"name": "Ben", "before": 20, "suns": [2, 4, 9],
   "tiles": {"mon_pyramid": 2}}]}
"""


def test_a_byte_order_mark_and_windows_lines_change_nothing(run: Run) -> None:
    text = b"\xef\xbb\xbf" + MISTAKEN.replace(b"\n", b"\r\n")
    assert run("score", "-", stdin=text).err == run("score", "-", stdin=MISTAKEN).err


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\n\n{",
        b'{"epoch": 1,\n "players": [{}, {}],\n "turns": 3}',
        b'{"epoch": 1,\n "players": [{},\n {"tiles": []}]}',
        b'{"epoch": 1, "players": [{"before": 1e40}, {}]}',
        b"[" * 65_000,
        b"\x00" * 200_000,
        b"\x89PNG\xff\xfe",
        b'"\xff"',
        b"7",
    ],
)
def test_what_is_no_sheet_is_refused_in_one_line(text: bytes, run: Run) -> None:
    ran = run("score", "-", "--json", stdin=text)
    assert (ran.status, ran.out) == (2, "")
    (complaint,) = ran.complaints
    assert complaint.startswith("-: ")


def test_east_asian_names_take_two_columns() -> None:
    assert aligned([["", "安奈", "Ben"], ["Gods", "1", "20"]]) == [
        "      安奈  Ben",
        "Gods     1   20",
    ]
    assert width("e\u0301") == 1


@given(st.lists(st.lists(st.text("aé日 ", max_size=5), min_size=3, max_size=3), min_size=1))
def test_columns_stand_below_each_other(rows: list[list[str]]) -> None:
    lines = aligned([[*row, "|"] for row in rows], left=(0, 3))
    assert len({width(line) for line in lines}) == 1
