"""Games are found in the order in which they were begun, whatever the clock said."""

import errno
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.journal.book import GameWriter
from companion.journal.claim import FolderLock
from companion.journal.filesystem import FolderTrouble, JournalBroken
from companion.journal.games_dir import (
    ResumeSearch,
    find,
    game_files,
    glimpse,
    lost,
    new_game,
    newest_first,
    read,
    unfinished,
)
from companion.journal.lines import (
    LONGEST_BYTES,
    Event,
    Flaw,
    FlawKind,
    GameId,
    Stamp,
    beginning,
    line_at,
    write_line,
)

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "key")

EVENING_MS = 1_767_384_930_000

HEADER: Event = {"ra_record": 1}

END: Event = {"end": True}


def is_end(event: Event) -> bool:
    return event == END


def begun(ours: FolderLock, *events: Event) -> GameId:
    """A new game with a header and these events."""
    book = GameWriter(ours, new_game(ours.data, EVENING_MS))
    for event in (HEADER, *events):
        book.append(event, STAMP)
    book.close()
    return book.game


def path_of(ours: FolderLock, game: GameId) -> Path:
    return ours.games / f"{game}.jsonl"


def found(ours: FolderLock) -> GameId | None:
    """The game to resume."""
    game_file = unfinished(ours.data, is_end).found
    return None if game_file is None else game_file.game


def test_a_game_is_named_by_its_number_and_its_evening(ours: FolderLock) -> None:
    assert begun(ours) == "000001-20260102T201530"
    assert begun(ours) == "000002-20260102T201530"


@given(st.integers(-(10**18), 10**18))
def test_any_clock_gives_a_name(wall_ms: int) -> None:
    name = new_game(Path("no such folder"), wall_ms)
    assert len(name) == 22
    assert name.startswith("000001-")


def test_a_clock_that_is_set_back_does_not_change_the_order(ours: FolderLock) -> None:
    games = []
    for wall_ms in (EVENING_MS, 0, EVENING_MS * 3, -5, EVENING_MS):
        games.append(new_game(ours.data, wall_ms))
        GameWriter(ours, games[-1]).append(HEADER, STAMP)
    assert [game_file.game for game_file in game_files(ours.data)] == games
    assert [game_file.game for game_file in newest_first(ours.data)] == games[::-1]
    assert games == sorted(games)


def test_the_millionth_game_stands_after_those_with_shorter_numbers(ours: FolderLock) -> None:
    old = path_of(ours, begun(ours))
    old.rename(path_of(ours, GameId("999999-20260102T201530")))
    assert begun(ours) == "1000000-20260102T201530"
    assert [game_file.number for game_file in game_files(ours.data)] == [999_999, 1_000_000]
    assert [game_file.number for game_file in newest_first(ours.data)] == [1_000_000, 999_999]


def test_a_name_is_not_given_again_while_anything_of_the_game_is_there(ours: FolderLock) -> None:
    path = path_of(ours, begun(ours))
    path.rename(path.with_name(path.name + ".unproved-1"))
    assert game_files(ours.data) == ()
    assert begun(ours) == "000002-20260102T201530"


def test_a_game_is_lost_if_only_copies_are_left_that_nobody_could_prove(ours: FolderLock) -> None:
    kept, gone = (path_of(ours, begun(ours)) for _ in range(2))
    for path in (kept, gone):
        path.with_name(path.name + ".unproved-1").write_bytes(b"noise")
    gone.unlink()
    assert lost(ours.data) == (gone.with_name(gone.name + ".unproved-1"),)


def test_other_files_are_no_games(ours: FolderLock) -> None:
    game = begun(ours)
    for name in ("9 notes.txt", "1.jsonl", f"{game}.jsonl~", f"{game}.jsonl.unproved-1", ".jsonl"):
        (ours.games / name).write_text("x")
    assert [game_file.game for game_file in game_files(ours.data)] == [game]
    assert [game_file.game for game_file in newest_first(ours.data)] == [game]
    assert new_game(ours.data, 0) == "000002-19700101T000000"


def test_a_folder_without_games_is_an_empty_shelf(tmp_path: Path) -> None:
    assert game_files(tmp_path / "none") == ()
    assert unfinished(tmp_path / "none", is_end) == ResumeSearch(None, ())


def test_a_folder_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("not a folder")
    with pytest.raises(JournalBroken) as caught:
        game_files(tmp_path)
    assert caught.value.kind is FolderTrouble.GONE


@pytest.mark.parametrize(
    ("games", "behind", "resumed"),
    [
        ([[], []], b"", 1),
        ([[END], []], b"", 1),
        ([[], [END]], b"", 0),
        ([[END], [END]], b"", None),
        ([[], [END, {"undo": 1}]], b"", 1),
        ([[], [END]], b"21e0b9", 0),  # a torn end does not hide that a game is over
        ([[], [END]], b"21e0b9\n", 1),  # a last line that cannot be trusted does
    ],
)
def test_the_newest_game_without_an_end_is_resumed(
    ours: FolderLock, games: list[list[Event]], behind: bytes, resumed: int | None
) -> None:
    names = [begun(ours, *events) for events in games]
    with path_of(ours, names[-1]).open("ab") as file:
        file.write(behind)
    assert found(ours) == (None if resumed is None else names[resumed])


