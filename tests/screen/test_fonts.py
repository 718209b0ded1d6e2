"""Letters of all languages stand equally high, and are as wide as the view believes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.screen.drawings import Fonts
from companion.ui.scene import Align, Rect, Text, Weight
from companion.ui.text_metrics import Type

WHITE = (255, 255, 255)

SENTENCES = (
    "Yuki: draw a tile, play a god or invoke Ra",
    "Юкі: тягніть плитку, зіграйте бога або кличте Ра",  # noqa: RUF001 (Ukrainian)
    "Příliš žluťoučký kůň. AVATAR, To. Type",
    "Árvíztűrő tükörfúrógép",
    "ユキさんの番：タイルを引く・神を使う",  # noqa: RUF001 (Japanese)
    "RA 6/10 −2 87",  # noqa: RUF001 (a true minus)
)


def line(text: str, px: int = 40, align: Align = Align.LEFT) -> Text:
    return Text(Rect(0, 0, 1000, 60), text, px, WHITE, weight=Weight.BOLD, align=align)


def capital_rows(fonts: Fonts, text: str) -> tuple[int, int]:
    """Return the first and last row of the text's first letter, from the top of its box."""
    surface, (_, top) = fonts.drawn(line(text))
    seen = surface.subsurface((0, 0, 20, surface.get_height())).get_bounding_rect()
    return top + seen.top, top + seen.bottom


@pytest.mark.parametrize("text", ["H", "HŰg", "HЇц", "Hjユ漢", "HẮ", "H(|_"])
def test_capitals_stand_in_the_middle_whatever_follows_them(fonts: Fonts, text: str) -> None:
    first, last = capital_rows(fonts, text)
    assert (first, last) == capital_rows(fonts, "H")
    assert abs((first + last) / 2 - 30) <= 1


@pytest.mark.parametrize("weight", Weight)
@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_text_is_as_wide_as_was_measured(
    fonts: Fonts, measures: Type, sentence: str, weight: Weight
) -> None:
    for px in (20, 27, 46):
        surface, _ = fonts.drawn(Text(Rect(0, 0, 9, 9), sentence, px, WHITE, weight=weight))
        assert abs(surface.get_width() - measures.width(sentence, px, weight)) <= 3


@given(st.sampled_from(SENTENCES), st.integers(10, 60))
def test_alignment_puts_the_text_at_a_side_or_in_the_middle(
    fonts: Fonts, text: str, px: int
) -> None:
    width = fonts.drawn(line(text, px))[0].get_width()
    assert fonts.drawn(line(text, px, Align.LEFT))[1][0] == 0
    assert fonts.drawn(line(text, px, Align.RIGHT))[1][0] + width == 1000
    assert abs(fonts.drawn(line(text, px, Align.CENTRE))[1][0] * 2 + width - 1000) <= 1


def test_a_character_without_a_glyph_is_drawn_as_the_stand_in(fonts: Fonts) -> None:
    strange, stand_in = fonts.drawn(line("🎲"))[0], fonts.drawn(line("□"))[0]
    assert strange.get_bounding_rect() == stand_in.get_bounding_rect()
    assert strange.get_bounding_rect().w > 20
