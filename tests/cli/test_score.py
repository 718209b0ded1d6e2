"""``score``: points as JSON or as a table, and every mistake of a sheet on its own line."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.terminal.table import aligned, signed, width
from tests.cli.running import Run, Write

KEYS = ["name", "gods", "gold", "pharaohs", "river", "civilisations"]

FINAL_KEYS = ["monuments_diversity", "monuments_quantity", "suns"]

SUMS = ["net", "before", "after"]

ANNA = {
    "name": "Anna",
    "before": 20,
    "suns": [1, 3, 13],
    "tiles": {"pharaoh": 3, "flood": 1, "mon_pyramid": 4, "mon_temple": 3, "civ_art": 2},
}

BEN = {"name": "Ben", "before": 36, "suns": [2, 4, 12], "tiles": {"nile": 3, "god": 1}}

CLEO = {"name": "Cleo", "before": 20, "suns": [5, 6, 7], "tiles": {"pharaoh": 1}}


def sheet(*players: dict[str, Any], epoch: int = 3, **more: object) -> bytes:
    return json.dumps({"epoch": epoch, "players": players, **more}).encode()


def test_the_third_epoch_is_one_object_with_points_and_ranking(run: Run) -> None:
    ran = run("score", "-", "--json", stdin=sheet(ANNA, BEN, CLEO))
    assert (ran.status, ran.err) == (0, "")
    (scored,) = ran.states
    assert list(scored) == ["players", "ranking"]
    assert [list(player) for player in scored["players"]] == [KEYS + FINAL_KEYS + SUMS] * 3
    assert [player["after"] for player in scored["players"]] == [38, 36, 20]
    assert scored["ranking"] == [0, 1, 2]


def test_the_first_epochs_have_no_monuments_no_suns_and_no_ranking(run: Run) -> None:
    (scored,) = run("score", "-", "--json", stdin=sheet(ANNA, BEN, epoch=2)).states
    assert list(scored) == ["players"]
    assert [list(player) for player in scored["players"]] == [KEYS + SUMS] * 2


def test_a_sheet_is_a_file_or_standard_input(run: Run, write: Write) -> None:
    text = sheet(ANNA, BEN)
    from_file = run("score", write(text), "--json")
    assert from_file == run("score", "-", "--json", stdin=text)
    assert from_file == run("score", "--json", stdin=text)
    assert from_file.status == 0


def test_the_table_shows_points_reasons_and_the_tie_break(run: Run) -> None:
    ran = run("score", "-", stdin=sheet(ANNA, BEN, CLEO))
    assert ran.status == 0
    assert ran.out == TABLE


TABLE = """\
                     Anna  Ben  Cleo
Gods                    0   +2     0
Gold                    0    0     0
Pharaohs               +5   -2     0
River                  +1    0     0
Civilizations           0   -5    -5
Different monuments    +2    0     0
Identical monuments   +15    0     0
Suns                   -5   +5    +5
This epoch            +18    0     0
Before                 20   36    20
After                  38   36    20

Anna
  Gods                   0  none
  Gold                   0  none
  Pharaohs              +5  most pharaohs: 3
  River                 +1  floods: 1, Niles: 0
  Civilizations          0  kinds: 1 (Art)
  Different monuments   +2  different monuments: 2 (Pyramid, Temple)
  Identical monuments  +15  three or more of a kind: 4 Pyramids, 3 Temples
  Suns                  -5  lowest sum of suns: 17
Ben
  Gods                  +2  1 of them, 2 each
  Gold                   0  none
  Pharaohs              -2  fewest pharaohs: 0
  River                  0  no Flood tile, so Nile tiles score nothing: 3
  Civilizations         -5  no Civilization tile
  Different monuments    0  no Monument tile
  Identical monuments    0  no three identical monuments
  Suns                  +5  highest sum of suns: 18
Cleo
  Gods                   0  none
  Gold                   0  none
  Pharaohs               0  pharaohs: 1, between 0 and 3
  River                  0  none
  Civilizations         -5  no Civilization tile
  Different monuments    0  no Monument tile
  Identical monuments    0  no three identical monuments
  Suns                  +5  highest sum of suns: 18

1. Anna: 38
2. Ben: 36
3. Cleo: 20
"""


def test_points_that_cannot_fall_below_zero_have_a_line(run: Run) -> None:
    poor = {"name": "Anna", "before": 1}
    lines = run("score", "-", stdin=sheet(poor, BEN, epoch=1)).out.splitlines()
    assert lines[6:10] == [
        "This epoch       -5   -3",
        "Not below 0      +4    0",
        "Before            1   36",
        "After             0   33",
    ]


def test_a_tie_says_which_suns_decided_it(run: Run) -> None:
    ran = run("score", "-", stdin=sheet(ANNA, {**BEN, "before": 38}, CLEO))
    assert ran.out.splitlines()[-4:] == [
        "1. Anna: 38",
        "2. Ben: 38",
        "3. Cleo: 20",
        "38 points each, so the highest sun decides: Anna 13, Ben 12",
    ]


MISTAKEN = b"""{"epoch": 3,
 "players": [
  {"name": "Anna", "before": 20, "suns": [1, 3, 9],
   "tiles": {
     "mon_pyramid": 4,
     "nile": -1}},
  {"name": "Ben", "before": 20, "suns": [2, 4, 9],
   "tiles": {"mon_pyramid": 2}}]}
"""


def test_every_mistake_stands_on_a_line_of_its_own(run: Run, write: Write) -> None:
    file = write(MISTAKEN)
    ran = run("score", file, "--json")
    assert (ran.status, ran.out) == (1, "")
    assert ran.complaints == [
        f"{file}: Anna cannot have -1 of Nile: a number cannot be negative",
        f"{file}: The box has 5 Pyramid tiles, but the sheet has 6 (Anna 4, Ben 2)",
        f"{file}: Sun 9 appears 2 times (Anna, Ben), but there is only one",
    ]


def test_six_players_are_refused(run: Run) -> None:
    ran = run("score", "-", stdin=sheet(*[{} for _ in range(6)], epoch=1))
    assert (ran.status, ran.err) == (1, "-: Ra is for 2 to 5 players, not 6\n")


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


def test_a_sheet_that_is_not_there_or_is_a_folder_is_named(run: Run, tmp_path: Path) -> None:
    assert run("score", tmp_path / "nowhere").err == (
        f"{tmp_path}/nowhere: No such file: check its name\n"
    )
    ran = run("score", tmp_path)
    assert (ran.status, ran.err) == (2, f"{tmp_path}: This is a folder: name a file in it\n")


def test_names_in_a_table_cannot_command_the_terminal(run: Run) -> None:
    ran = run("score", "-", stdin=sheet({**ANNA, "name": "A\x1b[2J\nB"}, BEN))
    assert "\x1b" not in ran.out + ran.err
    assert (ran.status, len(ran.err.splitlines())) == (1, 1)


def test_east_asian_names_take_two_columns() -> None:
    assert aligned([["", "安奈", "Ben"], ["Gods", "1", "20"]]) == [
        "      安奈  Ben",
        "Gods     1   20",
    ]
    assert width("e\u0301") == 1


def test_nothing_has_no_sign() -> None:
    assert [signed(points) for points in (-2, 0, 5)] == ["-2", "0", "+5"]


@given(st.lists(st.lists(st.text("aé日 ", max_size=5), min_size=3, max_size=3), min_size=1))
def test_columns_stand_below_each_other(rows: list[list[str]]) -> None:
    lines = aligned([[*row, "|"] for row in rows], left=(0, 3))
    assert len({width(line) for line in lines}) == 1
