"""``ra-companion doctor``: what was found, as lines for people or as one object for programs."""

from argparse import Namespace
from pathlib import Path

import msgspec

from companion import __version__
from companion.catalogues import words
from companion.doctor.case import Case
from companion.doctor.examination import examination
from companion.doctor.finding import Finding, State, worst
from companion.doctor.machine import Machine
from companion.journal.claim import is_claimed
from companion.paths import asset, data_folder
from companion.printing import say, write
from companion.scoring_table import aligned
from companion.settings import load, owners_file
from companion.words import Words, mark


def examine(arguments: Namespace) -> int:
    """Print what was found on this computer, and return the exit status: 0, or 1 if it is bad."""
    case = case_of(arguments)
    found = examination(case)
    if arguments.json:
        write([as_json(found)])
    else:
        say(as_lines(found, case.words))
    return int(worst(found) is State.WRONG)


def case_of(arguments: Namespace) -> Case:
    """Return what is to be looked at: this computer, with the places the command line names."""
    file = owners_file(arguments.settings)
    settings, mistakes = load(file)
    named = settings.data.folder
    data = arguments.data or (Path(named) if named else data_folder())
    return Case(
        machine=Machine(),
        settings=settings,
        mistakes=mistakes,
        settings_file=file,
        data=data,
        assets=_assets(),
        words=words(arguments.language),
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


def as_lines(found: tuple[Finding, ...], words: Words) -> list[str]:
    """Return a line for each finding, with the remedy below it, and at last how bad it is."""
    states = {
        State.OK: words.say("ok"),
        State.ATTENTION: words.say("attention"),
        State.WRONG: words.say("wrong"),
    }
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
    "pin-library": mark("library for pins"),
    "display": mark("screen"),
    "display-pygame": mark("screen and pygame"),
    "display-libraries": mark("libraries for the screen"),
    "fonts": mark("fonts"),
    "sound": mark("sound"),
    "voice": mark("voice"),
    "settings": mark("settings"),
    "data": mark("folder of the games"),
    "data-room": mark("free space"),
    "data-flush": mark("writing"),
    "user": mark("user"),
    "pins": mark("pins"),
    "serial-port": mark("serial port"),
    "bag-reader": mark("bag reader"),
    "bag-reader-console": mark("console at the reader"),
    "box": mark("box of tags"),
    "power": mark("power"),
    "heat": mark("heat"),
    "clock": mark("clock"),
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
    wrong = sum(finding.state is State.WRONG for finding in found)
    if wrong:
        return words.tell("{number} thing is wrong", "{number} things are wrong", wrong)
    return words.say("Nothing is wrong")
