"""A panel and a bag reader without a Pi: mock pins and a pseudo-terminal under the real classes."""

import os
import termios
import tty
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from hardware.events import Control, Event
from hardware.panel.gpio import Header, open_header
from hardware.panel.panel import Panel
from hardware.panel.pin_finder import PinFinder
from hardware.panel.pins import (
    DEFAULT_PINS,
    NoPins,
    PanelPins,
    PinFactory,
    PinTrouble,
    Role,
    Use,
    wires,
)
from hardware.reader.bag_reader import BagReader
from hardware.reader.port_owner import Noting, PortOpened, Received
from hardware.reader.reader_port import ReaderPort, can_say, tag_bytes

FLUSH_SECONDS = 0.01
"""How long until bytes that did not fit, or came too early, are sent again."""

MOST_HEARD = 4096
"""How many of the bytes that the program sent to the reader are kept."""

_TURN_A, _TURN_B = Use(Control.DIAL, Role.TURN_A), Use(Control.DIAL, Role.TURN_B)


class SimulatedPanel(Panel):
    """The real panel on mock pins, with simulated fingers."""

    def __init__(
        self,
        wake: Callable[[], None],
        pins: PanelPins = DEFAULT_PINS,
        *,
        clock: Callable[[], float] = monotonic,
        soldered: PanelPins | None = None,
    ) -> None:
        """Open mock pins.

        Args:
            wake: See ``Device``.
            pins: Which control is where; the factory it names is not used.
            clock: The time at which a finger moves.
            soldered: How the wires really are, if not as ``pins`` says.

        Raises:
            BadPins: The table has mistakes.
        """
        self.detents = 0
        """How far the dial has been turned, clockwise."""
        self._is_plugged = True
        self._wake = wake
        self._soldered = soldered or pins
        self._wires = {use: wire.pin for use, wire in wires(self._soldered)}
        self._finder: PinFinder | None = None
        super().__init__(pins, wake, clock=clock, header=self._mock_header)

    def press(self, control: Control, *, bounces: int = 0) -> None:
        """Put a finger on a button; its contact may bounce.

        Raises:
            KeyError: The button is not wired.
        """
        self._move(control, is_down=True, bounces=bounces)

    def release(self, control: Control, *, bounces: int = 0) -> None:
        """Take the finger off a button; its contact may bounce.

        Raises:
            KeyError: The button is not wired.
        """
        self._move(control, is_down=False, bounces=bounces)

    def turn(self, steps: int) -> None:
        """Turn the dial by this many detents; negative is counter-clockwise.

        Raises:
            KeyError: The dial is not wired.
        """
        self.detents += steps
        first, second = (_TURN_A, _TURN_B) if steps > 0 else (_TURN_B, _TURN_A)
        for _ in range(abs(steps)):
            for use, is_closed in ((first, 1), (second, 1), (first, 0), (second, 0)):
                self._drive(use, is_closed=bool(is_closed))

    def held(self) -> frozenset[Control]:
        """Return the buttons whose contacts are closed."""
        levels = self.levels() if self._header else {}
        return frozenset(
            use.control
            for use, is_closed in levels.items()
            if is_closed and use.role is Role.CONTACT
        )

    def unplug(self) -> None:
        """Take the pins away, as if their chip were gone; noticed at the next read."""
        self._is_plugged = False
        if self._header:
            self._header.close()

    def plug(self) -> None:
        """Bring the pins back; noticed at the next attempt."""
        self._is_plugged = True

    def _move(self, control: Control, *, is_down: bool, bounces: int) -> None:
        """Move a contact."""
        for is_closed in (*(is_down, not is_down) * bounces, is_down):
            self._drive(Use(control, Role.CONTACT), is_closed=is_closed)

    def _drive(self, use: Use, *, is_closed: bool) -> None:
        """Move a contact; listeners of the pin that it is really on hear it."""
        pin = self._wires[use]
        if self._finder:
            with suppress(KeyError):
                self._finder.drive(pin, is_low=is_closed)
        elif self._is_plugged and self._header:
            for listening, wire in wires(self._pins):
                if wire.pin == pin:
                    self.drive(listening, is_closed=is_closed)

    def find(self) -> PinFinder:
        """Lend the pins to a new finder, which the fingers move until they are taken back."""
        self.lend()
        self._finder = PinFinder(self._wake, clock=self._clock, header=self._mock_header)
        return self._finder

    def take_back(self, pins: PanelPins | None = None) -> None:
        """Open the pins again, see ``Panel``."""
        super().take_back(pins)
        self._finder = None

    def lamps(self) -> dict[str, float]:
        """Return how bright each lamp is: while a finder has the pins, those it has lit."""
        if self._finder is None:
            return super().lamps()
        lit = self._finder.lights()
        return {
            button.control: max(lit.get(pin, 0.0) for pin in button.lamp.pins)
            for button in self._soldered.buttons
            if button.lamp
        }

    def _mock_header(self) -> Header:
        """Return new mock pins."""
        if not self._is_plugged:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.MOCK)
        return open_header(PinFactory.MOCK)


