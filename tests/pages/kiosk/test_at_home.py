"""What of a café is also there at home, and what is only there for guests who are alone."""

import pytest
from msgspec.structs import replace

from companion.core.kiosk import Idle, Kiosk, MissingPiece
from companion.core.messages import Join, Open, Route, SetPreference
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.pages.menu.menu import Menu
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.table.table import Table
from companion.ui.scene import Box
from tests.core.desk import Desk, a_desk
from tests.view.gallery import at_table, shown


def test_a_table_that_rests_wakes_although_it_has_left_the_cafe() -> None:
    desk = a_desk(3)
    desk.model = desk.model.with_kiosk(rest=Idle.DIM)
    desk.take(Open(Route.MENU))
    assert desk.model.kiosk.rest is Idle.AWAKE
    assert isinstance(desk.page(), Table)
    desk.take(Open(Route.MENU))
    assert isinstance(desk.page(), Menu)


@pytest.mark.parametrize("is_cafe", [False, True])
def test_what_the_box_lacks_is_said_when_the_first_sits_down_and_not_again(
    is_cafe: bool,  # noqa: FBT001 - a case
) -> None:
    there = Model(page=Welcome(), kiosk=Kiosk(box="attic", short=(MissingPiece("nile", 2),)))
    desk = Desk(there.with_preferences(kiosk=is_cafe))
    desk.take(SetPreference("theme", "day"))
    assert desk.model.screen.notice is None
    desk.take(Join(0))
    assert desk.model.screen.notice == Notice(Notes.BOX_SHORT, {"box": "attic", "number": 2})
    desk.pass_time(20)
    assert desk.model.screen.notice is None
    desk.take(Join(1))
    assert isinstance(desk.page(), Seating)
    assert desk.model.screen.notice is None


def test_the_light_over_a_game_that_nobody_plays_is_taken_away_by_nothing_but_black() -> None:
    dim = replace(at_table(3), kiosk=Kiosk(rest=Idle.DIM)).with_preferences(kiosk=True)
    assert isinstance(dim.page, Table)
    colours = {
        each.fill
        for each in shown(dim).items
        if isinstance(each, Box) and 0 < each.opacity < 1 and each.rect.h >= 400
    }
    assert (0, 0, 0) in colours
