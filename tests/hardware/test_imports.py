"""Who imports what: one owner for each library, and nothing of the game."""

import ast
import subprocess
import sys
from pathlib import Path

import hardware

HERE = Path(str(hardware.__file__)).parent


LIGHT = (
    "device",
    "events",
    "panel.button",
    "panel.pins",
    "reader.reader_port",
)


def imported(path: Path) -> set[str]:
    """Return the names of the top-level packages that a file imports."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def importers(package: str) -> list[str]:
    """Return the files of the hardware that import this package."""
    return [path.name for path in HERE.rglob("*.py") if package in imported(path)]


def test_each_library_has_one_owner() -> None:
    assert sorted(importers("gpiozero")) == ["chip.py", "gpio.py"]
    assert importers("gpiod") == ["chip.py"]
    assert importers("serial") == ["bag_reader.py"]


def test_the_hardware_has_never_heard_of_the_game_the_screen_or_dice() -> None:
    assert importers("companion") == importers("pygame") == importers("random") == []


def test_settings_and_events_are_there_without_any_library() -> None:
    modules = ", ".join(f"hardware.{name}" for name in LIGHT)
    code = f"import sys, {modules}; print({{'gpiozero', 'serial'}} & set(sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=HERE.parent
    )
    assert done.stdout == "set()\n"
