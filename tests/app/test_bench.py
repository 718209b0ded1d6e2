"""The wizard, the test page and a lesson through the whole program, by a script and mock pins."""

import json
import tomllib
from pathlib import Path

import pytest

from companion.core.model import Model
from companion.pages.hardware.hardware_test import CONTROLS
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.storage import boxes
from companion.storage.box_csv import load_box
from companion.tags.box import SIMULATED_BOX, TagBox
from tests.app.outside import Outcome, Starts

OWNERS = """\
# Our table, in the attic
[table]
theme = "papyrus"  # for daylight

[panel.buttons]
p1 = 6             # crossed with p2
p2 = 5
"""

_ROW = [entry.label for entry in Menu().entries(Model(page=Welcome()))].index("Hardware test")

OPEN_TEST = ("hold dial 0.7", f"turn {_ROW}", "key return")

OPEN_WIZARD = (*OPEN_TEST, "hold ok 0.7")

OPEN_LESSON = (*OPEN_TEST, "hold ra 0.7")

PRESSES = tuple(f"press {name}" for name in CONTROLS)

TURNS = ("wait 1", "turn 1", "wait 1", "turn -1", "wait 1")

LAMPS = ("press p1", *PRESSES[:-1])
"""First that lamps shine at all, and then each of them."""

AWAY = "wait 2"


class Bench:
    """A program with a settings file of its owner's, and what was on the screen at the end."""

    def __init__(self, starts: Starts, folder: Path) -> None:
        self._starts, self.folder = starts, folder
        self.data = starts.data
        self.file = folder / "settings.toml"
        self.file.write_text(OWNERS)

    def run(self, *lines: str) -> Outcome:
        """Do this, and save words and lamps."""
        end = (f"words {self.folder}/words", f"lamps {self.folder}/lamps")
        return self._starts.run(*lines, *end, options=("--settings", str(self.file)))

    @property
    def words(self) -> str:
        """Everything the screen said at the end, as one line."""
        return " ".join((self.folder / "words").read_text().split())

    @property
    def lit(self) -> set[str]:
        """The lamps that shone at the end."""
        bright = json.loads((self.folder / "lamps").read_text())
        return {name for name, value in bright.items() if value}

    @property
    def box(self) -> TagBox:
        """The one box on the disk."""
        (name,) = boxes.names(self.data)
        return load_box(boxes.box_file(self.data, name))[0]


@pytest.fixture
def bench(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Bench:
    return Bench(Starts(tmp_path, capsys), tmp_path)


def test_with_crossed_settings_a_button_is_another_players(bench: Bench) -> None:
    assert bench.run("press p1").status == 0
    assert "Green" in bench.words


def test_the_wizard_puts_crossed_buttons_right_and_the_panel_uses_them_at_once(
    bench: Bench,
) -> None:
    done = bench.run(*OPEN_WIZARD, *PRESSES, *TURNS, *LAMPS, "press ra", "wait 7", "press p1")
    assert (done.status, done.err) == (0, "")
    assert "Blue" in bench.words
    assert "Green" not in bench.words
    settings = tomllib.loads(bench.file.read_text())
    assert (settings["panel"]["buttons"]["p1"], settings["panel"]["buttons"]["p2"]) == (5, 6)
    assert settings["panel"]["lamps"]["p5"] == 25
    assert settings["panel"]["factory"] == "auto"


def test_the_wiring_still_holds_when_the_program_is_started_again(bench: Bench) -> None:
    bench.run(*OPEN_WIZARD, *PRESSES, *TURNS, *LAMPS, "press ra")
    bench.run("press p1")
    assert "Blue" in bench.words
    assert "Green" not in bench.words


def test_a_wizard_that_is_left_changes_nothing(bench: Bench) -> None:
    bench.run(*OPEN_WIZARD, *PRESSES[:3], "key escape", "press p1")
    assert bench.file.read_text() == OWNERS
    assert "Green" in bench.words


def test_a_simulation_without_a_named_file_writes_no_settings(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    starts = Starts(tmp_path, capsys)
    words = tmp_path / "words"
    starts.run(*OPEN_WIZARD, *PRESSES, *TURNS, *LAMPS, "press ra", f"words {words}")
    assert not (tmp_path / "config").exists()
    assert "(simulation: not saved)" in " ".join(words.read_text().split())


def test_a_file_that_cannot_be_changed_is_left_as_it_is_and_said(bench: Bench) -> None:
    """Somebody else has written into it since the start, and it is no TOML any more."""
    bench.run(f"words {bench.file}", *OPEN_WIZARD, *PRESSES, *TURNS, *LAMPS, "press ra")
    assert bench.file.read_text().splitlines()[-1] == "Esc"
    assert "p1 =" not in bench.file.read_text()
    assert "Not saved to settings.toml: Expected" in bench.words


def test_the_test_page_shows_the_dial_and_what_the_reader_says(bench: Bench) -> None:
    bench.run(*OPEN_TEST, "turn 3", "turn -1", r"serial TAG 04A1B2C3\n")
    assert "+2" in bench.words
    assert "dial_b, GPIO 27: open" in bench.words
    assert "TAG 04A1B2C3" in bench.words


def test_after_a_lesson_without_a_tag_the_simulated_box_is_in_use_as_before(bench: Bench) -> None:
    god = next(uid for uid, thing in SIMULATED_BOX.items() if thing == "god")
    begin = ("press ok", "press p1", "press p2", "press ra", "press ok")
    bench.run(*OPEN_LESSON, *begin, rf"serial TAG {god}\n", AWAY)
    assert "God" in bench.words


def test_what_was_taught_draws_its_tile_right_after_the_lesson(bench: Bench) -> None:
    lesson = (*OPEN_LESSON, "turn 1", r"serial TAG 04A1\n", AWAY, "press ok")
    begin = ("press p1", "press p2", "press ra", "press ok")
    bench.run(*lesson, *begin, r"serial TAG 04A1\n", AWAY)
    assert "God" in bench.words


def test_a_second_box_whose_only_tag_is_taken_back_is_gone(bench: Bench) -> None:
    lesson = (*OPEN_LESSON, r"serial TAG 04A1\n", AWAY, "press ra", r"serial TAG 04A2\n", AWAY)
    bench.run(*lesson, "press ok")
    assert "There are several tagged boxes" in bench.words
    (bench.data / "boxes" / "Box 2.csv").unlink()
    bench.run(*OPEN_LESSON, "press ra", r"serial TAG 04A2\n", AWAY, "press undo", "press ok")
    assert "There are several tagged boxes" not in bench.words
    assert bench.box == TagBox({"04A1": "ra"})
