"""The panel's lamps: what is wanted of them, and what their pins do."""

from collections.abc import Mapping

from hardware.gpio import Header, Light
from hardware.no_pins import NoPins
from hardware.pins import PanelPins


class Lamps:
    """All lamps of a panel. They keep what is wanted of them while their pins are lost."""

    def __init__(self, pins: PanelPins) -> None:
        """Know the lamps; ``connect`` gives them their pins."""
        self._pins = pins
        self._lights: dict[str, tuple[tuple[Light, float], ...]] = {}
        self._wanted: dict[str, float] = {}
        self.failure: NoPins | None = None
        """Why a pin did not obey, until the lamps are connected again."""

    def connect(self, header: Header) -> None:
        """Take the lamps' pins, and light what was wanted last.

        Raises:
            NoPins: A pin cannot be used.
        """
        self.disconnect()
        for button in self._pins.buttons:
            if lamp := button.lamp:
                lights = [header.light(pin, active_low=lamp.active_low) for pin in lamp.pins]
                self._lights[button.control] = tuple(zip(lights, lamp.shares, strict=True))
        for name in self._lights:
            self._shine(name)

    def disconnect(self) -> None:
        """Forget the pins; whoever opened them closes them."""
        self._lights, self.failure = {}, None

    def show(self, wanted: Mapping[str, float]) -> None:
        """Light the lamps named, 0 to 1. A pin that does not obey is kept as ``failure``."""
        for name, brightness in wanted.items():
            value = min(1.0, max(0.0, brightness))
            if self._wanted.get(name) != value:
                self._wanted[name] = value
                self._shine(name)

    @property
    def wanted(self) -> dict[str, float]:
        """What is wanted of each lamp that was ever named, 0 to 1."""
        return dict(self._wanted)

    def brightness(self) -> dict[str, float]:
        """Return how bright each lamp is, as its pins say: of several pins, the brightest."""
        return {
            name: max(light.brightness() for light, _ in lights)
            for name, lights in self._lights.items()
        }

    def _shine(self, name: str) -> None:
        """Bring one lamp to what is wanted of it."""
        value = self._wanted.get(name, 0.0) * self._pins.brightness
        try:
            for light, share in self._lights.get(name, ()):
                light.shine(value * share)
        except NoPins as error:
            self.failure = error