class SimulatedReader(BagReader):
    """The real bag reader on a pseudo-terminal, with a simulated reader at the other end.

    What is sent before the program opens the line waits for it.
    """

    def __init__(
        self,
        wake: Callable[[], None],
        settings: ReaderPort | None = None,
        *,
        clock: Callable[[], float] = monotonic,
        is_plugged: bool = True,
    ) -> None:
        """Create the line and start the reader on it.

        Args:
            wake: See ``Device``.
            settings: The reader's format; its port is not used.
            clock: Tells when something comes.
            is_plugged: Whether the cable is plugged in initially.
        """
        settings = settings or ReaderPort()
        self._spoken = settings.format
        self.laid = ""
        """The tag that was laid down last."""
        self._folder = TemporaryDirectory(prefix="ra-reader-")
        self._path = Path(self._folder.name) / "reader"
        self._ends: tuple[int, int] | None = None
        self.fault = ""
        """Why this system has no pseudo-terminals, so that nothing can be read; usually nothing."""
        self._waiting = b""
        self._heard = b""
        self._opening = 1
        self._is_open = False
        self._unread = 0
        self._read_at = clock()
        if is_plugged:
            self._lay()
        super().__init__(replace(settings, url=str(self._path)), wake, clock=clock)

    def read(self, now: float) -> tuple[Event, ...]:
        """Return what has happened, see ``Device``; send what is waiting."""
        self._read_at = now
        self._exchange()
        return super().read(now)

    def next_deadline(self) -> float | None:
        """Return when something is due, see ``Device``."""
        due = super().next_deadline()
        if not self._waiting:
            return due
        soon = self._read_at + FLUSH_SECONDS
        return soon if due is None else min(due, soon)

    def serial(self, data: bytes) -> None:
        """Send bytes as the reader would; without a cable they are lost."""
        if self._ends:
            self._waiting += data
            self._unread += len(data)
            self._exchange()

    @property
    def can_read_tags(self) -> bool:
        """Whether ``lay`` can be used: the format is not a dialogue, and there is a line."""
        return can_say(self._spoken) and not self.fault

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._ends is not None

    def lay(self, uid: str) -> None:
        """Lay a tag on the reader, for as long as one reading takes.

        Raises:
            KeyError: See ``can_read_tags``.
            ValueError: The reader's format cannot express the number.
        """
        data = tag_bytes(self._spoken, uid)
        self.laid = uid
        self.serial(data)

    @property
    def is_settled(self) -> bool:
        """Whether ``read`` has told all that follows from the cable and from what was sent."""
        return self._is_open == (self._ends is not None) and not self._unread

    def heard(self) -> bytes:
        """Return the latest of what the program has sent to the reader."""
        self._exchange()
        return self._heard

    def unplug(self) -> None:
        """Pull the cable. Pulling it twice is harmless."""
        ends, self._ends = self._ends, None
        self._waiting, self._unread = b"", 0
        if ends:
            self._path.unlink()
            for end in ends:
                os.close(end)

    def plug(self) -> None:
        """Plug the cable in again, if it is unplugged."""
        if self._ends is None:
            self._opening = self.openings + 1
            self._lay()

    def close(self) -> None:
        """Stop the reader and remove the line. Closing twice is harmless."""
        super().close()
        self.unplug()
        self._folder.cleanup()

    def _told(self, item: Noting, at: float) -> tuple[Event, ...]:
        """Return what follows from something that the thread has noted; know how far it is."""
        if isinstance(item, Received):
            self._unread = max(0, self._unread - len(item.data))
        else:
            self._is_open = isinstance(item, PortOpened)
        return super()._told(item, at)

    def _lay(self) -> None:
        """Make a line and give its far end the name that the reader opens.

        A system without pseudo-terminals, such as a container without /dev/pts, has none to give.
        """
        with ExitStack() as undone:
            try:
                near, far = os.openpty()
                for end in (near, far):
                    undone.callback(os.close, end)
                    tty.setraw(end)
                os.set_blocking(near, False)
                self._path.symlink_to(os.ttyname(far))
            except (OSError, termios.error) as why:
                self.fault = str(why.args[-1])
                return
            undone.pop_all()
        self._ends, self.fault = (near, far), ""

    def _exchange(self) -> None:
        """Send what waits, as far as the line takes it, and note what has come."""
        if self._ends is None or self.openings < self._opening:
            return
        near, _ = self._ends
        with suppress(BlockingIOError):
            while self._waiting:
                self._waiting = self._waiting[os.write(near, self._waiting) :]
        with suppress(BlockingIOError):
            while data := os.read(near, MOST_HEARD):
                self._heard = (self._heard + data)[-MOST_HEARD:]