def test_a_game_that_cannot_be_read_is_not_passed_over_as_one_without_a_header_is(
    ours: FolderLock,
) -> None:
    game, bad = begun(ours), begun(ours, {"bid": 9})
    path = path_of(ours, bad)
    path.write_bytes(b"x" + path.read_bytes()[1:])
    search = unfinished(ours.data, is_end)
    assert search.found is not None
    assert (search.found.game, [each.game for each in search.unproved]) == (game, [bad])
    folder = new_game(ours.data, EVENING_MS)
    path_of(ours, folder).mkdir()
    assert found(ours) == folder


def test_a_game_that_was_never_begun_is_passed_over_in_silence(ours: FolderLock) -> None:
    game = begun(ours)
    for size in (1, 8, 9, 15):
        path_of(ours, new_game(ours.data, EVENING_MS)).write_bytes(b'21e0b91b {"s":0'[:size])
    assert unfinished(ours.data, is_end).unproved == ()
    assert found(ours) == game


@pytest.mark.parametrize("raw", [b"", bytes(300), bytes(300) + b'"e":{}}\n', b"21e0b91b \x00"])
def test_what_a_power_cut_may_have_made_of_a_game_is_passed_over_and_said(
    ours: FolderLock, raw: bytes
) -> None:
    game = begun(ours)
    path_of(ours, lost := new_game(ours.data, EVENING_MS)).write_bytes(raw)
    assert [game_file.game for game_file in unfinished(ours.data, is_end).unproved] == [lost]
    assert found(ours) == game


def test_what_nobody_ended_long_ago_is_not_resumed(ours: FolderLock) -> None:
    game = begun(ours)
    for _ in range(9):
        begun(ours, END)
    game_file = find(ours.data, game)
    assert unfinished(ours.data, is_end, among=10) == ResumeSearch(game_file, ())
    assert unfinished(ours.data, is_end, among=9) == ResumeSearch(None, ())


def test_a_glimpse_of_a_long_game_is_its_header_and_its_last_line(ours: FolderLock) -> None:
    long: Event = {"x": "y" * 300_000}
    game = begun(ours, {"bid": 9}, long, {"bid": 13}, long)
    game_file = find(ours.data, game)
    assert game_file is not None
    ends = glimpse(game_file)
    assert ends.first == line_at(beginning(game), HEADER, STAMP)
    assert ends.last is not None
    assert (ends.last.number, ends.last.event, ends.last.stamp) == (4, long, STAMP)
    assert ends.was_begun


@pytest.mark.parametrize("size", [300, 4095, 4096, 4097, 4098, 8192, 8193, 100_000])
def test_the_only_line_of_a_game_is_both_its_ends(ours: FolderLock, size: int) -> None:
    shortest = len(write_line({"x": ""}, STAMP, beginning(GameId("any"))))
    header: Event = {"x": "y" * (size - shortest)}
    game = new_game(ours.data, EVENING_MS)
    book = GameWriter(ours, game)
    book.append(header, STAMP)
    assert book.path.stat().st_size == size
    ends = glimpse(game_files(ours.data)[0])
    assert ends.first == ends.last == line_at(beginning(game), header, STAMP)


@pytest.mark.parametrize(("size", "was_begun"), [(LONGEST_BYTES - 1, False), (LONGEST_BYTES, True)])
def test_more_than_a_header_that_was_cut_short_was_a_game(
    ours: FolderLock, size: int, *, was_begun: bool
) -> None:
    path_of(ours, begun(ours)).write_bytes(b"21e0b91b " + b"x" * (size - 9))
    assert glimpse(game_files(ours.data)[0]).was_begun is was_begun


@pytest.mark.parametrize("raw", [b"\0" * 5_000_000, b"\n" * 9_000, b"a" * 4095 + b"\n", b"\n"])
def test_a_glimpse_of_rubbish_proves_nothing(ours: FolderLock, raw: bytes) -> None:
    game = begun(ours)
    path_of(ours, game).write_bytes(raw)
    ends = glimpse(game_files(ours.data)[0])
    assert isinstance(ends.first, Flaw)
    assert ends.last is None


def test_reading_a_game_leaves_it_alone_and_proves_it(ours: FolderLock) -> None:
    path = path_of(ours, begun(ours, {"bid": 9}))
    raw = path.read_bytes() + b"torn"
    path.write_bytes(raw)
    verified = read(game_files(ours.data)[0])
    assert [line.event for line in verified.lines] == [HEADER, {"bid": 9}]
    assert verified.flaw == Flaw(FlawKind.TORN, 2, len(raw) - 4)
    assert path.read_bytes() == raw


def test_a_game_that_went_away_is_said_when_read(ours: FolderLock) -> None:
    begun(ours)
    game_file = game_files(ours.data)[0]
    game_file.path.unlink()
    for look in (read, glimpse):
        with pytest.raises(JournalBroken) as caught:
            look(game_file)
        assert (caught.value.kind, caught.value.errno) == (FolderTrouble.GONE, errno.ENOENT)


def test_a_game_is_found_by_its_name_or_its_number(ours: FolderLock) -> None:
    first, second = begun(ours), begun(ours)
    for wanted, game in ((first, first), ("2", second), ("000001", first)):
        game_file = find(ours.data, wanted)
        assert game_file is not None
        assert game_file.game == game
    for wanted in ("3", "", "0", "../lock", os.fspath(path_of(ours, first)), "9" * 5_000):
        assert find(ours.data, wanted) is None


def test_two_games_with_one_number_are_found_by_name_only(ours: FolderLock) -> None:
    game = begun(ours)
    path_of(ours, GameId("000001-19700101T000000")).write_bytes(b"")
    assert find(ours.data, "1") is None
    assert find(ours.data, game) is not None
