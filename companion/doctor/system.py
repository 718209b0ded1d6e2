"""Checks the computer, its clock, the program's libraries, the picture, the fonts and the sound."""

import platform
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from types import MappingProxyType

from companion import __version__
from companion.core.preferences import Loudness
from companion.doctor.machine import Computer, Finding, Severity
from companion.i18n import mark
from companion.rules import packed

FIRST_YEAR, LAST_YEAR = 2025, 2100
"""Years in which a game can be played; a clock that was never set says 1970 or its build date."""


def look_at_clock(case: Computer) -> Iterator[Finding]:
    """Yield what the clock says and whether a chip keeps it."""
    words = case.words
    try:
        now = datetime.fromtimestamp(case.machine.wall(), UTC)
    except (OverflowError, ValueError, OSError):
        now = datetime.fromtimestamp(0, UTC)
    has_chip = bool(case.machine.found("sys/class/rtc/rtc*"))
    said = f"{now:%Y-%m-%d %H:%M} UTC"
    facts = {"utc": f"{now:%Y-%m-%dT%H:%M:%SZ}", "has_chip": int(has_chip)}
    if not FIRST_YEAR <= now.year <= LAST_YEAR:
        yield Finding(
            "clock",
            Severity.ATTENTION,
            words.say(
                "The clock says {time}, which cannot be right: games get wrong dates", time=said
            ),
            words.say("Connect to a network for a minute, or set it: sudo timedatectl set-time …"),
            facts,
        )
    elif has_chip:
        yield Finding("clock", Severity.OK, said, facts=facts)
    else:
        chip = words.say(
            "{time}; no clock chip, so without a network the clock is behind after a power cut",
            time=said,
        )
        yield Finding("clock", Severity.OK, chip, facts=facts)


def look_at_computer(case: Computer) -> Iterator[Finding]:
    """Yield what the computer, its system and its Python are."""
    machine, words = case.machine, case.words
    model = machine.model or machine.text("sys/class/dmi/id/product_name")
    kind = platform.machine()
    facts = {"model": model, "kind": kind}
    if machine.is_pi:
        yield Finding("computer", Severity.OK, f"{model} ({kind})", facts=facts)
    else:
        known = words.say("{model} ({kind}), not a Raspberry Pi", model=model, kind=kind)
        if not model:
            known = words.say("A {kind} computer, not a Raspberry Pi", kind=kind)
        yield Finding("computer", Severity.OK, known, facts=facts)
    yield _system(case)
    yield Finding(
        "python",
        Severity.OK,
        f"Python {platform.python_version()}",
        facts={"version": platform.python_version()},
    )
    yield Finding(
        "rules", Severity.OK, words.say(packed.FORM), facts={"compiled": int(packed.IS_COMPILED)}
    )


def _said_of_system(case: Computer) -> Mapping[str, str]:
    """Return what the system says of itself."""
    named = (line.partition("=") for line in case.machine.text("etc/os-release").splitlines())
    return {key: value.strip('"') for key, _, value in named}


def _system(case: Computer) -> Finding:
    machine, words = case.machine, case.words
    name = _said_of_system(case).get("PRETTY_NAME") or words.say("an unnamed Linux")
    kernel = machine.text("proc/sys/kernel/osrelease")
    facts = {"system": name, "kernel": kernel}
    sentence = words.say("{system}, kernel {kernel}", system=name, kernel=kernel or "?")
    return Finding("system", Severity.OK, sentence, facts=facts)


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

PIN_LIBRARIES = ("gpiod", "RPi.GPIO")
"""What can reach the pins."""


def look_at_libraries(case: Computer) -> Iterator[Finding]:
    """Yield each version, and what is missing or too old."""
    yield Finding(
        "program", Severity.OK, f"Ra Companion {__version__}", facts={"version": __version__}
    )
    yield _pygame(case)
    for package, oldest in OLDEST.items():
        yield _package(case, package, case.machine.version(package), oldest)
    yield _pins(case)


def _package(case: Computer, package: str, version: str, oldest: tuple[int, ...]) -> Finding:
    words, least = case.words, ".".join(map(str, oldest))
    remedy = words.say("Reinstall the program, or: pip install '{wanted}'",
                       wanted=f"{package}>={least}")  # fmt: skip
    facts = {"version": version, "oldest": least}
    if not version:
        missing = words.say("{package} is not installed", package=package)
        return Finding(package, Severity.WRONG, missing, remedy, facts)
    if _numbers(version) < oldest:
        too_old = mark("{package} {version} is too old: {oldest} or later is needed")
        old = words.say(too_old, package=package, version=version, oldest=least)
        return Finding(package, Severity.WRONG, old, remedy, facts)
    return Finding(package, Severity.OK, f"{package} {version}", facts=facts)


