"""Rectangles divided to the last pixel, and bands that fill every screen."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.messages import TurnDial
from companion.core.model import Preferences
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import bands, columns, largest_cells, page_areas, rows, shares
from companion.ui.scene import Rect, Target
from companion.ui.style import PLAIN, Canvas, Shape, Size, ui_on
from tests.view.gallery import SIZES, TYPE

SCREENS = (*SIZES, (1280, 800), (1024, 768), (2560, 1080), (1600, 1200), (1080, 1920), (800, 1280))

lengths = st.integers(200, 4000)

numbers = st.integers(1, 12)


@given(lengths, numbers, st.integers(0, 12))
def test_columns_use_every_pixel_and_are_equally_wide(width: int, number: int, gap: int) -> None:
    parts = columns(Rect(7, 5, width, 30), number, gap)
    assert parts[0].x == 7
    assert parts[-1].x + parts[-1].w == 7 + width
    assert all(right.x - left.x - left.w == gap for left, right in pairwise(parts))
    widths = [part.w for part in parts]
    assert max(widths) - min(widths) <= 1


@given(lengths, numbers, st.integers(0, 12))
def test_rows_are_columns_that_lie_on_their_side(height: int, number: int, gap: int) -> None:
    upright = columns(Rect(5, 7, height, 30), number, gap)
    lying = rows(Rect(7, 5, 30, height), number, gap)
    assert [(row.y, row.h) for row in lying] == [(column.x, column.w) for column in upright]


def test_round_things_are_as_large_as_they_fit_and_then_in_even_rows() -> None:
    four = largest_cells(Rect(0, 0, 300, 100), 4, 0)
    assert [cell.y for cell in four] == [0, 0, 0, 0]  # 75 high, where two rows leave 50
    lower = largest_cells(Rect(0, 0, 150, 100), 4, 0)
    assert [cell.y for cell in lower] == [0, 0, 50, 50]  # three and one would be as large


def test_shares_are_as_wide_as_their_numbers_say() -> None:
    assert [part.w for part in shares(Rect(0, 0, 110, 10), (1, 3, 6), 5)] == [10, 30, 60]


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("edge", [0, 60])
def test_the_bands_of_the_table_follow_each_other_and_stay_on_the_screen(
    size: tuple[int, int], edge: int
) -> None:
    where = bands(ui_on(Canvas(size=size, type=TYPE), Preferences()), edge)
    order = (
        where.edge,
        where.ra_track,
        where.auction_track,
        where.prompt,
        where.panels,
        where.dock,
    )
    assert all(upper.y + upper.h <= lower.y for upper, lower in pairwise(order))
    assert where.dock.y + where.dock.h <= size[1]
    assert where.panels.h >= size[1] * 0.2


@pytest.mark.parametrize("size", SCREENS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_parts_of_a_page_follow_each_other_and_stay_on_the_screen(
    size: tuple[int, int],
) -> None:
    where = page_areas(ui_on(Canvas(size=size, type=TYPE), Preferences()))
    order = (where.title, where.body, where.dock)
    assert all(upper.y + upper.h <= lower.y for upper, lower in pairwise(order))
    assert where.dock.y + where.dock.h <= size[1]


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        ((800, 480), Shape.COMPACT),
        ((1024, 559), Shape.COMPACT),
        ((1024, 560), Shape.FULL),
        ((1280, 720), Shape.FULL),
        ((2560, 1080), Shape.FULL),
        ((480, 800), Shape.TALL),
        ((1080, 1920), Shape.TALL),
    ],
)
def test_the_shape_follows_the_screen(size: tuple[int, int], shape: Shape) -> None:
    assert ui_on(Canvas(size=size, type=TYPE), Preferences()).shape is shape


# Widgets in lines: alike as long as that is enough, and never lower than what stands on them.


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


def test_lines_that_fill_a_column_to_its_end_are_as_high_as_was_said() -> None:
    drawn: list[Rect] = []

    def draw(area: Rect) -> tuple[()]:
        drawn.append(area)
        return ()

    kit = Kit(ui_on(Canvas(size=(800, 480), type=TYPE), Preferences()))
    list(kit.column(*[Widget(draw).fixed(44)] * 7, NOTHING).draw(Rect(0, 0, 200, 308)))
    assert {area.h for area in drawn} == {44}


def test_words_beside_each_other_need_as_much_as_the_higher_of_them_in_its_part() -> None:
    row = KIT.row(LONG.share(1), NOTHING.share(3), gap=8)
    assert row.needs(808) == LONG.needs(200)
    assert KIT.pad(row, 4, 10).needs(816) == LONG.needs(200) + 20
