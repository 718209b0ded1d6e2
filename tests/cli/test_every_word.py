"""Whatever a command prints comes from the catalogue, or it is a name, a number, or code.

A catalogue that writes every letter of every sentence wide takes the place of the Czech one, for
our own sentences and for those of argparse. A word in plain letters is then one that nobody can
translate; what may stand in plain letters is code, and listed here.
"""

import gettext
import re
import shutil
from collections.abc import Iterator
from functools import cache
from getpass import getuser
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import paths
from companion.cli.commands import COMMANDS
from companion.i18n import catalogues
from companion.journal.index import index
from companion.rules.editions import setup
from companion.rules.records.record import write as record_of
from tests.cli.running import BEGINNING, HEADER, Run, Write
from tests.locales.catalogues import EXTRACT
from tests.locales.pseudo import wide
from tests.random_games import random_game

LANGUAGE = "cs"


CODE = frozenset(
    {
        # the program, its commands and files
        *COMMANDS,
        *("ra", "companion", "ra-companion", "settings.toml", "toml", "json"),
        *("list", "show", "import", "teach", "forget"),
        # what stands for a value in help, and what may be typed there
        *(
            "COMMAND",
            "ACTION",
            "FILE",
            "RECORD",
            "DIR",
            "NAME",
            "ID",
            "UID",
            "URL",
            "WxH",
            "N",
            "G",
            "S",
        ),
        *("PLACE", "DAY", "FORMAT", "PLAYER", "xx", "h", "x", "GPIO", "USB", "PDF", "CSV", "MB"),
        *(
            "V",
            "q",
            "v",
            "BY",
            "SHELL",
            "newest",
            "oldest",
            "longest",
            "points",
            "bash",
            "zsh",
            "fish",
        ),
        *("alea1999", "rgg2009", "windrider2016", "c25"),
        *("full", "light", "scores", "UTC", "int", "str"),
    }
)
"""Words that are the same in every language, as programs read them."""


_OPTION = re.compile(r"--?[A-Za-z][\w-]*(?:[ =][A-Z][A-Za-z]*)?")


_PATH = re.compile(r"(?:[~\w.-]*/)+[\w.\-]*")


