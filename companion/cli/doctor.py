"""``ra-companion doctor``: prints every finding, in lines for people or as one JSON object."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion import __version__
from companion.cli.terminal.options import SpokenOptions
from companion.cli.terminal.output import Hue, say, write
from companion.cli.terminal.parser import CommandParser
from companion.cli.terminal.table import aligned
from companion.doctor import data as doctor_data
from companion.doctor import fleet, hardware, power, system
from companion.doctor.machine import Computer, Finding, Machine, Severity, worst
from companion.i18n import Words, mark
from companion.journal.claim import is_claimed
from companion.paths import asset
from companion.settings import data_in_use, load, owners_file

Look = Callable[[Computer], Iterator[Finding]]

LOOKS: tuple[tuple[str, Look], ...] = (
    ("computer", system.look_at_computer),
    ("libraries", system.look_at_libraries),
    ("display", system.look_at_display),
    ("fonts", system.look_at_fonts),
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
)
"""What each of them is called if it cannot be looked at at all."""


def examination(case: Computer, looks: tuple[tuple[str, Look], ...] = LOOKS) -> tuple[Finding, ...]:
    """Return everything that was found; nothing is ever raised."""
    return tuple(finding for name, look in looks for finding in _looked(case, name, look))


def _looked(case: Computer, name: str, look: Look) -> Iterator[Finding]:
    try:
        yield from look(case)
    except Exception as why:  # noqa: BLE001 - a doctor who faints helps nobody
        words, trouble = case.words, f"{type(why).__name__}: {why}"
        unseen = words.say("This could not be checked ({trouble})", trouble=trouble)
        remedy = words.say("If a library is missing, install it; otherwise please report this")
        yield Finding(name, Severity.WRONG, unseen, remedy, {"trouble": trouble})


ABOUT = mark("""\
Check everything the table needs on this computer; one line each, and how to fix what is missing.
Run it as the user who opens the table, with no table open.

examples:
  ra-companion doctor
  sudo -u ra-companion ra-companion doctor    as the service sees it
  ra-companion doctor --json
""")

STATUSES = mark("""\
exit status:
  0    no problems
  1    problems found
  2    wrong usage
""")


class Places(SpokenOptions, frozen=True, kw_only=True):
    """What the table would use."""

    data: Path | None = None
    settings: Path | None = None


class Options(Places, frozen=True, kw_only=True):
    """What is checked, and how it is printed."""

    json: bool = False


def declare(parser: CommandParser) -> None:
    """Say what can stand on the command line."""
    parser.describe(ABOUT, STATUSES)
    parser.add_shared("--json")
    parser.add_places()


def run(options: Options) -> int:
    """Print what was found on this computer, and return the exit status: 0, or 1 if it is bad."""
    case = case_of(options)
    found = examination(case)
    if options.json:
        write([as_json(found)])
    else:
        hues = {case.words.say(_STATES[state]): hue for state, hue in _HUES.items()}
        for line in as_lines(found, case.words):
            state = line.partition("  ")[0]
            say([line], state, hues.get(state))
    return int(worst(found) is Severity.WRONG)


_HUES = {Severity.OK: Hue.GREEN, Severity.ATTENTION: Hue.YELLOW, Severity.WRONG: Hue.RED}


def case_of(places: Places) -> Computer:
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
        assets=_assets(),
        words=places.said,
        is_open=is_claimed(data),
    )


def _assets() -> Path:
    """Return the program's own files, or where they would be: that they are not is a finding."""
    try:
        return asset()
    except FileNotFoundError:
        return Path("assets")


def as_json(found: tuple[Finding, ...]) -> bytes:
    """Return everything as one JSON object in a line."""
    report = {"version": __version__, "state": worst(found), "findings": found}
    return msgspec.json.encode(report) + b"\n"


_STATES = {
    Severity.OK: mark("ok"),
    Severity.ATTENTION: mark("attention"),
    Severity.WRONG: mark("wrong"),
}


def as_lines(found: tuple[Finding, ...], words: Words) -> list[str]:
    """Return a line for each finding, with the remedy below it, and at last how bad it is."""
    states = {state: words.say(said) for state, said in _STATES.items()}
    rows: list[tuple[str, str, str]] = []
    for finding in found:
        rows.append((states[finding.state], label(finding.name, words), finding.sentence))
        if finding.remedy:
            rows.append(("", "", f"→ {finding.remedy}"))
    return [*aligned(rows, left=range(3)), "", _altogether(found, words)]


LABELS = {
    "computer": mark("computer"),
    "system": mark("system"),
    "program": mark("program"),
    "pin-library": mark("pin library"),
    "display": mark("screen"),
    "display-pygame": mark("screen and pygame"),
    "display-libraries": mark("screen libraries"),
    "fonts": mark("fonts"),
    "sound": mark("sound"),
    "voice": mark("voice"),
    "settings": mark("settings"),
    "data": mark("games folder"),
    "data-room": mark("free space"),
    "data-flush": mark("writing"),
    "user": mark("user"),
    "pins": mark("pins"),
    "serial-port": mark("serial port"),
    "bag-reader": mark("bag reader"),
    "bag-reader-console": mark("reader port console"),
    "box": mark("tagged box"),
    "power": mark("power"),
    "heat": mark("heat"),
    "clock": mark("clock"),
    "fleet": mark("fleet"),
    "fleet-name": mark("name in the fleet"),
}
"""What people read for the name of a finding, which is the same in every language."""


def label(name: str, words: Words) -> str:
    """Return what a finding is called in this language; packages have the same name everywhere."""
    kind, _, one = name.partition("-")
    if kind == "pin" and one.isdecimal():
        return words.say("GPIO {pin}", pin=one)
    if kind == "group":
        return words.say("group {group}", group=one)
    return words.say(LABELS[name]) if name in LABELS else name


def _altogether(found: tuple[Finding, ...], words: Words) -> str:
    wrong = sum(finding.state is Severity.WRONG for finding in found)
    if wrong:
        return words.tell("{number} problem", "{number} problems", wrong)
    return words.say("No problems found")
