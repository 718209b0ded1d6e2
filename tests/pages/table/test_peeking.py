"""Whose points can be looked at, and what the screen says of it before anybody looks."""

from companion.app.controls import shifted
from companion.core.effects import do
from companion.core.messages import EndPeek, Enter, GoTo, Peek
from companion.pages.controls import PLAYER_KEYS
from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.table.ra_track import UNKNOWN
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import Seat
from companion.ui.scene import Text
from tests.core.desk import Desk, a_desk
from tests.pages.partial.test_joining import begun
from tests.view.gallery import shown


def own_points(desk: Desk) -> str:
    """Return what the first player reads when they look at their points."""
    desk.take(Peek(Seat(0)))
    items = shown(desk.model).items
    [points] = [each.text for each in items if isinstance(each, Text) and each.is_private]
    desk.take(EndPeek())
    return points


def test_where_less_is_entered_who_looks_reads_what_was_told_of_their_points() -> None:
    desk = begun(3)
    desk.take(do(Joining.answer, 2))
    desk.take(GoTo(PartialTable()))
    assert own_points(desk) == UNKNOWN
    desk.take(Enter(Fix(hands=(HandFix(Seat(0), score=23),))))
    assert own_points(desk) == "23"


def test_at_a_keyboard_shift_with_ones_own_key_shows_ones_points_for_five_seconds() -> None:
    desk = a_desk(3)
    message = shifted("f7", "", desk.model)
    assert message == Peek(Seat(1))
    desk.take(message)
    assert any(isinstance(each, Text) and each.is_private for each in shown(desk.model).items)
    desk.pass_time(5.5)
    assert desk.model.session.peek is None


def test_beside_the_lock_stands_the_key_that_shows_the_points_where_it_has_room() -> None:
    desk = a_desk(3)
    drawn = shown(desk.model, (1280, 720), letters=True)
    texts = [item.text for item in drawn.items if isinstance(item, Text)]
    keys = [PLAYER_KEYS[button].upper() for button in desk.model.session.buttons]
    assert [text for text in texts if text.startswith("Shift")] == [f"Shift {key}" for key in keys]
