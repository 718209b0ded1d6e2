"""Widgets in lines: alike as long as that is enough, and never lower than what stands on them."""

from companion.core.messages import TurnDial
from companion.core.model import Preferences
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.scene import Rect, Target
from companion.ui.style import PLAIN, Canvas, Size, ui_on
from tests.view.gallery import TYPE

KIT = Kit(ui_on(Canvas(size=(800, 480), type=TYPE), Preferences()))

LONG = KIT.text("Everybody starts with 10 points in scoring tokens, face down.", Size.LABEL, PLAIN)


def heights(lines: Widget, room: Rect) -> list[int]:
    """Return how high every place to touch is, from top to bottom."""
    return [each.rect.h for each in lines.draw(room) if isinstance(each, Target)]


def test_lines_are_alike_where_that_is_enough_for_the_longest_words() -> None:
    lines = KIT.lines(*(KIT.touch(each, TurnDial(1)) for each in (NOTHING, LONG, NOTHING)))
    assert len(set(heights(lines, Rect(0, 0, 200, 600)))) == 1


def test_a_line_with_long_words_is_higher_where_room_is_scarce_and_fingers_find_the_others() -> (
    None
):
    lines = KIT.lines(*(KIT.touch(each, TurnDial(1)) for each in (NOTHING, LONG, NOTHING)))
    first, second, third = heights(lines, Rect(0, 0, 200, 200))
    assert first == third >= 44
    assert second >= LONG.needs(200) > first


def test_words_beside_each_other_need_as_much_as_the_higher_of_them_in_its_part() -> None:
    row = KIT.row(LONG.share(1), NOTHING.share(3), gap=8)
    assert row.needs(808) == LONG.needs(200)
    assert KIT.pad(row, 4, 10).needs(816) == LONG.needs(200) + 20
