"""What a board keeps of the games of all its tables."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.index.all_tables import NAME, TROUBLES, TableGame, keep, totals

OVER = TableGame("Table 1", "7", "2026-01-02", is_over=True, counts={"games": 1, "draws": 90})


def test_games_that_are_over_add_up_of_one_day_and_of_all(tmp_path: Path) -> None:
    keep(tmp_path, OVER)
    keep(tmp_path, OVER._replace(game="8", day="2026-01-03"))
    keep(tmp_path, OVER._replace(game="9", is_over=False))
    assert totals(tmp_path) == {"games": 2, "draws": 180}
    assert totals(tmp_path, "2026-01-03") == {"games": 1, "draws": 90}
    assert totals(tmp_path, "2026-01-04") == {}


def test_a_game_told_twice_counts_once_and_one_that_is_over_stays_so(tmp_path: Path) -> None:
    for told in (OVER._replace(is_over=False, counts={}), OVER, OVER._replace(is_over=False)):
        keep(tmp_path, told)
    assert totals(tmp_path) == {"games": 1, "draws": 90}


def test_counts_that_make_no_sense_add_nothing(tmp_path: Path) -> None:
    keep(tmp_path, OVER)
    with closing(sqlite3.connect(tmp_path / NAME)) as index, index:
        for number, counts in enumerate(("[1]", "no JSON", '{"games": "1", "draws": true}')):
            row = ("Table 2", str(number), "2026-01-02", 1, counts)
            index.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?)", row)
    assert totals(tmp_path) == {"games": 1, "draws": 90}


def test_a_file_that_is_damaged_is_put_aside_and_begun_anew(tmp_path: Path) -> None:
    (tmp_path / NAME).write_bytes(b"no database at all, " * 100)
    assert totals(tmp_path) == {}
    keep(tmp_path, OVER)
    assert totals(tmp_path) == {"games": 1, "draws": 90}
    assert [path.name for path in tmp_path.glob("*.damaged")]


def test_damage_inside_the_file_is_noticed_and_no_file_stays_open(tmp_path: Path) -> None:
    keep(tmp_path, OVER)
    raw = (tmp_path / NAME).read_bytes()
    half = len(raw) // 2  # the first page, which describes the table, is whole
    (tmp_path / NAME).write_bytes(raw[:half] + b"x" * half)
    before = len(list(Path("/proc/self/fd").iterdir()))
    assert totals(tmp_path) == {}
    assert len(list(Path("/proc/self/fd").iterdir())) == before
    assert (tmp_path / NAME).with_suffix(".damaged").exists()


def test_the_folder_is_made_with_those_above_it(tmp_path: Path) -> None:
    data = tmp_path / "above" / "board"
    keep(data, OVER)
    assert totals(data) == {"games": 1, "draws": 90}


def test_a_file_that_cannot_be_opened_is_no_damage_and_stays(tmp_path: Path) -> None:
    (tmp_path / NAME).mkdir()
    with pytest.raises(TROUBLES):
        totals(tmp_path)
    assert (tmp_path / NAME).is_dir()
