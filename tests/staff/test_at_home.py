"""What of a café is also there at home, and what is only there for guests who are alone."""

import pytest
from msgspec.structs import replace

from companion.core.effects import LoadLanguage
from companion.core.kiosk import GuestRequest, Kiosk, MissingPiece, Rest
from companion.core.messages import AskStaff, Join, Leave, Open, Play, Route, SetPreference
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.pages.kiosk import messages
from companion.pages.kiosk.idle import ATTRACT_SECONDS, PIN_SECONDS, Locked
from companion.pages.kiosk.messages import Acted, StaffAct
from companion.pages.kiosk.pin import STAFF_SECONDS, Pin
from companion.pages.kiosk.staff import Staff
from companion.pages.kiosk.staff_call import BEAT_SECONDS
from companion.pages.menu.menu import Menu
from companion.pages.new_game.seating import Seating
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import lamps
from companion.pages.table.table import Table
from companion.pages.update import next_deadline
from companion.rules.actions import DRAWS
from companion.rules.tiles import Tile
from companion.ui.scene import Box
from tests.core.desk import Desk, a_desk
from tests.staff.cafe import Cafe
from tests.view.cafes import PAGES
from tests.view.gallery import NAMES, at_table, shown


def test_who_chose_a_pin_at_home_is_gone_after_a_minute_as_well() -> None:
    desk = Desk()
    desk.take(messages.ChangePin())
    desk.take(messages.PinKept())
    assert isinstance(desk.page(), Staff)
    assert next_deadline(desk.model) == STAFF_SECONDS
    desk.pass_time(STAFF_SECONDS)
    assert desk.model.kiosk.staff_until is None
    assert isinstance(desk.page(), Welcome)


def test_what_staff_do_at_home_is_written_down_while_they_are_there() -> None:
    desk = Desk()
    assert not [
        each for each in desk.take(SetPreference("theme", "day")) if isinstance(each, Acted)
    ]
    desk.take(messages.PinKept())
    assert Acted(StaffAct.LOOK) in desk.take(SetPreference("theme", "night"))


def test_a_call_at_home_beats_on_the_screen_and_in_the_lamps() -> None:
    desk = a_desk(3)
    before = lamps(desk.model)
    desk.take(messages.CallStaff(GuestRequest.ORDER))
    assert next_deadline(desk.model) == BEAT_SECONDS
    desk.pass_time(BEAT_SECONDS)
    assert desk.model.kiosk.call is not None
    assert not desk.model.kiosk.call.is_bright
    assert max(lamps(desk.model).values()) < max(before.values())


def test_a_table_that_rests_wakes_although_it_has_left_the_cafe() -> None:
    desk = a_desk(3)
    desk.model = desk.model.with_kiosk(rest=Rest.DIM)
    desk.take(Open(Route.MENU))
    assert desk.model.kiosk.rest is Rest.AWAKE
    assert isinstance(desk.page(), Menu)


def test_the_wait_for_a_pin_is_counted_down_at_home_too() -> None:
    desk = Desk(Model(page=Pin()))
    desk.take(messages.PinWrong(0, 65.0))
    seen = []
    for seconds in (0.0, 1.0, 5.0):
        desk.pass_time(seconds)
        page = desk.page()
        assert isinstance(page, Pin)
        seen.append((page.facts["minutes"], page.facts["seconds"]))
    assert seen == [(1, "05"), (1, "04"), (0, "59")]


@pytest.mark.parametrize("is_cafe", [False, True])
def test_what_the_box_lacks_is_said_when_the_first_sits_down_and_not_again(
    is_cafe: bool,  # noqa: FBT001 - a case
) -> None:
    there = Model(page=Welcome(), kiosk=Kiosk(box="attic", short=(MissingPiece("nile", 2),)))
    desk = Desk(there.with_preferences(kiosk=is_cafe))
    desk.take(SetPreference("theme", "day"))
    assert desk.model.screen.said is None
    desk.take(Join(0))
    assert desk.model.screen.said == Notice(Notes.BOX_SHORT, {"box": "attic", "number": 2})
    desk.pass_time(20)
    assert desk.model.screen.said is None
    desk.take(Join(1))
    assert isinstance(desk.page(), Seating)
    assert desk.model.screen.said is None


def test_the_game_that_was_left_is_remembered_at_home_as_well_if_it_had_begun() -> None:
    begun, untouched = a_desk(3), a_desk(3)
    begun.take(Play(DRAWS[Tile.NILE]))
    played = begun.model.session.timeline
    for desk in (begun, untouched):
        desk.take(Leave())
    assert played is not None
    assert begun.model.kiosk.played == played
    assert untouched.model.kiosk.played is None


def test_a_pin_that_nobody_goes_on_typing_leaves_a_closed_table_closed() -> None:
    cafe = Cafe(is_locked=True).do(AskStaff(), messages.PinState(is_set=True))
    assert isinstance(cafe.model.page, Pin)
    cafe.wait(PIN_SECONDS - 1)
    assert isinstance(cafe.model.page, Pin)
    cafe.wait(1)
    assert isinstance(cafe.model.page, Locked)


def test_the_demonstration_speaks_another_language_every_half_minute() -> None:
    known = PAGES["attract"](Model(page=Welcome()), NAMES).kiosk.show
    assert known is not None
    cafe = Cafe(languages=("en", "cs")).do(messages.ShowFound(known)).wait(ATTRACT_SECONDS)
    changes = []
    for _ in range(6):
        cafe.wait(10)
        changes.append(len(cafe.orders(LoadLanguage)))
    assert changes == [0, 0, 1, 1, 1, 2]


def test_the_light_over_a_game_that_nobody_plays_is_taken_away_by_nothing_but_black() -> None:
    dim = replace(at_table(3), kiosk=Kiosk(rest=Rest.DIM)).with_preferences(kiosk=True)
    assert isinstance(dim.page, Table)
    colours = {
        each.fill
        for each in shown(dim).items
        if isinstance(each, Box) and 0 < each.opacity < 1 and each.rect.h >= 400
    }
    assert (0, 0, 0) in colours
