"""Why there are no pins: the kinds, the facts, and an English sentence for the log."""

from enum import Enum, StrEnum


class PinFactory(StrEnum):
    """Through which library gpiozero reaches the pins."""

    AUTO = "auto"
    """lgpio, and if that cannot be used RPi.GPIO. Never anything else, and never mock pins."""

    LGPIO = "lgpio"
    RPIGPIO = "rpigpio"
    PIGPIO = "pigpio"
    MOCK = "mock"
    """Pins that exist only in memory: for simulation and tests."""


class PinTrouble(Enum):
    """What keeps us from the pins."""

    LIBRARY_MISSING = "{factory} is not installed. Install {package}."
    LIBRARIES_COLLIDE = (
        "RPi.GPIO and rpi-lgpio are both installed and overwrite each other. "
        "Uninstall both, then install one of them."
    )
    NOT_A_PI = "{factory} finds no Raspberry Pi here. Try ra-companion run --simulate."
    WRONG_PI = "{factory} cannot drive the pins of this Pi. Install {package} instead."
    NO_CHIP = "This system has no GPIO chip (no /dev/gpiochip…)."
    NO_PERMISSION = "This user may not use the GPIO chip. Add the user to the group gpio."
    FOLDER_READ_ONLY = (
        "lgpio must write a small file into the folder in which the program is started, and "
        "cannot. Start it in a folder that can be written, or set LG_WD to one."
    )
    NO_DAEMON = "The pigpio daemon does not answer. Start it: sudo systemctl start pigpiod."
    PIN_IN_USE = "GPIO {pin} (header pin {header_pin}) is used by another program or driver."
    PIN_REFUSED = "GPIO {pin} (header pin {header_pin}) cannot be used: {detail}."
    LOST = "The pins do not answer any more: {detail}."
    OTHER = "{factory} cannot open the pins: {detail}."


PACKAGES = {
    PinFactory.LGPIO: "python3-lgpio (apt), or this program with the extra [pi]",
    PinFactory.RPIGPIO: "this program with the extra [rpi-gpio] (Pi 1 to 4) or [rpi-lgpio]",
    PinFactory.PIGPIO: "pigpio and python3-pigpio (apt)",
}
"""What to install for each factory."""


class NoPins(OSError):
    """The pins cannot be used. ``kind`` and the facts say why; the text says it in English."""

    def __init__(
        self,
        kind: PinTrouble,
        factory: PinFactory,
        *,
        pin: int | None = None,
        header_pin: int | None = None,
        detail: str = "",
    ) -> None:
        """Name the trouble.

        Args:
            kind: What keeps us from the pins.
            factory: The library that was tried.
            pin: The GPIO it is about, if it is about one.
            header_pin: Where that GPIO is on the header.
            detail: The library's own words.
        """
        wanted = PinFactory.LGPIO if kind is PinTrouble.WRONG_PI else factory
        self.kind = kind
        self.factory = factory
        self.package = PACKAGES.get(wanted, "")
        self.pin = pin
        self.header_pin = header_pin
        self.detail = detail
        super().__init__(
            kind.value.format(
                factory=factory,
                package=self.package,
                pin=pin,
                header_pin=header_pin,
                detail=detail or "no reason given",
            )
        )
