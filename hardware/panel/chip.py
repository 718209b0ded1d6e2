"""The header's lines through the kernel's own interface, for gpiozero's classes.

gpiozero has no such factory yet (its issue 840); this one needs libgpiod's own bindings, 2.3 or
newer. The kernel debounces a line that has a bounce time, and stamps every edge. No thread waits
for edges: who reads ``fileno`` calls ``tell``.
"""

import select
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from errno import EBUSY
from pathlib import Path
from time import monotonic_ns
from types import MappingProxyType
from typing import Any

import gpiod
from gpiod import EdgeEvent, LineRequest, LineSettings
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import PinInvalidEdges, PinInvalidFunction, PinInvalidPull, PinSetInput, PinUnknownPi
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.panel.pins import NoPins, PinFactory, PinTrouble

CHIPS = MappingProxyType(
    {"pinctrl-rp1": 0xC04170, "pinctrl-bcm2711": 0xC03111, "pinctrl-bcm2835": 0xA02082}
)
"""The header's chip on a Pi 5, a Pi 4 and all before, as the kernel labels it, whatever its number;
and the revision of such a board, for a system that does not say it: all have the same header."""

CONSUMER = "ra-companion"
"""The name under which ``gpioinfo`` lists our lines."""

EDGES_KEPT = 64
"""How many edges of a line the kernel keeps until they are read; then the oldest are lost."""

_BIAS = {"up": Bias.PULL_UP, "down": Bias.PULL_DOWN, "floating": Bias.DISABLED}

_DIRECTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}


def header_chip(devices: Path = Path("/dev")) -> gpiod.Chip:
    """Return the chip of the header, open.

    Args:
        devices: Where the chips are.

    Raises:
        NoPins: There is no chip, none that this user may open, or none of a Raspberry Pi.
    """
    found = [path for path in sorted(devices.glob("gpiochip*")) if not path.is_symlink()]
    trouble = PinTrouble.NOT_A_PI if found else PinTrouble.NO_CHIP
    for path in found:
        try:
            chip = gpiod.Chip(str(path))
        except PermissionError:
            trouble = PinTrouble.NO_PERMISSION
        except OSError:
            continue  # it has just gone
        else:
            if chip.get_info().label in CHIPS:
                return chip
            chip.close()
    raise NoPins(trouble, PinFactory.GPIOD)


