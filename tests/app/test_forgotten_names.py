"""A name that is also a word of the record is forgotten, and nothing else of the game."""

import errno
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from msgspec.structs import replace

from companion.app.forgetting import DAY_MS, forget, forget_old
from companion.core.model import Rejected
from companion.core.notices import Notes, Notice
from companion.exports.kept_game import describe
from companion.journal import erasing, game_lines, games_dir, index
from companion.journal.book import GameWriter
from companion.journal.claim import FolderLock
from companion.journal.erasing import DifferentGame, cleaned
from companion.journal.filesystem import JournalBroken
from companion.journal.games_dir import GameFile
from companion.journal.index import Index
from companion.journal.lines import Event, GameId, Stamp, verify
from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import SetLevel, Undo
from tests.cli.running import Run
from tests.statistics.evenings import BEGUN_MS, claimed, keep

OTHERS = ("Ben", "Cleo")


@pytest.fixture
def ours(tmp_path: Path) -> Iterator[FolderLock]:
    with claimed(tmp_path / "data") as ours:
        yield ours


def game_of(ours: FolderLock, names: Sequence[str]) -> GameFile:
    """A whole game with refused tags, something taken back, and a partial rest."""
    game = keep(ours, players=len(names), names=names, less=30)
    book = GameWriter.reopen(ours, game).book
    refused = Problem(Why.AUCTION_RUNNING, {"name": names[0]})
    together = Notice(Notes.TOGETHER, {"name": names[0], "other": names[1]})
    events: list[Event] = [
        game_lines.rejected_line(Rejected("04A2", refused, 3)),
        game_lines.rejected_line(Rejected("nile", together, 3)),
        game_lines.line(Undo(1)),
        game_lines.line(Fix(epoch=2)),
        game_lines.line(SetLevel(Level.LIGHT)),
    ]
    for number, event in enumerate(events):
        book.append(event, Stamp(BEGUN_MS + 10_000_000 + number, number, "boot", "key"))
    book.close()
    game_file = games_dir.find(ours.data, game)
    assert game_file is not None
    return game_file


def words_of(said: object) -> Iterator[str]:
    """Every string of some JSON, keys included."""
    match said:
        case str():
            yield said
        case list():
            for each in said:
                yield from words_of(each)
        case dict():
            for key, value in said.items():
                yield from words_of(key)
                yield from words_of(value)
        case _:
            pass


def words(game_file: GameFile) -> tuple[str, ...]:
    lines = games_dir.read(game_file).lines
    said = [msgspec.json.decode(msgspec.json.encode(line)) for line in lines]
    return tuple(sorted({word for each in said for word in words_of(each) if word}))


def see_the_same_game(
    before: bytes, after: bytes, game_file: GameFile, forgotten: set[int]
) -> None:
    """See that every line is there and proved, and that only the names at these seats differ."""
    was, now = verify([before], game_file.game), verify([after], game_file.game)
    assert now.flaw is None
    assert [line.stamp for line in now.lines] == [line.stamp for line in was.lines]
    for line, again in zip(was.lines[1:], now.lines[1:], strict=True):
        assert again.event == line.event or "rejected" in line.event
    old, new = game_lines.read(was.lines), game_lines.read(now.lines)
    assert old is not None
    assert new is not None
    assert new.entries == old.entries
    assert new.understood == old.understood == len(was.lines)
    assert [m.game.players for m in new.timeline.steps] == [
        m.game.players for m in old.timeline.steps
    ]
    assert [(each.uid, each.after) for each in new.rejected] == [
        (each.uid, each.after) for each in old.rejected
    ]
    assert new.agreement == old.agreement
    for seat, guest in enumerate(new.guests):
        player = new.timeline.start.setup.players[seat]
        if seat in forgotten:
            assert (guest.name, player.strip("#")) == ("", str(seat + 1))
        else:
            assert guest == old.guests[seat]
            assert player == old.timeline.start.setup.players[seat]


@pytest.mark.parametrize("who", ["nile", "c25", "draw", "key", "light", "rejected"])
def test_who_is_called_like_a_word_of_the_record_is_forgotten_and_the_game_stays(
    ours: FolderLock, who: str
) -> None:
    game_file = game_of(ours, (who, *OTHERS))
    before = game_file.path.read_bytes()
    assert forget(ours, who).games == (game_file.game,)
    see_the_same_game(before, game_file.path.read_bytes(), game_file, {0})


