"""What the first picture does not need is loaded after it, so that nobody waits for it."""

import os
import subprocess
import sys
from pathlib import Path

LATER = {
    "companion.app.kiosk.office",
    "companion.app.devices",
    "companion.app.archive",
    "companion.app.sound.voice",
    "companion.cli.backup",
    "companion.settings.hardware",
    "companion.exports",
    "companion.journal.index.index",
    "companion.storage.files",
    "companion.speaking",
    "companion.storage.pin",
    "companion.pages.scoring.finale_view",
    "companion.pages.table.history",
    "companion.pages.partial.partial_table_view",
    "companion.pages.motion",
    "companion.pages.table.table_view",
    "companion.pages.hardware.pin_wizard",
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
from companion.app import running
from companion.cli.commands import main
told = running.notify
def notify(state):
    if state == "READY=1":
        print(*sys.modules)
    told(state)
running.notify = notify
sys.exit(main(sys.argv[1:]))
"""
"""The program, which says what is loaded when its first picture stands."""


ONLY_PYGAME = """
import sys, pygame
print(*sys.modules)
"""
"""What pygame loads for itself is not ours to leave out."""


def test_nothing_is_loaded_before_the_first_picture_that_it_does_not_need(tmp_path: Path) -> None:
    script = tmp_path / "nothing.txt"
    script.write_text("", encoding="utf-8")
    options = ["run", "--headless", "--simulate", "--data", str(tmp_path), "--script", str(script)]
    loaded = modules(PROGRAM, *options)
    assert "companion.pages.new_game.welcome" in loaded
    assert sorted((LATER & loaded) - modules(ONLY_PYGAME)) == []


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
