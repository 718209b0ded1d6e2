"""Whoever looks at their points does so behind a curtain; the others read to look away."""

from companion.core.model import Model
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.render import scene
from companion.ui.scene import Box, Text
from companion.ui.style import Canvas
from tests.together import for_each, some
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE
from tests.view.peeks import PEEKS


def texts(model: Model, size: tuple[int, int], language: str = "en") -> list[Text]:
    """Return every text that a curtain does not hide."""
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    seen: list[Text] = []
    for item in scene(model, canvas).items:
        if isinstance(item, Box) and item.fill is not None and item.opacity == 1:
            seen = [text for text in seen if not item.rect.contains(
                text.rect.x + text.rect.w / 2, text.rect.y + text.rect.h / 2)]  # fmt: skip
        elif isinstance(item, Text):
            seen.append(item)
    return seen


@for_each(7, size=SIZES, language=LANGUAGES)
def test_everybody_else_reads_to_look_away_from_across_the_table(
    size: tuple[int, int], language: str
) -> None:
    asked = in_language(language).say("Look away, please")
    seen = [text for text in texts(PEEKS[4, 2], size, language) if text.text in asked]
    large = [text for text in seen if text.px >= min(size) / 14]
    assert sum(len(text.text) for text in large) >= len(asked) - 2


@for_each(size=some(SIZES, 3), players=range(2, 6))
def test_the_points_are_no_larger_than_who_looks_and_smaller_than_the_curtain_s_words(
    size: tuple[int, int], players: int
) -> None:
    for seat in range(players):
        seen = texts(PEEKS[players, seat], size)
        [points] = [text for text in seen if text.is_private]
        largest = max(text.px for text in seen if not text.is_private)
        assert points.px <= max(20, size[1] / 14)
        assert points.px < largest


@for_each(page=["peek", "peek after an epoch"], size=SIZES)
def test_nothing_else_of_the_page_is_seen(page: str, size: tuple[int, int]) -> None:
    model = PAGES[page](3, NAMES)
    seen = {text.text for text in texts(model, size) if not text.is_private}
    looking = NAMES[model.session.peek.seat] if model.session.peek else ""
    others = {name for name in NAMES[:3] if name != looking}
    assert {text for text in seen if "let" not in text and "hide" not in text} == {
        "Look away, please", f"{looking} is looking at their points", *others
    }  # fmt: skip
