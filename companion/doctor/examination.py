"""Everything that is looked at, in the order in which it is told."""

from collections.abc import Callable, Iterator

from companion.doctor import (
    boxes,
    clock,
    computer,
    data_folder,
    display,
    fonts,
    libraries,
    owners_file,
    permissions,
    pins,
    power,
    serial_ports,
    sound,
)
from companion.doctor.case import Case
from companion.doctor.finding import Finding, State

Look = Callable[[Case], Iterator[Finding]]

LOOKS: tuple[tuple[str, Look], ...] = (
    ("computer", computer.look),
    ("libraries", libraries.look),
    ("display", display.look),
    ("fonts", fonts.look),
    ("sound", sound.look),
    ("settings", owners_file.look),
    ("data", data_folder.look),
    ("user", permissions.look),
    ("pins", pins.look),
    ("bag-reader", serial_ports.look),
    ("box", boxes.look),
    ("power", power.look),
    ("clock", clock.look),
)
"""What each of them is called if it cannot be looked at at all."""


def examination(case: Case, looks: tuple[tuple[str, Look], ...] = LOOKS) -> tuple[Finding, ...]:
    """Return everything that was found; nothing is ever raised."""
    return tuple(finding for name, look in looks for finding in _looked(case, name, look))


def _looked(case: Case, name: str, look: Look) -> Iterator[Finding]:
    try:
        yield from look(case)
    except Exception as why:  # noqa: BLE001 - a doctor who faints helps nobody
        words, trouble = case.words, f"{type(why).__name__}: {why}"
        unseen = words.say("This could not be looked at ({trouble})", trouble=trouble)
        remedy = words.say("If a library is missing, install it; else please report this")
        yield Finding(name, State.WRONG, unseen, remedy, {"trouble": trouble})
