"""The forty pins of a Raspberry Pi's header: which GPIO is where, and who else wants it."""

HEADER = (
    *("3V3", "5V", "GPIO2", "5V", "GPIO3", "GND", "GPIO4", "GPIO14", "GND", "GPIO15"),
    *("GPIO17", "GPIO18", "GPIO27", "GND", "GPIO22", "GPIO23", "3V3", "GPIO24", "GPIO10", "GND"),
    *("GPIO9", "GPIO25", "GPIO11", "GPIO8", "GND", "GPIO7", "GPIO0", "GPIO1", "GPIO5", "GND"),
    *("GPIO6", "GPIO12", "GPIO13", "GND", "GPIO19", "GPIO16", "GPIO26", "GPIO20", "GND", "GPIO21"),
)
"""What is on header pin 1, 2, …, 40, on every Pi since the B+."""

FIXED_PULL_UPS = (2, 3)
"""GPIOs with a resistor to 3.3 V on the board, whatever is set."""

RESERVED = (0, 1)
"""GPIOs of the identity chip of an add-on board; read at every start, not for buttons."""

OTHER_USES = {
    2: "I²C data: clock modules, some displays",
    3: "I²C clock; also wakes a Pi that was shut down",
    7: "SPI chip select 1",
    8: "SPI chip select 0",
    9: "SPI data in",
    10: "SPI data out",
    11: "SPI clock",
    14: "serial out: a bag reader on the header",
    15: "serial in: a bag reader on the header",
}
"""GPIOs that something else may need, and what it is."""


def gpios() -> tuple[int, ...]:
    """Return every GPIO on the header that a button or a lamp may use, in rising order."""
    numbers = (int(name[4:]) for name in HEADER if name.startswith("GPIO"))
    return tuple(sorted(number for number in numbers if number not in RESERVED))


def header_pin(gpio: int) -> int:
    """Return the header's pin, 1 to 40, on which this GPIO is.

    Raises:
        ValueError: The header has no such GPIO.
    """
    return HEADER.index(f"GPIO{gpio}") + 1