class ChipLine(LocalPiPin):  # type: ignore[misc] # gpiozero has no types
    """One line of the chip; it is taken when it is first needed."""

    factory: "ChipFactory"

    def __init__(self, factory: "ChipFactory", info: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        super().__init__(factory, info)
        self._settings = LineSettings(direction=Direction.INPUT)
        self.request: LineRequest | None = None

    def close(self) -> None:
        """Give the line back, dark: the kernel may leave an output as it was."""
        request, self.request = self.request, None
        if request is None:
            return
        self.factory.forget(request)
        was, self._settings = self._settings, LineSettings(direction=Direction.INPUT)
        with suppress(OSError):
            if was.direction is Direction.OUTPUT:
                request.reconfigure_lines({self._number: self._settings})
        request.release()

    def _set(self, **changes: object) -> LineRequest:
        """Set the line so, and take it if it was not taken."""
        self._settings = replace(self._settings, **changes)  # type: ignore[arg-type]
        if self.request is None:
            self.request = self.factory.take(self._number, self._settings)
        else:
            self.request.reconfigure_lines({self._number: self._settings})
        return self.request

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in _DIRECTIONS:
            raise PinInvalidFunction(f"{self!r} is {value!r}, neither input nor output")
        self.close()
        self._settings = LineSettings(direction=_DIRECTIONS[value])

    def _get_state(self) -> bool:
        request = self.request or self._set()
        return request.get_value(self._number) is Value.ACTIVE

    def _set_state(self, value: float) -> None:
        if self._settings.direction is not Direction.OUTPUT:
            raise PinSetInput(f"{self!r} is an input")
        level = Value.ACTIVE if value else Value.INACTIVE
        if self.request is None:  # from the first moment on: a lamp never flashes
            self._set(output_value=level)
        else:
            self.request.set_value(self._number, level)

    def _get_pull(self) -> str:
        pulls = {bias: pull for pull, bias in _BIAS.items()}
        return pulls.get(self._settings.bias, "unknown")

    def _set_pull(self, value: str) -> None:
        if value not in _BIAS:
            raise PinInvalidPull(f"{self!r} cannot be pulled {value!r}")
        self._set(bias=_BIAS[value])

    def _get_bounce(self) -> float | None:
        return self._settings.debounce_period.total_seconds() or None

    def _set_bounce(self, value: float | None) -> None:
        self._set(debounce_period=timedelta(seconds=value or 0))

    def _get_edges(self) -> str:
        return "both"

    def _set_edges(self, value: str) -> None:
        if value != "both":
            raise PinInvalidEdges(f"{self!r} tells both edges or none")

    def _enable_event_detect(self) -> None:
        self.factory.watch(self._set(edge_detection=Edge.BOTH), self)

    def _disable_event_detect(self) -> None:
        if self.request is not None:
            self.factory.forget(self.request)
            self._set(edge_detection=Edge.NONE)


class ChipFactory(LocalPiFactory):  # type: ignore[misc] # gpiozero has no types
    """The lines of the header's chip."""

    debounces = True

    def __init__(self, chip: gpiod.Chip | None = None) -> None:
        """Open the header's chip, unless one is given.

        Raises:
            NoPins: There is none that can be used.
        """
        super().__init__()
        self._chip = chip or header_chip()
        self.pins: dict[Any, ChipLine] = {}  # this factory's own: another's stay open
        self.pin_class = ChipLine
        self._lines: dict[int, ChipLine] = {}
        self._poll = select.epoll()

    def fileno(self) -> int:
        """Return the descriptor that can be read when ``tell`` has something to tell."""
        return self._poll.fileno()

    def tell(self) -> None:
        """Tell every edge of all lines that has come, in the order of their times.

        While one line is read, the others go on moving: an edge that is younger than the look at
        all lines waits for the next look, which finds whatever came before it.

        Raises:
            OSError: The chip is gone.
        """
        young: list[tuple[int, ChipLine, EdgeEvent]] = []
        while True:
            looked_ns = monotonic_ns()
            come: list[tuple[int, ChipLine, EdgeEvent]] = []
            for descriptor, _ in self._poll.poll(0):
                line = self._lines[descriptor]
                if line.request is not None:
                    events = line.request.read_edge_events()
                    come += ((event.timestamp_ns, line, event) for event in events)
            edges = sorted(young + come, key=lambda edge: edge[0])
            young = [edge for edge in edges if come and edge[0] > looked_ns]
            for at_ns, line, event in edges[: len(edges) - len(young)]:
                if (listener := line.when_changed) is not None:
                    listener(at_ns / 1e9, event.event_type is EdgeEvent.Type.RISING_EDGE)
            if not young:
                return

    def watch(self, request: LineRequest, line: ChipLine) -> None:
        """Tell the edges of this line from now on."""
        self._lines[request.fd] = line
        self._poll.register(request.fd, select.EPOLLIN)

    def forget(self, request: LineRequest) -> None:
        """Tell nothing more of this line."""
        if self._lines.pop(request.fd, None):
            self._poll.unregister(request.fd)

    def take(self, line: int, settings: LineSettings) -> LineRequest:
        """Return a line of the chip.

        Raises:
            NoPins: Somebody else has it.
            OSError: The chip refuses, or is gone.
        """
        try:
            return self._chip.request_lines(
                {line: settings}, consumer=CONSUMER, event_buffer_size=EDGES_KEPT
            )
        except OSError as error:
            if error.errno != EBUSY:
                raise
            who = self._chip.get_line_info(line).consumer
            raise NoPins(PinTrouble.PIN_TAKEN, PinFactory.GPIOD, pin=line, detail=who) from error

    def close(self) -> None:
        """Give everything back. Closing twice is harmless."""
        super().close()
        self._poll.close()
        self._chip.close()

    def _get_revision(self) -> int:
        """Return the board's revision, or that of one with the same chip."""
        try:
            return int(super()._get_revision())
        except PinUnknownPi:
            return CHIPS.get(self._chip.get_info().label, CHIPS["pinctrl-bcm2711"])
