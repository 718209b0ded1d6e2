"""The simulated panel and reader do with the real classes what fingers and tags would do."""

from contextlib import ExitStack

import pytest

from hardware.events import (
    ButtonDown,
    ButtonUp,
    Control,
    DeviceFound,
    DeviceLost,
    Event,
    TagRead,
    Turned,
)
from hardware.panel.pins import DEFAULT_PINS, PanelPins
from hardware.reader.port import ReaderPort
from hardware.readers.auto import Format
from hardware.simulated import SimulatedPanel
from tests.hardware.conftest import Desk, Woken, has, tags

RA = Control.RA

QUIET = DEFAULT_PINS.quiet_seconds

FRAME = b"\x02010063E9AE25\x03"

CHIP_SAYS = {
    bytes.fromhex("0000FF03FDD414011700"): bytes.fromhex("0000FF02FED5151600"),
    bytes.fromhex("0000FF02FED4022A00"): bytes.fromhex("0000FF06FAD50332010607E800"),
    bytes.fromhex("0000FF06FAD43205FF01FFF600"): bytes.fromhex("0000FF02FED533F800"),
    bytes.fromhex("0000FF04FCD44A0100E100"): bytes.fromhex(
        "0000FF0CF4D54B010100040804FB0EE20BD800"
    ),
}
"""What a PN532 with a tag on it answers to each command."""


class Bench:
    """A simulated panel with a clock that is set by hand."""

    def __init__(self, closing: ExitStack, pins: PanelPins | None = None) -> None:
        self.now = 50.0
        panel = SimulatedPanel(Woken(), pins or DEFAULT_PINS, clock=lambda: self.now)
        self.panel = closing.enter_context(panel)
        self.read()

    def read(self, after: float = 0.0) -> tuple[Event, ...]:
        """Return what the panel reports some seconds from now."""
        self.now += after
        return self.panel.read(self.now)


@pytest.mark.parametrize("bounces", [1, 5, 200])
def test_bounces_add_nothing(bounces: int, closing: ExitStack) -> None:
    bench = Bench(closing)
    bench.panel.press(RA, bounces=bounces)
    bench.now += 0.5
    bench.panel.release(RA, bounces=bounces)
    assert bench.read(after=0.5) == (ButtonDown(RA, 50.0 + QUIET), ButtonUp(RA, 50.5 + QUIET))


@pytest.mark.parametrize("steps", [1, -1, 7, -30])
def test_turning_is_as_many_detents(steps: int, closing: ExitStack) -> None:
    bench = Bench(closing)
    bench.panel.turn(steps)
    told = bench.read()
    assert sum(event.steps for event in told if isinstance(event, Turned)) == steps
    assert len(told) == abs(steps)


def test_a_button_that_is_not_wired_cannot_be_pressed(closing: ExitStack) -> None:
    bench = Bench(closing, PanelPins({Control.OK: 5}))
    bench.panel.press(Control.OK)
    with pytest.raises(KeyError):
        bench.panel.press(RA)


def test_bytes_that_are_sent_before_the_port_is_open_wait_for_it(desk: Desk) -> None:
    reader = desk.simulated()
    reader.serial(FRAME)
    events = desk.until(reader, has(TagRead))
    assert [type(event) for event in events] == [DeviceFound, TagRead]


def test_a_pulled_cable_loses_what_is_sent_and_a_plugged_one_does_not(desk: Desk) -> None:
    settings = ReaderPort(grace_seconds=0.05, gone_seconds=0.0)
    reader = desk.simulated(settings)
    desk.until(reader, has(DeviceFound))
    reader.unplug()
    reader.unplug()
    reader.serial(FRAME)
    assert not has(TagRead)(desk.until(reader, has(DeviceLost)))
    reader.plug()
    reader.plug()
    reader.serial(FRAME)
    events = desk.until(reader, has(TagRead))
    assert [type(event) for event in events] == [DeviceFound, TagRead]


def test_a_cable_that_is_pulled_and_plugged_at_once_loses_nothing_that_is_sent_after(
    desk: Desk,
) -> None:
    reader = desk.simulated()
    desk.until(reader, has(DeviceFound))
    for _ in range(3):
        reader.unplug()
        reader.plug()
    reader.serial(FRAME)
    assert [type(event) for event in desk.until(reader, has(TagRead))] == [TagRead]


def test_more_than_the_line_takes_at_once_arrives_whole(desk: Desk) -> None:
    reader = desk.simulated(ReaderPort(format=Format.LINES))
    steps = [number % 9 + 1 for number in range(2000)]
    reader.serial("".join(f"ENC\td={each}\n" for each in steps).encode() + b"TAG 04A2\n")
    events = desk.until(reader, has(TagRead))
    assert sum(event.steps for event in events if isinstance(event, Turned)) == sum(steps)


def test_a_whole_conversation_with_a_chip_ends_in_a_tag(desk: Desk) -> None:
    reader = desk.simulated(ReaderPort(format=Format.PN532))
    answered: set[bytes] = set()

    def chip(events: list[Event]) -> object:
        for command, answer in CHIP_SAYS.items():
            if command in reader.received() and command not in answered:
                answered.add(command)
                reader.serial(bytes.fromhex("0000FF00FF00") + answer)
        return has(TagRead)(events)

    (tag,) = (event for event in desk.until(reader, chip) if isinstance(event, TagRead))
    assert tag.uid == "FB0EE20B"


def test_the_reader_is_settled_when_all_was_told_that_was_done_to_it(desk: Desk) -> None:
    reader = desk.simulated()
    assert not reader.is_settled
    desk.until(reader, lambda _: reader.is_settled)
    reader.serial(FRAME)
    assert not reader.is_settled
    events = desk.until(reader, lambda _: reader.is_settled)
    assert tags(events) == ["010063E9AE"]
    reader.unplug()
    assert not reader.is_settled
    desk.until(reader, lambda _: reader.is_settled)
    reader.serial(FRAME)
    assert reader.is_settled
