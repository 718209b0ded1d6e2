"""Every claim of SECURITY.md names tests, and every test that it names is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "SECURITY.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("|") and "`tests/" in line
]
NAMED = sorted(set(re.findall(r"`(tests/\S+?\.py)(?:::(\w+))?`", PAGE)))


def test_every_row_of_the_page_names_who_what_and_a_test() -> None:
    assert len(ROWS) >= 12
    assert all(len(row) == 3 and all(row) for row in ROWS)


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_every_test_that_the_page_names_is_there(file: str, name: str) -> None:
    text = (ROOT / file).read_text(encoding="utf-8")
    assert not name or re.search(rf"^def {name}\(", text, flags=re.MULTILINE)
