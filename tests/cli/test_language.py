"""Results are in the language asked for, else in the owner's, else in the system's."""

from pathlib import Path

import pytest

from companion.cli import rules
from companion.cli.terminal.output import usual_language
from tests.cli.running import Run


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give every test a home without settings and a system that speaks Czech."""
    for name in ("LC_ALL", "LC_MESSAGES", "STATE_DIRECTORY", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "cs_CZ.UTF-8")
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return tmp_path


def _owners(home: Path, text: str) -> Path:
    file = home / "config" / "ra-companion" / "settings.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_the_language_that_is_asked_for_is_first(home: Path) -> None:
    _owners(home, '[table]\nlanguage = "hu"\n')
    assert rules.Options(language="ja").words.language == "ja"


def test_the_owners_language_is_second(home: Path) -> None:
    _owners(home, '[table]\nlanguage = "hu"\n')
    assert rules.Options().words.language == "hu"


def test_the_systems_language_is_third() -> None:
    assert usual_language() == "cs"


def test_the_most_particular_setting_of_the_system_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_MESSAGES", "ru_RU.UTF-8")
    assert usual_language() == "ru"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert usual_language() == "en"


@pytest.mark.parametrize("system", ["C", "POSIX", "nl_BE.UTF-8", "", "en_GB"])
def test_whoever_speaks_another_language_is_answered_in_english(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", system)
    assert usual_language() == "en"


@pytest.mark.parametrize(
    "text", ["nonsense", "table = 1", '[table]\nlanguage = "xx"', "[table]\nlanguage = 3", "\xff"]
)
def test_an_owners_file_that_makes_no_sense_stands_in_nobodys_way(text: str, home: Path) -> None:
    _owners(home, "").write_bytes(text.encode("latin-1"))
    assert usual_language() == "cs"


@pytest.mark.parametrize("language", ["xx", "", "CS"])
def test_a_language_that_is_not_ours_is_refused(language: str, run: Run) -> None:
    ran = run("rules", "--language", language)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: argument --language: invalid choice")


def test_results_are_in_that_language_and_everything_else_is_english(run: Run, home: Path) -> None:
    assert "Ve třech epochách" in run("rules").out
    assert run("rules", "--help").out.startswith("usage: ra-companion rules")
    assert run("games", "--data", home).out == f"No saved games in {home}\n"
