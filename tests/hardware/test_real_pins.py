"""A lamp's pin wired to a button's pin: the panel sees its own light. Also with mock pins.

How to run these on a Pi: ``docs/build.md``, "Trying it on a Pi".
"""

import os
from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockConnectedPin

from hardware.events import ButtonDown, ButtonUp, Control, DeviceFound, Event, TagRead
from hardware.panel.factories import MockPins, open_factory
from hardware.panel.panel import Panel
from hardware.panel.pins import PanelPins, PinFactory
from hardware.reader.bag_reader import BagReader
from hardware.reader.port import ReaderPort
from tests.hardware.conftest import Until, Woken

LAMP_PIN, BUTTON_PIN = (int(pin) for pin in os.environ.get("RA_WIRED_PINS", "22,27").split(","))

LOOP = PanelPins({Control.RA: BUTTON_PIN}, {Control.RA: LAMP_PIN})
"""A dark lamp's pin is low and closes the contact, a lit one's opens it."""


def wired_mock_pins() -> MockPins:
    """Return mock pins, two of them wired together."""
    factory = MockPins()
    factory.pin(LAMP_PIN, pin_class=MockConnectedPin, input_pin=factory.pin(BUTTON_PIN))
    return factory


@pytest.fixture(
    params=[
        pytest.param(wired_mock_pins, id="mock"),
        pytest.param(lambda: open_factory(PinFactory.AUTO), id="real", marks=pytest.mark.pi),
    ]
)
def panel(request: pytest.FixtureRequest, wake: Woken) -> Iterator[Panel]:
    """Return a panel whose lamp works its own button."""
    is_real = request.node.get_closest_marker("pi") is not None
    if is_real and "RA_WIRED_PINS" not in os.environ:
        pytest.skip("needs a Pi: set RA_WIRED_PINS to two GPIOs that are wired together")
    with Panel(LOOP, wake, factory=request.param) as panel:
        yield panel


def last_is(kind: type[Event]) -> Callable[[list[Event]], object]:
    """Return whether the latest event is of this kind."""
    return lambda events: events and isinstance(events[-1], kind)


def test_a_lamp_works_the_button_it_is_wired_to(panel: Panel, until: Until) -> None:
    until(panel, last_is(ButtonDown))
    for _ in range(10):
        panel.show({"ra": 1.0})
        assert len(until(panel, last_is(ButtonUp))) == 1
        panel.show({"ra": 0.0})
        assert len(until(panel, last_is(ButtonDown))) == 1


@pytest.mark.pi
def test_a_tag_that_is_put_on_a_real_reader_is_read(wake: Callable[[], None], until: Until) -> None:
    if "RA_READER" not in os.environ:
        pytest.skip("needs a reader: set RA_READER to its port, and put a tag on it")
    with BagReader(ReaderPort(os.environ["RA_READER"]), wake) as reader:
        until(reader, last_is(DeviceFound))
        assert until(reader, last_is(TagRead))
