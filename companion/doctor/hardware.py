"""Checks pins and serial ports, and whether this user may use them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from companion.doctor.machine import Computer, Finding, Severity
from companion.settings.hardware import mistaken, no_pins, said
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
from hardware.reader.reader_port import UsbPort, candidates


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
    machine, words = case.machine, case.words
    names = _names(case, "etc/passwd", frozenset({machine.user}))
    user = next(iter(names), str(machine.user))
    groups = tuple(sorted(_names(case, "etc/group", machine.groups)))
    sentence = words.say("{user}, in the groups {groups}", user=user, groups=", ".join(groups))
    yield Finding("user", Severity.OK, sentence, facts={"user": user, "groups": groups})
    for kind in KINDS:
        yield _kind(case, kind, user)


def _names(case: Computer, file: str, numbers: frozenset[int]) -> tuple[str, ...]:
    """Return the names that a file like /etc/group gives to these numbers."""
    rows = [line.split(":") for line in case.machine.text(file).splitlines()]
    wanted = {str(number) for number in numbers}
    return tuple(row[0] for row in rows if len(row) > 2 and row[2] in wanted)  # noqa: PLR2004


def _kind(case: Computer, kind: _Kind, user: str) -> Finding:
    machine, words = case.machine, case.words
    name = f"group-{kind.group}"
    devices = [path for pattern in kind.patterns for path in machine.found(pattern)]
    closed = tuple(machine.shown(path) for path in devices if not machine.may_use(path))
    facts = {"group": kind.group, "devices": len(devices), "closed": closed}
    if not devices:
        none = words.say("There is no device for the group {group}", group=kind.group)
        return Finding(name, Severity.OK, none, facts=facts)
    if not closed:
        well = words.say("{user} may use devices of the group {group}: {number}", user=user,
                         number=len(devices), group=kind.group)  # fmt: skip
        return Finding(name, Severity.OK, well, facts=facts)
    refused = words.say("{user} may not use {devices}", user=user, devices=", ".join(closed))
    if not _is_needed(case, kind.group):
        return Finding(
            name, Severity.OK, words.say("{what}, but does not need to", what=refused), facts=facts
        )
    remedy = words.say("sudo usermod -aG {group} {user}, then log in again", group=kind.group,
                       user=user)  # fmt: skip
    return Finding(name, Severity.WRONG, refused, remedy, facts)


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
    words = case.words
    if case.settings.panel.factory == "none":
        unwired = words.say(
            "No buttons are set ([panel] factory). At the table, open Hardware test in "
            "the menu and run the pin wizard"
        )
        yield Finding("pins", Severity.OK, unwired, facts={"factory": "none"})
        return
    panel = pins_of(case.settings)
    found = mistakes(panel)
    for mistake in found:
        yield Finding(
            "pins",
            Severity.WRONG,
            said(mistaken(mistake), words),
            words.say(
                "Use another pin for it, in the settings under [panel.buttons] or [panel.lamps]"
            ),
            {"gpio": mistake.pin, "kind": mistake.kind.name.lower()},
        )
    if case.is_open and not found:
        there = words.say("The table is open and is using the pins: see its hardware test")
        yield Finding("pins", Severity.OK, there, facts={"factory": str(panel.factory)})
    elif not found:
        yield from _opened(case, panel)


def _opened(case: Computer, panel: PanelPins) -> Iterator[Finding]:
    words, factory = case.words, str(panel.factory)
    try:
        pins = case.machine.open_pins(panel.factory)
    except NoPins as why:
        remedy = words.say('For a table without buttons, set factory = "none" under [panel]')
        facts = {"factory": factory, "kind": why.kind.name.lower()}
        yield Finding("pins", Severity.WRONG, said(no_pins(why), words), remedy, facts)
        return
    try:
        there = words.say("The pins work ({factory})", factory=factory)
        yield Finding("pins", Severity.OK, there, facts={"factory": factory})
        for name, pin in panel.contacts().items():
            try:
                pins.listen(name, pin, panel.quiet_seconds)
            except NoPins as why:
                yield _refused(case, name, pin, why)
            else:
                yield _level(case, name, pin, is_closed=pins.contacts[name].is_closed)
    finally:
        pins.close()


def _facts(contact: str, pin: int) -> dict[str, object]:
    return {"contact": contact, "gpio": pin, "header_pin": header_pin(pin)}


def _refused(case: Computer, contact: str, pin: int, why: NoPins) -> Finding:
    words = case.words
    facts = {**_facts(contact, pin), "kind": why.kind.name.lower()}
    if why.kind is PinTrouble.PIN_TAKEN:
        remedy = words.say("Close the table or whatever else uses it, then check again")
    else:
        remedy = words.say("Use another pin for it in the settings")
    sentence = f"{title(contact)}: {said(no_pins(why), words)}"
    return Finding(f"pin-{pin}", Severity.WRONG, sentence, remedy, facts)


def _level(case: Computer, contact: str, pin: int, *, is_closed: bool) -> Finding:
    words, facts = case.words, _facts(contact, pin)
    facts |= {"level": "low" if is_closed else "high", "is_closed": is_closed}
    where = {"who": title(contact), "gpio": pin, "pin": facts["header_pin"]}
    level = words.say("low") if is_closed else words.say("high")
    if is_closed and contact not in DIAL_CONTACTS:
        return Finding(
            f"pin-{pin}",
            Severity.ATTENTION,
            words.say("{who} is pressed or stuck: GPIO {gpio} (header pin {pin}) is {level}",
                      level=level, **where),
            words.say("If no finger is on it: is its wire on the right pin, and not grounded?"),
            facts,
        )  # fmt: skip
    rests = words.say("{who}: GPIO {gpio} (header pin {pin}) is {level}", level=level, **where)
    return Finding(f"pin-{pin}", Severity.OK, rests, facts=facts)


_CONSOLES = ("console=serial0", "console=ttyAMA0", "console=ttyS0")

_ON_HEADER = ("/dev/serial0", "/dev/ttyAMA0", "/dev/ttyS0")


def look_at_serial_ports(case: Computer) -> Iterator[Finding]:
    """Yield every port, and what becomes of the bag reader."""
    ports = tuple(case.machine.ports())
    by_id = _by_id(case)
    would = candidates("auto", lambda: ports)
    for port in ports:
        yield _port(case, port, by_id.get(Path(port.device).name, ()), is_auto=port.device in would)
    url = case.settings.bag_reader.url
    if not url:
        unset = case.words.say("No bag reader is set ([bag_reader] url)")
        yield Finding("bag-reader", Severity.OK, unset, facts={"url": "", "auto": would})
    elif "://" in url:
        far = case.words.say("The bag reader is at {url}; this is not tested", url=url)
        yield Finding("bag-reader", Severity.OK, far, facts={"url": url})
    else:
        yield from _reader(case, url, ports)


def _by_id(case: Computer) -> dict[str, tuple[str, ...]]:
    """Return for each port's name the paths under which it stays the same."""
    paths: dict[str, tuple[str, ...]] = {}
    for link in filter(Path.is_symlink, case.machine.found("dev/serial/by-id/*")):
        target = link.readlink().name
        paths[target] = (*paths.get(target, ()), case.machine.shown(link))
    return paths


