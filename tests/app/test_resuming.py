"""A later start resumes the game at the last confirmed event, whatever the file is like."""

import errno
import os
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.app import startup
from companion.app.game_store import GameStore
from companion.app.loop import HEAL_SECONDS
from companion.core.messages import Dealt, Enter, Message, Next
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.i18n import Words
from companion.journal import games_dir
from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.disk import DISK
from companion.journal.filesystem import AlreadyClaimed
from companion.journal.lines import Stamp
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.epoch import EpochScores, HandsNow, LastLot
from companion.pages.scoring.finale import Finale
from companion.pages.table.table import Table
from companion.rules.model import Phase
from companion.rules.problems import Fact
from companion.rules.records.timeline import Timeline
from companion.ui.scene import Scene
from tests.app.inside import Glass, Inside, inside
from tests.core.desk import states
from tests.journal.disks import HASTY
from tests.together import some

STAMP = Stamp(1, 1, "tests", "script")


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with a game of a dozen entries, some taken back."""
    data = tmp_path_factory.mktemp("kept") / "data"
    with inside(data) as opened:
        opened.press("p1", "p2", "p4", "ra", "ok")
        opened.press("p2", "p1", "p2", "undo", "undo", "ok", "ra")
        opened.press("ok", "ok")  # nobody bids; on to the next turn
        opened.press("p1", "undo")
    return data


def timeline(opened: Inside) -> Timeline:
    """Return the game on the table."""
    found = opened.model.session.timeline
    assert found is not None
    return found


@pytest.fixture
def data(kept: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    return Path(shutil.copytree(kept, tmp_path / "data"))


def book(data: Path) -> Path:
    """Return the newest game's file."""
    return games_dir.game_files(data)[-1].path


def note(opened: Inside) -> Notes:
    """Return what is said on the screen."""
    said = opened.model.screen.notice
    assert isinstance(said, Notice)
    return said.note


def test_a_file_that_was_torn_at_any_byte_goes_on_with_all_whole_lines(data: Path) -> None:
    path = book(data)
    raw = path.read_bytes()
    sizes = range(raw.rindex(b"\n", 0, -1) + 1, len(raw) + 1)
    assert len(sizes) > 150
    for size in some(sizes[::-1], 3):
        torn = raw[:size]
        path.write_bytes(torn)
        entries = torn.count(b"\n") - 1
        with inside(data) as opened:
            assert timeline(opened).seq == entries
            is_torn = not torn.endswith(b"\n")
            assert note(opened) is (Notes.UNPROVED if is_torn else Notes.RESUMED)
            if is_torn:
                assert isinstance(opened.model.screen.notice, Notice)
                aside = path.with_name(str(opened.model.screen.notice.facts["file"]))
                assert aside.read_bytes() == torn
            opened.press("p2")
            assert opened.seq in (entries, entries + 1)
    assert len(raw.splitlines()) == 11


@pytest.mark.parametrize("size", [1, 100])
def test_a_game_that_never_got_its_header_was_never_begun(data: Path, size: int) -> None:
    book(data).write_bytes(book(data).read_bytes()[:size])
    with inside(data) as opened:
        assert isinstance(opened.model.page, Welcome)
        assert opened.notes == []
        opened.press("p1", "p2", "ra", "ok", "p2")
        assert opened.seq == 1
    with inside(data) as again:
        assert again.seq == 1


@pytest.mark.parametrize("damage", [b"\x00", b"x", b"\n", b"\xff\xfe", b'{"e":{}}\n'])
def test_rubbish_after_the_last_line_is_cut_off_and_kept_aside(data: Path, damage: bytes) -> None:
    with book(data).open("ab") as file:
        file.write(damage)
    with inside(data) as opened:
        assert (opened.seq, note(opened)) == (10, Notes.UNPROVED)


