"""A picture of each language, point by point as it was looked at and found good.

Four pages on one sheet, which have letters of every size and weight and long texts. What stands on
the others is kept as text, beside the display lists.
"""

from collections.abc import Callable

import pytest
from pygame import Surface

from companion.screen.painter import Painter
from tests.view.test_golden_languages import SIZE, TRANSLATED, spoken

pytestmark = pytest.mark.golden

PainterOn = Callable[[Surface], Painter]

Golden = Callable[[Surface, str], None]

PAGES = ("scoring", "all reasons", "menu", "card")


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_language_looks_as_it_should(
    language: str, painter_on: PainterOn, golden: Golden
) -> None:
    wide, high = SIZE
    sheet = Surface((2 * wide, 2 * high), 0, 32)
    for place, page in enumerate(PAGES):
        surface = Surface(SIZE, 0, 32)
        painter_on(surface).paint(spoken(page, language))
        sheet.blit(surface, (place % 2 * wide, place // 2 * high))
    golden(sheet, f"language-{language}")
