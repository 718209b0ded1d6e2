"""A table at which nobody is: what is seen of its rest."""

from msgspec.structs import replace

from companion.core.kiosk import Idle, Kiosk
from companion.pages.table.table import Table
from companion.ui.scene import Box
from tests.view.gallery import at_table, shown


def test_the_light_over_a_game_that_nobody_plays_is_taken_away_by_nothing_but_black() -> None:
    dim = replace(at_table(3), kiosk=Kiosk(rest=Idle.DIM)).with_preferences(kiosk=True)
    assert isinstance(dim.page, Table)
    colours = {
        each.fill
        for each in shown(dim).items
        if isinstance(each, Box) and 0 < each.opacity < 1 and each.rect.h >= 400
    }
    assert (0, 0, 0) in colours
