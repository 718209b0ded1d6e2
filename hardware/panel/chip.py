"""The header's chip and its lines, through the kernel's own interface, for gpiozero's classes.

gpiozero has no such factory yet (its issue 840); this one needs libgpiod's own bindings, 2.3 or
newer. The kernel tells when an edge was; between edges nothing wakes. A line is on or off: nothing
here dims.
"""

import os
import select
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from errno import EBUSY
from pathlib import Path
from threading import RLock, Thread
from time import monotonic_ns
from types import MappingProxyType
from typing import Any

import gpiod
from gpiod import EdgeEvent, LineRequest, LineSettings
from gpiod.line import Bias, Direction, Edge, Value
from gpiozero import PinInvalidEdges, PinInvalidFunction, PinInvalidPull, PinSetInput, PinUnknownPi
from gpiozero.pins.local import LocalPiFactory, LocalPiPin

from hardware.panel.pins import NoPins, PinFactory, PinTrouble, header_pin

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

_EDGES = {"both": Edge.BOTH, "rising": Edge.RISING, "falling": Edge.FALLING}

_DIRECTIONS = {"input": Direction.INPUT, "output": Direction.OUTPUT}


def header_chip(devices: Path = Path("/dev")) -> gpiod.Chip:
    """Return the chip of the header, open.

    Args:
        devices: Where the chips are.

    Raises:
        NoPins: There is no chip, none that this user may open, or none of a Raspberry Pi.
    """
    found = [path for path in sorted(devices.glob("gpiochip*")) if not path.is_symlink()]
    is_denied = False
    for path in found:
        try:
            chip = gpiod.Chip(str(path))
        except PermissionError:
            is_denied = True
        except OSError:
            continue  # it has just gone
        else:
            if chip.get_info().label in CHIPS:
                return chip
            chip.close()
    if not found:
        raise NoPins(PinTrouble.NO_CHIP, PinFactory.GPIOD)
    raise NoPins(PinTrouble.NO_PERMISSION if is_denied else PinTrouble.NOT_A_PI, PinFactory.GPIOD)


_Told = tuple[EdgeEvent, Callable[[EdgeEvent], None]]
"""An edge, and who is told of it."""


class LineWatch:
    """One thread that sleeps until a line moves."""

    def __init__(self) -> None:
        self._poll = select.epoll()
        self._bell = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        self._poll.register(self._bell, select.EPOLLIN)
        self._lines: dict[int, tuple[LineRequest, Callable[[EdgeEvent], None]]] = {}
        self._young: list[_Told] = []
        self.lock = RLock()
        """Held while a line that is watched is read."""
        self._thread: Thread | None = None
        self._is_closed = False
        self.wakes = 0
        """How often the thread has woken."""

    def add(self, request: LineRequest, moved: Callable[[EdgeEvent], None]) -> None:
        """Tell every edge of these lines, on the thread, until ``drop``."""
        with self.lock:
            self._lines[request.fd] = request, moved
            self._poll.register(request.fd, select.EPOLLIN)
            if self._thread is None:
                self._thread = Thread(target=self._work, name="pins", daemon=True)
                self._thread.start()

    def drop(self, request: LineRequest) -> None:
        """Tell nothing more of these lines: once this returns, nothing is being told either."""
        with self.lock:
            if watched := self._lines.pop(request.fd, None):
                self._poll.unregister(request.fd)
                self._young = [each for each in self._young if each[1] != watched[1]]

    def close(self) -> None:
        """End the thread. Closing twice is harmless."""
        with self.lock:
            if self._is_closed:
                return
            self._is_closed = True
            os.eventfd_write(self._bell, 1)
        if self._thread is not None:
            self._thread.join()
        self._poll.close()
        os.close(self._bell)

    def _work(self) -> None:
        """Tell every edge, of several lines, such as the dial's two, in the order of their times.

        While one line is read, the others go on moving: an edge that is younger than the look at
        all lines waits for the next look, which finds whatever came before it.
        """
        while True:
            if not self._young:
                self._poll.poll()
                self.wakes += 1
            looked_ns = monotonic_ns()
            ready = self._poll.poll(0)
            with self.lock:
                if self._is_closed:
                    return
                found = [each for line in ready for each in self._read(*line)]
                told = [each for each in found if each[0].timestamp_ns <= looked_ns] + self._young
                self._young = [each for each in found if each[0].timestamp_ns > looked_ns]
                for event, moved in sorted(told, key=lambda each: each[0].timestamp_ns):
                    moved(event)

    def _read(self, descriptor: int, what: int) -> Iterator[_Told]:
        """Yield the edges that have come. A line whose chip is gone would wake us forever."""
        if descriptor not in self._lines:
            return
        request, moved = self._lines[descriptor]
        events: list[EdgeEvent] = []
        if not what & ~select.EPOLLIN:
            with suppress(OSError):
                events = request.read_edge_events()
        if not events:
            self.drop(request)
        for event in events:
            yield event, moved