def test_a_changed_byte_in_the_middle_ends_what_is_proved(data: Path) -> None:
    lines = book(data).read_bytes().splitlines(keepends=True)
    lines[4] = lines[4].replace(b'"e":{', b'"e": {')
    book(data).write_bytes(b"".join(lines))
    with inside(data) as opened:
        assert (opened.seq, note(opened)) == (3, Notes.UNPROVED)


@pytest.mark.parametrize("what", ["damaged", "empty", "zeros"])
def test_a_game_of_which_nothing_can_be_proved_is_said_and_set_aside(data: Path, what: str) -> None:
    path = book(data)
    whole = path.read_bytes()
    raw = {"damaged": b"X" + whole[1:], "empty": b"", "zeros": bytes(len(whole))}[what]
    path.write_bytes(raw)
    aside = path.with_name(f"{path.name}.unproved-1")
    with inside(data) as opened:
        assert isinstance(opened.model.page, Welcome)
        facts: dict[str, Fact] = {"game": path.stem, "file": aside.name}
        assert opened.model.screen.troubles == (Notice(Notes.LOST_ASIDE, facts),)
        opened.press("p1", "p2", "ra", "ok", "p2")
        assert opened.seq == 1
    assert aside.read_bytes() == raw
    assert path.stem not in {game_file.game for game_file in games_dir.game_files(data)}
    with inside(data) as again:
        assert (again.notes, again.seq) == ([], 1)


def test_what_cannot_be_set_aside_is_said_to_stay(data: Path) -> None:
    path = book(data)
    path.write_bytes(b"")

    def refused(_old: Path, _new: Path) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    store = GameStore(data, lambda: None, allow_memory=True, disk=replace(DISK, rename=refused))
    try:
        assert store.newest() is None
        assert store.troubles == [Notice(Notes.LOST, {"game": path.stem})]
    finally:
        store.close()
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_game_that_another_version_wrote_is_said_to_be_that_and_stays(data: Path) -> None:
    with claim(data) as ours:
        book_ = GameWriter(ours, games_dir.new_game(data, 0))
        book_.append({"game": {"ra_record": 99}}, STAMP)
        book_.close()
    path = book(data)
    raw = path.read_bytes()
    with inside(data) as opened:
        assert opened.model.screen.troubles == (Notice(Notes.OTHER_VERSION, {"game": path.stem}),)
    assert path.read_bytes() == raw


def test_what_a_newer_version_wrote_ends_what_is_understood_and_the_game_goes_on_in_a_copy(
    data: Path,
) -> None:
    old = book(data)
    with claim(data) as ours:
        reopened = GameWriter.reopen(ours, games_dir.game_files(data)[-1].game)
        reopened.book.append({"teleport": 3}, STAMP)
        reopened.book.close()
    raw = old.read_bytes()
    with inside(data) as opened:
        assert opened.seq == 10
        facts: dict[str, Fact] = {"actions": 4, "game": old.stem}
        assert opened.model.screen.notice == Notice(Notes.NOT_UNDERSTOOD, facts)
        opened.press("p2")
        assert opened.told[-3:] == ["flushed", "confirmed 11", "shown 11"]
        assert opened.told.count("flushed") == 12, "the header and ten lines of the copy, and one"
    assert old.read_bytes() == raw
    assert book(data) != old
    with inside(data) as again:
        assert again.seq == 11
        assert again.model.screen.notice == Notice(Notes.RESUMED, {"actions": 5})


