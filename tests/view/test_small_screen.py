"""Small screens show every page whole; one that is too small says which is needed."""

import pytest

from companion.core.model import Preferences
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.ui.scene import Box, Disc, Rect, Scene, Text
from companion.ui.small_screen import SMALLEST, drawn_size, is_too_small, scaled, too_small
from companion.ui.style import TOUCH_PX, Canvas, ui_on
from tests.together import for_each
from tests.view.gallery import SIZES, TYPE

SMALL = ((480, 320), (320, 480), (640, 480), (720, 720), (1024, 400))


@for_each(size=SMALL)
def test_a_page_is_drawn_in_proportion_and_never_smaller_than_designed(
    size: tuple[int, int],
) -> None:
    wide, high = drawn_size(size)
    assert wide * size[1] == pytest.approx(high * size[0], rel=0.002)
    assert max(wide, high) >= 800
    assert min(wide, high) >= 480
    assert TOUCH_PX * size[0] / wide >= 26


def test_a_screen_that_is_large_enough_is_used_as_it_is() -> None:
    assert [size for size in SIZES if drawn_size(size) != size] == []


def test_neighbours_still_meet_and_circles_stay_round() -> None:
    rects = [Rect(0, 0, 101, 51), Rect(101, 0, 99, 51)]
    discs = [Disc(Rect(at, 3, 25, 25)) for at in range(9)]
    small: Scene[object] = scaled(Scene((200, 100), (*map(Box, rects), *discs)), (120, 60), TYPE)
    assert small.items[0].rect.x + small.items[0].rect.w == small.items[1].rect.x
    assert {each.rect.w - each.rect.h for each in small.items[2:]} == {0}


@for_each(7, language=LANGUAGES, size=[(320, 240), (240, 320), (470, 320), (160, 128)])
def test_a_screen_that_is_too_small_says_which_is_needed(
    language: str, size: tuple[int, int]
) -> None:
    assert is_too_small(size)
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    drawn: Scene[object] = too_small(ui_on(canvas, Preferences(language=language)))
    texts = [item for item in drawn.items if isinstance(item, Text)]
    said = " ".join(text.text for text in texts)
    if size[0] > 200:
        assert all(str(number) in said for number in (*SMALLEST, *size))
    for text in texts:
        assert TYPE.width(text.text, text.px, text.weight) <= text.rect.w


def test_the_smallest_screen_is_large_enough_either_way_round() -> None:
    assert not is_too_small(SMALLEST)
    assert not is_too_small((SMALLEST[1], SMALLEST[0]))
