"""Whatever a result says comes from the catalogue, or it is a name or a number.

A catalogue that writes every letter of every sentence wide takes the place of the Czech one. A word
in plain letters is then one that nobody can translate.
"""

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import paths
from companion.i18n import catalogues
from companion.opponent import reviewing
from companion.rules.editions import setup
from companion.rules.records.record import write as record_of
from tests.cli.running import Run, Write
from tests.locales.catalogues import EXTRACT
from tests.locales.pseudo import wide
from tests.random_games import random_game
from tests.together import long

LANGUAGE = "cs"

CODE = frozenset({"Ra", "I", "II", "III"})
"""Words that are the same in every language."""

_WORD = re.compile(r"[A-Za-z][\w.-]*")


@cache
def wide_catalogue() -> bytes:
    """Return a compiled catalogue that says every sentence in wide letters."""
    catalog = Catalog(locale=LANGUAGE, fuzzy=False)
    with EXTRACT.TEMPLATE.open("rb") as stream:
        template = read_po(stream)
    for message in template:
        if message.id:
            one = message.id if isinstance(message.id, str) else tuple(message.id)
            catalog.add(one, _wide(message.id))
    compiled = BytesIO()
    write_mo(compiled, catalog)
    return compiled.getvalue()


@pytest.fixture(autouse=True)
def _speak_wide(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let it take the place of the Czech one."""
    file = tmp_path / "locales" / LANGUAGE / "LC_MESSAGES" / f"{catalogues.DOMAIN}.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(wide_catalogue())

    def asset(*parts: str) -> Path:
        return tmp_path / "locales" if parts == ("locales",) else paths.asset(*parts)

    monkeypatch.setattr(catalogues, "asset", asset)
    monkeypatch.setenv("HOME", str(tmp_path))
    catalogues.words.cache_clear()
    yield
    catalogues.words.cache_clear()


def _wide(said: object) -> str | tuple[str, ...]:
    if isinstance(said, tuple | list):
        return (wide(said[0]), wide(said[1]), wide(said[1]))
    return wide(str(said))


def plain(printed: str, *names: str) -> set[str]:
    """Return the words in plain letters that are neither code nor one of these names."""
    for name in names:
        printed = printed.replace(name, "")
    return {word.strip(".-") for word in _WORD.findall(printed)} - CODE - {""}


@pytest.fixture
def game(write: Write) -> Path:
    """Return the record of a whole game of people without Latin letters."""
    from random import Random  # noqa: PLC0415 - only here

    table = setup(("Ορφέας", "Μαρία", "Ελένη"))
    return write(record_of(table, random_game(table, Random(3))))  # noqa: S311 - dice


def test_the_account_of_a_game_comes_from_the_catalogue(run: Run, game: Path) -> None:
    ran = run("replay", game, "--language", LANGUAGE)
    assert (ran.status, ran.err) == (0, "")
    assert plain(ran.out) == set()


SHEET = b"""{"epoch": 3, "players": [
    {"name": "\xce\x91", "before": 4, "suns": [2, 9], "tiles": {"pharaoh": 3, "mon_temple": 3}},
    {"name": "\xce\x92", "before": 9, "suns": [1, 3], "tiles": {"nile": 2, "flood": 1, "god": 1}}]}
"""


def test_points_come_with_reasons_from_the_catalogue(run: Run) -> None:
    ran = run("score", "-", "--language", LANGUAGE, stdin=SHEET)
    assert (ran.status, ran.err) == (0, "")
    assert plain(ran.out, "II", "I") == set()


@pytest.mark.parametrize(
    "line",
    [("rules",), ("rules", "--edition", "alea1999"), pytest.param(("review", "FILE"), marks=long)],
)
def test_other_results_come_from_the_catalogue(
    line: tuple[str, ...], run: Run, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "TRIES", 2)
    words = [str(game) if word == "FILE" else word for word in line]
    ran = run(*words, "--language", LANGUAGE, "--quiet")  # progress is English, and told by a clock
    assert (ran.status, ran.err) == (0, "")
    assert plain(ran.out) == set()