def test_two_programs_do_not_share_a_folder(data: Path) -> None:
    with inside(data) as opened:
        with pytest.raises(AlreadyClaimed) as raised, inside(data):
            pass
        assert raised.value.pid == os.getpid()
        opened.press("p2")
        assert opened.seq == 11


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_entered_by_many_programs_in_turn_is_one_game(players: int, tmp_path: Path) -> None:
    """Every few entries the program ends; the next one finds all that the others have written."""
    data = tmp_path / "data"
    script = [(desk.model, action) for desk, action in states(players, seed=2)]
    with inside(data) as opened:
        opened.loop.post(_dealt(script[0][0]), "test")
        opened.settle()
    for start in range(0, len(script), 7):
        with inside(data) as opened:
            for model, action in script[start : start + 7]:
                assert opened.model.game == model.game
                opened.loop.post(Enter(action), "test")
                opened.settle()
            if opened.model.game.stage is Phase.OVER:
                assert isinstance(opened.model.page, EpochScores | LastLot)
    with inside(data) as opened:
        assert opened.seq == len(script)
        assert opened.model.page == Finale(players)
        opened.press("undo")
        assert opened.model.game == script[-1][0].game


def _dealt(model: Model) -> Dealt:
    assert model.session.timeline is not None
    return Dealt(
        model.session.timeline.start.setup, model.session.last_guests, model.session.agreement
    )


def test_a_game_that_stopped_between_epochs_goes_on_with_what_hands_do(tmp_path: Path) -> None:
    """Nobody sees points once more that may have been taken already; they are a press back."""
    data = tmp_path / "data"
    scored = next(
        desk.model
        for desk, _ in states(3, seed=2)
        if isinstance(desk.model.page, EpochScores | LastLot)
    )
    assert scored.session.timeline is not None
    with inside(data) as opened:
        opened.loop.post(_dealt(scored), "test")
        for step in scored.session.timeline.steps:
            opened.loop.post(Enter(step.action), "test")
        opened.settle()
    with inside(data) as again:
        pages = [again.model.page]
        again.loop.post(Next(), "test")
        again.settle()
        pages.append(again.model.page)
        assert pages == [HandsNow(), Table()]
        assert again.model.game == scored.game


class Cracked(Glass):
    """A screen that cannot show any game."""

    def show(self, model: Model, said: Words) -> Scene[Message]:
        """Break where a game is on the table."""
        if model.session.timeline is not None:
            raise ZeroDivisionError
        return super().show(model, said)


def test_a_game_that_cannot_be_shown_for_want_of_memory_stays_on_the_table(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = games_dir.read(games_dir.game_files(data)[-1]).lines
    monkeypatch.setattr(startup, "has_spare_memory", lambda: False)
    with pytest.raises(ZeroDivisionError), inside(data, screen=Cracked):
        pass
    assert games_dir.read(games_dir.game_files(data)[-1]).lines == before


def test_a_game_that_cannot_be_shown_is_put_aside_and_the_table_opens(
    data: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = games_dir.read(games_dir.game_files(data)[-1]).lines
    with inside(data, screen=Cracked) as opened:
        assert isinstance(opened.model.page, Welcome)
        assert Notes.NOT_SHOWN in opened.notes
    assert "ZeroDivisionError" in capfd.readouterr().err
    after = games_dir.read(games_dir.game_files(data)[-1]).lines
    assert after[: len(before)] == before
    assert len(after) == len(before) + 1
    with inside(data) as opened:
        assert isinstance(opened.model.page, Welcome)
        opened.press("p1", "p2", "ra", "ok")
        assert isinstance(opened.model.page, Table)


def test_a_game_in_a_folder_that_could_not_be_used_is_offered_once_it_can(data: Path) -> None:
    is_read_only = True

    def lock(fd: int) -> None:
        if is_read_only:
            raise OSError(errno.EROFS, os.strerror(errno.EROFS))
        HASTY.lock(fd)

    with inside(data, disk=replace(HASTY, lock=lock)) as opened:
        assert opened.notes == [Notes.NOT_SAVED_READ_ONLY, Notes.NOT_KEPT]
        assert not opened.model.session.kept
        is_read_only = False
        opened.pass_time(HEAL_SECONDS + 0.1)
        opened.pass_time(HEAL_SECONDS + 0.1)
        assert opened.notes == []
        assert opened.model.session.kept
        opened.press("ok")
        assert opened.seq == 10
