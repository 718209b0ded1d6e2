"""A GPIO chip as the kernel shows it, on socket pairs: descriptors are real, wires are not."""

import socket
import struct
from collections.abc import Callable, Mapping
from contextlib import suppress
from errno import EBUSY, ENODEV
from typing import cast

import gpiod
from gpiod import ChipInfo, EdgeEvent, LineSettings
from gpiod.line import Bias, Direction, Edge, Value

_EVENT = struct.Struct("=QQII")


def _nothing() -> None:
    pass


class Request:
    """One line that somebody has."""

    def __init__(self, chip: "Chip", line: int, settings: LineSettings) -> None:
        self.chip, self.line = chip, line
        self.history = [settings]
        self.lit = [settings.output_value] if settings.direction is Direction.OUTPUT else []
        self._ours, self._far = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._ours.settimeout(0)
        self.fd = self._ours.fileno()
        self._told = 0

    @property
    def settings(self) -> LineSettings:
        """How the line is set now."""
        return self.history[-1]

    def get_value(self, line: int) -> Value:
        """Return the level on the line."""
        assert line == self.line
        self.chip.must_be_there()
        if self.settings.direction is Direction.OUTPUT:
            return self.lit[-1]
        is_high = self.chip.levels.get(line, self.settings.bias is Bias.PULL_UP)
        return Value.ACTIVE if is_high else Value.INACTIVE

    def set_value(self, line: int, value: Value) -> None:
        """Drive the line."""
        assert line == self.line
        assert self.settings.direction is Direction.OUTPUT
        self.chip.must_be_there()
        self.lit.append(value)

    def reconfigure_lines(self, config: Mapping[int, LineSettings]) -> None:
        """Set the line another way."""
        self.chip.must_be_there()
        self.history.append(config[self.line])

    def read_edge_events(self) -> list[EdgeEvent]:
        """Return the edges that have come; at least one, as nobody may wait for it."""
        self.chip.must_be_there()
        meanwhile, self.chip.meanwhile = self.chip.meanwhile, _nothing
        meanwhile()
        records = [self._ours.recv(_EVENT.size)]
        with suppress(BlockingIOError):
            while True:
                records.append(self._ours.recv(_EVENT.size))
        told = []
        for record in records:
            at, is_rising, line, number = _EVENT.unpack(record)
            kind = EdgeEvent.Type.RISING_EDGE if is_rising else EdgeEvent.Type.FALLING_EDGE
            told.append(EdgeEvent(kind.value, at, line, number, number))
        return told

    def tell(self, *, is_high: bool, at: float) -> None:
        """Let the kernel note an edge."""
        if self.settings.edge_detection is not Edge.NONE:
            self._told += 1
            self._far.send(_EVENT.pack(round(at * 1e9), is_high, self.line, self._told))

    def hang_up(self) -> None:
        """Let the descriptor hang up, as when a driver is unloaded."""
        self._far.close()

    def release(self) -> None:
        """Give the line back."""
        self.chip.requests.pop(self.line, None)
        self._ours.close()
        self._far.close()


class LineInfo:
    """Who has a line."""

    def __init__(self, consumer: str) -> None:
        self.consumer = consumer


class Chip:
    """A chip with fingers on its wires."""

    def __init__(self, label: str = "pinctrl-bcm2711", taken: Mapping[int, str] = {}) -> None:
        self.label, self.taken = label, dict(taken)
        self.requests: dict[int, Request] = {}
        self.levels: dict[int, bool] = {}
        self.is_closed = self.is_gone = False
        self.meanwhile: Callable[[], None] = _nothing
        """What happens just before edges are read the next time."""

    def as_chip(self) -> gpiod.Chip:
        """Return it as what it stands for."""
        return cast("gpiod.Chip", self)

    def get_info(self) -> ChipInfo:
        """Return the chip's name and label."""
        return ChipInfo("gpiochip0", self.label, 58)

    def get_line_info(self, line: int) -> LineInfo:
        """Return who has a line."""
        return LineInfo(self.taken[line])

    def request_lines(
        self, config: Mapping[int, LineSettings], *, consumer: str, event_buffer_size: int
    ) -> Request:
        """Take a line."""
        assert consumer
        assert event_buffer_size
        self.must_be_there()
        ((line, settings),) = config.items()
        if line in self.taken or line in self.requests:
            raise OSError(EBUSY, "Device or resource busy")
        self.requests[line] = Request(self, line, settings)
        return self.requests[line]

    def must_be_there(self) -> None:
        """Raise as the kernel does once the chip is gone."""
        if self.is_gone:
            raise OSError(ENODEV, "No such device")

    def move(self, line: int, *, is_high: bool, at: float) -> None:
        """Move a wire, at a time of the monotonic clock."""
        self.levels[line] = is_high
        if line in self.requests:
            self.requests[line].tell(is_high=is_high, at=at)

    def go(self) -> None:
        """Take the chip away."""
        self.is_gone = True
        for request in self.requests.values():
            request.hang_up()

    def close(self) -> None:
        """Close the chip."""
        self.is_closed = True
