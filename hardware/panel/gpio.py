"""Watches and lights pins through gpiozero, and says why it cannot."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from gpiozero import GPIOPinInUse, InputDevice, PinUnknownPi, PWMOutputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.panel.pins import NoPins, PinFactory, PinTrouble, Pull, Wire, header_pin

PWM_HERTZ = 200
"""The PWM frequency of a dimmed lamp, in hertz: too fast for eyes and cameras."""

HALF = 0.5
"""From this level on a lamp is lit whose pin cannot be dimmed."""

Heard = Callable[[bool, float | None], None]
"""Told at every edge whether the contact is closed, and when that was, in seconds of the monotonic
clock; ``None``: the driver does not know."""

_CLASSES = {
    PinFactory.GPIOD: ("hardware.panel.chip", "ChipFactory"),
    PinFactory.LGPIO: ("gpiozero.pins.lgpio", "LGPIOFactory"),
    PinFactory.RPIGPIO: ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
    PinFactory.PIGPIO: ("gpiozero.pins.pigpio", "PiGPIOFactory"),
}


class Listener:
    """One watched wire. Keep a reference: the pin holds its callback only weakly."""

    def __init__(self, device: Any, wire: Wire, heard: Heard) -> None:  # noqa: ANN401 - gpiozero has no types
        self._device = device
        self._is_closed_when = not wire.active_low
        is_timed = getattr(device.pin_factory, "tells_times", False)

        def moved(ticks: float, state: float) -> None:
            heard(bool(state) == self._is_closed_when, ticks if is_timed else None)

        self._moved = moved
        device.pin.bounce = None
        device.pin.edges = "both"
        device.pin.when_changed = moved

    def is_closed(self) -> bool:
        """Return whether the contact is closed now.

        Raises:
            NoPins: The pin can no longer be read.
        """
        with _pins_or_else(PinTrouble.LOST):
            return bool(self._device.pin.state) == self._is_closed_when

    def drive(self, *, is_closed: bool) -> None:
        """Move the contact: only mock pins can."""
        if is_closed == self._is_closed_when:
            self._device.pin.drive_high()
        else:
            self._device.pin.drive_low()


class Light:
    """One pin that lights something."""

    def __init__(self, device: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        self._device = device
        self._can_dim = getattr(device.pin_factory, "can_dim", True)

    def shine(self, level: float, full: float = 1.0) -> None:
        """Light it.

        Args:
            level: How much of what it can, from 0 to 1. Between the two the pin is pulsed, which
                costs time; one that cannot be pulsed is lit from ``HALF`` on.
            full: How bright that is at most, from 0 to 1. A pin that cannot be pulsed is then dark
                at 0 and fully lit otherwise.

        Raises:
            NoPins: The pin can no longer be driven.
        """
        brightness = level * full if self._can_dim else float(level >= HALF and full > 0)
        with _pins_or_else(PinTrouble.LOST):
            hertz = PWM_HERTZ if 0 < brightness < 1 else None
            if self._device.frequency != hertz:
                self._device.frequency = hertz
            self._device.value = brightness

    def brightness(self) -> float:
        """Return its brightness now, from 0 to 1."""
        return float(self._device.value)


class Header:
    """The Pi's pins, open. For one thread only."""

    def __init__(self, factory: Any) -> None:  # noqa: ANN401 - gpiozero has no types
        """Use a pin factory of gpiozero; it is closed with the header."""
        self._factory = factory
        self._devices: dict[int, Any] = {}

    def listen(self, wire: Wire, heard: Heard) -> Listener:
        """Return a wire that calls ``heard`` at every edge.

        It is called from a driver thread; it must be quick and must not raise.

        Raises:
            NoPins: The pin is in use, or cannot do this.
        """
        with _pins_or_else(PinTrouble.PIN_REFUSED, pin=wire.pin):
            device = InputDevice(
                wire.pin,
                pull_up=None if wire.pull is Pull.NONE else wire.pull is Pull.UP,
                active_state=True if wire.pull is Pull.NONE else None,
                pin_factory=self._factory,
            )
            self._devices[wire.pin] = device
            return Listener(device, wire, heard)

    def light(self, pin: int, *, active_low: bool) -> Light:
        """Return a pin that lights something, dark at first.

        Raises:
            NoPins: The pin is in use, or cannot do this.
        """
        with _pins_or_else(PinTrouble.PIN_REFUSED, pin=pin):
            device = PWMOutputDevice(
                pin, active_high=not active_low, frequency=None, pin_factory=self._factory
            )
            self._devices[pin] = device
            return Light(device)

    @property
    def can_dim(self) -> bool:
        """Whether a lamp can be more or less bright, and not only on or off."""
        return bool(getattr(self._factory, "can_dim", True))

    def release(self, pin: int) -> None:
        """Release one pin for another use. A pin that is not in use is left alone."""
        if device := self._devices.pop(pin, None):
            _close(device)

    def close(self) -> None:
        """Release all pins, even lost ones. Closing twice is harmless."""
        devices, self._devices = self._devices, {}
        factory, self._factory = self._factory, None
        for closable in (*devices.values(), factory):
            if closable is not None:
                _close(closable)


