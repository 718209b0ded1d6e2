"""The index's file: whose it is, and that nothing stays in it of what it does not say any more."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal.book import Book
from companion.journal.claim import claim
from companion.journal.index import index as index_index
from companion.journal.index.index import games, totals
from companion.journal.index.indexing import reconcile, scrub
from companion.journal.index.rows import EVERYBODY, GameRow, GameTally, IndexFault, Sitter, Totals
from companion.journal.lines import GameId, Stamp
from tests.journal.disks import HASTY

GAME = GameId("000001-20260102T201530")


NAME = b"Annabella"


def described(_: object) -> GameRow:
    tallies = (GameTally(EVERYBODY, {"games": 1}),)
    return GameRow((Sitter("Ben"),), "c25", is_over=True, tallies=tallies)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one game and its index."""
    with claim(tmp_path, HASTY) as ours:
        book = Book(ours, GAME)
        book.append({"n": 0}, Stamp(0, 0, "", "key"))
        book.close()
    assert reconcile(tmp_path, described).indexed == 1
    return tmp_path


def index_of(data: Path) -> Path:
    return data / index_index.NAME


def test_other_programs_can_tell_whose_file_the_index_is_and_of_which_version(data: Path) -> None:
    head = index_of(data).read_bytes()[:100]
    assert head[68:72] == b"RaCa"
    assert int.from_bytes(head[60:64], "big") == 4  # another sets every table's index aside


def test_damage_in_what_a_game_added_to_the_totals_is_found_before_it_is_taken_away_again(
    data: Path,
) -> None:
    with closing(sqlite3.connect(index_of(data))) as index, index:
        index.execute("UPDATE tallies SET counts = x'00'")
    assert totals(data, EVERYBODY) == Totals({"games": 1}, None)
    assert reconcile(data, described).set_aside is not None
    assert totals(data, EVERYBODY) == Totals({"games": 1}, None)


def forgotten(data: Path) -> None:
    """A name in the index, and taken out of it as any SQLite may: its bytes stay."""
    with closing(sqlite3.connect(index_of(data), isolation_level=None)) as index:
        index.execute("PRAGMA secure_delete = OFF")
        index.execute("INSERT INTO sitters VALUES (?, 22, ?)", (NAME.decode(), GAME))
        index.execute("DELETE FROM sitters WHERE name = ?", (NAME.decode(),))
    assert NAME in index_of(data).read_bytes()


def test_nothing_stays_in_a_scrubbed_index_of_what_was_taken_out(data: Path) -> None:
    before = games(data)
    forgotten(data)
    assert scrub(data) is None
    assert NAME not in index_of(data).read_bytes()
    assert games(data) == before


def test_an_index_that_was_put_aside_is_taken_away_by_scrubbing(data: Path) -> None:
    index_of(data).write_bytes(NAME * 1000)
    aside = reconcile(data, described).set_aside
    assert aside is not None
    assert NAME in aside.read_bytes()
    assert scrub(data) is None
    assert not aside.exists()


def test_where_there_is_no_index_nothing_is_left_to_scrub(tmp_path: Path) -> None:
    assert scrub(tmp_path) is None


def test_an_index_that_cannot_be_scrubbed_is_said(data: Path) -> None:
    with closing(sqlite3.connect(index_of(data), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        trouble = scrub(data)
    assert trouble is not None
    assert trouble.fault is IndexFault.LOCKED
