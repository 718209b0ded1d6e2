"""Long Ukrainian and Russian words stay whole, also in large letters in narrow cells.

These two have letters of their own, so that a piece of one of their words is known to be one; what
Latin letters spell might be the name of a file.
"""

import re
from itertools import product

import pytest
from msgspec.structs import replace

from companion.core.preferences import COLOURS, TextSize
from companion.i18n.catalogues import words
from companion.i18n.languages import BY_CODE
from companion.pages.render import scene
from companion.ui.pieces import paragraph
from companion.ui.scene import Rect
from companion.ui.style import PLAIN, Canvas, Size, ui_on
from companion.ui.text_metrics import ELLIPSIS
from tests.locales.catalogues import translations
from tests.view.gallery import NAMES, PAGES, TYPE
from tests.view.ink import looked_at

LANGUAGES = ("uk", "ru")

SIZES = ((800, 480), (480, 800))

PLAYERS = 5

_WORD = re.compile(r"[Ѐ-ӿ]+")


def _known(language: str) -> set[str]:
    said = (form for all_forms in translations(language).values() for form in all_forms)
    return {
        word.casefold()
        for text in (*said, *NAMES, *(each.name for each in BY_CODE.values()))
        for word in _WORD.findall(text)
    }


@pytest.mark.parametrize(("language", "size"), list(zip(LANGUAGES, SIZES, strict=True)))
def test_no_word_is_broken_in_its_middle(language: str, size: tuple[int, int]) -> None:
    said, known, torn = words(language), _known(language), set[str]()
    canvas = Canvas(size=size, type=TYPE, words=said)
    letters = tuple(
        key for each in BY_CODE.values() for key in (*each.keyboard.letters, each.keyboard.key)
    )
    keys = set(product(("naming", "gathering letters"), letters))
    for page, made in PAGES.items():
        model = made(PLAYERS, NAMES)
        colours = tuple(map(said.say, COLOURS))
        preferences = replace(
            model.preferences, language=language, text_size=TextSize.LARGER, colour_names=colours
        )
        shown = scene(replace(model, preferences=preferences), canvas)
        torn |= {
            f"{page}: {text.text}"
            for text, _ in looked_at(shown).texts
            if ELLIPSIS not in text.text
            for word in _WORD.findall(text.text)
            if word.casefold() not in known and (page, text.text) not in keys
        }
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
