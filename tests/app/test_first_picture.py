"""What the first picture does not need is loaded after it, so that nobody waits for it."""

import os
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from hardware.events import Control
from tests.app.inside import inside

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
    "companion.pages.scoring.finale_view",
    "companion.pages.history.history",
    "companion.pages.partial.partial_table_view",
    "companion.pages.motion",
    "companion.pages.table.table_view",
    "companion.pages.hardware.pin_wizard",
    "companion.rules.packed",
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
    "companion.pages.kiosk.presence",
    "companion.pages.new_game.welcome",
    "companion.pages.reference.card_key",
}
"""What the first picture needs of rooms: its page, and what every page asks."""


MOST_MODULES = 168
"""Of ours and of others beside pygame's own; this many more would be seen in the time to the first
picture."""


MOST_AT_ONCE = 12
"""Modules of ours that a press in the first second may have to wait for."""


ALL_IN_STEPS = """
import sys
import companion.app.program
from companion.core.messages import Tick
from companion.core.model import Model
from companion.pages.new_game import Welcome
from companion.pages.update import update
update(Model(page=Welcome()), Tick(1.0))
import companion.app.devices
from companion.app.loading import loading
def ours():
    return {name for name in sys.modules if name.startswith(("companion.", "hardware."))}
for load in loading():
    before = ours()
    load()
    print(f"{load.args[0]}={len(ours() - before)}")
before = ours()
from companion.app import late
from companion.pages import load_all
load_all()
print(f"left={len(ours() - before)}")
"""
"""What is loaded in idle moments, and how many modules each step brings along."""


def test_the_first_picture_loads_the_modules_of_its_own_page_and_of_no_other(
    tmp_path: Path,
) -> None:
    loaded = before_the_first_picture(tmp_path)
    of_rooms = {name for name in loaded if name.startswith("companion.pages.")}
    assert {name for name in of_rooms if name.count(".") > 2} == OWN


def test_nothing_is_loaded_before_the_first_picture_that_it_does_not_need(tmp_path: Path) -> None:
    loaded = before_the_first_picture(tmp_path) - modules(ONLY_PYGAME)
    assert sorted(LATER & loaded) == []
    assert len(loaded) <= MOST_MODULES, sorted(loaded)


def test_pygame_loads_no_mixer_and_no_battery_before_the_first_picture(tmp_path: Path) -> None:
    late = {"pygame.mixer", "pygame.mixer_music", "pygame.system", "pygame._debug"}
    assert not late & before_the_first_picture(tmp_path)
    ears = "import sys, companion.screen.sounds, pygame; print(type(pygame.mixer).__name__)"
    assert modules(ears) >= {"module"}


def test_in_idle_moments_everything_is_loaded_a_few_modules_at_a_time() -> None:
    steps = dict(each.split("=") for each in modules(ALL_IN_STEPS))
    assert steps.pop("left") == "0"
    assert {name: int(number) for name, number in steps.items() if int(number) > MOST_AT_ONCE} == {}
    assert sum(map(int, steps.values())) > MOST_AT_ONCE


@pytest.mark.xfail(strict=False, reason="several modules load before the first press is read")
def test_a_press_while_modules_are_loaded_waits_for_one_of_them_at_most(tmp_path: Path) -> None:
    done: list[str] = []
    with inside(tmp_path) as program:

        def load(number: int) -> None:
            names = [guest.name for guest in getattr(program.loop.model.page, "guests", ())]
            done.append(f"{number}: {len(names)} at the table")
            if number == 1:
                program.panel.press(Control.P1)
            if number == LAST:
                program.loop.is_running = False

        program.loop.do_when_idle(partial(load, number) for number in range(1, LAST + 1))
        program.loop.run()
    assert done == ["1: 0 at the table", "2: 1 at the table", "3: 1 at the table"]


LAST = 3


def before_the_first_picture(data: Path) -> set[str]:
    """Return the modules that are loaded when the first picture stands."""
    script = data / "nothing.txt"
    script.write_text("", encoding="utf-8")
    options = ["run", "--headless", "--simulate", "--data", str(data), "--script", str(script)]
    return modules(PROGRAM, *options)


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
