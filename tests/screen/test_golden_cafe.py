"""The pages of a table in a café at the sizes of the usual panels, as they were looked at."""

import pytest
from pygame import Surface

from tests.screen.test_golden_screens import Golden, PainterOn, named
from tests.view.gallery import NAMES, PAGES, shown

pytestmark = pytest.mark.golden

MAIN = ("pin", "staff", "attract", "call", "kept", "counting the box", "sweeping the box",
        "staff stick", "versions with a bundle")  # fmt: skip


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (1280, 720)])
@pytest.mark.parametrize("page", MAIN)
def test_the_pages_of_a_cafe_look_as_they_should_at_every_size(
    page: str, size: tuple[int, int], painter_on: PainterOn, golden: Golden
) -> None:
    surface = Surface(size, 0, 32)
    painter_on(surface).paint(shown(PAGES[page](5, NAMES), size))
    golden(surface, named(page, size))
