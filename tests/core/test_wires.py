"""What the hardware test keeps of what wires and readers said, and the last lamp of the wizard."""

from companion.core.controls import Control
from companion.core.effects import BuilderPage, OpenBuilderPage, do
from companion.core.messages import TagSeen
from companion.pages.hardware.hardware_test import Chunk, Edge, HardwareTest, Overheard
from companion.pages.hardware.pin_wizard import (
    FOUND,
    ONE_LAMP,
    PRESSED,
    RIGHT,
    LightPins,
    PinMoved,
    PinsFree,
    PinWizard,
)
from companion.pages.render import lamps
from companion.ui.scene import words
from tests.core.desk import Desk
from tests.view.gallery import shown


def a_test() -> Desk:
    """A desk at which the hardware is tested."""
    desk = Desk()
    desk.take(OpenBuilderPage(BuilderPage.TEST))
    return desk


def page(desk: Desk) -> HardwareTest:
    now = desk.page()
    assert isinstance(now, HardwareTest)
    return now


def test_the_test_begins_with_nothing_heard_and_nothing_turned() -> None:
    desk = a_test()
    assert (page(desk).steps, page(desk).panel, page(desk).port) == (0, False, None)
    assert "No buttons are connected" in words(shown(desk.model))
    desk.turn(3)
    desk.turn(-1)
    assert page(desk).steps == 2


def test_a_panel_is_there_only_as_long_as_it_is_heard_of() -> None:
    desk = a_test()
    desk.take(Overheard(panel=True))
    assert "Button wiring" in words(shown(desk.model))
    desk.take(Overheard())
    assert "No buttons are connected" in words(shown(desk.model))


def test_the_latest_eight_edges_and_six_chunks_are_kept_whenever_they_were_heard() -> None:
    desk = a_test()
    for begin in (0, 5):
        desk.take(
            Overheard(
                tuple(Edge("p1", 5, is_closed=True, at=float(begin + each)) for each in range(5)),
                tuple(Chunk(b"1", (), float(begin + each)) for each in range(5)),
            )
        )
    assert [edge.at for edge in page(desk).edges] == [2, 3, 4, 5, 6, 7, 8, 9]
    assert [chunk.at for chunk in page(desk).chunks] == [4, 5, 6, 7, 8, 9]


def test_the_last_twenty_four_bytes_of_what_was_heard_are_shown() -> None:
    desk = a_test()
    heard = bytes(range(0xA0, 0xB9))
    desk.take(Overheard(chunks=(Chunk(heard, (), 1.0),)))
    said = " ".join(words(shown(desk.model))).split()
    assert [word for word in said if word in heard.hex(" ").upper().split()] == [
        f"{byte:02X}" for byte in heard[1:]
    ]
    assert "A0" not in said


def test_a_control_lights_its_lamp_when_tried_and_darkens_it_when_tried_again() -> None:
    desk = a_test()
    lit = []
    for _ in range(3):
        desk.take(do(HardwareTest.press, Control.UNDO))
        lit.append(lamps(desk.model)[Control.UNDO])
    assert lit == [1.0, 0.0, 1.0]
    assert page(desk).presses == {Control.UNDO: 3}


def test_a_tag_laid_down_while_hardware_is_tested_draws_nothing() -> None:
    desk = a_test()
    before = desk.page()
    assert desk.take(TagSeen("04A1", 1.0)) == ()
    assert desk.page() is before


def pressed(desk: Desk, pin: int) -> tuple[object, ...]:
    """Press the button on this pin, and let it go."""
    desk.take(PinMoved(pin, is_low=True, at=desk.model.now))
    return desk.take(PinMoved(pin, is_low=False, at=desk.model.now + 0.1))


def test_every_control_but_the_dial_can_have_a_lamp_and_the_first_to_shine_is_the_first() -> None:
    desk = Desk()
    desk.take(OpenBuilderPage(BuilderPage.WIZARD))
    desk.take(PinsFree(tuple(range(2, 28)), tuple(range(16, 24))))
    for pin in range(2, 2 + len(PRESSED)):
        pressed(desk, pin)
    now = desk.page()
    assert isinstance(now, PinWizard)
    assert now.step == RIGHT
    assert LightPins(tuple(range(16, 24))) in desk.take(do(PinWizard.skip))
    assert LightPins((16,)) in pressed(desk, 2)
    for place in range(8):
        now = desk.page()
        assert isinstance(now, PinWizard)
        assert (now.step, now.lit) == (ONE_LAMP, (16 + place,))
        pressed(desk, 2 + place)
    now = desk.page()
    assert isinstance(now, PinWizard)
    assert (now.step, now.lit) == (FOUND, tuple(range(16, 24)))
    assert now.lamps == {name: 16 + place for place, name in enumerate(PRESSED[:8])}
