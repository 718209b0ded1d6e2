"""The history says what the journals say, or that it cannot; it never stops a game."""

import os
import random
import signal
import sqlite3
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, closing, suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.journal import games_dir
from companion.journal.book import Book
from companion.journal.claim import Claim, claim
from companion.journal.games_dir import new_game
from companion.journal.index import index as index_index
from companion.journal.index import indexing
from companion.journal.index.index import games, keep_review, names, review, totals
from companion.journal.index.indexing import Effort, add, asked, rebuild, reconcile, refresh
from companion.journal.index.rows import (
    EVERYBODY,
    GameRow,
    GameTally,
    IndexedGame,
    IndexFault,
    Listing,
    Reconciled,
    Sitter,
    Wanted,
)
from companion.journal.lines import Event, GameId, Line, Stamp
from tests.journal.disks import HASTY

BEGUN_MS = 1_767_384_930_000


def described(lines: Sequence[Line]) -> GameRow:
    """What the rules would say of a game in these tests."""
    events = [line.event for line in lines]
    players = events[0]["players"]
    assert isinstance(players, list)
    is_over = events[-1].get("end") is True
    sitters = tuple(
        Sitter(name, 10 * place if is_over else None, place if is_over else None)
        for place, name in enumerate(players, 1)
    )
    tags = tuple(str(event["tag"]) for event in events if "tag" in event)
    return GameRow(sitters, "c25", is_over, tags)


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[Claim]:
    with claim(tmp_path, HASTY) as ours:
        yield ours


def played(ours: Claim, players: Sequence[str], *events: Event) -> Book:
    """A new game with these events, one a second."""
    book = Book(ours, new_game(ours.data, BEGUN_MS))
    header: Event = {"players": [*players]}
    for second, event in enumerate((header, *events)):
        book.append(event, Stamp(BEGUN_MS + 1000 * second, 0, "", "key"))
    return book


def found(ours: Claim, wanted: Wanted = Wanted()) -> list[GameId]:  # noqa: B008 - a frozen value
    """The games that the history returns."""
    listing = games(ours.data, wanted)
    assert listing.trouble is None
    return [entry.game for entry in listing.entries]


def index_of(ours: Claim) -> Path:
    return ours.data / index_index.NAME


def test_a_game_is_listed_with_what_the_rules_say_of_it(ours: Claim) -> None:
    book = played(ours, ["Anna", "Ben"], {"bid": 9}, {"tag": "final"}, {"end": True})
    assert reconcile(ours.data, described) == Reconciled(indexed=1)
    sitters = (Sitter("Anna", 10, 1), Sitter("Ben", 20, 2))
    row = GameRow(sitters, "c25", is_over=True, tags=("final",))
    entry = IndexedGame(book.game, row, 3, BEGUN_MS, BEGUN_MS + 3000, is_whole=True)
    assert games(ours.data) == Listing((entry,), None)


def test_games_are_listed_newest_first_and_page_by_page(ours: Claim) -> None:
    all_games = [played(ours, ["Anna"]).game for _ in range(7)][::-1]
    reconcile(ours.data, described)
    assert found(ours) == all_games
    assert found(ours, Wanted(limit=3)) == all_games[:3]
    assert found(ours, Wanted(skip=3, limit=3)) == all_games[3:6]


def test_games_are_found_by_player_by_tag_and_by_being_over(ours: Claim) -> None:
    first = played(ours, ["Anna", "Ben"], {"end": True}).game
    second = played(ours, ["Ben", "Cleo"], {"tag": "rainy"}).game
    reconcile(ours.data, described)
    assert found(ours, Wanted(player="Ben")) == [second, first]
    assert found(ours, Wanted(player="Anna")) == [first]
    assert found(ours, Wanted(player="Ann")) == []
    assert found(ours, Wanted(tag="rainy")) == [second]
    assert found(ours, Wanted(is_over=False)) == [second]
    assert found(ours, Wanted(player="Ben", is_over=True)) == [first]


def test_names_used_last_come_first_and_once(ours: Claim) -> None:
    played(ours, ["Anna", "Ben"])
    played(ours, ["Cleo", "Anna"])
    reconcile(ours.data, described)
    assert names(ours.data) == ("Cleo", "Anna", "Ben")


