"""A panel and a bag reader without a Pi: mock pins and a pseudo-terminal under the real classes."""

import os
import termios
import tty
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

import msgspec

from hardware.device import Wakeup
from hardware.events import Control, Event
from hardware.panel.factories import MockPins
from hardware.panel.panel import Panel
from hardware.panel.pin_finder import PinFinder
from hardware.panel.pins import DEFAULT_PINS, NoPins, PanelPins, PinFactory, PinTrouble
from hardware.reader.bag_reader import BagReader
from hardware.reader.port import Noting, PortOpened, ReaderPort, Received
from hardware.readers.auto import Format
from hardware.readers.em4100 import checksum

FLUSH_SECONDS = 0.01
"""How long until bytes that did not fit, or came too early, are sent again."""

MOST_RECEIVED = 4096
"""How many of the bytes that the program sent to the reader are kept."""


class SimulatedPanel(Panel):
    """The real panel on gpiozero's mock pins, with simulated fingers."""

    def __init__(
        self,
        wakeup: Wakeup,
        pins: PanelPins = DEFAULT_PINS,
        *,
        clock: Callable[[], float] = monotonic,
        soldered: PanelPins | None = None,
    ) -> None:
        """Open mock pins.

        Args:
            wakeup: See ``Device``.
            pins: Which control is where; the factory it names is not used.
            clock: The time at which a finger moves.
            soldered: How the wires really are, if not as ``pins`` says.

        Raises:
            BadPins: The table has mistakes.
        """
        self.detents = 0
        """How far the dial has been turned, clockwise."""
        self._is_plugged = True
        self._soldered = soldered or pins
        self._mock = MockPins(clock)
        super().__init__(pins, wakeup, clock=clock, factory=self._plugged_pins)

    def press(self, control: Control, *, bounces: int = 0) -> None:
        """Put a finger on a button; its contact may bounce.

        Raises:
            KeyError: The button is not wired.
        """
        for is_closed in (*(True, False) * bounces, True):
            self._drive(self._soldered.buttons[control], is_closed=is_closed)

    def release(self, control: Control, *, bounces: int = 0) -> None:
        """Take the finger off a button; its contact may bounce.

        Raises:
            KeyError: The button is not wired.
        """
        for is_closed in (*(False, True) * bounces, False):
            self._drive(self._soldered.buttons[control], is_closed=is_closed)

    def turn(self, steps: int) -> None:
        """Turn the dial by this many detents; negative is counter-clockwise.

        Raises:
            KeyError: The dial is not wired.
        """
        if self._soldered.dial is None:
            raise KeyError(Control.DIAL)
        self.detents += steps
        first, second = self._soldered.dial if steps > 0 else reversed(self._soldered.dial)
        for _ in range(abs(steps)):
            for pin, is_closed in ((first, 1), (second, 1), (first, 0), (second, 0)):
                self._drive(pin, is_closed=bool(is_closed))

    def held(self) -> frozenset[Control]:
        """Return the buttons whose contacts are closed."""
        pins = self._soldered.buttons.items() if self._is_plugged else ()
        return frozenset(control for control, pin in pins if self._is_low(pin))

    def unplug(self) -> None:
        """Take the pins away, as if their chip were gone; noticed at the next read."""
        self._is_plugged = False
        if self._wires is not None:
            self._wires.close()

    def plug(self) -> None:
        """Bring the pins back; noticed at the next attempt."""
        self._is_plugged = True

    def find(self) -> PinFinder:
        """Lend the pins to a new finder, until they are taken back."""
        self.lend()
        return PinFinder(self._wakeup, PinFactory.MOCK, clock=self._clock,
                         factory=self._plugged_pins)  # fmt: skip

    def lamps(self) -> dict[str, bool]:
        """Return for each connected lamp whether it is lit, whoever has the pins."""
        return {
            control.value: self._is_plugged and self._is_lit(pin)
            for control, pin in self._soldered.lamps.items()
        }

    def _plugged_pins(self) -> MockPins:
        """Return new mock pins."""
        if not self._is_plugged:
            raise NoPins(PinTrouble.NO_CHIP, PinFactory.MOCK)
        self._mock = MockPins(self._clock)
        return self._mock

    def _drive(self, number: int, *, is_closed: bool) -> None:
        """Move a contact that is soldered to this pin."""
        pin = self._mock.pin(number)
        if self._is_plugged and pin.function == "input":
            (pin.drive_low if is_closed else pin.drive_high)()

    def _is_low(self, number: int) -> bool:
        pin = self._mock.pin(number)
        return pin.function == "input" and pin.pull == "up" and not pin.state

    def _is_lit(self, number: int) -> bool:
        pin = self._mock.pin(number)
        return pin.function == "output" and bool(pin.state)


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
        self._received = b""
        self._opening = 1
        self._is_open = False
        self._unread = 0
        self._read_at = clock()
        if is_plugged:
            self._lay()
        super().__init__(msgspec.structs.replace(settings, url=str(self._path)), wake, clock=clock)

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
        """Whether ``lay`` can be used: the format is no dialogue, and there is a line."""
        return self._spoken is not Format.PN532 and not self.fault

    @property
    def is_plugged(self) -> bool:
        """Whether the cable is in."""
        return self._ends is not None

    def lay(self, uid: str) -> None:
        """Lay a tag of ten digits on the reader, for as long as one reading takes."""
        self.laid = uid
        if self._spoken is Format.EM4100:
            self.serial(f"\x02{uid}{checksum(uid):02X}\x03".encode())
        else:
            self.serial(f"TAG {uid}\n".encode())

    @property
    def is_settled(self) -> bool:
        """Whether ``read`` has told all that follows from the cable and from what was sent."""
        return self._is_open == (self._ends is not None) and not self._unread

    def received(self) -> bytes:
        """Return the latest of what the program has sent to the reader."""
        self._exchange()
        return self._received

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

    def _events_of(self, note: Noting, at: float) -> Iterator[Event]:
        """Yield what follows from something that the thread has noted; know how far it is."""
        if isinstance(note, Received):
            self._unread = max(0, self._unread - len(note.data))
        else:
            self._is_open = isinstance(note, PortOpened)
        yield from super()._events_of(note, at)

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
            while data := os.read(near, MOST_RECEIVED):
                self._received = (self._received + data)[-MOST_RECEIVED:]
