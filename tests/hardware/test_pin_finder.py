"""Finding out what is wired where, on mock pins and at times that the test chooses."""

from collections.abc import Iterator

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel.gpio import Header
from hardware.panel.pin_finder import PinChange, PinFinder
from hardware.panel.pins import PinTrouble, gpios


class Bench:
    """A finder with a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 10.0
        self.factory = MockFactory(pin_class=MockPWMPin)
        self.led = LED(21, pin_factory=self.factory)
        self.finder = PinFinder(
            lambda: None, skip=(14, 15), clock=lambda: self.now, header=self._header
        )

    def _header(self) -> Header:
        return Header(self.factory)


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Return a bench whose pin 21 somebody else has, and whose serial pins are left alone."""
    bench = Bench()
    yield bench
    bench.finder.close()


def test_the_pin_of_a_pressed_button_shows_itself(bench: Bench) -> None:
    bench.finder.drive(5, is_low=True)
    assert bench.finder.read(10.0) == (PinChange(5, is_low=True, at=10.0),)
    bench.now = 10.5
    bench.finder.drive(5, is_low=False)
    assert bench.finder.read(10.5) == (PinChange(5, is_low=False, at=10.5),)


def test_chatter_shows_once_and_a_hidden_release_when_it_is_due(bench: Bench) -> None:
    for is_low in (True, False, True, False):
        bench.finder.drive(5, is_low=is_low)
    assert bench.finder.read(10.0) == (PinChange(5, is_low=True, at=10.0),)
    assert bench.finder.next_deadline() == pytest.approx(10.02)
    (released,) = bench.finder.read(10.1)
    assert (released.pin, released.is_low) == (5, False)
    assert bench.finder.next_deadline() is None


def test_a_dial_shows_as_two_pins_in_the_order_of_its_direction(bench: Bench) -> None:
    for pin, is_low in ((27, True), (17, True), (27, False), (17, False)):
        bench.now += 0.03
        bench.finder.drive(pin, is_low=is_low)
    assert [move.pin for move in bench.finder.read(bench.now)] == [27, 17, 27, 17]


def test_every_pin_that_can_be_had_is_watched(bench: Bench) -> None:
    watched = set(gpios()) - {14, 15, 21}
    for pin in watched:
        bench.finder.drive(pin, is_low=True)
    assert {move.pin for move in bench.finder.read(10.0)} == watched
    for pin in (14, 21):
        with pytest.raises(KeyError):
            bench.finder.drive(pin, is_low=True)


def test_a_pin_that_somebody_else_has_is_named_and_the_others_work(bench: Bench) -> None:
    (refused,) = bench.finder.refused
    assert (refused.kind, refused.pin) == (PinTrouble.PIN_IN_USE, 21)


def test_a_lamp_can_be_tried_and_its_pin_is_then_not_listened_to(bench: Bench) -> None:
    bench.finder.light(12, 1.0)
    assert bench.factory.pin(12).state == 1.0
    bench.finder.light(12, 0.25)
    assert bench.factory.pin(12).state == 0.25
    assert bench.finder.read(11.0) == ()
    with pytest.raises(KeyError):
        bench.finder.drive(12, is_low=True)


def test_a_closed_finder_is_dark_and_gives_its_pins_back(bench: Bench) -> None:
    bench.finder.light(12, 1.0)
    bench.finder.close()
    bench.finder.close()
    bench.finder.light(12, 1.0)
    assert bench.factory.pin(12).state == 0
    assert bench.finder.read(99.0) == ()
    assert bench.finder.next_deadline() is None
