"""The program and the libraries that it stands on, with their versions."""

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion import __version__
from companion.doctor.case import Case
from companion.doctor.finding import Finding, State

OLDEST: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {
        "gpiozero": (2, 0, 1),
        "msgspec": (0, 19),
        "pyserial": (3, 5),
    }
)
"""What is needed beside pygame, and its oldest version that will do."""

PYGAMES: Mapping[str, tuple[int, ...]] = MappingProxyType(
    {"pygame-ce": (2, 5, 5), "pygame": (2, 1, 2)}
)
"""Either of these draws; both install the module ``pygame``, so never both."""

PIN_LIBRARIES = ("lgpio", "RPi.GPIO", "rpi-lgpio", "pigpio")
"""What can reach the pins; RPi.GPIO and rpi-lgpio install the same module."""


def look(case: Case) -> Iterator[Finding]:
    """Yield each version, and what is missing or too old."""
    yield Finding(
        "program", State.OK, f"Ra Companion {__version__}", facts={"version": __version__}
    )
    yield _pygame(case)
    for package, oldest in OLDEST.items():
        yield _package(case, package, case.machine.version(package), oldest)
    yield _pins(case)


def _package(case: Case, package: str, version: str, oldest: tuple[int, ...]) -> Finding:
    words, least = case.words, ".".join(map(str, oldest))
    remedy = words.say("Install the program again, or: pip install '{wanted}'",
                       wanted=f"{package}>={least}")  # fmt: skip
    facts = {"version": version, "oldest": least}
    if not version:
        missing = words.say("{package} is not installed", package=package)
        return Finding(package, State.WRONG, missing, remedy, facts)
    if _numbers(version) < oldest:
        old = words.say("{package} {version} is too old: it takes {oldest}", package=package,
                        version=version, oldest=least)  # fmt: skip
        return Finding(package, State.WRONG, old, remedy, facts)
    return Finding(package, State.OK, f"{package} {version}", facts=facts)


def _pygame(case: Case) -> Finding:
    words = case.words
    here = {name: version for name in PYGAMES if (version := case.machine.version(name))}
    if len(here) > 1:
        return Finding(
            "pygame-ce",
            State.WRONG,
            words.say("pygame and pygame-ce are both installed and overwrite each other"),
            words.say("Uninstall both, then install pygame-ce again"),
            {"version": ", ".join(here.values())},
        )
    name = next(iter(here), "pygame-ce")
    return _package(case, name, here.get(name, ""), PYGAMES[name])


def _pins(case: Case) -> Finding:
    words = case.words
    here = {name: version for name in PIN_LIBRARIES if (version := case.machine.version(name))}
    facts = {"libraries": tuple(here)}
    if "RPi.GPIO" in here and "rpi-lgpio" in here:
        return Finding(
            "pin-library",
            State.WRONG,
            words.say("RPi.GPIO and rpi-lgpio are both installed and overwrite each other"),
            words.say("Uninstall both, then install one of them"),
            facts,
        )
    if here:
        listed = ", ".join(f"{name} {version}" for name, version in here.items())
        return Finding("pin-library", State.OK, listed, facts=facts)
    if case.settings.panel.factory == "none":
        unneeded = words.say("No library for pins is installed, and none is asked for")
        return Finding("pin-library", State.OK, unneeded, facts=facts)
    return Finding(
        "pin-library",
        State.WRONG,
        words.say("No library for pins is installed, but the settings ask for buttons"),
        words.say("sudo apt install python3-lgpio, or install the program with the extra [pi]"),
        facts,
    )


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers with which a version begins: ``2.0.1.post3`` is 2, 0, 1."""
    leading = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, leading[0].split("."))) if leading else ()
