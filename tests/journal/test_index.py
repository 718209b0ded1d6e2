"""The index says what the journals say, and is made anew wherever it cannot."""

import os
import random
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest

from companion.journal import index
from companion.journal.book import GameWriter
from companion.journal.claim import FolderLock, claim
from companion.journal.games_dir import new_game
from companion.journal.index import (
    LATEST,
    Description,
    GameQuery,
    Index,
    IndexedGame,
    Sitter,
    ask,
    opened,
    remove,
)
from companion.journal.lines import Event, GameId, Line, Stamp
from tests.journal.disks import HASTY
from tests.together import for_each

BEGUN_MS = 1_767_384_930_000

STAMP = Stamp(0, 0, "", "key")


def described(lines: Sequence[Line]) -> Description:
    """What the rules would say of a game in these tests: one point for the first, and so on."""
    events = [line.event for line in lines]
    players = events[0]["players"]
    assert isinstance(players, list)
    if events[-1].get("end") is not True:
        return Description(tuple(map(Sitter, players)), "c25", is_over=False)
    sitters = tuple(Sitter(name, 10 * place, place) for place, name in enumerate(players, 1))
    counts = {who.name: {"games": 1, "points": who.score or 0} for who in sitters}
    return Description(sitters, "c25", is_over=True, minutes=7, counts={"": {"games": 1}, **counts})


def played(
    ours: FolderLock, players: Sequence[str], *events: Event, begun_ms: int = BEGUN_MS
) -> GameWriter:
    """A new game with these events, one a second."""
    book = GameWriter(ours, new_game(ours.data, begun_ms))
    header: Event = {"players": [*players]}
    for second, event in enumerate((header, *events)):
        book.append(event, Stamp(begun_ms + 1000 * second, 0, "", "key"))
    return book


def found(ours: FolderLock, wanted: GameQuery = LATEST) -> list[GameId]:
    """The games that the index returns."""
    return [each.game for each in ask(ours.data, described, lambda known: known.games(wanted))]


def file_of(ours: FolderLock) -> Path:
    return ours.data / index.NAME


def everything(known: Index) -> object:
    """All that an index can say."""
    games = known.games(GameQuery(limit=1000))
    return games, known.names(), known.months(), known.totals(""), known.everybody()


END: Event = {"end": True}


def test_a_game_is_listed_with_what_the_rules_say_of_it(ours: FolderLock) -> None:
    book = played(ours, ["Anna", "Ben"], {"bid": 9}, END)
    sitters = (Sitter("Anna", 10, 1), Sitter("Ben", 20, 2))
    assert ask(ours.data, described, Index.games) == (
        IndexedGame(
            book.game, sitters, "c25", is_over=True, minutes=7, events=2, begun_ms=BEGUN_MS,
            last_ms=BEGUN_MS + 2000, is_whole=True,
        ),
    )  # fmt: skip


def test_games_are_listed_newest_first_and_page_by_page(ours: FolderLock) -> None:
    all_games = [played(ours, ["Anna"]).game for _ in range(5)][::-1]
    assert found(ours) == all_games
    assert found(ours, GameQuery(skip=2, limit=2)) == all_games[2:4]


@pytest.mark.parametrize(
    ("raw", "is_said"), [(b"", True), (bytes(4096), True), (b'21e0b91b {"s":0', False)]
)
def test_a_file_that_a_power_cut_has_emptied_is_said_and_a_game_never_begun_is_not(
    ours: FolderLock, raw: bytes, *, is_said: bool
) -> None:
    (ours.games / "000001-20260102T201530.jsonl").write_bytes(raw)
    unread = ask(ours.data, described, lambda known: known.unread)
    assert unread == (("000001-20260102T201530",) if is_said else ())


def test_the_millionth_game_is_newer_than_the_one_before(ours: FolderLock) -> None:
    names = ("999999-20260102T201530", "1000000-20260102T201530")
    for name in names:
        GameWriter(ours, GameId(name)).append({"players": ["Anna"]}, STAMP)
    assert found(ours) == [*reversed(names)]


