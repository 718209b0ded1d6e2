"""Draws the wiring plan from the same table that the program uses.

``python -m hardware.wiring.plan > hardware/wiring/plan.svg``
"""

import sys
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from hardware.events import Control
from hardware.panel.pins import DEFAULT_PINS, DIAL_CONTACTS, HEADER, OTHER_USES, PanelPins, title

ROW, TOP, MIDDLE, WIDTH = 30, 96, 520, 1000

HEIGHT = TOP + 20 * ROW + 330

_BUTTON, _LAMP, _DIAL = "#1f5fa8", "#d98a00", "#2c7a3f"

_SUPPLIES = {"3V3": "#c0392b", "5V": "#c0392b", "GND": "#222222"}

_FREE = "#ffffff"


class Use(NamedTuple):
    """What a pin is used for."""

    label: str
    """What to write beside it."""
    colour: str


def uses(pins: PanelPins) -> dict[int, Use]:
    """Return what each GPIO is used for."""
    found = {pin: Use(f"{title(control)}: lamp", _LAMP) for control, pin in pins.lamps.items()}
    for contact, pin in pins.contacts().items():
        if contact in DIAL_CONTACTS:
            found[pin] = Use(title(contact).replace(" (", ": ").rstrip(")"), _DIAL)
        else:
            what = "push" if contact == Control.DIAL else "button"
            found[pin] = Use(f"{title(contact)}: {what}", _BUTTON)
    return found


def table(pins: PanelPins) -> str:
    """Return the table of pins for the README, in order of the header."""
    used = uses(pins)
    rows = ["| header pin | GPIO | goes to |", "| --- | --- | --- |"]
    for number, name in enumerate(HEADER, start=1):
        gpio = int(name[4:]) if name.startswith("GPIO") else None
        if gpio in used:
            rows.append(f"| {number} | {gpio} | {used[gpio].label} |")
    return "\n".join(rows) + "\n"


def plan(pins: PanelPins) -> str:
    """Return the plan as an SVG picture."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">',
        '<g font-family="sans-serif" font-size="15">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf7ee"/>',
        _text(MIDDLE, 36, "Raspberry Pi header, seen from above", "middle", size=22),
        _text(MIDDLE, 62, "Pin 1 is at the end of the board where the SD card is.", "middle"),
        f'<rect x="{MIDDLE - 42}" y="{TOP - 18}" width="84" height="{20 * ROW + 6}" rx="6"/>',
        *_header(pins),
        *_circuits(TOP + 20 * ROW + 24),
        "</g></svg>",
    ]
    return "\n".join(parts) + "\n"


def _header(pins: PanelPins) -> Iterator[str]:
    """Yield the forty pins with their labels."""
    used = uses(pins)
    for number, name in enumerate(HEADER, start=1):
        gpio = int(name[4:]) if name.startswith("GPIO") else -1
        side = -1 if number % 2 else 1
        x, y = MIDDLE + side * 20, TOP + (number - 1) // 2 * ROW
        colour = used[gpio].colour if gpio in used else _SUPPLIES.get(name, _FREE)
        ink = "#000000" if colour in (_FREE, _LAMP) else "#ffffff"
        yield f'<circle cx="{x}" cy="{y}" r="12" fill="{colour}" stroke="#000000"/>'
        yield _text(x, y + 4, str(number), "middle", size=11, colour=ink)
        said = f"{name}  {used[gpio].label}" if gpio in used else name
        far = said if gpio in used or gpio not in OTHER_USES else f"{name}  ({OTHER_USES[gpio]})"
        anchor, shade = ("end", "start")[side > 0], "#000000" if gpio in used else "#777777"
        yield _text(MIDDLE + side * 56, y + 5, far, anchor, colour=shade, bold=gpio in used)


def _circuits(top: int) -> Iterator[str]:
    """Yield the four little circuits."""
    yield _text(60, top, "Between a pin and what it goes to", size=18)
    circuits = (
        ("button, dial push, dial contacts", ("pin", "contact", "GND")),
        ("small LED", ("pin", "330 Ω", "LED", "GND")),
        ("5 V arcade lamp (below 100 mA)", ("pin", "ULN2803A", "lamp -", "lamp +", "5V")),
        ("12 V arcade lamp", ("pin", "ULN2803A", "lamp -", "lamp +", "12 V supply")),
    )
    for number, (name, chain) in enumerate(circuits):
        y = top + 44 + number * 44
        yield _text(60, y + 5, name)
        yield from _chain(340, y, chain)
    note = (
        "ULN2803A: each output is opposite its input; pin 9 to GND, pin 10 to the lamps'"
        " supply; all grounds together."
    )
    yield _text(60, top + 226, note)
    yield from _driver(848, top - 24)
    yield _text(60, top + 252, "The dial's middle contact goes to GND.", colour="#2c7a3f")
    yield _text(60, top + 278, "Never connect 5 V to a GPIO.", colour="#c0392b", bold=True)


def _driver(x: int, y: int) -> Iterator[str]:
    """Yield the driver of the lamps from above, with what goes to each of its legs."""
    yield f'<rect x="{x}" y="{y}" width="90" height="150" rx="4" fill="#333333"/>'
    yield f'<path d="M{x + 37} {y}a8 8 0 0 0 16 0" fill="#fbf7ee"/>'
    yield _text(x + 45, y + 70, "ULN", "middle", size=13, colour="#ffffff")
    yield _text(x + 45, y + 86, "2803A", "middle", size=13, colour="#ffffff")
    for leg in range(1, 10):
        at = y + 16 * leg
        left = "GND" if leg == _GROUND_LEG else "pin" if leg == 1 else ""
        right = "supply" if leg == _GROUND_LEG else "lamp -" if leg == 1 else ""
        for end, way in ((x, -1), (x + 90, 1)):
            yield f'<path d="M{end} {at - 5}h{way * 10}" stroke="#777777" stroke-width="4"/>'
        yield _text(x + 5, at - 1, str(leg), size=11, colour="#ffffff")
        yield _text(x + 85, at - 1, str(19 - leg), "end", size=11, colour="#ffffff")
        yield _text(x - 16, at, left, "end", size=13)
        yield _text(x + 106, at, right, size=13)


_GROUND_LEG = 9
"""The driver's leg for ground; the one opposite is for the lamps' supply."""


def _chain(x: int, y: int, names: tuple[str, ...]) -> Iterator[str]:
    """Yield boxes in a row, joined by a wire."""
    for number, name in enumerate(names):
        width = 24 + 9 * len(name)
        if number:
            yield f'<path d="M{x - 16} {y}h16" stroke="#000000" stroke-width="2"/>'
        yield (
            f'<rect x="{x}" y="{y - 15}" width="{width}" height="30" rx="4" fill="#ffffff"'
            ' stroke="#000000"/>'
        )
        yield _text(x + width // 2, y + 5, name, "middle")
        x += width + 16


def _text(  # noqa: PLR0913 - a drawing's label has this many sides
    x: int,
    y: int,
    words: str,
    anchor: str = "start",
    *,
    size: int = 15,
    colour: str = "#000000",
    bold: bool = False,
) -> str:
    """Return a piece of text."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" fill="{colour}"{weight}>'
        f"{escape(words)}</text>"
    )


if __name__ == "__main__":
    sys.stdout.write(plan(DEFAULT_PINS))
