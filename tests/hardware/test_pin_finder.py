"""Finding out what is wired where, on mock pins and at times that the test chooses."""

from collections.abc import Iterator

import pytest
from gpiozero import LED

from hardware.panel.factories import MockPins
from hardware.panel.pin_finder import QUIET_SECONDS, PinChange, PinFinder
from hardware.panel.pins import NoPins, gpios
from tests.hardware.conftest import Woken


class Bench:
    """A finder with a clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 10.0
        self.factory = MockPins(lambda: self.now)
        self.led = LED(21, pin_factory=self.factory)
        self.finder = PinFinder(
            Woken(), skip=(14, 15), clock=lambda: self.now, factory=lambda: self.factory
        )

    def drive(self, pin: int, *, is_low: bool, after: float = 0.0) -> None:
        """Move what is on a pin."""
        self.now += after
        (self.factory.pin(pin).drive_low if is_low else self.factory.pin(pin).drive_high)()

    def read(self, after: float = QUIET_SECONDS) -> tuple[PinChange, ...]:
        """Return what the finder reports some seconds from now."""
        self.now += after
        return self.finder.read(self.now)


@pytest.fixture
def bench() -> Iterator[Bench]:
    """Return a bench whose pin 21 somebody else has, and whose serial pins are left alone."""
    bench = Bench()
    yield bench
    bench.finder.close()


def test_the_pin_of_a_pressed_button_shows_itself(bench: Bench) -> None:
    bench.drive(5, is_low=True, after=0.5)
    assert bench.read(after=0.0) == (PinChange(5, is_low=True, at=bench.now),)
    bench.drive(5, is_low=False, after=0.5)
    assert bench.read(after=0.0) == (PinChange(5, is_low=False, at=bench.now),)


def test_chatter_shows_once_and_a_hidden_release_when_it_is_due(bench: Bench) -> None:
    bench.now += 0.5
    for is_low in (True, False, True, False):
        bench.drive(5, is_low=is_low)
    assert [move[:2] for move in bench.read(after=0.0)] == [(5, True)]
    assert bench.finder.next_deadline() == pytest.approx(bench.now + QUIET_SECONDS)
    assert [move[:2] for move in bench.read()] == [(5, False)]


def test_a_detent_of_a_dial_shows_however_fast_it_is_turned(bench: Bench) -> None:
    bench.now += 0.5
    for pin, is_low in ((27, True), (17, True), (27, False), (17, False)):
        bench.drive(pin, is_low=is_low)
    moves = bench.read()
    assert [move.pin for move in moves[:2]] == [27, 17]
    assert sorted(move.pin for move in moves[2:]) == [17, 27]


def test_every_pin_that_can_be_had_is_watched(bench: Bench) -> None:
    watched = set(gpios()) - {14, 15, 21}
    assert set(bench.finder.pins()) == watched
    for pin in gpios():
        if bench.factory.pin(pin).function == "input":
            bench.drive(pin, is_low=True)
    assert {move.pin for move in bench.read()} == watched


def test_a_lamp_can_be_tried_and_its_pin_is_then_not_listened_to(bench: Bench) -> None:
    bench.finder.light(12, is_lit=True)
    assert bench.factory.pin(12).state
    bench.finder.light(12, is_lit=False)
    assert not bench.factory.pin(12).state
    assert bench.read(after=1.0) == ()
    assert 12 not in bench.finder.pins()


def test_a_closed_finder_gives_its_pins_back_and_says_so(bench: Bench) -> None:
    bench.finder.light(12, is_lit=True)
    bench.finder.close()
    bench.finder.close()
    assert bench.factory.pin(12).function == "input"
    with pytest.raises(NoPins):
        bench.finder.light(13, is_lit=True)
    with pytest.raises(NoPins):
        bench.read()