def _port(case: Computer, port: UsbPort, by_id: tuple[str, ...], *, is_auto: bool) -> Finding:
    words = case.words
    usb = "" if port.vendor is None else f"{port.vendor:04x}:{port.product or 0:04x}"
    parts = [port.device, usb, *by_id, port.description if port.description != "n/a" else ""]
    if is_auto:
        parts.append(words.say('("auto" assumes it is a bag reader)'))
    facts = {
        "device": port.device,
        "usb": usb,
        "description": port.description,
        "by_id": by_id,
        "is_auto": is_auto,
    }
    return Finding("serial-port", Severity.OK, "  ".join(filter(None, parts)), facts=facts)


def _reader(case: Computer, url: str, ports: Sequence[UsbPort]) -> Iterator[Finding]:
    fitting = candidates(url, lambda: ports)
    here = tuple(path for path in fitting if _real(case, path).exists())
    yield _fitting(case, url, here)
    if set(here) & {*_ON_HEADER} and _has_console(case):
        words = case.words
        yield Finding(
            "bag-reader-console",
            Severity.WRONG,
            words.say("Linux uses the GPIO serial port as its own console"),
            words.say("sudo raspi-config: serial port, no login shell; or take console=serial0"
                      " out of cmdline.txt"),
            {"ports": here},
        )  # fmt: skip


def _fitting(case: Computer, url: str, here: tuple[str, ...]) -> Finding:
    """Return what becomes of the reader, given the ports that are there and fit the setting."""
    words, facts = case.words, {"url": url, "fitting": here}
    if not here:
        none = words.say("No bag reader is plugged in at the port in the settings ({url})", url=url)
        remedy = words.say("Plug it in, or name one of the ports above as [bag_reader] url")
        return Finding("bag-reader", Severity.WRONG, none, remedy, facts)
    if not any(case.machine.may_use(_real(case, path)) for path in here):
        closed = words.say("This user may not open the bag reader ({port})", port=here[0])
        remedy = words.say("sudo usermod -aG dialout USER, then log in again")
        return Finding("bag-reader", Severity.WRONG, closed, remedy, facts)
    if len(here) > 1:
        several = words.say("Several ports match {url}: {ports}", url=url, ports=", ".join(here))
        remedy = words.say("Name one of them, preferably by its path in /dev/serial/by-id")
        return Finding("bag-reader", Severity.ATTENTION, several, remedy, facts)
    there = words.say("The bag reader is on {port}", port=here[0])
    return Finding("bag-reader", Severity.OK, there, facts=facts)


def _real(case: Computer, path: str) -> Path:
    return case.machine.root / path.lstrip("/")


def _has_console(case: Computer) -> bool:
    line = case.machine.text("proc/cmdline").split()
    return any(word.startswith(_CONSOLES) for word in line)
