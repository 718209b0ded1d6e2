"""Some pages item by item, as they were looked at and found good; they can be read."""

import pytest

from companion.ui.scene import Rect, Text
from tests.view.conftest import GoldenText
from tests.view.gallery import NAMES, PAGES, PEEKS, SCORES, SIZES, shown
from tests.view.listing import listed

WHOLE = ("welcome", "seating", "turn", "auction", "bid", "gods", "scoring", "winner", "history")
"""The pages whose every item is compared."""


@pytest.mark.parametrize("page", WHOLE)
def test_a_page_is_built_of_the_items_that_were_looked_at(
    page: str, golden_text: GoldenText
) -> None:
    golden_text(listed(shown(PAGES[page](5, NAMES))), f"items-{page}")


# A peek by everybody, at their own edge of every screen, as it was looked at and found good.


def own_points(players: int, seat: int, size: tuple[int, int]) -> Rect:
    """Return where the points of who looks stand; they stand nowhere else."""
    private = [
        item
        for item in shown(PEEKS[players, seat], size).items
        if isinstance(item, Text) and item.is_private
    ]
    [points] = private
    assert points.text == str(SCORES[seat])
    return points.rect


@pytest.mark.parametrize("players", range(2, 6))
def test_everybody_peeks_at_an_edge_of_their_own(players: int, golden_text: GoldenText) -> None:
    lines = []
    for size in SIZES:
        rects = [own_points(players, seat, size) for seat in range(players)]
        assert len({(rect.x, rect.y) for rect in rects}) == players
        for seat, rect in enumerate(rects):
            assert rect.x >= 0
            assert rect.y >= size[1] // 3, "on the lower edge, before the players"
            assert rect.x + rect.w <= size[0]
            assert rect.y + rect.h <= size[1]
            lines.append(f"{size[0]}x{size[1]} seat {seat}: {rect.x},{rect.y} {rect.w}x{rect.h}")
    golden_text("\n".join(lines) + "\n", f"peeks-{players}")
