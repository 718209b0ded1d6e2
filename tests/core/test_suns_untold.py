"""At a partially recorded table: what tells nothing of suns."""

from msgspec.structs import replace

from companion.core.messages import Enter, StepTogether
from companion.core.notices import Notes, Notice
from companion.pages.partial import Ask, Joining, NotKnown, ledger_of
from companion.rules.corrections.fixing import Fix, HandFix
from companion.rules.editions import SUN_GROUPS, Seat
from tests.core.test_joining import begun
from tests.core.test_light_table import a_light_desk


def test_who_skips_suns_has_said_nothing_of_whose_lie_face_up_already() -> None:
    desk = begun(3)
    own = tuple(sorted(SUN_GROUPS[3][0]))
    desk.take(Enter(Fix(hands=(HandFix(Seat(0), own),))))
    written = len(desk.entries)
    desk.model = replace(desk.model, page=Joining(Ask.SUNS))
    desk.take(NotKnown())
    hand = ledger_of(desk.model).hands[0]
    assert (hand.up, hand.down) == (own, None)
    assert len(desk.entries) == written


def test_two_buttons_pressed_together_are_heard_only_if_somebody_sits_at_both() -> None:
    desk = a_light_desk(3)
    desk.take(StepTogether((Seat(3), Seat(0))))
    assert desk.model.screen.said == Notice(Notes.NOT_NOW)
    assert desk.entries == []
