"""Whatever people, clocks, folders and files do: the table plays on and says what is wrong."""

import errno
import time
from pathlib import Path

import pytest

from companion.app import game_store
from companion.app.game_store import GameStore
from companion.core.notices import Notes
from companion.i18n.languages import LANGUAGES
from companion.journal import games_dir
from companion.journal.filesystem import Ground, Place
from companion.pages.menu.menu import THEMES
from companion.pages.table.table import Table
from companion.rules.editions import setup
from companion.rules.records import record
from companion.ui.scene import words
from hardware.events import Control
from tests.app.fingers import LEAVE_ROW, picture
from tests.app.inside import Inside, inside
from tests.app.outside import Starts
from tests.together import some

BEGUN = ("p1", "p2", "p3", "ra", "ok")


def keep(opened: Inside) -> None:
    """See that the table is the one in the journal."""
    opened.settle()
    assert opened.model.session.timeline is not None
    entries = [line for line in opened.journal() if "peeked" not in line]
    assert len(entries) == opened.seq


def test_a_button_pressed_fifty_times_a_second_does_no_harm(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as opened:
        opened.press(*BEGUN)
        for _ in range(100):
            opened.panel.press(Control.P2)
            opened.clock.advance(0.01)
            opened.loop.turn()
            opened.panel.release(Control.P2)
            opened.clock.advance(0.01)
            opened.loop.turn()
        keep(opened)
        opened.pass_time(30)
        before = opened.seq
        opened.press("p1" if None in opened.model.game.track else "undo")
        assert opened.seq == before + 1


def test_all_buttons_at_once_do_no_harm(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as opened:
        opened.press(*BEGUN)
        for seconds in (0.01, 0.6, 3.0):
            for control in Control:
                opened.panel.press(control)
            opened.pass_time(seconds)
            for control in Control:
                opened.panel.release(control)
            opened.pass_time(seconds)
            keep(opened)
        for _ in range(9):
            opened.press("undo", "ok")
        keep(opened)


def test_a_clock_that_is_set_back_ten_years_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = time.time_ns()
    with inside(tmp_path / "data") as opened:
        opened.press(*BEGUN, "p2")
        monkeypatch.setattr(time, "time_ns", lambda: now - 10 * 365 * 86_400 * 10**9)
        opened.press("p1")
        assert opened.seq == 2
        opened.key("escape")
        opened.panel.turn(LEAVE_ROW)
        opened.press("ok")  # leaves
        opened.press("p1", "p5", "ra", "ok", "p2")
        assert len(opened.model.game.players) == 2
    with inside(tmp_path / "data") as again:
        assert len(again.model.game.players) == 2, "the later game, whatever its clock said"
        assert again.seq == 1
    assert len(games_dir.game_files(tmp_path / "data")) == 2


def test_a_card_in_memory_is_said_loudly_unless_that_is_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_store, "where_it_lies", lambda _: Place(Ground.MEMORY, "tmpfs"))
    for allowed in (True, False):
        store = GameStore(tmp_path, lambda: None, allow_memory=allowed)
        store.close()
        said = [notice.note for notice in store.troubles]
        assert said == ([] if allowed else [Notes.NOT_ON_DISK])


def test_the_screen_says_that_it_is_saving_and_what_could_not_be_saved(tmp_path: Path) -> None:
    with inside(tmp_path / "data") as opened:
        opened.press(*BEGUN)
        opened.room.is_free.clear()
        opened.tap("p2")
        assert "Saving…" not in words(picture(opened.model))
        opened.pass_time(0.3)
        assert "Saving…" in words(picture(opened.model))
        opened.room.error = errno.ENOSPC
        opened.room.is_free.set()
        opened.settle()
        said = " ".join(words(picture(opened.model)))
        assert "Saving" not in said
        assert "The disk is full" in said
        assert isinstance(opened.model.page, Table)


NAMES = (
    ("X" * 200, "Y" * 200),
    ("X", "X", "X", "X", "X"),
    ("\N{SMILING FACE WITH SUNGLASSES}" * 9, "\N{GRINNING FACE}"),
    ("\u05d0\u05d1", "\u0645\u0631\u062d\u0628\u0627"),
    ("", " ", "  ", "{name}", "%s {0}"),
    ("\u0301\u0301\u0301", "a\u0308" * 60),
)


@pytest.mark.parametrize("names", NAMES, ids=range(len(NAMES)))
def test_odd_names_are_played_with_and_shown(starts: Starts, names: tuple[str, ...]) -> None:
    path = starts.folder / "odd.jsonl"
    path.write_bytes(record.write(setup(names), ()))
    done = starts.play(
        "press p2", "shot a.png", 'play {"draw": "ra"}', "words b.txt", "shot b.png",
        "state s.json", "key escape", "shot c.png",
        options=("--start", str(path)),
    )  # fmt: skip
    assert done == (0, "confirmed 1\nconfirmed 2\n", "")
    assert len(starts.said("s.json")["players"]) == len(names)


def test_who_has_no_name_that_can_be_seen_is_called_by_the_colour_also_after_a_restart(
    starts: Starts,
) -> None:
    path = starts.folder / "unseen.jsonl"
    path.write_bytes(record.write(setup(("\u00ad\u200b", "Ben")), ()))
    starts.play('play {"draw": "nile"}', options=("--start", str(path)))
    assert "Blue drew Nile" in starts.words()
    starts.play("press undo")
    assert "Undone: Blue drew Nile" in starts.words()


def test_a_settings_file_of_random_bytes_starts_with_defaults_and_a_notice(starts: Starts) -> None:
    path = starts.folder / "settings.toml"
    for number, rubbish in enumerate((bytes(range(256)), b"\xff" * 9999, b"[[[[", b"table = 3\n")):
        path.write_bytes(rubbish)
        starts.data = starts.folder / str(number)
        done = starts.play("press p1", "press p2", "press ra", "press ok", "press p2",
                           options=("--settings", str(path)))  # fmt: skip
        assert done == (0, "confirmed 1\n", "")
        assert "settings" in starts.words()


@pytest.mark.parametrize("language", some(LANGUAGES, 3))
def test_the_notice_tells_how_many_mistakes_a_settings_file_has_beside_the_first(
    starts: Starts, language: str
) -> None:
    wrong = starts.settings("[sound]\nvolume = 101\nloud = 1\n[table]\nbig = 3\ncolour = 1\n")
    starts.play(options=(*wrong, "--language", language))
    told = starts.words()
    assert "`ra-companion settings --check`" in told
    assert "3" in told.partition("sound.volume")[2].partition("100")[2].partition("`")[0]


def test_a_theme_that_there_is_not_is_refused_with_those_that_there_are(starts: Starts) -> None:
    done = starts.run("key escape", "press ok", options=("--theme", "purple"))
    assert done.status == 2
    assert all(theme in done.err for theme in (*THEMES, "purple"))