_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|`[^`]*`|\[[a-z_]+\]")


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
            catalog.add(one, _wide(message.id, message.flags))
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
    gettext.bindtextdomain(catalogues.DOMAIN, str(paths.asset("locales")))


def _wide(said: object, flags: set[str]) -> str | tuple[str, ...]:
    if isinstance(said, tuple | list):
        return (wide(said[0]), wide(said[1]), wide(said[1]))
    if "python-format" in flags:
        kept = re.split(r"(%\(\w+\)[rs]|%[rs])", str(said))
        return "".join(part if part.startswith("%") else wide(part) for part in kept)
    return wide(str(said))


def plain(printed: str, *names: str) -> set[str]:
    """Return the words in plain letters that are neither code nor one of these names."""
    for name in names:
        printed = printed.replace(name, "")
    for pattern in (_QUOTED, _PATH, _OPTION):
        printed = pattern.sub("", printed)
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


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"nonsense\n",
        b"\xff\n",
        b'{"ra_record": 9}\n',
        b'{"ra_record": 1}\n',
        b'{"ra_record": 1, "players": ["A"]}\n',
        HEADER + b'{"draw": "moon"}\n',
        HEADER + b'{"draw": "ra", "pass": true}\n',
        HEADER + b'{"pass": false}\n',
        HEADER + b'{"bid": 3}\n',
        HEADER + b'{"correct": 3}\n',
        HEADER + b'\n{"draw": "ra"}\n',
        BEGINNING + b'{"level": "full", "unknown": true}\n',
    ],
)
def test_why_a_record_is_refused_comes_from_the_catalogue(text: bytes, run: Run) -> None:
    ran = run("replay", "-", "--language", LANGUAGE, stdin=text)
    assert ran.status > 0
    names = ("Anna", "Ben", "Cleo", "-:", "draw", "pass", "bid", *RECORD_WORDS)
    assert plain(ran.err, *names) == set()


RECORD_WORDS = (
    *("epoch_over", "ra_record", "players", "invoke", "god", "done", "won", "unsold", "discard"),
    *("undo", "redo", "fix", "correct", "level", "tally", "unknown"),
)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"[]",
        b'{"epoch": 4, "players": []}',
        b'{"epoch": 1, "players": [{"tiles": {"ra": 2}}, {"suns": [99]}]}',
        b'{"epoch": 1, "players": [{"tiles": {"god": 99}}, {"before": -3}]}',
        b'{"epoch": 1, "friends": []}',
    ],
)
def test_why_a_sheet_is_refused_comes_from_the_catalogue(text: bytes, run: Run) -> None:
    ran = run("score", "-", "--language", LANGUAGE, stdin=text)
    assert ran.status > 0
    assert plain(ran.err, "friends", "players", "epoch", "object", "array", "tiles") == set()


SHEET = b"""{"epoch": 3, "players": [
    {"name": "\xce\x91", "before": 4, "suns": [2, 9], "tiles": {"pharaoh": 3, "mon_temple": 3}},
    {"name": "\xce\x92", "before": 9, "suns": [1, 3], "tiles": {"nile": 2, "flood": 1, "god": 1}}]}
"""


def test_points_come_with_reasons_from_the_catalogue(run: Run) -> None:
    ran = run("score", "-", "--language", LANGUAGE, stdin=SHEET)
    assert (ran.status, ran.err) == (0, "")
    assert plain(ran.out, "II", "I") == set()


def test_what_the_doctor_says_comes_from_the_catalogue(run: Run, tmp_path: Path) -> None:
    ran = run("doctor", "--language", LANGUAGE, "--data", tmp_path)
    assert plain(_without_machines(ran.out)) <= {getuser(), *PACKAGES, *GROUPS}


PACKAGES = (
    "pygame",
    "pygame-ce",
    "gpiod",
    "gpiozero",
    "msgspec",
    "pyserial",
    "python",
    "Python",
    "Ra",
    "Companion",
)


GROUPS = ("video", "render", "input", "gpio", "dialout", "dummy")
"""Names that are the same in every language; the last is the screen of the tests."""


def _without_machines(printed: str) -> str:
    """Return what the doctor says without what computers, disks and versions are called."""
    said = re.sub(r"\([^)]*\)", "", printed)
    said = re.sub(r"\S*\d\S*", "", said)
    rows = (row for row in said.splitlines() if wide("system") not in row)
    return "\n".join(row.split(": ")[0] for row in rows)


@pytest.mark.parametrize(
    "line",
    [
        ("games",),
        ("stats",),
        ("export", "7"),
        ("settings",),
        ("tags", "list"),
        ("tags", "show", "ντουλάπι"),
        ("rules",),
        ("rules", "--edition", "alea1999"),
    ],
)
def test_what_a_command_says_comes_from_the_catalogue(
    line: tuple[str, ...], run: Run, tmp_path: Path
) -> None:
    data = ("--data", str(tmp_path)) if line[0] not in {"settings", "rules"} else ()
    ran = run(*line, *data, "--language", LANGUAGE)
    printed = "\n".join(row for row in (ran.out + ran.err).splitlines() if " = " not in row)
    assert plain(printed) == set()


@pytest.fixture
def kept(game: Path, tmp_path: Path) -> Path:
    """Return a data folder in which the game of people without Latin letters is kept."""
    data = tmp_path / "data"
    (data / "games").mkdir(parents=True)
    shutil.copy(game, data / "games" / "000001-20260101T200000.jsonl")
    return data


def test_what_is_said_of_backups_comes_from_the_catalogue(
    run: Run, kept: Path, tmp_path: Path
) -> None:
    (tmp_path / "stick").mkdir()
    for place, status in (("stick", 0), ("no-stick", 2)):
        ran = run("backup", tmp_path / place, "--data", kept, "--language", LANGUAGE)
        assert ran.status == status
        assert plain(ran.out + ran.err) == set()


def test_what_is_said_of_forgetting_comes_from_the_catalogue(
    run: Run, kept: Path, write: Write
) -> None:
    for name, data, status in (("Μαρία", kept, 0), ("Μαρία", write(b"no folder"), 2)):
        ran = run("forget", name, "--data", data, "--language", LANGUAGE)
        assert ran.status == status
        assert plain(ran.out + ran.err) == set()


@pytest.mark.parametrize("line", [("games",), ("stats",), ("forget", "Μαρία")])
def test_what_is_said_of_an_index_that_is_none_comes_from_the_catalogue(
    line: tuple[str, ...], run: Run, kept: Path
) -> None:
    (kept / index.NAME).mkdir()
    ran = run(*line, "--data", kept, "--language", LANGUAGE)
    assert ran.status == 2
    assert plain(ran.out + ran.err) == set()


def test_what_is_said_of_diagnostics_comes_from_the_catalogue(
    run: Run, kept: Path, tmp_path: Path
) -> None:
    for place, status in ((tmp_path, 0), (tmp_path / "nowhere", 2)):
        ran = run("diagnostics", place, "--data", kept, "--language", LANGUAGE)
        assert ran.status == status
        assert plain(ran.out + ran.err) == set()


@pytest.mark.parametrize(
    "text",
    [
        b"table",
        b"[table]\nlanguage = 3",
        b"[tabel]\n",
        b"[table]\nlangauge = 'en'",
        b"[sound]\nvolume = 'loud'\n[kamera]\n",
        b"a = [1,",
        b"a = '",
        b"[table]\n[table]",
        b"a = {b = 1, b = 2}",
        b'a = "\x01"',
        b"\xff",
    ],
)
def test_mistakes_in_the_settings_come_from_the_catalogue(
    text: bytes, run: Run, write: Write
) -> None:
    ran = run("settings", "--check", write(text), "--language", LANGUAGE)
    assert ran.status > 0
    settings = ("langauge", "tabel", "kamera", "loud")
    shipped = set(re.findall("[A-Za-z_]+", paths.asset("settings.toml").read_text("utf-8")))
    found = plain(ran.out + ran.err, *settings)
    assert set(re.findall("[A-Za-z_]+", " ".join(found))) <= shipped


@pytest.mark.parametrize("line", [("games",), ("export", "last"), ("stats",), ("doctor",)])
def test_what_linux_says_comes_from_the_catalogue(
    line: tuple[str, ...], run: Run, write: Write
) -> None:
    ran = run(*line, "--data", write(b"no folder"), "--language", LANGUAGE)
    assert "irectory" not in ran.out + ran.err


def test_a_word_that_is_not_from_the_catalogue_is_found(run: Run, game: Path) -> None:
    assert {"epoch", "bid"} <= plain(run("replay", game).out)
