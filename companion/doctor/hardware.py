"""Checks pins and serial ports, and whether this user may use them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.doctor.machine import Computer, Finding, attention, well, wrong
from companion.settings.hardware import mistaken, no_pins
from companion.settings.hardware import pins as pins_of
from hardware.panel.pins import (
    DIAL_CONTACTS,
    NoPins,
    PanelPins,
    PinTrouble,
    header_pin,
    mistakes,
    title,
)
from hardware.reader.usb_ports import UsbPort, candidates


class _Kind(NamedTuple):
    """One kind of device."""

    group: str
    """Who may use it, on Debian and its kin."""
    patterns: tuple[str, ...]
    """Its files."""


KINDS = (
    _Kind("video", ("dev/dri/card*",)),
    _Kind("render", ("dev/dri/renderD*",)),
    _Kind("input", ("dev/input/event*",)),
    _Kind("gpio", ("dev/gpiochip*",)),
    _Kind("dialout", ("dev/ttyUSB*", "dev/ttyACM*", "dev/ttyAMA*")),
)
"""Everything that the table may need."""


def look_at_permissions(case: Computer) -> Iterator[Finding]:
    """Yield who this user is, and each kind of device."""
    machine = case.machine
    user = next(iter(_names(case, "etc/passwd", frozenset({machine.user}))), str(machine.user))
    groups = ", ".join(sorted(_names(case, "etc/group", machine.groups)))
    yield well("user", f"{user}, in the groups {groups}")
    for kind in KINDS:
        yield _kind(case, kind, user)


def _names(case: Computer, file: str, numbers: frozenset[int]) -> tuple[str, ...]:
    """Return the names that a file like /etc/group gives to these numbers."""
    rows = [line.split(":") for line in case.machine.text(file).splitlines()]
    wanted = {str(number) for number in numbers}
    return tuple(row[0] for row in rows if len(row) > 2 and row[2] in wanted)  # noqa: PLR2004


def _kind(case: Computer, kind: _Kind, user: str) -> Finding:
    machine, group = case.machine, kind.group
    devices = [path for pattern in kind.patterns for path in machine.found(pattern)]
    closed = ", ".join(machine.shown(path) for path in devices if not machine.may_use(path))
    if not devices:
        return well(f"group-{group}", f"{group}: no such device")
    if not closed:
        return well(
            f"group-{group}", f"{user} may use devices of the group {group}: {len(devices)}"
        )
    refused = f"{user} may not use {closed}"
    if not _is_needed(case, group):
        return well(f"group-{group}", f"{refused}, but does not need to")
    remedy = f"sudo usermod -aG {group} {user}, then log in again"
    return wrong(f"group-{group}", refused, remedy)


def _is_needed(case: Computer, group: str) -> bool:
    """Whether the table would use such devices itself; a desktop does it for its programs."""
    if group == "gpio":
        return case.settings.panel.factory != "none"
    if group == "dialout":
        url = case.settings.bag_reader.url
        return bool(url) and "://" not in url
    environment = case.machine.environment
    has_desktop = bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))
    return not has_desktop and group != "render"


def look_at_pins(case: Computer) -> Iterator[Finding]:
    """Yield mistakes in the table of pins, or else what each wire says."""
    if case.settings.panel.factory == "none":
        yield well(
            "pins",
            "No buttons are set ([panel] factory). At the table, open Hardware test in the menu "
            "and run the button set-up",
        )
        return
    panel = pins_of(case.settings)
    found = mistakes(panel)
    for mistake in found:
        another = "Use another pin for it, in the settings under [panel.buttons] or [panel.lamps]"
        yield wrong("pins", mistaken(mistake).in_words(), another)
    if case.is_open and not found:
        yield well("pins", "The table is open and is using the pins: see its hardware test")
    elif not found:
        yield from _opened(case, panel)


def _opened(case: Computer, panel: PanelPins) -> Iterator[Finding]:
    try:
        pins = case.machine.open_pins(panel.factory)
    except NoPins as why:
        remedy = 'For a table without buttons, set factory = "none" under [panel]'
        yield wrong("pins", no_pins(why).in_words(), remedy)
        return
    try:
        yield well("pins", f"The pins work ({panel.factory})")
        for name, pin in panel.contacts().items():
            try:
                pins.listen(name, pin, panel.quiet_seconds)
            except NoPins as why:
                yield _refused(name, pin, why)
            else:
                yield _level(name, pin, is_closed=pins.contacts[name].is_closed)
    finally:
        pins.close()


def _refused(contact: str, pin: int, why: NoPins) -> Finding:
    remedy = "Use another pin for it in the settings"
    if why.kind is PinTrouble.PIN_TAKEN:
        remedy = "Close the table or whatever else uses it, then check again"
    return wrong(f"pin-{pin}", f"{title(contact)}: {no_pins(why).in_words()}", remedy)


def _level(contact: str, pin: int, *, is_closed: bool) -> Finding:
    wire = f"GPIO {pin} (header pin {header_pin(pin)}) is {'low' if is_closed else 'high'}"
    if is_closed and contact not in DIAL_CONTACTS:
        return attention(
            f"pin-{pin}",
            f"{title(contact)} is pressed or stuck: {wire}",
            "If nobody is pressing it: is its wire on the right pin, and not shorted to ground?",
        )
    return well(f"pin-{pin}", f"{title(contact)}: {wire}")


_CONSOLES = ("console=serial0", "console=ttyAMA0", "console=ttyS0")

_ON_HEADER = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")


def look_at_serial_ports(case: Computer) -> Iterator[Finding]:
    """Yield every port, and what becomes of the bag reader."""
    ports = tuple(case.machine.ports())
    by_id = _by_id(case)
    would = candidates("auto", lambda: ports)
    for port in ports:
        yield _port(port, by_id.get(Path(port.device).name, ()), is_auto=port.device in would)
    url = case.settings.bag_reader.url
    if not url:
        yield well("bag-reader", "No bag reader is set ([bag_reader] url)")
    elif "://" in url:
        yield well("bag-reader", f"The bag reader is at {url}; this is not tested")
    else:
        yield from _reader(case, url, ports)


def _by_id(case: Computer) -> dict[str, tuple[str, ...]]:
    """Return for each port's name the paths under which it stays the same."""
    paths: dict[str, tuple[str, ...]] = {}
    for link in filter(Path.is_symlink, case.machine.found("dev/serial/by-id/*")):
        target = link.readlink().name
        paths[target] = (*paths.get(target, ()), case.machine.shown(link))
    return paths


