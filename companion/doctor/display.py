"""Checks the picture: a desktop or graphics card to show it on, its libraries, the fonts."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

from companion.doctor.machine import Computer, Finding, Severity

LIBRARIES: Mapping[str, str] = MappingProxyType(
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
    yield _card(case)
    yield _libraries(case)
    if case.machine.version("pygame") and not case.machine.version("pygame-ce"):
        yield Finding(
            "display-pygame",
            Severity.ATTENTION,
            case.words.say("pygame from PyPI cannot draw without a desktop; pygame-ce can"),
            case.words.say("Use pygame-ce, or pygame from the system's own packages"),
        )


def _card(case: Computer) -> Finding:
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


def _libraries(case: Computer) -> Finding:
    words = case.words
    missing = [name for name in LIBRARIES if not case.machine.library(name)]
    facts = {"missing": tuple(missing)}
    if not missing:
        listed = ", ".join(LIBRARIES)
        all_here = words.say("All screen libraries found: {libraries}", libraries=listed)
        return Finding("display-libraries", Severity.OK, all_here, facts=facts)
    packages = " ".join(LIBRARIES[name] for name in missing)
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