class ChipLine(LocalPiPin):  # type: ignore[misc] # gpiozero has no types
    """One line of the chip; it is taken when it is first needed."""

    factory: "ChipFactory"

    def __init__(self, factory: "ChipFactory", info: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        super().__init__(factory, info)
        self._settings = LineSettings(direction=Direction.INPUT)
        self._request: LineRequest | None = None

    def close(self) -> None:
        """Give the line back, dark: the kernel may leave an output as it was."""
        request, self._request = self._request, None
        was, self._settings = self._settings, LineSettings(direction=Direction.INPUT)
        if request is None:
            return
        self.factory.watch.drop(request)
        with suppress(OSError):
            if was.direction is Direction.OUTPUT:
                request.reconfigure_lines({self._number: self._settings})
        request.release()

    def _taken(self) -> LineRequest:
        """Return the line as it is set, taken if it was not."""
        if self._request is None:
            self._request = self.factory.request(self._number, self._settings)
        return self._request

    def _set(self, settings: LineSettings) -> None:
        """Let the line be so."""
        if self._request is not None:
            self._request.reconfigure_lines({self._number: settings})
        self._settings = settings
        self._taken()

    def _get_function(self) -> str:
        return "output" if self._settings.direction is Direction.OUTPUT else "input"

    def _set_function(self, value: str) -> None:
        if value not in _DIRECTIONS:
            raise PinInvalidFunction(f"{self!r} is {value!r}, neither input nor output")
        self.close()
        self._settings = LineSettings(direction=_DIRECTIONS[value])

    def _get_state(self) -> bool:
        request = self._taken()
        with self.factory.watch.lock:  # which the thread may just be reading
            return request.get_value(self._number) is Value.ACTIVE

    def _set_state(self, value: float) -> None:
        if self._settings.direction is not Direction.OUTPUT:
            raise PinSetInput(f"{self!r} is an input")
        level = Value.ACTIVE if value else Value.INACTIVE
        if self._request is None:  # from the first moment on: a lamp never flashes
            self._set(replace(self._settings, output_value=level))
        else:
            self._request.set_value(self._number, level)

    def _get_pull(self) -> str:
        pulls = {bias: pull for pull, bias in _BIAS.items()}
        return pulls.get(self._settings.bias, "unknown")

    def _set_pull(self, value: str) -> None:
        if value not in _BIAS:
            raise PinInvalidPull(f"{self!r} cannot be pulled {value!r}")
        self._set(replace(self._settings, bias=_BIAS[value]))

    def _get_edges(self) -> str:
        names = {edge: name for name, edge in _EDGES.items()}
        return names.get(self._settings.edge_detection, "both")

    def _set_edges(self, value: str) -> None:
        if value not in _EDGES:
            raise PinInvalidEdges(f"{self!r} has no edges {value!r}")
        if self.when_changed is not None:
            self._set(replace(self._settings, edge_detection=_EDGES[value]))

    def _enable_event_detect(self) -> None:
        self._set(replace(self._settings, edge_detection=_EDGES[self._get_edges()]))
        self.factory.watch.add(self._taken(), self._moved)

    def _disable_event_detect(self) -> None:
        if self._request is not None:
            self.factory.watch.drop(self._request)
            self._set(replace(self._settings, edge_detection=Edge.NONE))

    def _moved(self, event: EdgeEvent) -> None:
        """Tell an edge, with the kernel's time of it."""
        heard = self.when_changed
        if heard is not None:
            heard(event.timestamp_ns / 1e9, event.event_type is EdgeEvent.Type.RISING_EDGE)


class ChipFactory(LocalPiFactory):  # type: ignore[misc] # gpiozero has no types
    """The lines of the header's chip."""

    tells_times = True
    """The ticks of an edge are the kernel's: seconds of the monotonic clock."""

    can_dim = False

    def __init__(self, chip: gpiod.Chip | None = None) -> None:
        """Open the header's chip, unless one is given.

        Raises:
            NoPins: There is none that can be used.
        """
        super().__init__()
        self.pins: dict[
            Any, ChipLine
        ] = {}  # this factory's own: what another closes stays open here
        self.pin_class = ChipLine
        self.watch = LineWatch()
        try:
            self._chip = chip or header_chip()
        except NoPins:
            self.watch.close()
            raise

    def close(self) -> None:
        """Give everything back. Closing twice is harmless."""
        super().close()
        self.watch.close()
        self._chip.close()

    def request(self, line: int, settings: LineSettings) -> LineRequest:
        """Take a line.

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
            consumer = self._chip.get_line_info(line).consumer
            kind = PinTrouble.PIN_TAKEN if consumer else PinTrouble.PIN_IN_USE
            where = header_pin(line)
            raise NoPins(
                kind, PinFactory.GPIOD, pin=line, header_pin=where, detail=consumer
            ) from error

    def _get_revision(self) -> int:
        """Return the board's revision, or that of one with the same chip."""
        try:
            return int(super()._get_revision())
        except PinUnknownPi:
            return CHIPS.get(self._chip.get_info().label, CHIPS["pinctrl-bcm2711"])
