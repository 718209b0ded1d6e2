"""What was counted stays: Back leads out of it and on leads back into it, whatever lies between."""

from companion.core.controls import Control
from companion.core.effects import do
from companion.core.messages import BringBack, Enter, Open, Route, TakeBack
from companion.core.model import Model
from companion.pages.bindings import controls
from companion.pages.new_game.welcome import Welcome
from companion.pages.score_sheet.result import SheetResult
from companion.pages.score_sheet.setup import SheetSetup
from companion.pages.score_sheet.tally import SheetTally
from companion.rules.editions import Seat
from companion.rules.partial.game import END_EPOCH
from companion.rules.tiles import Tile, count
from tests.core.desk import Desk
from tests.pages.partial.test_partial_table import a_light_desk


def tally(desk: Desk) -> SheetTally:
    """Return the page on which people count."""
    page = desk.page()
    assert isinstance(page, SheetTally)
    return page


def niles(desk: Desk) -> list[int]:
    """Return how many Niles were counted for everybody."""
    return [count(each.tiles, Tile.NILE) for each in tally(desk).counts]


def a_sheet() -> Desk:
    """Return the score sheet of a table that played without us, with seven Niles."""
    desk = Desk(Model(page=Welcome()))
    desk.take(Open(Route.SHEET))
    desk.press("ra")
    desk.take(do(SheetTally.set_number, Tile.NILE, 7))
    return desk


def test_one_back_too_many_leads_to_the_setup_and_on_leads_back_into_the_count() -> None:
    desk = a_sheet()
    desk.press("undo")
    assert isinstance(desk.page(), SheetSetup)
    desk.press("ra")
    assert niles(desk)[0] == 7


def test_what_is_changed_in_the_setup_keeps_what_was_counted() -> None:
    desk = a_sheet()
    desk.press("undo")
    desk.take(do(SheetSetup.change, 0, 1))
    setup = desk.page()
    assert isinstance(setup, SheetSetup)
    desk.press("ra")
    assert len(tally(desk).counts) == len(setup.names)
    assert niles(desk)[0] == 7


def test_names_and_what_is_counted_are_as_they_were_set() -> None:
    desk = Desk(Model(page=SheetSetup(("Eva", "", "Max"))))
    desk.take(do(SheetSetup.change, 1, 2))
    before = desk.page()
    assert isinstance(before, SheetSetup)
    desk.press("ra")
    desk.press("undo")
    after = desk.page()
    assert isinstance(after, SheetSetup)
    assert (after.names, after.scope) == (before.names, before.scope)


def test_a_later_epoch_stays_counted_while_an_earlier_one_is_looked_at() -> None:
    desk = a_sheet()
    for _ in tally(desk).counts:
        desk.take(do(SheetTally.go_on))
    assert isinstance(desk.page(), SheetResult)
    desk.press("ok")
    desk.take(do(SheetTally.set_number, Tile.PHARAOH, 3))
    assert tally(desk).epoch == 2
    desk.press("undo")
    assert isinstance(desk.page(), SheetResult)
    desk.press("undo")
    assert tally(desk).epoch == 1
    for _ in tally(desk).counts:
        desk.take(do(SheetTally.go_on))
    desk.press("ok")
    assert tally(desk).epoch == 2
    assert count(tally(desk).counts[0].tiles, Tile.PHARAOH) == 3


def test_in_a_game_undo_and_redo_of_its_end_lead_back_into_the_count() -> None:
    desk = a_light_desk(3)
    desk.take(Enter(END_EPOCH))
    desk.take(do(SheetTally.set_number, Tile.NILE, 4))
    desk.press("undo")
    desk.take(TakeBack())
    desk.take(BringBack())
    assert niles(desk)[0] == 4


def test_a_tally_that_is_taken_back_is_corrected_and_not_counted_anew() -> None:
    desk = a_light_desk(3)
    desk.take(Enter(END_EPOCH))
    desk.take(do(SheetTally.set_number, Tile.NILE, 4))
    for _ in range(3):
        desk.take(do(SheetTally.go_on))
    assert not isinstance(desk.page(), SheetTally)
    desk.take(TakeBack())
    desk.press("ok")
    assert niles(desk)[0] == 4


def test_done_is_lit_where_what_was_counted_can_be() -> None:
    desk = a_sheet()
    desk.take(do(SheetTally.set_number, Tile.NILE, 99))
    for _ in tally(desk).counts[1:]:
        assert controls(desk.model).is_lit(Control.OK)
        desk.press("ok")
    assert not controls(desk.model).is_lit(Control.OK)
    desk.take(do(SheetTally.open_player, Seat(0)))
    desk.take(do(SheetTally.set_number, Tile.NILE, 7))
    assert controls(desk.model).is_lit(Control.OK)
