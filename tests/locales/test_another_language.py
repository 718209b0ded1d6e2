"""A language is a folder: whoever adds one touches nothing else."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.i18n.languages import codes
from companion.paths import asset
from tests.locales.catalogues import EXTRACT, translate
from tests.locales.new_language import prepared

ROOT = Path(__file__).parents[2]

INVENTED = "eo"
"""Esperanto: CLDR knows it, and no box of Ra has been printed in it."""

FILE = """\
name = "Esperanto"

[keyboard]
letters = "abcĉdefgĝhĥijĵklmnoprsŝtuŭvz-"
key = "ĉĝŝ"
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Return a checkout in which somebody has begun a language, and said a single word in it."""
    for name in ("companion", "hardware"):
        (tmp_path / name).symlink_to(ROOT / name)
    assets = tmp_path / "assets"
    assets.mkdir()
    for each in asset().iterdir():
        if each.name != "locales":
            (assets / each.name).symlink_to(each)
    shutil.copytree(asset("locales"), assets / "locales")
    folder = assets / "locales" / INVENTED
    catalog = prepared(INVENTED, assets / "locales")
    translate(catalog, "This epoch", "Epoko")
    file = folder / "LC_MESSAGES" / f"{EXTRACT.DOMAIN}.mo"
    file.write_bytes(EXTRACT.compiled(catalog))
    (folder / "language.toml").write_text(FILE, encoding="utf-8")
    return tmp_path


def run(checkout: Path, *words: str, sheet: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command in the checkout."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *words],
        cwd=checkout,
        env=os.environ | {"PYTHONPATH": str(checkout)},
        input=sheet,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_folder_with_its_language_file_is_offered(checkout: Path) -> None:
    there = codes(checkout / "assets" / "locales")
    assert there[0] == "en"
    assert INVENTED in there


def test_the_program_speaks_it_and_says_the_rest_in_english(checkout: Path) -> None:
    players = [{"name": "Anna", "suns": [9, 5, 2]}, {"name": "Ben", "suns": [8, 6, 3]}]
    sheet = json.dumps({"epoch": 1, "players": players})
    ran = run(checkout, "score", "-", "--language", INVENTED, sheet=sheet)
    assert ran.returncode == 0, ran.stderr
    assert "Epoko" in ran.stdout
    assert "Pharaohs" in ran.stdout


def test_a_language_that_is_not_there_is_refused_with_those_that_are(checkout: Path) -> None:
    ran = run(checkout, "score", "-", "--language", "qaa")
    assert ran.returncode == 2
    assert INVENTED in ran.stderr
