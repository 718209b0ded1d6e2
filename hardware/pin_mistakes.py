"""Everything that cannot be right in a table of pins, found before a pin is touched."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

from hardware.header import FIXED_PULL_UPS, gpios, header_pin
from hardware.pins import Lamp, PanelPins, Pull, Role, Use, Wire, wires


class BadPins(ValueError):
    """A table of pins with mistakes; the text names them all."""

    def __init__(self, found: tuple["Mistake", ...]) -> None:
        """Carry the mistakes."""
        self.mistakes = found
        super().__init__("; ".join(map(str, found)))


class PinMistake(Enum):
    """What can be wrong in the table."""

    TWO_USES = "is both"
    NO_SUCH_PIN = "is not a pin for buttons and lamps; it was given to"
    FIXED_PULL_UP = "has a resistor to 3.3 V on the board; pulled another way it cannot be used by"
    ALWAYS_PRESSED = "is pulled to the level that means pressed, so it always would be, for"
    SHARES = "needs one share between 0 and 1 for each of the lamp's pins, for"


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake in the table; the text says it in English."""

    kind: PinMistake
    """What is wrong."""

    pin: int
    """The GPIO it is about."""

    uses: tuple[Use, ...]
    """Who wants it, in the table's order."""

    header_pin: int | None
    """Where that GPIO is on the header; ``None``: nowhere."""

    def __str__(self) -> str:
        where = f" (header pin {self.header_pin})" if self.header_pin else ""
        return f"GPIO {self.pin}{where} {self.kind.value} {' and '.join(map(str, self.uses))}"


def mistakes(pins: PanelPins) -> tuple[Mistake, ...]:
    """Return everything that cannot be right in the table, all at once, in order of pins."""
    users: dict[int, list[Use]] = defaultdict(list)
    for pin, use, _ in _uses(pins):
        users[pin].append(use)
    found = [
        _mistake(PinMistake.TWO_USES, pin, *uses) for pin, uses in users.items() if len(uses) > 1
    ]
    for pin, use, part in _uses(pins):
        found += [_mistake(kind, pin, use) for kind in _wrong(pin, part)]
    return tuple(sorted(set(found), key=lambda mistake: (mistake.pin, mistake.kind.name)))


def _uses(pins: PanelPins) -> Iterator[tuple[int, Use, Wire | Lamp]]:
    """Yield each pin with who uses it."""
    for use, wire in wires(pins):
        yield wire.pin, use, wire
    for button in pins.buttons:
        if lamp := button.lamp:
            for pin in lamp.pins:
                yield pin, Use(button.control, Role.LAMP), lamp


def _wrong(pin: int, part: Wire | Lamp) -> Iterator[PinMistake]:
    """Yield what is wrong with one part on this pin, whoever else is on it."""
    if pin not in gpios():
        yield PinMistake.NO_SUCH_PIN
    if isinstance(part, Lamp):
        if len(part.shares) != len(part.pins) or not all(0 <= s <= 1 for s in part.shares):
            yield PinMistake.SHARES
        return
    if pin in FIXED_PULL_UPS and part.pull is not Pull.UP:
        yield PinMistake.FIXED_PULL_UP
    if part.pull is not Pull.NONE and (part.pull is Pull.UP) != part.active_low:
        yield PinMistake.ALWAYS_PRESSED


def _mistake(kind: PinMistake, pin: int, *uses: Use) -> Mistake:
    """Return a mistake with its place on the header."""
    return Mistake(kind, pin, uses, header_pin(pin) if pin in gpios() else None)
