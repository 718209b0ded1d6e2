"""Opens gpiozero's pins through one of the libraries, and says why that is impossible."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import monotonic
from typing import Any

from gpiozero import GPIOPinInUse, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPin
from gpiozero.pins.pi import PiPin

from hardware.panel.pins import NoPins, PinFactory, PinTrouble

ORDER = (PinFactory.GPIOD, PinFactory.RPIGPIO)
"""What ``AUTO`` tries."""

_CLASSES = {
    PinFactory.GPIOD: ("hardware.panel.chip", "ChipFactory"),
    PinFactory.RPIGPIO: ("gpiozero.pins.rpigpio", "RPiGPIOFactory"),
}


class _MockPin(MockPin):  # type: ignore[misc] # gpiozero has no types
    """A mock pin that does not record its past states: a simulation may run for days."""

    def _change_state(self, value: float) -> bool:
        has_changed = bool(super()._change_state(value))
        del self.states[:-1]
        return has_changed

    def _call_when_changed(self) -> None:
        PiPin._call_when_changed(self, self.factory.ticks(), self._state)  # noqa: SLF001 - its base


class MockPins(MockFactory):  # type: ignore[misc] # gpiozero has no types
    """Pins in memory, with the time of this clock."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        """Know the clock, in seconds."""
        super().__init__(pin_class=_MockPin)
        self.ticks = clock


def open_factory(kind: PinFactory) -> Any:  # noqa: ANN401 - gpiozero has no types
    """Return a pin factory of gpiozero through this library.

    Raises:
        NoPins: The pins cannot be used this way; the kind says why. ``AUTO`` tries those of
            ``ORDER`` and tells of the first that is installed.
    """
    if kind is PinFactory.AUTO:
        return _open_any()
    if kind is PinFactory.MOCK:
        return MockPins()
    module, name = _CLASSES[kind]
    with no_pins_for(kind):
        return getattr(import_module(module), name)()


def _open_any() -> Any:  # noqa: ANN401 - gpiozero has no types
    """Return the pins through the first library that can."""
    failed: list[NoPins] = []
    for kind in ORDER:
        try:
            return open_factory(kind)
        except NoPins as why:
            failed.append(why)
    here = (why for why in failed if why.kind is not PinTrouble.LIBRARY_MISSING)
    raise next(here, failed[0])


@contextmanager
def no_pins_for(factory: PinFactory, pin: int | None = None) -> Iterator[None]:
    """Turn whatever a library raises into ``NoPins``; each has exceptions of its own."""
    try:
        yield
    except NoPins:
        raise
    except Exception as error:
        raise no_pins(error, factory, pin) from error


def no_pins(error: Exception, factory: PinFactory, pin: int | None = None) -> NoPins:
    """Return what an exception of a library means."""
    return NoPins(_trouble(error, pin), factory, pin=pin, detail=str(error))


def _trouble(error: Exception, pin: int | None) -> PinTrouble:
    """Return what an exception of a library means."""
    if isinstance(error, GPIOPinInUse) or "busy" in str(error).lower():
        return PinTrouble.PIN_TAKEN
    if pin is not None:
        return PinTrouble.PIN_REFUSED
    if isinstance(error, ImportError):
        return PinTrouble.LIBRARY_MISSING
    if isinstance(error, PinUnknownPi) or "only be run on a Raspberry Pi" in str(error):
        return PinTrouble.NOT_A_PI
    if isinstance(error, PermissionError) or "/dev/mem" in str(error):
        return PinTrouble.NO_PERMISSION
    return PinTrouble.OTHER
