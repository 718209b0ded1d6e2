"""The command line answers in the language asked for, else the owner's, else the system's."""

from pathlib import Path

import pytest

from companion.cli.terminal.output import language_of
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
    assert language_of(("games", "--language", "ja")) == "ja"
    assert language_of(("games", "--language=uk")) == "uk"


def test_the_owners_language_is_second(home: Path) -> None:
    _owners(home, '[table]\nlanguage = "hu"\n')
    assert language_of(("games",)) == "hu"


def test_the_file_of_the_owner_can_be_named_on_the_command_line(home: Path) -> None:
    other = home / "other.toml"
    other.write_text('[table]\nlanguage = "ru"\n', encoding="utf-8")
    assert language_of(("run", "--settings", str(other), "--help")) == "ru"


def test_the_systems_language_is_third() -> None:
    assert language_of(("games",)) == "cs"


def test_the_most_particular_setting_of_the_system_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_MESSAGES", "ru_RU.UTF-8")
    assert language_of(()) == "ru"
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    assert language_of(()) == "en"


@pytest.mark.parametrize("system", ["C", "POSIX", "de_AT.UTF-8", "", "en_GB"])
def test_whoever_speaks_another_language_is_answered_in_english(
    system: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", system)
    assert language_of(("games",)) == "en"


@pytest.mark.parametrize("asked", ["xx", "", "CS"])
def test_a_language_that_is_not_ours_is_refused_in_english(asked: str) -> None:
    assert language_of(("games", "--language", asked)) == "en"
    assert language_of(("games", "--language")) == "en"


@pytest.mark.parametrize(
    "text", ["nonsense", "table = 1", '[table]\nlanguage = "xx"', "[table]\nlanguage = 3", "\xff"]
)
def test_an_owners_file_that_makes_no_sense_stands_in_nobodys_way(text: str, home: Path) -> None:
    _owners(home, "").write_bytes(text.encode("latin-1"))
    assert language_of(("games",)) == "cs"


def test_help_and_results_are_in_that_language(run: Run, home: Path) -> None:
    assert "použití: ra-companion games" in run("games", "--help").out
    assert "nejsou žádné uložené hry" in run("games", "--data", home).out
    _owners(home, '[table]\nlanguage = "uk"\n')
    assert "використання: ra-companion games" in run("games", "--help").out
    assert run("games", "--data").err.startswith("використання: ra-companion games")
