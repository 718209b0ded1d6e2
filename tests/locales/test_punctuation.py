"""What stands between words is written as each language writes it."""

import pytest

from companion.i18n.catalogues import words
from companion.pages import render
from companion.ui.scene import Text
from companion.ui.style import Canvas
from tests.locales.catalogues import LANGUAGES
from tests.view.gallery import NAMES, PAGES, TYPE

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


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_question_beside_a_large_name_does_not_begin_with_the_colon_behind_it(
    language: str,
) -> None:
    canvas = Canvas(size=(800, 480), type=TYPE, words=words(language))
    scene = render.scene(PAGES["turn with a god"](3, NAMES), canvas)
    texts = [item.text for item in scene.items if isinstance(item, Text)]
    assert "Anna" in texts
    assert not [text for text in texts if text.strip()[:1] in tuple(":\N{FULLWIDTH COLON}")]
