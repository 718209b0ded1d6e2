"""A lamp's pin wired to a button's pin: the panel sees its own light. Also with mock pins.

How to run these on a Pi: ``hardware/wiring/README.md``, "Trying it on a Pi".
"""

import os
from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockConnectedPin, MockFactory, MockPWMPin

from hardware.device import Device
from hardware.events import ButtonDown, ButtonUp, Control, DeviceFound, Event, TagRead
from hardware.panel.gpio import Header, open_header
from hardware.panel.panel import Panel
from hardware.panel.pins import ButtonPins, Lamp, PanelPins, PinFactory, Pull, Wire
from hardware.reader.bag_reader import BagReader
from hardware.reader.reader_port import ReaderPort

Until = Callable[[Device, Callable[[list[Event]], object]], list[Event]]


LAMP_PIN, BUTTON_PIN = (int(pin) for pin in os.environ.get("RA_WIRED_PINS", "22,27").split(","))


LOOP = PanelPins(
    (ButtonPins(Control.RA, Wire(BUTTON_PIN, Pull.DOWN, active_low=False), Lamp((LAMP_PIN,))),)
)


class WiredPin(MockConnectedPin, MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin whose other end is another mock pin."""


def wired_mock_pins() -> Header:
    """Return mock pins, two of them wired together."""
    factory = MockFactory(pin_class=MockPWMPin)
    factory.pin(LAMP_PIN, pin_class=WiredPin, input_pin=factory.pin(BUTTON_PIN))
    return Header(factory)


@pytest.fixture(
    params=[
        pytest.param(wired_mock_pins, id="mock"),
        pytest.param(lambda: open_header(PinFactory.AUTO), id="real", marks=pytest.mark.pi),
    ]
)
def panel(request: pytest.FixtureRequest, wake: Callable[[], None]) -> Iterator[Panel]:
    """Return a panel whose lamp lights its own button."""
    is_real = request.node.get_closest_marker("pi") is not None
    if is_real and "RA_WIRED_PINS" not in os.environ:
        pytest.skip("needs a Pi: set RA_WIRED_PINS to two GPIOs that are wired together")
    with Panel(LOOP, wake, header=request.param) as panel:
        yield panel


def last_is(kind: type[Event]) -> Callable[[list[Event]], object]:
    """Return whether the latest event is of this kind."""
    return lambda events: events and isinstance(events[-1], kind)


def test_a_light_presses_the_button_it_is_wired_to(panel: Panel, until: Until) -> None:
    until(panel, last_is(DeviceFound))
    for _ in range(20):
        panel.show({"ra": 1.0})
        assert len(until(panel, last_is(ButtonDown))) == 1
        panel.show({"ra": 0.0})
        assert len(until(panel, last_is(ButtonUp))) == 1


@pytest.mark.pi
def test_a_tag_that_is_put_on_a_real_reader_is_read(wake: Callable[[], None], until: Until) -> None:
    if "RA_READER" not in os.environ:
        pytest.skip("needs a reader: set RA_READER to its port, and put a tag on it")
    with BagReader(ReaderPort(os.environ["RA_READER"]), wake) as reader:
        until(reader, last_is(DeviceFound))
        assert until(reader, last_is(TagRead))
