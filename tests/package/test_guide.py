"""CONTRIBUTING.md names files and names that are there."""

import re
from pathlib import Path

import pytest

from tests.package.adding import GUIDE, NEW

ROOT = Path(__file__).parents[2]

FILES = sorted(set(re.findall(r"`((?:[\w.-]+/)+[\w.-]+\.(?:py|md|toml|json|txt))`", GUIDE)))

NAMED = re.findall(r"`((?:[\w.-]+/)+\w+\.py)`: ((?:`\w+`(?:, )?)+)", GUIDE)


def place(path: str) -> Path:
    """Return where a file of the guide is: in the repository, or in ``companion``."""
    return ROOT / path if (ROOT / path).exists() else ROOT / "companion" / path


def test_every_file_that_the_guide_names_is_there() -> None:
    made = {path for path in FILES if "language-de" in path or path in NEW}
    assert len(FILES) > 50
    assert [path for path in FILES if path not in made and not place(path).exists()] == []


@pytest.mark.parametrize(("path", "names"), NAMED, ids=lambda text: text)
def test_every_name_that_the_guide_looks_for_is_in_its_file(path: str, names: str) -> None:
    text = place(path).read_text(encoding="utf-8")
    missing = [name for name in re.findall(r"\w+", names) if not re.search(rf"\b{name}\b", text)]
    assert not missing


def test_every_room_is_on_the_map() -> None:
    rooms = {stub.parent.name for stub in (ROOT / "companion/pages").glob("*/__init__.pyi")}
    assert {room for room in rooms if f"`{room}`" not in GUIDE} == set()