def test_no_name_of_any_kind_touches_anything_but_names(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with claimed(tmp_path_factory.mktemp("words")) as ours:
        known = words(game_of(ours, ("Anna", *OTHERS)))

    @settings(max_examples=15, deadline=None)
    @given(some.lists(some.sampled_from(known), min_size=3, max_size=5, unique=True), some.data())
    def holds(names: list[str], draw: some.DataObject) -> None:
        gone = draw.draw(some.none() | some.sampled_from(names))
        with claimed(tmp_path_factory.mktemp("game")) as ours:
            game_file = game_of(ours, names)
            before = game_file.path.read_bytes()
            after = cleaned(game_file.game, before, None if gone is None else (gone,))
            seats = {*range(len(names))} if gone is None else {names.index(gone)}
            see_the_same_game(before, after, game_file, seats)

    holds()


def test_the_names_of_guests_who_are_words_of_the_record_run_out_and_the_game_stays(
    ours: FolderLock,
) -> None:
    game_file = game_of(ours, ("nile", "c25", "god"))
    before = game_file.path.read_bytes()
    index.ask(ours.data, describe, Index.games)
    assert forget_old(ours, 0, BEGUN_MS + 9 * DAY_MS).games == (game_file.game,)
    see_the_same_game(before, game_file.path.read_bytes(), game_file, {0, 1, 2})


def test_a_refused_tag_forgets_whose_turn_it_was(ours: FolderLock) -> None:
    game_file = game_of(ours, ("Zofia", "nile", "Cleo"))
    forget(ours, "Zofia")
    forget(ours, "nile")
    kept = game_lines.read(games_dir.read(game_file).lines)
    assert kept is not None
    assert [dict(each.why.facts) for each in kept.rejected] == [
        {"name": "#1"},
        {"name": "#1", "other": "#2"},
    ]
    assert kept.rejected[1].uid == "nile"
    assert b"Zofia" not in game_file.path.read_bytes()


def test_whoever_never_played_is_nobody_though_the_record_says_the_word(
    run: Run, tmp_path: Path
) -> None:
    with claimed(tmp_path) as ours:
        game_file = game_of(ours, ("Anna", *OTHERS))
        before = game_file.path.read_bytes()
    ran = run("forget", "nile", "--data", tmp_path)
    assert ran.status == 1
    assert game_file.path.read_bytes() == before


def test_what_would_be_another_game_replaces_none(
    ours: FolderLock, monkeypatch: pytest.MonkeyPatch
) -> None:
    game_file = game_of(ours, ("Anna", *OTHERS))
    before = game_file.path.read_bytes()

    def without_a_line(game: GameId, raws: Sequence[bytes], change: erasing.Change) -> bytes:
        return sealed(game, raws[:-1], change)

    sealed = erasing.sealed
    monkeypatch.setattr(erasing, "sealed", without_a_line)
    with pytest.raises(DifferentGame):
        cleaned(game_file.game, before, ("Anna",))
    with pytest.raises(JournalBroken):
        forget(ours, "Anna")
    assert game_file.path.read_bytes() == before


def test_a_header_that_this_version_refuses_forgets_as_well(ours: FolderLock) -> None:
    book = GameWriter(ours, GameId("000001-20260102T201530"))
    table = {"guests": [{"button": 99, "name": "Zofia"}, {"button": "no", "name": "nile"}]}
    header: Event = {"game": {"players": ["Zofia", "nile"], "edition": "nile"}, "table": table}
    events: list[Event] = [header, {"draw": "nile"}]
    for number, event in enumerate(events):
        book.append(event, Stamp(number, 0, "", "key"))
    book.close()
    game_file = games_dir.game_files(ours.data)[0]
    assert forget(ours, "nile").games == (game_file.game,)
    first, second = games_dir.read(game_file).lines
    assert first.event == {
        "game": {"players": ["Zofia", "#2"], "edition": "nile"},
        "table": {"guests": [{"button": 99, "name": "Zofia"}, {"button": "no", "name": ""}]},
    }
    assert second.event == {"draw": "nile"}


def test_lines_behind_a_broken_one_keep_their_words_and_lose_their_names(ours: FolderLock) -> None:
    game_file = game_of(ours, ("nile", *OTHERS))
    *lines, rest = game_file.path.read_bytes().split(b"\n")
    assert rest == b""
    lines[40] = lines[40].replace(b'"', b"?", 1)
    game_file.path.write_bytes(b"\n".join(lines) + b"\n")
    copy = game_file.path.with_name(f"{game_file.path.name}.unproved-1")
    copy.write_bytes(game_file.path.read_bytes())
    forget(ours, "nile")
    for path in (game_file.path, copy):
        after = path.read_bytes().split(b"\n")
        assert len(after) == len(lines) + 1
        assert b'"players":["#1","Ben","Cleo"]' in after[0]
        assert after[41:-6] == lines[41:-5]
        assert all(b'"name":"nile"' not in line for line in after)


def test_a_line_with_keys_of_a_newer_version_keeps_them(ours: FolderLock) -> None:
    game_file = game_of(ours, ("Zofia", *OTHERS))
    raws = [raw + b"\n" for raw in game_file.path.read_bytes().split(b"\n")[:-1]]
    newer = erasing.sealed(game_file.game, raws, lambda raw: {**raw, "z": msgspec.Raw(b"[1.50]")})
    game_file.path.write_bytes(newer)
    forget(ours, "Zofia")
    after = game_file.path.read_bytes()
    assert after.count(b'"z":[1.50]') == len(raws)
    see_the_same_game(newer, after, game_file, {0})


def test_a_disk_that_is_full_leaves_the_game_as_it_was(ours: FolderLock) -> None:
    game_file = game_of(ours, ("nile", *OTHERS))
    before = game_file.path.read_bytes()

    def full(_fd: int, _data: bytes) -> int:
        raise OSError(errno.ENOSPC, "full")

    broken = replace(ours, disk=replace(ours.disk, write=full))
    with pytest.raises(JournalBroken):
        forget(broken, "nile")
    assert game_file.path.read_bytes() == before
