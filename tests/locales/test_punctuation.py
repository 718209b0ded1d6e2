"""What stands between words is written as each language writes it."""

import pytest

from companion.i18n.catalogues import words
from tests.locales.catalogues import LANGUAGES

WESTERN = ("en", *(language for language in LANGUAGES if language != "ja"))


@pytest.mark.parametrize("language", WESTERN)
def test_western_languages_have_commas_colons_and_full_stops_with_spaces(language: str) -> None:
    said = words(language)
    assert said.list(("Anna", "Marek")) == "Anna, Marek"
    assert said.state("Anna", "3") in ("Anna: 3", "Anna\N{NO-BREAK SPACE}: 3")
    assert said.end("Anna") == "Anna."
    assert said.end("Anna", "Marek") == "Anna. Marek"


def test_japanese_has_wide_ones_without() -> None:
    said = words("ja")
    assert said.list(("芸術", "農業")) == "芸術、農業"
    assert said.state("言語", "日本語") == "言語：日本語"  # noqa: RUF001 (Japanese)
    assert said.end("Anna", "Marek") == "Anna。Marek"
