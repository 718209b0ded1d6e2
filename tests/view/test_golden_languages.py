"""The words of every page in every language, as they were looked at and found good.

A file for each language, so that a difference reads like a translation that was changed. A text
that takes several lines stands on one, and numbers, names and signs alone are left out. After
changes that were meant:
``pytest tests/view/test_golden_languages.py tests/screen/test_golden_screens.py --update-golden``
"""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.core.messages import Message
from companion.core.model import COLOURS, MACHINES
from companion.i18n.catalogues import words
from companion.i18n.languages import LANGUAGES
from companion.pages.render import scene
from companion.ui.scene import Item, Rect, Scene, Text
from companion.ui.style import Canvas
from tests.together import some
from tests.view.conftest import HERE, GoldenText
from tests.view.gallery import NAMES, PAGES, TYPE
from tests.view.ink import SIGNS, looked_at, width

SIZE = (800, 480)

CATALOGUES = tuple(each for each in LANGUAGES if (HERE / f"language-{each}.txt").exists())
"""Those whose words were looked at page by page."""

TRANSLATED = tuple(each for each in CATALOGUES if each != "en")

NOT_WORDS = frozenset({*NAMES, *SIGNS, "I", "II", "III"})

INK = (255, 255, 255)

LEADING = 1.6
"""The next line of a text is at most this many ems below."""


def spoken(page: str, language: str) -> Scene[Message]:
    """Return what a page shows to four players in a language."""
    said, model = words(language), PAGES[page](4, NAMES)
    model = model.with_preferences(
        language=language,
        colour_names=tuple(map(said.say, COLOURS)),
        machine_names=tuple(map(said.say, MACHINES)),
    )
    return scene(model, Canvas(size=SIZE, type=TYPE, words=said))


def goes_on(item: Item, after: Item) -> bool:
    """Whether the second is the next line of a text: it lies below, and had no room beside."""
    match item, after:
        case Text(), Text():
            apart = after.rect.y - item.rect.y
            is_alike = (item.px, item.align, item.rect.w) == (after.px, after.align, after.rect.w)
            is_below = item.rect.x == after.rect.x and 0 < apart <= LEADING * item.px
            beside = f"{item.text} {after.text.split(' ', 1)[0]}"
            return is_alike and is_below and width(replace(item, text=beside)) > item.rect.w
        case _:
            return False


def read(shown: Scene[Message], space: str) -> Iterator[str]:
    """Yield the texts that can be seen, top to bottom and left to right, each on one line."""
    seen = {id(text) for text, _ in looked_at(shown).texts if not text.is_private}
    found: list[tuple[int, int, str]] = []
    before: Item | None = None
    for item in shown.items:
        if isinstance(item, Text) and id(item) in seen:
            if before is not None and goes_on(before, item):
                y, x, text = found.pop()
                found.append((y, x, f"{text}{space}{item.text}"))
            else:
                found.append((item.rect.y, item.rect.x, item.text))
        before = item
    for _, _, text in sorted(found):
        if text not in NOT_WORDS and any(map(str.isalpha, text)):
            yield text


@pytest.mark.parametrize("language", CATALOGUES)
def test_the_words_of_a_language_are_those_that_were_looked_at(
    language: str, golden_text: GoldenText, *, is_kept_anew: bool
) -> None:
    """In each language some of the pages; ``make test-every`` looks at all."""
    space = "" if language == "ja" else " "
    looked = PAGES if is_kept_anew else some(PAGES, 3, CATALOGUES.index(language))
    told = {
        page: [f"    {text}" for text in read(spoken(page, language), space)] for page in looked
    }
    if is_kept_anew:
        golden_text(
            "\n".join("\n".join([page, *told[page], ""]) for page in PAGES), f"language-{language}"
        )
    kept = kept_pages(language)
    assert list(kept) == list(PAGES)
    assert told == {page: kept[page] for page in told}


def kept_pages(language: str) -> dict[str, list[str]]:
    """Return the lines of every page as they were looked at."""
    parts = (
        (HERE / f"language-{language}.txt").read_text(encoding="utf-8").rstrip("\n").split("\n\n")
    )
    return {page: lines for page, *lines in map(str.splitlines, parts)}


def test_a_text_that_takes_several_lines_is_read_as_one() -> None:
    lines = ("Draw a tile", "or", "invoke Ra")
    texts = (Text(Rect(0, 20 * y, 100, 20), text, 16, INK) for y, text in enumerate(lines))
    assert [*read(Scene(SIZE, (*texts,)), " ")] == ["Draw a tile or", "invoke Ra"]
