"""The table of pins: its defaults, and the mistakes that are found in it."""

from msgspec.structs import replace

from hardware.events import Control
from hardware.panel.pins import (
    DEFAULT_PINS,
    HEADER,
    PanelPins,
    PinMistake,
    gpios,
    header_pin,
    mistakes,
)

RA = Control.RA


def test_the_header_has_forty_pins_and_every_gpio_once() -> None:
    assert len(HEADER) == 40
    assert gpios() == tuple(range(2, 28))
    assert (header_pin(2), header_pin(17), header_pin(21), header_pin(28)) == (3, 11, 40, None)


def test_the_default_table_has_no_mistakes() -> None:
    assert mistakes(DEFAULT_PINS) == ()


def test_the_default_table_wires_every_control_and_the_dial() -> None:
    assert set(DEFAULT_PINS.contacts()) == {*Control, "dial_a", "dial_b"}


def test_the_default_table_leaves_the_clock_the_serial_port_and_the_chip_selects_free() -> None:
    used = {*DEFAULT_PINS.contacts().values(), *DEFAULT_PINS.lamps.values()}
    clock, serial, chip_selects = {2, 3}, {14, 15}, {7, 8}
    assert not used & {*clock, *serial, *chip_selects}


def test_a_pin_with_two_uses_is_told_with_both_settings() -> None:
    pins = PanelPins({RA: 17, Control.OK: 5}, {Control.OK: 17}, dial=(5, 13))
    assert [str(each) for each in mistakes(pins)] == [
        "GPIO 5 is used twice: panel.buttons.ok, panel.buttons.dial_a",
        "GPIO 17 is used twice: panel.buttons.ra, panel.lamps.ok",
    ]


def test_a_pin_that_does_not_exist_or_is_reserved_is_a_mistake() -> None:
    pins = PanelPins({RA: 40, Control.OK: 1})
    assert [(each.kind, each.pin) for each in mistakes(pins)] == [
        (PinMistake.NO_SUCH_PIN, 1),
        (PinMistake.NO_SUCH_PIN, 40),
    ]


def test_all_mistakes_are_told_at_once() -> None:
    assert len(mistakes(replace(DEFAULT_PINS, dial=(5, 99)))) == 2
