"""The table of pins: its defaults, and the mistakes that are found in it."""

from dataclasses import replace

from hardware.events import Control
from hardware.panel.pins import (
    DEFAULT_PINS,
    HEADER,
    OTHER_USES,
    ButtonPins,
    DialPins,
    Lamp,
    PanelPins,
    PinMistake,
    Pull,
    Role,
    Use,
    Wire,
    gpios,
    header_pin,
    mistakes,
    wires,
)

RA = Control.RA


def test_the_header_has_forty_pins_and_every_gpio_once() -> None:
    assert len(HEADER) == 40
    assert gpios() == tuple(range(2, 28))
    assert (header_pin(2), header_pin(17), header_pin(21)) == (3, 11, 40)


def test_the_default_table_has_no_mistakes() -> None:
    assert mistakes(DEFAULT_PINS) == ()


def test_the_default_table_wires_every_control_and_the_dial() -> None:
    assert {button.control for button in DEFAULT_PINS.buttons} == set(Control)
    assert len(wires(DEFAULT_PINS)) == len(Control) + 2


def test_the_default_table_leaves_the_clock_the_serial_port_and_the_chip_selects_free() -> None:
    used = {wire.pin for _, wire in wires(DEFAULT_PINS)}
    used |= {pin for button in DEFAULT_PINS.buttons if button.lamp for pin in button.lamp.pins}
    assert used & set(OTHER_USES) == {9, 10}


def test_a_pin_with_two_uses_is_told_with_both_and_its_place_on_the_header() -> None:
    pins = PanelPins((ButtonPins(RA, Wire(17)), ButtonPins(Control.P2, Wire(17))))
    (mistake,) = mistakes(pins)
    assert mistake.kind is PinMistake.TWO_USES
    assert mistake.uses == (Use(RA, Role.CONTACT), Use(Control.P2, Role.CONTACT))
    assert str(mistake) == "GPIO 17 (header pin 11) is both Ra and player 2"


def test_a_lamp_and_a_dial_on_one_pin_are_told_apart() -> None:
    pins = PanelPins(
        (ButtonPins(Control.OK, Wire(5), Lamp((6,))),), dial=DialPins(Wire(6), Wire(13))
    )
    (mistake,) = mistakes(pins)
    assert str(mistake) == (
        "GPIO 6 (header pin 31) is both Dial (turning, contact A) and OK (lamp)"
    )


def test_a_pin_that_does_not_exist_or_is_reserved_is_a_mistake() -> None:
    pins = PanelPins((ButtonPins(RA, Wire(40)), ButtonPins(Control.OK, Wire(1))))
    assert [(m.kind, m.pin, m.header_pin) for m in mistakes(pins)] == [
        (PinMistake.NO_SUCH_PIN, 1, None),
        (PinMistake.NO_SUCH_PIN, 40, None),
    ]


def test_a_pin_with_a_resistor_on_the_board_cannot_be_pulled_down() -> None:
    pins = PanelPins((ButtonPins(RA, Wire(3, Pull.DOWN, active_low=False)),))
    assert [mistake.kind for mistake in mistakes(pins)] == [PinMistake.FIXED_PULL_UP]


def test_a_wire_pulled_to_pressed_is_a_mistake_and_a_floating_one_is_not() -> None:
    def kinds(wire: Wire) -> list[PinMistake]:
        return [m.kind for m in mistakes(PanelPins((ButtonPins(RA, wire),)))]

    assert kinds(Wire(17, Pull.UP, active_low=False)) == [PinMistake.ALWAYS_PRESSED]
    assert kinds(Wire(17, Pull.DOWN, active_low=True)) == [PinMistake.ALWAYS_PRESSED]
    assert kinds(Wire(17, Pull.NONE, active_low=False)) == []


def test_a_lamp_needs_a_share_for_each_of_its_pins() -> None:
    pins = PanelPins((ButtonPins(RA, lamp=Lamp((5, 6, 13), (1.0, 0.5))),))
    assert {(m.kind, m.pin) for m in mistakes(pins)} == {
        (PinMistake.SHARES, pin) for pin in (5, 6, 13)
    }


def test_a_share_lies_between_nothing_and_all() -> None:
    def kinds(share: float) -> list[PinMistake]:
        return [m.kind for m in mistakes(PanelPins((ButtonPins(RA, lamp=Lamp((5,), (share,))),)))]

    assert kinds(0.0) == kinds(1.0) == []
    assert kinds(-0.1) == kinds(1.1) == [PinMistake.SHARES]


def test_all_mistakes_are_told_at_once() -> None:
    wrong = replace(DEFAULT_PINS, dial=DialPins(Wire(5), Wire(99)))
    assert len(mistakes(wrong)) == 2