def _pygame(case: Computer) -> Finding:
    words = case.words
    here = {name: version for name in PYGAMES if (version := case.machine.version(name))}
    if len(here) > 1:
        return Finding(
            "pygame-ce",
            Severity.WRONG,
            words.say("pygame and pygame-ce are both installed and overwrite each other"),
            words.say("Uninstall both, then install pygame-ce again"),
            {"version": ", ".join(here.values())},
        )
    name = next(iter(here), "pygame-ce")
    return _package(case, name, here.get(name, ""), PYGAMES[name])


def _pins(case: Computer) -> Finding:
    words = case.words
    here = {name: version for name in PIN_LIBRARIES if (version := case.machine.version(name))}
    facts = {"libraries": tuple(here)}
    if here:
        listed = ", ".join(f"{name} {version}" for name, version in here.items())
        return Finding("pin-library", Severity.OK, listed, facts=facts)
    if case.settings.panel.factory == "none":
        unneeded = words.say("No pin library is installed, and none is needed")
        return Finding("pin-library", Severity.OK, unneeded, facts=facts)
    return Finding(
        "pin-library",
        Severity.WRONG,
        words.say("No pin library is installed, but the settings ask for buttons"),
        words.say("Install the package again, or the program with the extra [pi]"),
        facts,
    )


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers with which a version begins: ``2.0.1.post3`` is 2, 0, 1."""
    leading = re.match(r"\d+(\.\d+)*", version)
    return tuple(map(int, leading[0].split("."))) if leading else ()


SOUND_LIBRARIES = ("asound", "pulse", "pipewire-0.3")
"""Through any of these SDL reaches a sound card; without a desktop there is only the first."""

FIRST_T64 = (13,)
"""From this Debian on the package has another name."""

_SPEAKER = "espeak-ng"
"""The program that speaks, and the package that it is in."""


def look_at_sound(case: Computer) -> Iterator[Finding]:
    """Yield the sound cards as the kernel lists them, and what would speak."""
    yield _sound_card(case)
    if case.settings.sound.spoken:
        yield _voice(case)


def _sound_card(case: Computer) -> Finding:
    words = case.words
    listed = case.machine.text("proc/asound/cards")
    cards = tuple(re.findall(r"^\s*\d+ \[[^\]]*\]: (.+)$", listed, re.MULTILINE))
    has_library = any(map(case.machine.library, SOUND_LIBRARIES))
    facts = {"cards": cards, "has_library": has_library}
    if cards and has_library:
        sentence = words.say("Sound: {cards}", cards=", ".join(cards))
        return Finding("sound", Severity.OK, sentence, facts=facts)
    if has_library:
        sentence = words.say("No sound card found; everything else works")
        remedy = words.say("For sound, plug one in or use a screen with speakers")
    else:
        sentence = words.say("No sound: the sound library (libasound.so.2) is missing")
        remedy = f"sudo apt install {_sound_package(case)}"
    if case.settings.sound.level is Loudness.OFF:
        return Finding("sound", Severity.OK, sentence, facts=facts)
    return Finding("sound", Severity.ATTENTION, sentence, remedy, facts)


def _sound_package(case: Computer) -> str:
    """Return the package of the first of these libraries, as this system calls it."""
    version = _said_of_system(case).get("VERSION_ID", "")
    return "libasound2t64" if _numbers(version) >= FIRST_T64 else "libasound2"


def _voice(case: Computer) -> Finding:
    """Return what would speak: the program, the owner's recordings, or nothing."""
    words = case.words
    recordings = sum(1 for _ in (case.data / "voices").glob("*/*.wav"))
    version = " ".join(case.machine.answer((_SPEAKER, "--version")).split("Data at")[0].split())
    facts = {"version": version, "recordings": recordings}
    if version:
        sentence = words.say("Voice: {program}", program=version.rstrip(" :"))
        return Finding("voice", Severity.OK, sentence, facts=facts)
    remedy = words.say("Install the package {package}", package=_SPEAKER)
    if recordings:
        sentence = words.say("Only recorded phrases can be spoken")
        return Finding("voice", Severity.ATTENTION, sentence, remedy, facts)
    sentence = words.say("No speech, though it is switched on in the settings")
    return Finding("voice", Severity.WRONG, sentence, remedy, facts)


SCREEN_LIBRARIES: Mapping[str, str] = MappingProxyType(
    {"gbm": "libgbm1", "drm": "libdrm2", "EGL": "libegl1", "GLESv2": "libgles2"}
)
"""What drawing without a desktop needs, and the Debian package of each."""