def test_games_are_found_by_player_by_being_over_by_edition_and_by_date(ours: FolderLock) -> None:
    first = played(ours, ["Anna", "Ben"], END).game
    second = played(ours, ["Ben", "#2"], begun_ms=BEGUN_MS + 1).game
    third = played(ours, ["#1", "#2"]).game
    assert found(ours, GameQuery(player="Ben")) == [second, first]
    assert found(ours, GameQuery(player="Ann")) == []
    assert found(ours, GameQuery(is_over=False)) == [third, second]
    assert found(ours, GameQuery(player="Ben", is_over=True)) == [first]
    assert found(ours, GameQuery(edition="c25")) == [third, second, first]
    assert found(ours, GameQuery(edition="rgg2009")) == []
    assert found(ours, GameQuery(since_ms=BEGUN_MS + 1)) == [second]
    assert found(ours, GameQuery(until_ms=BEGUN_MS + 1)) == [third, first]
    assert found(ours, GameQuery(is_named=True)) == [second, first]
    assert found(ours, GameQuery(is_named=False)) == [third]


def test_names_used_last_come_first_and_once_in_the_order_of_seats(ours: FolderLock) -> None:
    played(ours, ["Anna", "Ben"])
    played(ours, ["Zoe", "Cleo", "Anna"])
    assert ask(ours.data, described, Index.names) == ("Zoe", "Cleo", "Anna", "Ben")


def test_months_with_games_are_told_the_latest_first_and_each_once(ours: FolderLock) -> None:
    assert ask(ours.data, described, Index.months) == ()
    for day in ("2025-12-31T23", "2026-01-01T00", "2026-03-15T12", "2026-03-31T23"):
        begun = datetime.fromisoformat(f"{day}:59:59+00:00").timestamp() * 1000
        played(ours, ["Anna"], begun_ms=int(begun))
    played(ours, ["Anna"], begun_ms=10**17)  # no calendar has that
    assert ask(ours.data, described, Index.months) == ("2026-03", "2026-01", "2025-12")


def test_only_what_is_new_or_changed_is_read_again(ours: FolderLock) -> None:
    read: list[object] = []

    def counted(lines: Sequence[Line]) -> Description:
        read.append(lines[0].event["players"])
        return described(lines)

    book = played(ours, ["Anna"])
    played(ours, ["Ben"])
    assert len(ask(ours.data, counted, Index.games)) == 2
    played(ours, ["Cleo"])
    book.append(END, STAMP)
    read.clear()
    assert len(ask(ours.data, counted, Index.games)) == 3
    assert read == [["Anna"], ["Cleo"]]
    assert found(ours, GameQuery(is_over=True)) == [book.game]
    assert len(ask(ours.data, counted, Index.games)) == 3
    assert len(read) == 2


def test_what_must_be_read_is_known_before_it_is_read(ours: FolderLock) -> None:
    games = [played(ours, ["Anna"]).game for _ in range(2)]
    with opened(ours.data) as known:
        assert [game_file.game for game_file in known.changed()] == games
        assert known.games() == ()
        known.sync(described)
        assert known.changed() == []


def test_a_game_whose_file_is_gone_is_forgotten_with_all_it_counted(ours: FolderLock) -> None:
    book = played(ours, ["Anna"], END)
    played(ours, ["Ben"], END)
    before = ask(ours.data, described, everything)
    book.path.unlink()
    after = ask(ours.data, described, everything)
    assert after != before
    assert ask(ours.data, described, Index.names) == ("Ben",)
    remove(ours.data)
    assert ask(ours.data, described, everything) == after


def test_totals_are_those_of_all_games_whenever_they_were_read(ours: FolderLock) -> None:
    played(ours, ["Anna", "Ben"], END)
    open_one = played(ours, ["Ben", "Cleo"])
    assert ask(ours.data, described, Index.everybody) == {
        "Anna": {"games": 1, "points": 10},
        "Ben": {"games": 1, "points": 20},
    }
    open_one.append(END, STAMP)
    played(ours, ["Cleo", "Dora"], END)
    kept_up = ask(ours.data, described, everything)
    assert ask(ours.data, described, lambda known: known.totals("Ben")) == {
        "games": 2,
        "points": 30,
    }
    assert ask(ours.data, described, lambda known: known.totals("")) == {"games": 3}
    assert ask(ours.data, described, lambda known: known.totals("Nobody")) == {}
    assert ask(ours.data, described, Index.players) == ("Anna", "Ben", "Cleo", "Dora")
    remove(ours.data)
    assert ask(ours.data, described, everything) == kept_up


