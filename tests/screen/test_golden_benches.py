"""The hands-on pages at the sizes of the usual panels, as they were looked at and found good."""

import pytest
from pygame import Surface

from tests.screen.test_golden_screens import Golden, PainterOn, named
from tests.view.benches import PAGES
from tests.view.gallery import NAMES, shown

pytestmark = pytest.mark.golden

MAIN = ("wizard found", "trying", "lesson")


@pytest.mark.parametrize("size", [(1024, 600), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("page", MAIN)
def test_the_hands_on_pages_look_as_they_should_at_every_size(
    page: str, size: tuple[int, int], painter_on: PainterOn, golden: Golden
) -> None:
    surface = Surface(size, 0, 32)
    painter_on(surface).paint(shown(PAGES[page](5, NAMES), size))
    golden(surface, named(page, size))