def test_only_what_is_new_or_changed_is_read_again(ours: Claim) -> None:
    read: list[object] = []

    def counted(lines: Sequence[Line]) -> GameRow:
        read.append(lines[0].event["players"])
        return described(lines)

    book = played(ours, ["Anna"])
    played(ours, ["Ben"])
    assert reconcile(ours.data, counted).indexed == 2
    played(ours, ["Cleo"])
    book.append({"end": True}, Stamp(0, 0, "", "key"))
    read.clear()
    assert reconcile(ours.data, counted).indexed == 2
    assert read == [["Anna"], ["Cleo"]]
    assert found(ours, Wanted(is_over=True)) == [book.game]
    assert reconcile(ours.data, counted) == Reconciled()
    assert len(read) == 2


def test_a_game_whose_file_is_gone_is_forgotten(ours: Claim) -> None:
    book = played(ours, ["Anna"])
    reconcile(ours.data, described)
    book.path.unlink()
    assert reconcile(ours.data, described) == Reconciled(forgotten=1)
    assert found(ours) == []


def test_one_game_is_added_without_a_look_at_the_others(ours: Claim) -> None:
    played(ours, ["Anna"])
    book = played(ours, ["Ben"])
    assert add(ours.data, book.game, described) == Reconciled(indexed=1)
    assert found(ours) == [book.game]
    assert add(ours.data, GameId("000009-20260102T201530"), described) == Reconciled()


def test_a_game_that_makes_no_sense_is_named_and_the_others_are_listed(ours: Claim) -> None:
    good = played(ours, ["Anna"]).game
    strange = Book(ours, new_game(ours.data, BEGUN_MS))
    strange.append({"players": 3}, Stamp(0, 0, "", "key"))
    damaged = played(ours, ["Ben"], {"bid": 9})
    damaged.path.write_bytes(b"x" + damaged.path.read_bytes())
    result = reconcile(ours.data, described)
    assert result == Reconciled(indexed=1, unread=(strange.game, damaged.game))
    assert found(ours) == [good]


def test_a_game_that_was_never_begun_is_nothing_to_talk_about(ours: Claim) -> None:
    (ours.games / "000001-20260102T201530.jsonl").write_bytes(b'21e0b91b {"s":0')
    assert reconcile(ours.data, described) == Reconciled()


@pytest.mark.parametrize("raw", [b"", bytes(4096)], ids=["empty", "zeros"])
def test_a_file_that_a_power_cut_has_emptied_is_a_game_that_cannot_be_read(
    ours: Claim, raw: bytes
) -> None:
    (ours.games / "000001-20260102T201530.jsonl").write_bytes(raw)
    assert reconcile(ours.data, described).unread == ("000001-20260102T201530",)


def test_a_game_with_a_torn_end_is_listed_as_far_as_it_is_proved(ours: Claim) -> None:
    book = played(ours, ["Anna"], {"bid": 9})
    with book.path.open("ab") as file:
        file.write(b"torn")
    reconcile(ours.data, described)
    (entry,) = games(ours.data).entries
    assert (entry.events, entry.is_whole) == (1, False)


def test_a_missing_index_is_said_and_made(ours: Claim) -> None:
    game = played(ours, ["Anna"]).game
    listing = games(ours.data)
    assert listing.trouble is not None
    assert listing.trouble.fault is IndexFault.MISSING
    assert listing.trouble.detail == "No such file or directory"
    assert (listing.entries, names(ours.data)) == ((), ())
    assert (index_index.everybody(ours.data), index_index.named_since(ours.data)) == ({}, ())
    assert not index_of(ours).exists()
    reconcile(ours.data, described)
    index_of(ours).unlink()
    assert reconcile(ours.data, described).indexed == 1
    assert found(ours) == [game]


def test_a_rebuilt_index_says_the_same(ours: Claim) -> None:
    played(ours, ["Anna"], {"tag": "x"})
    played(ours, ["Ben"])
    reconcile(ours.data, described)
    before = games(ours.data)
    assert rebuild(ours.data, described) == Reconciled(indexed=2)
    assert games(ours.data) == before