def test_a_game_that_makes_no_sense_is_named_and_the_others_are_listed(ours: FolderLock) -> None:
    good = played(ours, ["Anna"]).game
    strange = GameWriter(ours, new_game(ours.data, BEGUN_MS))
    strange.append({"players": 3}, STAMP)
    damaged = played(ours, ["Ben"], {"bid": 9})
    damaged.path.write_bytes(b"x" + damaged.path.read_bytes())
    late = played(ours, ["Cleo"], begun_ms=2**63)
    unread = ask(ours.data, described, lambda known: known.unread)
    assert unread == (strange.game, damaged.game, late.game)
    assert found(ours) == [good]


def test_a_game_that_can_no_longer_be_read_is_no_longer_listed(ours: FolderLock) -> None:
    book = played(ours, ["Anna"], END)
    assert found(ours) == [book.game]
    book.path.write_bytes(b"nothing is proved\n")
    assert ask(ours.data, described, lambda known: (known.games(), known.unread)) == (
        (),
        (book.game,),
    )
    assert ask(ours.data, described, Index.everybody) == {}


def test_a_game_with_a_torn_end_is_listed_as_far_as_it_is_proved(ours: FolderLock) -> None:
    book = played(ours, ["Anna"], {"bid": 9})
    with book.path.open("ab") as file:
        file.write(b"torn")
    (entry,) = ask(ours.data, described, Index.games)
    assert (entry.events, entry.is_whole) == (1, False)


def test_how_far_it_is_is_told_from_none_to_all(ours: FolderLock) -> None:
    for _ in range(60):
        played(ours, "AB", END).close()
    steps: list[tuple[int, int]] = []
    ask(ours.data, described, Index.games, lambda done, of: steps.append((done, of)))
    assert steps[0] == (0, 60)
    assert steps[-1] == (60, 60)
    assert steps == sorted(steps)
    assert len(steps) > 3
    steps.clear()
    ask(ours.data, described, Index.games, lambda done, of: steps.append((done, of)))
    assert steps == []


def test_others_can_use_it_while_many_games_are_read_and_what_was_read_stays_read(
    ours: FolderLock,
) -> None:
    for _ in range(60):
        played(ours, "AB", END).close()
    answers: list[int] = []

    def asked(lines: Sequence[Line]) -> Description:
        with opened(ours.data) as known:
            answers.append(len(known.games(GameQuery(limit=100))))
        if len(answers) == 40:
            raise KeyboardInterrupt
        return described(lines)

    with pytest.raises(KeyboardInterrupt):
        ask(ours.data, asked, Index.games)
    assert sorted(set(answers)) == [0, 25]
    with opened(ours.data) as known:
        assert len(known.games()) == 25
    assert len(found(ours, GameQuery(limit=100))) == 60


