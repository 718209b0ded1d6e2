"""Checks the computer, its clock, the program, the picture and the sound."""

import platform
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from types import MappingProxyType

from companion import __version__
from companion.core.model import Loudness
from companion.doctor.machine import Computer, Finding, attention, well, wrong
from companion.rules.thawing import FORM

FIRST_YEAR, LAST_YEAR = 2025, 2100
"""Years in which a game can be played; a clock that was never set says 1970 or its build date."""


def look_at_clock(case: Computer) -> Iterator[Finding]:
    """Yield what the clock says and whether a chip keeps it."""
    try:
        now = datetime.fromtimestamp(case.machine.wall(), UTC)
    except (OverflowError, ValueError, OSError):
        now = datetime.fromtimestamp(0, UTC)
    time = f"{now:%Y-%m-%d %H:%M} UTC"
    if not FIRST_YEAR <= now.year <= LAST_YEAR:
        yield attention(
            "clock",
            f"The clock says {time}, which cannot be right: games would be saved with wrong dates",
            "Connect to a network for a minute, or set it: sudo timedatectl set-time …",
        )
    elif case.machine.found("sys/class/rtc/rtc*"):
        yield well("clock", time)
    else:
        behind = "no clock chip, so without a network the clock is behind after a power cut"
        yield well("clock", f"{time}; {behind}")


def look_at_computer(case: Computer) -> Iterator[Finding]:
    """Yield what the computer, its system and the program are."""
    machine, kind = case.machine, platform.machine()
    model = machine.model or machine.text("sys/class/dmi/id/product_name")
    named = f"{model} ({kind})" if model else kind
    yield well("computer", named if machine.is_pi else f"{named}, not a Raspberry Pi")
    name = _release(case).get("PRETTY_NAME") or "an unnamed Linux"
    kernel = machine.text("proc/sys/kernel/osrelease") or "?"
    yield well("system", f"{name}, kernel {kernel}, Python {platform.python_version()}")
    yield well("program", f"Ra Companion {__version__}. {FORM}")
    if machine.version("pygame") and machine.version("pygame-ce"):
        yield wrong(
            "pygame",
            "pygame and pygame-ce are both installed and overwrite each other",
            "Uninstall both, then install pygame-ce again",
        )


def _release(case: Computer) -> Mapping[str, str]:
    """Return what the system says of itself."""
    named = (line.partition("=") for line in case.machine.text("etc/os-release").splitlines())
    return {key: value.strip('"') for key, _, value in named}


SOUND_LIBRARIES = ("asound", "pulse", "pipewire-0.3")
"""Through any of these SDL reaches a sound card; without a desktop there is only the first."""

FIRST_T64 = 13
"""From this Debian on the package has another name."""

_SPEAKER = "espeak-ng"
"""The program that speaks, and the package that it is in."""


def look_at_sound(case: Computer) -> Iterator[Finding]:
    """Yield the sound cards as the kernel lists them, and what would speak."""
    yield _sound_card(case)
    if case.settings.sound.spoken:
        yield _voice(case)


def _sound_card(case: Computer) -> Finding:
    listed = case.machine.text("proc/asound/cards")
    cards = re.findall(r"^\s*\d+ \[[^\]]*\]: (.+)$", listed, re.MULTILINE)
    if not any(map(case.machine.library, SOUND_LIBRARIES)):
        sentence = "No sound: the sound library (libasound.so.2) is missing"
        remedy = f"sudo apt install {_sound_package(case)}"
    elif not cards:
        sentence = "No sound card found; everything else works"
        remedy = "For sound, plug one in or use a screen with speakers"
    else:
        return well("sound", ", ".join(cards))
    if case.settings.sound.level is Loudness.OFF:
        return well("sound", sentence)
    return attention("sound", sentence, remedy)


def _sound_package(case: Computer) -> str:
    """Return the package of the first of these libraries, as this system calls it."""
    version = re.match(r"\d+", _release(case).get("VERSION_ID", ""))
    return "libasound2t64" if version and int(version[0]) >= FIRST_T64 else "libasound2"


def _voice(case: Computer) -> Finding:
    """Return what would speak: the program, the owner's recordings, or nothing."""
    version = " ".join(case.machine.answer((_SPEAKER, "--version")).split("Data at")[0].split())
    if version:
        return well("voice", version.rstrip(" :"))
    remedy = f"Install the package {_SPEAKER}"
    if next((case.data / "voices").glob("*/*.wav"), None):
        return attention("voice", "Only recorded phrases can be spoken", remedy)
    return wrong("voice", "No speech, though it is switched on in the settings", remedy)


SCREEN_LIBRARIES: Mapping[str, str] = MappingProxyType(
    {"gbm": "libgbm1", "drm": "libdrm2", "EGL": "libegl1", "GLESv2": "libgles2"}
)
"""What drawing without a desktop needs, and the Debian package of each."""


def look_at_display(case: Computer) -> Iterator[Finding]:
    """Yield how the picture would be shown, and what that lacks."""
    from companion.screen.sdl import KMSDRM, Mode, is_blind, variables  # noqa: PLC0415 - pygame may be missing

    machine = case.machine
    mode = Mode.WINDOWED if case.settings.screen.windowed else Mode.FULL_SCREEN
    wanted = {**machine.environment, **variables(mode, machine.environment, "linux")}
    driver = wanted.get("SDL_VIDEODRIVER", "")
    if driver.lower() == KMSDRM:
        yield from _without_desktop(case)
    elif is_blind(driver):
        yield wrong(
            "display",
            f"SDL_VIDEODRIVER is {driver}: nothing appears on the screen",
            "Remove SDL_VIDEODRIVER from the environment",
        )
    else:
        desktop = "Wayland" if machine.environment.get("WAYLAND_DISPLAY") else "X"
        yield well("display", f"on the desktop ({desktop})")


def _without_desktop(case: Computer) -> Iterator[Finding]:
    yield _graphics_card(case)
    missing = [name for name in SCREEN_LIBRARIES if not case.machine.library(name)]
    if missing:
        packages = " ".join(SCREEN_LIBRARIES[name] for name in missing)
        yield wrong(
            "display-libraries",
            f"Missing screen libraries: {', '.join(missing)}",
            f"sudo apt install {packages} libgl1-mesa-dri",
        )
    if case.machine.version("pygame") and not case.machine.version("pygame-ce"):
        yield attention(
            "display-pygame",
            "pygame from PyPI cannot draw without a desktop; pygame-ce can",
            "Use pygame-ce, or pygame from the system's own packages",
        )


def _graphics_card(case: Computer) -> Finding:
    machine = case.machine
    cards = machine.found("dev/dri/card*")
    shown = ", ".join(map(machine.shown, cards))
    if not cards:
        return wrong(
            "display",
            "There is no desktop and no graphics card (/dev/dri/card…)",
            "Is a screen plugged in, and is dtoverlay=vc4-kms-v3d in config.txt? "
            "Without a screen: ra-companion run --headless",
        )
    if not any(map(machine.may_use, cards)):
        return wrong(
            "display",
            f"This user may not use the screen ({shown})",
            "sudo usermod -aG video,render,input USER, then log in again",
        )
    return well("display", f"directly on the screen ({shown})")
