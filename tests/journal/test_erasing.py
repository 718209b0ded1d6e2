"""A name is taken out of a game, or the game is as it was; there is never less of it."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal.book import Book
from companion.journal.claim import Claim, claim
from companion.journal.erasing import cleaned, erased
from companion.journal.filesystem import JournalBroken
from companion.journal.games_dir import Volume, read, volumes
from companion.journal.lines import LONGEST_BYTES, Event, GameId, Stamp
from tests.journal.disks import FOR_GOOD, HASTY, Fault

GAME = GameId("000001-20260102T201530")


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Claim]:
    with claim(tmp_path, HASTY) as ours:
        book = Book(ours, GAME)
        for number, who in enumerate(("Anna", "Ben", "Anna")):
            book.append({"who": who}, Stamp(1000 * number, 0, "", "key"))
        book.close()
        yield ours


def game(ours: Claim) -> Volume:
    return volumes(ours.data)[0]


def nameless(event: Event) -> Event:
    return {"who": "#" if event["who"] == "Anna" else event["who"]}


def who(volume: Volume) -> list[object]:
    return [line.event["who"] for line in read(volume).lines]


def test_a_name_is_gone_and_every_other_line_is_proved(ours: Claim) -> None:
    assert erased(ours, game(ours), lambda _: nameless)
    assert who(game(ours)) == ["#", "Ben", "#"]
    assert b"Anna" not in game(ours).path.read_bytes()
    assert [line.stamp.wall_ms for line in read(game(ours)).lines] == [0, 1000, 2000]


def test_a_game_with_nothing_to_erase_is_not_written(ours: Claim) -> None:
    before = game(ours).path.stat()
    assert erased(ours, game(ours), lambda _: None) is False
    assert erased(ours, game(ours), lambda _: lambda event: event) is False
    assert game(ours).path.stat() == before


def test_a_name_in_what_cannot_be_proved_is_blotted_out(ours: Claim) -> None:
    with game(ours).path.open("ab") as file:
        file.write(b'00000000 {"who":"Anna 2","and":"Annabel"')
    assert erased(ours, game(ours), lambda _: None, ["Anna"])
    assert game(ours).path.read_bytes().endswith(b'{"who":"#","and":"Annabel"')
    assert who(game(ours)) == ["Anna", "Ben", "Anna"]


def test_a_line_that_could_not_be_proved_any_more_leaves_the_game_as_it_was(ours: Claim) -> None:
    raw = game(ours).path.read_bytes()

    def too_long(_: Event) -> Event:
        return {"who": "#" * LONGEST_BYTES}

    with pytest.raises(ValueError, match="less than"):
        erased(ours, game(ours), lambda _: too_long)
    assert game(ours).path.read_bytes() == raw


def test_bytes_without_a_provable_line_are_only_blotted() -> None:
    def never(_: object) -> None:
        raise AssertionError("nobody is asked about no lines")

    assert cleaned(GAME, b'nothing "Anna" is proved', never, ["Anna"]) == b'nothing "#" is proved'


def test_a_disk_that_fails_leaves_the_game_as_it_was_and_it_is_said(ours: Claim) -> None:
    raw = game(ours).path.read_bytes()
    broken = replace(ours, disk=Fault(1, errno.ENOSPC, length=FOR_GOOD).disk())
    with pytest.raises(JournalBroken):
        erased(broken, game(ours), lambda _: nameless)
    assert game(ours).path.read_bytes() == raw