def test_an_index_held_by_another_program_is_said_and_stays(
    ours: FolderLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(index, "_PATIENCE_SECONDS", 0.01)
    played(ours, ["Anna"])
    games = found(ours)
    with closing(sqlite3.connect(file_of(ours), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            found(ours)
    assert found(ours) == games


def test_damage_that_shows_only_in_an_answer_is_healed_by_asking(ours: FolderLock) -> None:
    game = played(ours, ["Anna"], END).game
    truth = ask(ours.data, described, everything)
    for damage in (
        "UPDATE counts SET counts = '[' || counts",
        "UPDATE counts SET counts = x'ff'",
        "DROP TABLE sitters",
        "UPDATE sitters SET name = CAST(x'ff' AS TEXT)",
    ):
        with closing(sqlite3.connect(file_of(ours))) as db, db:
            db.execute(damage)
        assert ask(ours.data, described, everything) == truth, damage
    assert found(ours) == [game]


@for_each(
    made_by=[
        "CREATE TABLE recipes (name)",
        "CREATE TABLE games (x)",
        "PRAGMA user_version = 4",
        "PRAGMA user_version = 999",
    ]
)
def test_an_index_of_another_version_is_replaced(
    made_by: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with claim(tmp_path_factory.mktemp("data"), HASTY) as ours:
        game = played(ours, ["Anna"]).game
        with closing(sqlite3.connect(file_of(ours))) as other:
            other.execute(made_by)
        assert found(ours) == [game]
        assert ask(ours.data, described, Index.names) == ("Anna",)


def test_no_flipped_bit_stops_the_index_from_answering_and_a_damaged_one_is_made_anew(
    ours: FolderLock,
) -> None:
    for name in ("Anna", "Ben", "Cleo"):
        played(ours, [name, "Dora"], END)
    truth, path = ask(ours.data, described, everything), file_of(ours)
    whole = path.read_bytes()
    chance = random.Random(11)  # noqa: S311 - a test's noise
    used = [place for place, byte in enumerate(whole) if byte]
    for place in chance.sample(used, 60):
        flipped = bytearray(whole)
        flipped[place] ^= 1 << chance.randrange(8)
        path.write_bytes(flipped)
        ask(ours.data, described, everything)
        remove(ours.data)
        assert ask(ours.data, described, everything) == truth
    noise = chance.randbytes(len(whole))
    for damaged in (
        noise,
        whole[:100] + noise[100:],
        *(whole[:at] for at in (0, 1, 50, 100, 5000)),
    ):
        path.write_bytes(damaged)
        path.with_name(path.name + "-journal").write_bytes(noise)
        assert ask(ours.data, described, everything) == truth


@for_each(name=[index.NAME, f"{index.NAME}-journal"], made=[os.mkdir, os.mkfifo])
def test_what_is_no_file_is_said_and_waits_for_nobody(
    name: str, made: object, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with claim(tmp_path_factory.mktemp("data"), HASTY) as ours:
        played(ours, ["Anna"])
        made(ours.data / name)  # type: ignore[operator]
        with pytest.raises(index.TROUBLES):
            found(ours)


def test_games_that_cannot_be_looked_at_are_said(tmp_path: Path) -> None:
    (tmp_path / "games").write_text("not a folder")
    with pytest.raises(OSError, match="Not a directory"):
        ask(tmp_path, described, Index.games)
    with pytest.raises(sqlite3.OperationalError, match="unable to open"):
        ask(tmp_path / "nowhere", described, Index.games)


def test_the_index_answers_on_any_thread(ours: FolderLock) -> None:
    game = played(ours, ["Anna"]).game
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(found, ours).result() == [game]
    assert found(ours) == [game]


def test_a_folder_with_marks_in_its_name_is_a_folder(tmp_path: Path) -> None:
    with claim(tmp_path / "50%?mode=ro#x", HASTY) as ours:
        assert found(ours) == []
        assert file_of(ours).is_file()


def test_a_look_back_is_kept_until_its_game_goes_on(ours: FolderLock) -> None:
    book, other = played(ours, "AB"), played(ours, "CD")

    def reviews(known: Index) -> list[bytes | None]:
        return [known.review(each.game) for each in (book, other)]

    assert ask(ours.data, described, reviews) == [None, None]
    with opened(ours.data) as known:
        for game in (book.game, other.game, GameId("000009-20260102T201530")):
            known.keep_review(game, b"{}")
    assert ask(ours.data, described, reviews) == [b"{}", b"{}"]
    book.append(END, STAMP)
    assert ask(ours.data, described, reviews) == [None, b"{}"]


def test_nothing_stays_in_a_scrubbed_index_of_what_was_taken_out(ours: FolderLock) -> None:
    played(ours, ["Ben"])
    before = ask(ours.data, described, everything)
    with closing(sqlite3.connect(file_of(ours), isolation_level=None)) as db:
        db.execute("PRAGMA secure_delete = OFF")
        db.execute("INSERT INTO sitters VALUES ('other', 1, 'Annabella', 1, 1)")
        db.execute("DELETE FROM sitters WHERE name = 'Annabella'")
    assert b"Annabella" in file_of(ours).read_bytes()
    ask(ours.data, described, Index.scrub)
    assert b"Annabella" not in file_of(ours).read_bytes()
    assert ask(ours.data, described, everything) == before


def test_the_first_page_of_ten_thousand_games_looks_at_a_page_of_them_only(
    ours: FolderLock,
) -> None:
    """A list asks for who sat at the table only of the games that it shows."""
    for _ in range(30):
        played(ours, "AB", END).close()
    with opened(ours.data) as known:
        known.sync(described)
        asked: list[str] = []
        known._db.set_trace_callback(asked.append)  # noqa: SLF001 - what it asks
        assert len(known.games(GameQuery(limit=6))) == 6
        assert len(asked) == 7
