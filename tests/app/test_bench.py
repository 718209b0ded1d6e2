"""The wizard, the test page and a lesson through the whole program, by a script and mock pins."""

import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from companion.core.model import Model
from companion.pages.hardware.hardware_test import CONTROLS
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.storage import boxes
from companion.storage.box_csv import load_box
from companion.tags.box import SIMULATED_BOX, TagBox
from tests.app.outside import Starts

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

WIZARD = (*OPEN_WIZARD, *PRESSES, *TURNS, *LAMPS, "press ra")

AWAY = "wait 2"


class Bench(NamedTuple):
    """A program with a settings file of its owner's."""

    starts: Starts

    @property
    def file(self) -> Path:
        """The owner's settings."""
        return self.starts.folder / "settings.toml"

    def run(self, *lines: str) -> str:
        """Do this, and return everything that the screen said at the end."""
        assert self.starts.play(*lines, options=("--settings", str(self.file))).err == ""
        return self.starts.words()


@pytest.fixture
def bench(starts: Starts) -> Bench:
    starts.settings(OWNERS)
    return Bench(starts)


def test_with_crossed_settings_a_button_is_another_players(bench: Bench) -> None:
    assert "Green" in bench.run("press p1")


def test_the_wizard_puts_crossed_buttons_right_at_once_and_for_later_starts(bench: Bench) -> None:
    at_once = bench.run(*WIZARD, "wait 7", "press p1")
    settings = tomllib.loads(bench.file.read_text())
    assert (settings["panel"]["buttons"]["p1"], settings["panel"]["buttons"]["p2"]) == (5, 6)
    assert settings["panel"]["lamps"]["p5"] == 25
    assert settings["panel"]["factory"] == "auto"
    for words in (at_once, bench.run("press p1")):
        assert "Blue" in words
        assert "Green" not in words


def test_a_wizard_that_is_left_changes_nothing(bench: Bench) -> None:
    assert "Green" in bench.run(*OPEN_WIZARD, *PRESSES[:3], "key escape", "press p1")
    assert bench.file.read_text() == OWNERS


def test_a_simulation_without_a_named_file_writes_no_settings(starts: Starts) -> None:
    starts.play(*WIZARD)
    assert not (starts.folder / "config").exists()
    assert "(simulation: not saved)" in starts.words()


def test_a_file_that_cannot_be_changed_is_left_as_it_is_and_said(bench: Bench) -> None:
    """Somebody else has written into it since the start, and it is no TOML any more."""
    words = bench.run(f"words {bench.file}", *WIZARD)
    assert bench.file.read_text().splitlines()[-1] == "Esc"
    assert "p1 =" not in bench.file.read_text()
    assert "Not saved to settings.toml: Expected" in words


def test_the_test_page_shows_the_dial_and_what_the_reader_says(bench: Bench) -> None:
    words = bench.run(*OPEN_TEST, "turn 3", "turn -1", r"serial TAG 04A1B2C3\n")
    assert all(each in words for each in ("+2", "dial_b, GPIO 27: open", "TAG 04A1B2C3"))


BEGIN = ("press p1", "press p2", "press ra", "press ok")


def test_after_a_lesson_without_a_tag_the_simulated_box_is_in_use_as_before(bench: Bench) -> None:
    god = next(uid for uid, thing in SIMULATED_BOX.items() if thing == "god")
    assert "God" in bench.run(*OPEN_LESSON, "press ok", *BEGIN, rf"serial TAG {god}\n", AWAY)


def test_what_was_taught_draws_its_tile_right_after_the_lesson(bench: Bench) -> None:
    lesson = (*OPEN_LESSON, "turn 1", r"serial TAG 04A1\n", AWAY, "press ok")
    assert "God" in bench.run(*lesson, *BEGIN, r"serial TAG 04A1\n", AWAY)


def test_a_second_box_whose_only_tag_is_taken_back_is_gone(bench: Bench) -> None:
    lesson = (*OPEN_LESSON, r"serial TAG 04A1\n", AWAY, "press ra", r"serial TAG 04A2\n", AWAY)
    several, data = "There are several tagged boxes", bench.starts.data
    assert several in bench.run(*lesson, "press ok")
    (data / "boxes" / "Box 2.csv").unlink()
    lesson = (*OPEN_LESSON, "press ra", r"serial TAG 04A2\n", AWAY, "press undo", "press ok")
    assert several not in bench.run(*lesson)
    (name,) = boxes.names(data)
    assert load_box(boxes.box_file(data, name))[0] == TagBox({"04A1": "ra"})
