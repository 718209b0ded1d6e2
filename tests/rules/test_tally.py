"""A score sheet as a file: what was said, and nothing that was not."""

import json

import pytest

from companion.rules.editions import NoPenalty, Split
from companion.rules.problems import BadSheet, Unreadable
from companion.rules.scoring.sheet import Row, Tally, TwoPlayers, label, read_sheet, write_sheet

SHORTEST = '{"epoch": 1, "players": [%s]}'


def with_row(row: str) -> Tally:
    """Return a sheet with one row."""
    return read_sheet((SHORTEST % row).encode())


def test_a_sheet_is_written_with_what_was_said_and_read_again() -> None:
    rows = (Row("Ann", 12, (9, 1), {"gold": 2}), Row(tiles={"nile": 1}), Row("Cleo", 0, ()))
    tally = Tally(3, rows, TwoPlayers(Split.BGG))
    written = write_sheet(tally)
    assert json.loads(written) == {
        "epoch": 3,
        "options": {"two_player_split": "bgg", "two_player_no_penalty": "off"},
        "players": [
            {"name": "Ann", "before": 12, "suns": [9, 1], "tiles": {"gold": 2}},
            {"tiles": {"nile": 1}},
            {"name": "Cleo", "before": 0, "suns": [], "tiles": {}},
        ],
    }
    assert read_sheet(written) == tally


def test_of_what_two_players_may_agree_on_only_what_they_said_is_written() -> None:
    tally = Tally(1, (Row(), Row()), TwoPlayers(None, NoPenalty.FINAL_ONLY))
    assert json.loads(write_sheet(tally))["options"] == {"two_player_no_penalty": "final_only"}


def test_a_written_sheet_is_for_people_one_thing_a_line() -> None:
    written = write_sheet(Tally(1, (Row("Ann", 10),))).decode()
    assert written.endswith("}\n")
    assert '\n "epoch": 1,\n' in written
    assert '\n   "name": "Ann",\n' in written


@pytest.mark.parametrize("number", [10**9, -(10**9)])
def test_a_number_of_a_thousand_million_is_read_and_a_larger_one_is_refused(number: int) -> None:
    farther = number + (1 if number > 0 else -1)
    assert with_row(f'{{"before": {number}}}').players[0].before == number
    with pytest.raises(BadSheet) as refused:
        with_row(f'{{"before": {farther}}}')
    assert refused.value.problem.sentence is Unreadable.NO_SHEET


def test_a_sheet_may_have_64_kibibytes_and_no_more() -> None:
    sheet = (SHORTEST % "").encode()
    room = 64 * 1024 - len(sheet)
    assert read_sheet(sheet + b" " * room) == Tally(1, ())
    with pytest.raises(BadSheet, match="65536"):
        read_sheet(sheet + b" " * (room + 1))


def test_who_has_no_name_or_one_that_fills_the_table_is_called_by_the_place() -> None:
    sheet = Tally(1, (Row("Ann"), Row(), Row(""), Row("A" * 500), Row("A" * 501)))
    assert [label(sheet, seat) for seat in range(5)] == ["Ann", "#2", "#3", "A" * 500, "#5"]