def look_at_display(case: Computer) -> Iterator[Finding]:
    """Yield how the picture would be shown, and what that lacks."""
    from companion.screen.sdl import KMSDRM, Mode, is_blind, variables  # noqa: PLC0415 - pygame may be missing

    machine, words = case.machine, case.words
    mode = Mode.WINDOWED if case.settings.screen.windowed else Mode.FULL_SCREEN
    wanted = {**machine.environment, **variables(mode, machine.environment, "linux")}
    driver = wanted.get("SDL_VIDEODRIVER", "")
    if driver.lower() == KMSDRM:
        yield from _without_desktop(case)
    elif is_blind(driver):
        yield Finding(
            "display",
            Severity.WRONG,
            words.say("SDL_VIDEODRIVER is {driver}: nothing appears on the screen", driver=driver),
            words.say("Remove SDL_VIDEODRIVER from the environment"),
            {"driver": driver},
        )
    else:
        desktop = "Wayland" if machine.environment.get("WAYLAND_DISPLAY") else "X"
        yield Finding(
            "display",
            Severity.OK,
            words.say("Display: on the desktop ({desktop})", desktop=desktop),
            facts={"driver": driver or desktop.lower()},
        )


def _without_desktop(case: Computer) -> Iterator[Finding]:
    yield _graphics_card(case)
    yield _screen_libraries(case)
    if case.machine.version("pygame") and not case.machine.version("pygame-ce"):
        yield Finding(
            "display-pygame",
            Severity.ATTENTION,
            case.words.say("pygame from PyPI cannot draw without a desktop; pygame-ce can"),
            case.words.say("Use pygame-ce, or pygame from the system's own packages"),
        )


def _graphics_card(case: Computer) -> Finding:
    machine, words = case.machine, case.words
    cards = machine.found("dev/dri/card*")
    shown = tuple(map(machine.shown, cards))
    facts = {"driver": "kmsdrm", "cards": shown}
    if not cards:
        return Finding(
            "display",
            Severity.WRONG,
            words.say("There is no desktop and no graphics card (/dev/dri/card…)"),
            words.say(
                "Is a screen plugged in, and is dtoverlay=vc4-kms-v3d in config.txt? "
                "Without a screen: ra-companion run --headless"
            ),
            facts,
        )  # fmt: skip
    if not any(map(machine.may_use, cards)):
        return Finding(
            "display",
            Severity.WRONG,
            words.say("This user may not use the screen ({cards})", cards=", ".join(shown)),
            words.say("sudo usermod -aG video,render,input USER, then log in again"),
            facts,
        )
    there = words.say("Display: directly on the screen ({cards})", cards=", ".join(shown))
    return Finding("display", Severity.OK, there, facts=facts)


def _screen_libraries(case: Computer) -> Finding:
    words = case.words
    missing = [name for name in SCREEN_LIBRARIES if not case.machine.library(name)]
    facts = {"missing": tuple(missing)}
    if not missing:
        listed = ", ".join(SCREEN_LIBRARIES)
        all_here = words.say("All screen libraries found: {libraries}", libraries=listed)
        return Finding("display-libraries", Severity.OK, all_here, facts=facts)
    packages = " ".join(SCREEN_LIBRARIES[name] for name in missing)
    return Finding(
        "display-libraries",
        Severity.WRONG,
        words.say("Missing screen libraries: {missing}", missing=", ".join(missing)),
        words.say("sudo apt install {packages} libgl1-mesa-dri", packages=packages),
        facts,
    )


FONTS = ("mplus1p-500.ttf", "mplus1p-700.ttf", "mplus1p-800.ttf", "advances.json")
"""The three weights, and how wide their letters are."""


_BEGINNINGS = (b"\0\1\0\0", b"OTTO", b"{")


def look_at_fonts(case: Computer) -> Iterator[Finding]:
    """Yield one finding about all fonts."""
    words, folder = case.words, case.assets / "fonts"
    bad = tuple(name for name in FONTS if not _is_font(folder / name))
    if not bad:
        here = words.say("All fonts found")
        yield Finding("fonts", Severity.OK, here, facts={"folder": str(folder)})
        return
    yield Finding(
        "fonts",
        Severity.WRONG,
        words.say("Missing or damaged fonts: {fonts}", fonts=", ".join(bad)),
        words.say("Reinstall the program"),
        {"folder": str(folder), "bad": bad},
    )


def _is_font(file: Path) -> bool:
    try:
        with file.open("rb") as stream:
            return stream.read(4).startswith(_BEGINNINGS)
    except OSError:
        return False
