"""Long words stay whole, also in large letters in narrow cells.

A word is known if a catalogue has it, or if it stands on some page of a large screen: names of
people and ports are in no catalogue. What has a digit may be broken, as a long name of a file is.
"""

import re
from collections.abc import Iterator
from itertools import chain, product

import pytest
from msgspec.structs import replace

from companion.core.model import COLOURS, Model, TextSize
from companion.i18n.catalogues import words
from companion.i18n.languages import has_spaces
from companion.pages.render import scene
from companion.ui.pieces import paragraph
from companion.ui.scene import Rect
from companion.ui.style import PLAIN, Canvas, Size, ui_on
from companion.ui.text_metrics import ELLIPSIS
from tests.locales.catalogues import LANGUAGES as TRANSLATED
from tests.locales.catalogues import sentences, translations
from tests.together import some
from tests.view.gallery import NAMES, PAGES, TYPE
from tests.view.ink import looked_at

LANGUAGES = tuple(each for each in ("en", *TRANSLATED) if has_spaces(each))

SIZES = ((480, 800), (800, 480))

ROOMY = (1920, 1080)

PLAYERS = 5

_WORD = re.compile(r"[^\W\d_]{2,}")


def _words(text: str) -> Iterator[str]:
    """Yield every word of a text, as words are compared."""
    for piece in text.split():
        if not any(map(str.isdigit, piece)):
            yield from map(str.casefold, _WORD.findall(piece))


def _shown(model: Model, size: tuple[int, int], language: str) -> Iterator[str]:
    """Yield every text on a page but those that are cut."""
    canvas = Canvas(size=size, type=TYPE, words=words(language))
    texts = (text.text for text, _ in looked_at(scene(model, canvas)).texts)
    return (text for text in texts if ELLIPSIS not in text)


def _known(language: str) -> set[str]:
    said = () if language == "en" else chain.from_iterable(translations(language).values())
    return {word for text in (*said, *sentences()) for word in _words(text)}


@pytest.mark.parametrize(("language", "size"), some(product(LANGUAGES, SIZES), 5))
def test_no_word_is_broken_in_its_middle(language: str, size: tuple[int, int]) -> None:
    known, torn = _known(language), set[str]()
    pages = some(PAGES, 5, LANGUAGES.index(language))
    colours = tuple(map(words(language).say, COLOURS))
    told = {
        page: replace(model, preferences=replace(
            model.preferences, language=language, colour_names=colours
        ))
        for page, model in ((page, PAGES[page](PLAYERS, NAMES)) for page in pages)
    }  # fmt: skip
    for model in told.values():
        known.update(word for text in _shown(model, ROOMY, language) for word in _words(text))
    for page, model in told.items():
        large = replace(model.preferences, text_size=TextSize.LARGER)
        for text in _shown(replace(model, preferences=large), size, language):
            torn |= {f"{page}: {text}" for word in _words(text) if word not in known}
    assert torn == set()


def test_letters_are_rather_as_usual_than_a_word_in_two() -> None:
    model = next(iter(PAGES.values()))(PLAYERS, NAMES)
    canvas = Canvas(size=(800, 480), type=TYPE, words=words("ru"))
    usual = ui_on(canvas, replace(model.preferences, text_size=TextSize.NORMAL))
    large = ui_on(canvas, replace(model.preferences, text_size=TextSize.LARGER))
    word = "неизвестно"
    wide = int(usual.width(word, Size.SMALL, PLAIN.weight)) + 1
    assert large.width(word, Size.SMALL, PLAIN.weight) > wide
    cell = Rect(0, 0, wide, 400)
    lines = [line.text for line in paragraph(large, cell, f"{word} {word}", Size.SMALL)]
    assert lines == [word, word]
