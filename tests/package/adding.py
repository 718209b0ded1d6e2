"""The page that CONTRIBUTING.md adds as an example: its files, and putting them into a copy."""

import re
from pathlib import Path

GUIDE = (Path(__file__).parents[2] / "CONTRIBUTING.md").read_text(encoding="utf-8")

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
