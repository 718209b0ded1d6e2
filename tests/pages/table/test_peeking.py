"""Whose points can be looked at, and what the screen says of it before anybody looks."""

import pytest
from msgspec.structs import replace

from companion.app.gestures import shifted, typed
from companion.core.effects import do
from companion.core.messages import CallPass, EndPeek, Enter, GoTo, Message, Peek, Play, Refused
from companion.core.model import Secrecy
from companion.pages.controls import PLAYER_KEYS
from companion.pages.partial.joining import Joining
from companion.pages.partial.partial_table import PartialTable
from companion.pages.table.ra_track import UNKNOWN
from companion.rules.actions import INVOKE
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


@pytest.mark.parametrize(
    ("secrecy", "message"), [(Secrecy.OWN_PEEK, Peek(Seat(1))), (Secrecy.SEALED, Refused())]
)
def test_in_an_auction_shift_with_ones_own_key_is_never_a_pass(
    secrecy: Secrecy, message: Message
) -> None:
    desk = a_desk(3)
    agreement = replace(desk.model.session.agreement, secrecy=secrecy)
    desk.model = desk.model.with_session(agreement=agreement)
    desk.take(Play(INVOKE))
    assert typed("f7", "", "", desk.model) == CallPass(Seat(1))
    assert shifted("f7", "", desk.model) == message


def test_beside_the_lock_stands_the_key_that_shows_the_points_where_it_has_room() -> None:
    desk = a_desk(3)
    drawn = shown(desk.model, (1280, 720), letters=True)
    texts = [item.text for item in drawn.items if isinstance(item, Text)]
    keys = [PLAYER_KEYS[button].upper() for button in desk.model.session.buttons]
    assert [text for text in texts if text.startswith("Shift")] == [f"Shift {key}" for key in keys]