def _port(port: UsbPort, by_id: tuple[str, ...], *, is_auto: bool) -> Finding:
    usb = "" if port.vendor is None else f"{port.vendor:04x}:{port.product or 0:04x}"
    parts = [port.device, usb, *by_id, port.description if port.description != "n/a" else ""]
    if is_auto:
        parts.append('(with "auto", it is taken for a bag reader)')
    return well("serial-port", "  ".join(filter(None, parts)))


def _reader(case: Computer, url: str, ports: Sequence[UsbPort]) -> Iterator[Finding]:
    fitting = candidates(url, lambda: ports)
    here = tuple(path for path in fitting if _real(case, path).exists())
    yield _fitting(case, url, here)
    if set(here) & {*_ON_HEADER} and _has_console(case):
        yield wrong(
            "bag-reader-console",
            "Linux uses the GPIO serial port as its own console",
            "sudo raspi-config: serial port, no login shell; or take console=serial0 out of "
            "cmdline.txt",
        )


def _fitting(case: Computer, url: str, here: tuple[str, ...]) -> Finding:
    """Return what becomes of the reader, given the ports that are there and fit the setting."""
    if not here:
        none = f"No bag reader is plugged in at the port in the settings ({url})"
        remedy = "Plug it in, or name one of the ports above as [bag_reader] url"
        return wrong("bag-reader", none, remedy)
    if not any(case.machine.may_use(_real(case, path)) for path in here):
        closed = f"This user may not open the bag reader ({here[0]})"
        return wrong("bag-reader", closed, "sudo usermod -aG dialout USER, then log in again")
    if len(here) > 1:
        several = f"Several ports match {url}: {', '.join(here)}"
        remedy = "Name one of them, preferably by its path in /dev/serial/by-id"
        return attention("bag-reader", several, remedy)
    return well("bag-reader", f"The bag reader is on {here[0]}")


def _real(case: Computer, path: str) -> Path:
    return case.machine.root / path.lstrip("/")


def _has_console(case: Computer) -> bool:
    line = case.machine.text("proc/cmdline").split()
    return any(word.startswith(_CONSOLES) for word in line)
