"""A game of which something is unknown ends in words, and what is missing is asked for."""

from collections.abc import Callable

import pytest

from companion.core.messages import Enter, GoTo, Leave, Resumed
from companion.core.model import Agreement, Guest
from companion.pages.menu.menu import Menu
from companion.pages.scoring.finale import Finale
from companion.rules.partial import TallyEpoch
from companion.rules.tiles import NO_TILES, Tile
from companion.ui.scene import Text
from tests.core.desk import Desk
from tests.stories import last_epoch
from tests.view.gallery import SIZES, shown

NOBODY_KNOWS = "The game is over; the winner is unknown"


def counted(desk: Desk, *tiles: int | None) -> Desk:
    """Count the last epoch."""
    desk.take(Enter(TallyEpoch(tiles)))
    return desk


def unknown_points() -> Desk:
    """Return two people who have counted everything, but never said how many points they had."""
    return counted(last_epoch(["-", "-"], []), Tile.PHARAOH.one, NO_TILES)


def unknown_tiles() -> Desk:
    """Return two people of whom one did not count: his suns and earlier points are known."""
    return counted(last_epoch(["17", "12"], []), Tile.PHARAOH.one, None)


unknown = pytest.mark.parametrize("game", [unknown_points, unknown_tiles])


def words(desk: Desk) -> list[str]:
    """Return everything that can be read, on each screen."""
    return [item.text for size in SIZES for item in shown(desk.model, size).items
            if isinstance(item, Text)]  # fmt: skip


@unknown
def test_an_unknown_end_is_there_again_after_a_power_cut(game: Callable[[], Desk]) -> None:
    desk = game()
    timeline = desk.model.session.timeline
    assert timeline is not None
    desk.take(Leave())
    desk.take(Resumed(timeline, (Guest(0), Guest(1)), Agreement()))
    assert isinstance(desk.page(), Finale)
    assert any(NOBODY_KNOWS in text for text in words(desk))
    for entry in Menu().entries(desk.model):
        there = Desk(desk.model)
        there.take(entry.message)
        words(there)


def test_unknown_points_stand_in_their_own_column() -> None:
    desk = counted(last_epoch(["17", "12"], []), None, Tile.PHARAOH.one * Tile.PHARAOH.copies)
    desk.take(GoTo(Finale()))
    scene = shown(desk.model, (1280, 720))
    twelve, _ = (item for item in scene.items if isinstance(item, Text) and item.text == "12")
    [name] = [item for item in scene.items if isinstance(item, Text) and item.text == "Ben"]
    assert twelve.rect.x + twelve.rect.w // 2 > name.rect.x
