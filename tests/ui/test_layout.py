"""Rectangles divided to the last pixel, and bands that fill every screen."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.model import Preferences
from companion.ui.layout import bands, columns, page_areas, rows, shares
from companion.ui.scene import Rect
from companion.ui.style import Canvas, Shape, ui_on
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
