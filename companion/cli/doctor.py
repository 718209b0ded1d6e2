"""``ra-companion doctor``: prints what is wrong with this computer, and what to do about it."""

from collections.abc import Callable, Iterator, Mapping
from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion import __version__
from companion.cli.terminal.options import JSON, Places
from companion.cli.terminal.output import Hue, say, write
from companion.cli.terminal.table import aligned, counted
from companion.doctor import data as doctor_data
from companion.doctor import fleet, hardware, phones, power, system
from companion.doctor.machine import Computer, Finding, Machine, Severity, worst, wrong
from companion.i18n import printable
from companion.journal.claim import is_claimed
from companion.settings import data_in_use, load, owners_file

Look = Callable[[Computer], Iterator[Finding]]

LOOKS: tuple[tuple[str, Look], ...] = (
    ("computer", system.look_at_computer),
    ("display", system.look_at_display),
    ("sound", system.look_at_sound),
    ("settings", doctor_data.look_at_owners_file),
    ("data", doctor_data.look_at_data_folder),
    ("user", hardware.look_at_permissions),
    ("pins", hardware.look_at_pins),
    ("bag-reader", hardware.look_at_serial_ports),
    ("box", doctor_data.look_at_boxes),
    ("power", power.look_at_power),
    ("clock", system.look_at_clock),
    ("fleet", fleet.look_at_fleet),
    ("phones", phones.look_at_phones),
)
"""What each of them is called if it cannot be looked at at all."""


def examination(case: Computer, looks: tuple[tuple[str, Look], ...] = LOOKS) -> tuple[Finding, ...]:
    """Return everything that was found; nothing is ever raised."""
    return tuple(finding for name, look in looks for finding in _looked(case, name, look))


def _looked(case: Computer, name: str, look: Look) -> Iterator[Finding]:
    try:
        for found in look(case):
            # the name of a file may be anything, also what JSON cannot say
            yield replace(found, sentence=printable(found.sentence), remedy=printable(found.remedy))
    except Exception as why:  # noqa: BLE001 - a doctor who faints helps nobody
        yield wrong(
            name,
            f"This could not be checked ({type(why).__name__}: {why})",
            "If a library is missing, install it; otherwise please report this",
        )


ABOUT = """\
Check everything the table needs on this computer, and say how to fix what is missing.

Run it as the user who opens the table, with no table open.
"""

EXAMPLES = """\
Examples:
  ra-companion doctor                         what is wrong, if anything is
  ra-companion doctor -v                      everything that was looked at
  sudo -u ra-companion ra-companion doctor    as the service sees it

Exit status:
  0    no problems
  1    problems found
  2    wrong usage
"""


class Options(Places, frozen=True, kw_only=True):
    """What is checked, and how it is printed."""

    json: Annotated[bool, JSON] = False


def run(options: Options) -> int:
    """Print what was found on this computer, and return the exit status: 0, or 1 if it is bad."""
    found = examination(computer(options))
    if options.json:
        write([as_json(found)])
    else:
        shown = [each for each in found if options.verbose or each.state is not Severity.OK]
        for line in as_lines(tuple(shown)):
            state = line.partition("  ")[0]
            say([line], state, _HUES.get(state))
    return int(worst(found) is Severity.WRONG)


_HUES: Mapping[str, Hue] = {
    Severity.OK: Hue.GREEN,
    Severity.ATTENTION: Hue.YELLOW,
    Severity.WRONG: Hue.RED,
}


def computer(places: Places) -> Computer:
    """Return what is to be looked at: this computer, with the places the command line names."""
    file = owners_file(places.settings)
    settings, mistakes = load(file)
    data = data_in_use(places.data, settings)
    return Computer(
        machine=Machine(),
        settings=settings,
        mistakes=mistakes,
        settings_file=file,
        data=data,
        is_open=is_claimed(data),
    )


def as_json(found: tuple[Finding, ...]) -> bytes:
    """Return everything as one JSON object in a line."""
    report = {"version": __version__, "state": worst(found), "findings": found}
    return msgspec.json.encode(report) + b"\n"


def as_lines(found: tuple[Finding, ...]) -> list[str]:
    """Return a line for each finding, with the remedy below it, and at last how bad it is."""
    rows: list[tuple[str, str, str]] = []
    for finding in found:
        rows.append((finding.state, label(finding.name), finding.sentence))
        if finding.remedy:
            rows.append(("", "", f"→ {finding.remedy}"))
    problems = sum(finding.state is Severity.WRONG for finding in found)
    summary = counted(problems, "problem") if problems else "No problems found"
    return [*aligned(rows, left=range(3)), "", summary] if rows else [summary]


LABELS = {
    "computer": "computer",
    "system": "system",
    "program": "program",
    "display": "screen",
    "display-pygame": "screen and pygame",
    "display-libraries": "screen libraries",
    "sound": "sound",
    "voice": "voice",
    "settings": "settings",
    "data": "games folder",
    "data-room": "free space",
    "data-flush": "writing",
    "user": "user",
    "pins": "pins",
    "serial-port": "serial port",
    "bag-reader": "bag reader",
    "bag-reader-console": "reader port console",
    "box": "tagged box",
    "power": "power",
    "heat": "heat",
    "clock": "clock",
    "fleet": "fleet",
    "fleet-name": "name in the fleet",
}
"""What people read for the name of a finding."""


def label(name: str) -> str:
    """Return what a finding is called; packages have their own names."""
    kind, _, one = name.partition("-")
    if kind == "pin" and one.isdecimal():
        return f"GPIO {one}"
    if kind == "group":
        return f"group {one}"
    return LABELS.get(name, name)
