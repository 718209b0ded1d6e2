"""What the first picture does not need is loaded after it, so that nobody waits for it."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.app import machinery  # noqa: F401 - it loads all handlers
from companion.app.handlers import Handler
from companion.core.effects import Order
from companion.pages.registry import load_all

LATER = {
    "companion.app.kiosk.office",
    "companion.app.devices",
    "companion.app.archive",
    "companion.app.sound.voice",
    "companion.cli.backup",
    "companion.settings.hardware",
    "companion.exports",
    "companion.journal.index",
    "companion.storage.files",
    "companion.speaking",
    "companion.storage.pin",
    "companion.narration",
    "companion.pages.scoring.finale",
    "companion.pages.history.history",
    "companion.pages.partial.partial_table",
    "companion.pages.motion",
    "companion.pages.table.table",
    "companion.pages.hardware.pin_wizard",
    "companion.rules.engine",
    "companion.rules.play",
    "companion.rules.records.timeline",
    "companion.rules.scoring.scoring",
    "gpiozero",
    "hardware.panel.panel",
    "hardware.panel.pins",
    "hardware.readers",
    "html",
    "http",
    "serial",
    "sqlite3",
    "tomlkit",
}
"""What other pages, machines and commands need."""

PROGRAM = """
import sys
import companion.app.program
from companion.app import program
from companion.cli.commands import main
told = program.notify
def notify(state):
    if state == "READY=1":
        print(*sys.modules)
    told(state)
program.notify = notify
sys.exit(main(sys.argv[1:]))
"""
"""The program, which says what is loaded when its first picture stands."""

ONLY_PYGAME = """
import sys, pygame
print(*sys.modules)
"""
"""What pygame loads for itself is not ours to leave out."""

OWN = {
    "companion.pages.kiosk.messages",
    "companion.pages.kiosk.presence",
    "companion.pages.new_game.welcome",
}
"""What the first picture needs of rooms: its page, and what every page asks."""

MOST_MODULES = 175
"""Of ours and of others beside pygame's own; this many more would be seen in the time to the first
picture."""

SEATS = 5

PRESSED_EARLY = """
import sys
from companion.app import devices
from companion.cli.commands import main
from hardware.events import Control
simulated = devices.simulated
def opened(*given):
    there = simulated(*given)
    assert "companion.app.machinery" not in sys.modules
    there.panel.press(Control.P1)
    return there
devices.simulated = opened
sys.exit(main(sys.argv[1:]))
"""
"""The program, with a finger on a button as soon as there are buttons."""


def test_the_first_picture_loads_the_modules_of_its_own_page_and_of_no_other(
    before: frozenset[str],
) -> None:
    of_rooms = {name for name in before if name.startswith("companion.pages.")}
    assert {name for name in of_rooms if name.count(".") > 2} == OWN


def test_nothing_is_loaded_before_the_first_picture_that_it_does_not_need(
    before: frozenset[str],
) -> None:
    loaded = before - modules(ONLY_PYGAME)
    assert sorted(LATER & loaded) == []
    assert len(loaded) <= MOST_MODULES, sorted(loaded)


def test_pygame_loads_no_mixer_and_no_battery_before_the_first_picture(
    before: frozenset[str],
) -> None:
    late = {"pygame.mixer", "pygame.mixer_music", "pygame.system", "pygame._debug"}
    assert not late & before
    ears = "import sys, companion.screen.sounds, pygame; print(type(pygame.mixer).__name__)"
    assert modules(ears) >= {"module"}


def test_a_press_while_the_rest_is_loaded_waits_for_it_and_counts(tmp_path: Path) -> None:
    script, words = tmp_path / "script.txt", tmp_path / "words.txt"
    script.write_text(f"wait 0.1\nwords {words}\n", encoding="utf-8")
    options = ["run", "--headless", "--simulate", "--data", str(tmp_path), "--script", str(script)]
    modules(PRESSED_EARLY, *options)
    assert words.read_text(encoding="utf-8").count("sit down") == SEATS - 1


def test_everything_that_pages_order_is_done_by_one_handler() -> None:
    load_all()
    done = [kind.__name__ for each in below(Handler) for kind in each.orders]
    assert sorted(done) == sorted(each.__name__ for each in below(Order))


def below(base: type[Any]) -> set[type[Any]]:
    """Return the program's own subclasses of this, and theirs."""
    own = {each for each in base.__subclasses__() if each.__module__.startswith("companion.")}
    return own.union(*(below(each) for each in own))


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> frozenset[str]:
    """The modules that are loaded when the first picture stands."""
    data = tmp_path_factory.mktemp("table")
    script = data / "nothing.txt"
    script.write_text("", encoding="utf-8")
    options = ["run", "--headless", "--simulate", "--data", str(data), "--script", str(script)]
    return frozenset(modules(PROGRAM, *options))


def modules(program: str, *options: str) -> set[str]:
    """Return what is loaded when a program says it."""
    ran = subprocess.run(
        [sys.executable, "-c", program, *options],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    return set(ran.stdout.split())
