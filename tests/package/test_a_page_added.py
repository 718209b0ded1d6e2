"""A page is added as CONTRIBUTING.md says: to a copy of the program, which then shows it."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.together import long

ROOT = Path(__file__).parents[2]

GUIDE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")

NEW: dict[str, str] = dict(re.findall(r"```python\n# (companion/\S+)\n(.*?)```", GUIDE, re.DOTALL))
"""What is in a new file, by its path."""

EDITED: dict[str, str] = dict(re.findall(r"```diff\n\+\+\+ (\S+)\n(.*?)```", GUIDE, re.DOTALL))
"""What is edited in an old file, by its path: lines that are there, and lines that follow them."""


def add_page(root: Path) -> None:
    """Add the page to a copy of the program."""
    for path, text in NEW.items():
        (root / path).write_text(text, encoding="utf-8")
    for path, lines in EDITED.items():
        file = root / path
        file.write_text(edited(file.read_text(encoding="utf-8"), lines), encoding="utf-8")


def edited(text: str, lines: str) -> str:
    """Return a file with each line that begins with "+" behind the line above it.

    Raises:
        ValueError: A line that should be there is not, or not once.
    """
    found = text.splitlines()
    place = 0
    for line in lines.splitlines():
        if line.startswith("+"):
            place += 1
            found.insert(place, line[1:])
        elif found.count(line[1:]) == 1:
            place = found.index(line[1:])
        else:
            message = f"not there once: {line[1:]}"
            raise ValueError(message)
    return "\n".join(found) + "\n"


PAGE = "companion/pages/menu/tea_break.py"

MENU = "companion/pages/menu/menu.py"

CHECKED = ("mypy", "--follow-imports=silent", "companion/core/page.py", PAGE, MENU)

TO_THE_PAGE = ("key escape", "turn -2", "press ok")


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of the program that has the page."""
    root = tmp_path_factory.mktemp("copy")
    for package in ("companion", "hardware"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / package, root / package, ignore=ignored)
    (root / "assets").symlink_to(ROOT / "assets")
    shutil.copy(ROOT / "pyproject.toml", root)
    add_page(root)
    return root


def run(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(root)}
    return subprocess.run(
        [sys.executable, "-m", *words], cwd=root, env=environment, capture_output=True, text=True,
        timeout=120, check=False,
    )  # fmt: skip


def test_the_added_page_is_opened_from_the_menu_drawn_and_left_again(copy: Path) -> None:
    steps = (*TO_THE_PAGE, "words there.txt", "shot there.png", "press undo", "words back.txt")
    (copy / "script.txt").write_text("".join(f"{step}\n" for step in steps), encoding="utf-8")
    options = ("--simulate", "--headless", "--data", "data", "--script", "script.txt")
    done = run(copy, "companion", "run", *options)
    assert done.returncode == 0, done.stderr
    words = (copy / "there.txt").read_text(encoding="utf-8").splitlines()
    assert "Tea break" in words
    assert "Your game is saved. Enjoy your tea." in words
    assert "Tea break" not in (copy / "back.txt").read_text(encoding="utf-8")
    assert (copy / "there.png").read_bytes().startswith(b"\x89PNG")


@long
def test_mypy_finds_nothing_wrong_with_the_page_as_it_is_shown(copy: Path) -> None:
    done = run(copy, *CHECKED)
    assert done.returncode == 0, done.stdout
