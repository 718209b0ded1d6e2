"""A name is taken out of a game, or the game is as it was; there is never less of it."""

import errno

import pytest
from msgspec.structs import replace

from companion.journal.book import GameWriter
from companion.journal.claim import FolderLock
from companion.journal.erasing import cleaned, erased
from companion.journal.filesystem import JournalBroken
from companion.journal.games_dir import GameFile, game_files, read
from companion.journal.lines import LONGEST_BYTES, Event, GameId, Stamp
from tests.journal.disks import FOR_GOOD, Fault

GAME = GameId("000001-20260102T201530")


def game(
    ours: FolderLock, players: tuple[str, ...] = ("Anna", "Ben"), filling: str = ""
) -> GameFile:
    book = GameWriter(ours, GAME)
    events: list[Event] = [{"game": {"players": [*players], "z": filling}}, {"who": "Anna"}]
    for number, event in enumerate(events):
        book.append(event, Stamp(1000 * number, 0, "", "key"))
    book.close()
    return game_files(ours.data)[0]


def test_a_name_is_gone_and_every_other_line_is_proved(ours: FolderLock) -> None:
    game_file = game(ours)
    assert erased(ours, game_file, ["Anna"])
    header, line = read(game_file).lines
    assert header.event == {"game": {"players": ["#1", "Ben"], "z": ""}}
    assert line.event == {"who": "Anna"}
    assert [each.stamp.wall_ms for each in (header, line)] == [0, 1000]


def test_a_game_with_nothing_to_erase_is_not_written(ours: FolderLock) -> None:
    game_file = game(ours, ("#1", "Ben"))
    before = game_file.path.stat()
    assert erased(ours, game_file, ["Anna"]) is False
    assert erased(ours, game_file, ["#1"]) is False
    assert game_file.path.stat() == before


def test_a_name_in_what_cannot_be_proved_is_blotted_out(ours: FolderLock) -> None:
    game_file = game(ours, ("Ben", "Cleo"))
    with game_file.path.open("ab") as file:
        file.write(b'00000000 {"who":"Anna 2","and":"Annabel"')
    assert erased(ours, game_file, ["Anna"])
    assert game_file.path.read_bytes().endswith(b'{"who":"#","and":"Annabel"')
    assert len(read(game_file).lines) == 2


def test_a_line_that_could_not_be_proved_any_more_leaves_the_game_as_it_was(
    ours: FolderLock,
) -> None:
    bare = game(ours, ("A", "Ben")).path
    header = bare.read_bytes().partition(b"\n")[0]
    bare.unlink()
    game_file = game(ours, ("A", "Ben"), "z" * (LONGEST_BYTES - len(header) - 1))
    raw = game_file.path.read_bytes()
    assert len(read(game_file).lines) == 2
    with pytest.raises(JournalBroken):
        erased(ours, game_file, ["A"])
    assert game_file.path.read_bytes() == raw


def test_bytes_without_a_provable_line_are_only_blotted() -> None:
    assert cleaned(GAME, b'nothing "Anna" is proved', ["Anna"]) == b'nothing "#" is proved'


def test_a_disk_that_fails_leaves_the_game_as_it_was_and_it_is_said(ours: FolderLock) -> None:
    game_file = game(ours)
    raw = game_file.path.read_bytes()
    broken = replace(ours, disk=Fault(1, errno.ENOSPC, length=FOR_GOOD).disk())
    with pytest.raises(JournalBroken):
        erased(broken, game_file, ["Anna"])
    assert game_file.path.read_bytes() == raw