def test_a_locked_index_is_said_and_nothing_is_put_aside(ours: Claim) -> None:
    played(ours, ["Anna"])
    reconcile(ours.data, described)
    with closing(sqlite3.connect(index_of(ours), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        for trouble in (games(ours.data).trouble, rebuild(ours.data, described).trouble):
            assert trouble is not None
            assert trouble.fault is IndexFault.LOCKED
    assert len(found(ours)) == 1
    assert [path.name for path in ours.data.glob("*.unusable*")] == []


@pytest.mark.parametrize("is_header_kept", [True, False])
def test_a_damaged_index_is_put_aside_and_made_anew(ours: Claim, *, is_header_kept: bool) -> None:
    game = played(ours, ["Anna"]).game
    reconcile(ours.data, described)
    path = index_of(ours)
    noise = random.Random(7).randbytes(path.stat().st_size)  # noqa: S311 - a test's noise
    damaged = path.read_bytes()[:100] + noise[100:] if is_header_kept else noise
    path.write_bytes(damaged)
    path.with_name(path.name + "-journal").write_bytes(noise)
    listing = games(ours.data)
    assert listing.trouble is not None
    assert listing.trouble.fault is IndexFault.UNUSABLE
    result = reconcile(ours.data, described)
    assert (result.indexed, result.trouble) == (1, None)
    assert result.set_aside is not None
    assert result.set_aside.read_bytes() == damaged
    assert found(ours) == [game]


def test_damage_that_no_row_shows_is_found_as_well(ours: Claim) -> None:
    played(ours, ["Anna"])
    reconcile(ours.data, described)
    raw = bytearray(index_of(ours).read_bytes())
    raw[39] = 5  # so many unused pages, says the header
    index_of(ours).write_bytes(raw)
    assert len(found(ours)) == 1
    assert reconcile(ours.data, described).set_aside is not None


def test_damage_that_makes_the_database_stammer_is_damage(ours: Claim) -> None:
    played(ours, ["Anna"])
    reconcile(ours.data, described)
    path = index_of(ours)
    path.write_bytes(path.read_bytes().replace(b"games (digits", b"games \xa8digits"))
    listing = games(ours.data)
    assert listing.trouble is not None
    assert listing.trouble.fault is IndexFault.UNUSABLE
    assert reconcile(ours.data, described).indexed == 1


def test_damage_is_looked_at_twice_before_the_index_is_put_aside(
    ours: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[bytes] = []

    def opened(data: Path, *, make: bool) -> AbstractContextManager[index_index.Index]:
        looked.append(index_of(ours).read_bytes() if index_of(ours).exists() else b"")
        return index_index.opened(data, make=make)

    monkeypatch.setattr(indexing, "opened", opened)
    index_of(ours).write_bytes(b"noise" * 1000)
    assert reconcile(ours.data, described).set_aside is not None
    assert looked == [b"noise" * 1000, b"noise" * 1000, b""]


def test_what_somebody_planted_in_the_index_calls_nothing_of_ours(ours: Claim) -> None:
    reconcile(ours.data, described)
    with index_index.opened(ours.data) as index:
        index.create_function("ours", 0, lambda: pytest.fail("it was called"))
        index.execute("CREATE VIEW planted AS SELECT ours()")
        with pytest.raises(sqlite3.OperationalError, match="unsafe use of ours"):
            index.execute("SELECT * FROM planted").fetchall()


def test_an_index_of_another_program_or_version_is_put_aside(ours: Claim) -> None:
    game = played(ours, ["Anna"]).game
    with closing(sqlite3.connect(index_of(ours))) as other:
        other.execute("CREATE TABLE recipes (name)")
    assert reconcile(ours.data, described).set_aside is not None
    with closing(sqlite3.connect(index_of(ours))) as newer:
        newer.execute("PRAGMA user_version = 999")
    assert reconcile(ours.data, described).set_aside is not None
    assert found(ours) == [game]


def test_no_flipped_bit_in_the_index_makes_it_say_something_false(ours: Claim) -> None:
    for name in ("Anna", "Ben", "Cleo"):
        played(ours, [name, "Dora"], {"tag": name}, {"end": True})
    reconcile(ours.data, described)
    truth, path = games(ours.data), index_of(ours)
    whole = path.read_bytes()
    chance = random.Random(11)  # noqa: S311 - a test's noise
    used = [place for place, byte in enumerate(whole) if byte]
    for place in chance.sample(used, 60):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << chance.randrange(8)
        path.write_bytes(flipped)
        assert set(games(ours.data).entries) <= set(truth.entries)
        assert reconcile(ours.data, described).trouble is None
        assert games(ours.data) == truth


@pytest.mark.parametrize("size", [0, 1, 50, 100, 1000, 4096, 5000])
def test_an_index_cut_short_is_made_whole(ours: Claim, size: int) -> None:
    game = played(ours, ["Anna"]).game
    reconcile(ours.data, described)
    path = index_of(ours)
    path.write_bytes(path.read_bytes()[:size])
    assert reconcile(ours.data, described).trouble is None
    assert found(ours) == [game]


def test_an_index_that_cannot_be_opened_is_said(ours: Claim) -> None:
    played(ours, ["Anna"])
    index_of(ours).mkdir()
    for trouble in (games(ours.data).trouble, reconcile(ours.data, described).trouble):
        assert trouble is not None
        assert trouble.fault is IndexFault.FAILED


def test_games_that_cannot_be_looked_at_are_said(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("not a folder")
    for folder, said in ((tmp_path, "Not a directory"), (tmp_path / "nowhere", "unable to open")):
        trouble = reconcile(folder, described).trouble
        assert trouble is not None
        assert trouble.fault is IndexFault.FAILED
        assert trouble.detail.startswith(said)


def test_a_setting_that_the_database_does_not_take_is_noticed(
    ours: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    played(ours, ["Anna"])
    monkeypatch.setattr(index_index, "_PRAGMAS", {"synchronous": 2, "synchronos": 2})
    trouble = reconcile(ours.data, described).trouble
    assert trouble is not None
    assert trouble.fault is IndexFault.FAILED
    assert "synchronos" in trouble.detail


def test_what_the_database_would_undo_is_flushed_and_cut_not_deleted(ours: Claim) -> None:
    played(ours, ["Anna"])
    reconcile(ours.data, described)
    assert index_of(ours).with_name(index_index.NAME + "-journal").read_bytes() == b""


def test_the_history_answers_on_any_thread(ours: Claim) -> None:
    game = played(ours, ["Anna"]).game
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(reconcile, ours.data, described).result().indexed == 1
    assert found(ours) == [game]


def test_a_folder_with_marks_in_its_name_is_a_folder(tmp_path: Path) -> None:
    with claim(tmp_path / "50%?mode=ro#x", HASTY) as ours:
        played(ours, ["Anna"])
        assert reconcile(ours.data, described) == Reconciled(indexed=1)
        assert index_of(ours).is_file()


def counted_games(lines: Sequence[Line]) -> GameRow:
    """A game that adds its points to the totals of everybody in it, and one to the table's."""
    row = described(lines)
    if not row.is_over:
        return row
    tallies = [GameTally(who.name, {"games": 1, "points": who.score or 0}) for who in row.players]
    return replace(row, tallies=(GameTally(EVERYBODY, {"games": 1}), *tallies))


def all_totals(ours: Claim) -> dict[str, dict[str, int]]:
    return {EVERYBODY: totals(ours.data, EVERYBODY).counts, **index_index.everybody(ours.data)}


def test_totals_are_kept_up_game_by_game_as_if_they_were_summed_anew(ours: Claim) -> None:
    first = played(ours, ["Anna", "Ben"], {"end": True})
    open_one = played(ours, ["Ben", "Cleo"])
    assert refresh(ours.data, counted_games).indexed == 2
    assert all_totals(ours) == {
        EVERYBODY: {"games": 1},
        "Anna": {"games": 1, "points": 10},
        "Ben": {"games": 1, "points": 20},
    }
    open_one.append({"end": True}, Stamp(0, 0, "", "key"))
    played(ours, ["Cleo", "Dora"], {"end": True})
    assert refresh(ours.data, counted_games).indexed == 2
    kept_up = all_totals(ours)
    assert kept_up["Ben"] == {"games": 2, "points": 30}
    assert rebuild(ours.data, counted_games).indexed == 3
    assert all_totals(ours) == kept_up
    first.path.unlink()
    assert refresh(ours.data, counted_games) == Reconciled(forgotten=1)
    assert "Anna" not in all_totals(ours)


def test_totals_that_are_not_as_they_were_written_are_not_said(ours: Claim) -> None:
    played(ours, ["Anna"], {"end": True})
    reconcile(ours.data, counted_games)
    with closing(sqlite3.connect(index_of(ours))) as index:
        index.execute("UPDATE totals SET counts = '{\"games\":9}'")
        index.commit()
    trouble = totals(ours.data, "Anna").trouble
    assert trouble is not None
    assert trouble.fault is IndexFault.UNUSABLE
    assert reconcile(ours.data, counted_games).set_aside is not None
    assert totals(ours.data, "Anna").counts == {"games": 1, "points": 10}


def test_damage_that_shows_in_an_answer_is_healed_by_asking(ours: Claim) -> None:
    game = played(ours, ["Anna"], {"end": True}).game
    refresh(ours.data, counted_games)
    with closing(sqlite3.connect(index_of(ours))) as index:
        index.execute("UPDATE totals SET counts = '{\"games\":9}'")
        index.commit()
    assert refresh(ours.data, counted_games) == Reconciled()
    done, answer = asked(ours.data, counted_games, lambda: totals(ours.data, "Anna"))
    assert done.set_aside is not None
    assert (done.trouble, answer.counts) == (None, {"games": 1, "points": 10})
    index_of(ours).write_bytes(b"noise" * 1000)
    done, listing = asked(ours.data, counted_games, lambda: games(ours.data))
    assert [entry.game for entry in listing.entries] == [game]


def test_a_folder_that_did_not_change_is_not_listed_again(
    ours: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = played(ours, ["Anna"])
    os.utime(book.path.parent, ns=(1, 1))
    assert refresh(ours.data, described).indexed == 1
    monkeypatch.setattr(games_dir, "volumes", lambda _: pytest.fail("listed again"))
    assert refresh(ours.data, described) == Reconciled()
    book.append({"end": True}, Stamp(0, 0, "", "key"))
    assert refresh(ours.data, described).indexed == 1
    assert found(ours, Wanted(is_over=True)) == [book.game]


def test_only_how_the_folder_looked_last_is_remembered(
    ours: Claim, monkeypatch: pytest.MonkeyPatch
) -> None:
    for second, name in enumerate(("Anna", "Ben"), 1):
        book = played(ours, [name])
        os.utime(book.path.parent, ns=(second, second))
        assert refresh(ours.data, described).indexed == 1
    monkeypatch.setattr(games_dir, "volumes", lambda _: pytest.fail("listed again"))
    assert refresh(ours.data, described) == Reconciled()


def test_a_folder_that_changed_just_now_is_looked_at_again(ours: Claim) -> None:
    just_now = time.time_ns() + 60 * 10**9  # however long this test takes
    for name in ("Anna", "Ben"):
        book = played(ours, [name])
        os.utime(book.path.parent, ns=(just_now, just_now))
        assert refresh(ours.data, described).indexed == 1


def test_games_are_found_by_edition_and_by_date(ours: Claim) -> None:
    early, late = (played(ours, ["Anna"]).game for _ in range(2))
    reconcile(ours.data, described)
    assert found(ours, Wanted(edition="c25")) == [late, early]
    assert found(ours, Wanted(edition="rgg2009")) == []
    assert found(ours, Wanted(since_ms=BEGUN_MS, until_ms=BEGUN_MS + 1)) == [late, early]
    assert found(ours, Wanted(since_ms=BEGUN_MS + 1)) == []
    assert found(ours, Wanted(player="Anna", until_ms=BEGUN_MS)) == []


def test_months_with_games_are_told_the_latest_first_and_each_once(ours: Claim) -> None:
    assert index_index.months(ours.data) == ()
    days = ("2025-12-31T23", "2026-01-01T00", "2026-03-15T12", "2026-03-31T23")
    for day in days:
        begun = int(datetime.fromisoformat(f"{day}:59:59+00:00").timestamp() * 1000)
        Book(ours, new_game(ours.data, begun)).append(
            {"players": ["Anna"]}, Stamp(begun, 0, "", "")
        )
    reconcile(ours.data, described)
    assert index_index.months(ours.data) == ("2026-03", "2026-01", "2025-12")


def test_no_more_months_are_told_than_a_page_has_room_for(ours: Claim) -> None:
    for number in range(40):
        begun = int(datetime(2000 + number, 6, 1, tzinfo=UTC).timestamp() * 1000)
        Book(ours, new_game(ours.data, begun)).append(
            {"players": ["Anna"]}, Stamp(begun, 0, "", "")
        )
    reconcile(ours.data, described)
    assert index_index.months(ours.data) == tuple(f"{2039 - number}-06" for number in range(36))


def test_months_that_cannot_be_told_are_left_out(ours: Claim) -> None:
    played(ours, ["Anna"])
    reconcile(ours.data, described)
    with closing(sqlite3.connect(index_of(ours))) as index, index:
        index.execute("UPDATE games SET begun_ms = ?", (10**17,))
    assert index_index.months(ours.data) == ()


@pytest.mark.parametrize("ends", ["nothing", "ROLLBACK"])
def test_what_is_done_at_once_counts_whole_or_not_at_all(ours: Claim, ends: str) -> None:
    with closing(sqlite3.connect(index_of(ours), isolation_level=None)) as index:
        index.execute("CREATE TABLE steps (number)")
        with suppress(KeyboardInterrupt), index_index.at_once(index):
            index.execute("INSERT INTO steps VALUES (1)")
            if ends == "ROLLBACK":  # as the database does by itself when the disk is full
                index.execute("ROLLBACK")
            raise KeyboardInterrupt
        assert not index.in_transaction
        with index_index.at_once(index):
            index.execute("INSERT INTO steps VALUES (2)")
        assert index.execute("SELECT number FROM steps").fetchall() == [(2,)]


def test_a_look_back_is_kept_with_its_game(ours: Claim) -> None:
    played(ours, "AB", {"end": True}).close()
    reconcile(ours.data, described)
    (game,) = found(ours)
    assert review(ours.data, game) is None
    keep_review(ours.data, game, b"{}")
    assert review(ours.data, game) == b"{}"
    assert review(ours.data, GameId("000009-20260102T201530")) is None


@pytest.mark.usefixtures("_ends_when_told")
def test_many_games_are_read_by_several_processes_and_in_order(ours: Claim) -> None:
    for _ in range(501):
        played(ours, "AB", {"end": True}).close()
    steps: list[tuple[int, int]] = []
    effort = Effort(2, lambda done, of: steps.append((done, of)))
    by_two = rebuild(ours.data, described, effort), games(ours.data, Wanted(limit=600))
    assert by_two == (rebuild(ours.data, described), games(ours.data, Wanted(limit=600)))
    assert by_two[0].indexed == len(by_two[1].entries) == 501
    assert steps[-1] == (501, 501)
    assert steps == sorted(steps)


def reader_of(lines: Sequence[Line]) -> GameRow:
    """A game that says which process read it, and whether Ctrl-C would end that."""
    is_deaf = signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    return replace(described(lines), tags=(str(os.getpid()), "deaf" if is_deaf else "ends"))


def test_a_look_back_is_forgotten_when_its_game_goes_on(ours: Claim) -> None:
    book, other = played(ours, "AB"), played(ours, "CD")
    reconcile(ours.data, described)
    for each in (book, other):
        keep_review(ours.data, each.game, b"{}")
    book.append({"end": True}, Stamp(0, 0, "", "key"))
    reconcile(ours.data, described)
    assert review(ours.data, book.game) is None
    assert review(ours.data, other.game) == b"{}"


def test_games_go_into_the_index_some_at_a_time_so_that_others_can_use_it(ours: Claim) -> None:
    seen: list[object] = []

    def interrupted(lines: Sequence[Line]) -> GameRow:
        seen.append(lines)
        if len(seen) > 500:
            raise KeyboardInterrupt
        return described(lines)

    for _ in range(501):
        played(ours, "AB").close()
    with pytest.raises(KeyboardInterrupt):
        reconcile(ours.data, interrupted)
    assert len(found(ours, Wanted(limit=600))) == 500


@pytest.fixture
def _ends_when_told() -> Iterator[None]:
    """Let signals end this process, and the workers that it begins.

    It may have been started without Ctrl-C, in the background, and a table that another test has
    opened here answers SIGTERM in Python: a worker that waits for a lock may never come to that.
    """
    ctrl_c = signal.signal(signal.SIGINT, signal.default_int_handler)
    told = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGTERM, told)
    signal.signal(signal.SIGINT, ctrl_c)


@pytest.mark.usefixtures("_ends_when_told")
@pytest.mark.parametrize("number", [499, 500])
def test_games_are_read_here_unless_there_are_many_and_more_processes_were_allowed(
    ours: Claim, number: int
) -> None:
    for _ in range(number):
        played(ours, "AB").close()

    def readers(effort: Effort) -> set[tuple[str, ...]]:
        assert rebuild(ours.data, reader_of, effort).indexed == number
        return {entry.row.tags for entry in games(ours.data, Wanted(limit=number)).entries}

    here = (str(os.getpid()), "ends")
    assert readers(Effort()) == {here}
    others = readers(Effort(workers=2))
    assert (here in others) is (number < 500)
    if number == 500:  # who began them ends them
        assert {deaf for _, deaf in others} == {"deaf"}