class _ForgetfulPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin that does not record its past states: a simulation may run for days."""

    def _change_state(self, value: float) -> bool:
        has_changed = bool(super()._change_state(value))
        del self.states[:-1]
        return has_changed


def open_header(kind: PinFactory) -> Header:
    """Return the pins through this library.

    Raises:
        NoPins: They cannot be used this way; the kind says why. ``AUTO`` tries those of ``ORDER``
            and reports the failure of the first that is installed.
    """
    if kind is PinFactory.AUTO:
        return _open_any()
    if kind is PinFactory.MOCK:
        return Header(MockFactory(pin_class=_ForgetfulPin))
    if kind is PinFactory.RPIGPIO and _both_installed():
        raise NoPins(PinTrouble.LIBRARIES_COLLIDE, kind)
    module, name = _CLASSES[kind]
    with _pins_or_else(PinTrouble.OTHER, kind):
        return Header(getattr(import_module(module), name)())


ORDER = (PinFactory.GPIOD, PinFactory.LGPIO, PinFactory.RPIGPIO)
"""What ``AUTO`` tries. gpiod: the kernel's own interface, on every Pi; nothing wakes while no pin
moves. lgpio: on every Pi, too, but its thread wakes 1,590 times a second. RPi.GPIO: up to a Pi 4,
by registers, and with edges by an interface whose numbers newer kernels changed."""


def _open_any() -> Header:
    """Return the pins through the first library that can."""
    failed: list[NoPins] = []
    for kind in ORDER:
        try:
            return open_header(kind)
        except NoPins as why:
            failed.append(why)
    here = (why for why in failed if why.kind is not PinTrouble.LIBRARY_MISSING)
    raise next(here, failed[0])


def _both_installed() -> bool:
    """Return whether both packages that install the same module are present."""
    try:
        return bool(version("RPi.GPIO") and version("rpi-lgpio"))
    except PackageNotFoundError:
        return False


def _close(closable: Any) -> None:  # noqa: ANN401 - gpiozero has no types
    """Close a gpiozero object that may be lost already.

    Each library has exceptions of its own; none may prevent the next object from being closed.
    """
    if isinstance(closable, InputDevice):
        with suppress(Exception):
            closable.pin.when_changed = None
    with suppress(Exception):
        closable.close()


@contextmanager
def _pins_or_else(
    otherwise: PinTrouble, factory: PinFactory = PinFactory.AUTO, pin: int | None = None
) -> Iterator[None]:
    """Turn whatever a library raises into ``NoPins``."""
    try:
        yield
    except NoPins:
        raise
    except Exception as error:
        kind = _trouble(error, factory, otherwise)
        where = None if pin is None else header_pin(pin)
        raise NoPins(kind, factory, pin=pin, header_pin=where, detail=str(error)) from error


def _trouble(error: Exception, factory: PinFactory, otherwise: PinTrouble) -> PinTrouble:
    """Return what an exception of a library means."""
    said = str(error).lower()
    if isinstance(error, GPIOPinInUse) or "busy" in said:
        return PinTrouble.PIN_IN_USE
    if otherwise is not PinTrouble.OTHER:
        return otherwise
    if isinstance(error, ImportError):
        return PinTrouble.LIBRARY_MISSING
    if isinstance(error, PinUnknownPi) or "only be run on a raspberry pi" in said:
        return PinTrouble.NOT_A_PI
    if ".lgd-nfy" in said:
        return PinTrouble.FOLDER_READ_ONLY
    if "peripheral base address" in said:
        return PinTrouble.WRONG_PI
    if factory is PinFactory.PIGPIO:
        return PinTrouble.NO_DAEMON
    return _chip_trouble(said, otherwise)


def _chip_trouble(said: str, otherwise: PinTrouble) -> PinTrouble:
    """Return why the GPIO chip cannot be opened, by looking at it."""
    chips = tuple(Path("/dev").glob("gpiochip*"))
    if "can not open gpiochip" in said and not chips:
        return PinTrouble.NO_CHIP
    if "permission" in said or (chips and not any(os.access(chip, os.W_OK) for chip in chips)):
        return PinTrouble.NO_PERMISSION
    return otherwise
