"""At a partially recorded table: what tells nothing of suns."""

from companion.core.messages import StepTogether
from companion.core.notices import Notes, Notice
from companion.rules.editions import Seat
from tests.core.test_light_table import a_light_desk


def test_two_buttons_pressed_together_are_heard_only_if_somebody_sits_at_both() -> None:
    desk = a_light_desk(3)
    desk.take(StepTogether((Seat(3), Seat(0))))
    assert desk.model.screen.said == Notice(Notes.NOT_NOW)
    assert desk.entries == []
