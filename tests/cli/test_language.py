"""Results are in the language asked for, else in the owner's, else in the system's."""

from pathlib import Path

import pytest

from companion.cli import rules
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


HUNGARIAN = '[table]\nlanguage = "hu"\n'


@pytest.mark.parametrize(
    ("asked", "owners", "system", "spoken"),
    [
        ("ja", HUNGARIAN, {}, "ja"),
        ("", HUNGARIAN, {}, "hu"),
        ("", None, {}, "cs"),
        ("", None, {"LC_MESSAGES": "ru_RU.UTF-8"}, "ru"),
        ("", None, {"LC_MESSAGES": "ru_RU.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        # Whoever speaks another language is answered in English.
        *(("", None, {"LANG": system}, "en") for system in ("C", "POSIX", "nl_BE.UTF-8", "")),
        # An owner's file that makes no sense stands in nobody's way.
        *(("", text, {}, "cs") for text in ("nonsense", "table = 1", "[table]\nlanguage = 3",
                                            '[table]\nlanguage = "xx"', "\xff")),
    ],
)  # fmt: skip
def test_the_language_is_the_one_asked_for_or_the_owner_s_or_the_system_s(  # noqa: PLR0913, PLR0917
    asked: str,
    owners: str | None,
    system: dict[str, str],
    spoken: str,
    home: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name, value in system.items():
        monkeypatch.setenv(name, value)
    if owners is not None:
        file = home / "config" / "ra-companion" / "settings.toml"
        file.parent.mkdir(parents=True)
        file.write_bytes(owners.encode("latin-1"))
    options = rules.Options(language=asked) if asked else rules.Options()
    assert options.words.language == spoken


@pytest.mark.parametrize("language", ["xx", "", "CS"])
def test_a_language_that_is_not_ours_is_refused(language: str, run: Run) -> None:
    ran = run("rules", "--language", language)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: argument --language: invalid choice")


def test_results_are_in_that_language_and_everything_else_is_english(run: Run, home: Path) -> None:
    assert "Ve třech epochách" in run("rules").out
    assert run("rules", "--help").out.startswith("usage: ra-companion rules")
    assert run("games", "--data", home).out == f"No saved games in {home}\n"
