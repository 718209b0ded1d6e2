"""Whether there is a screen, how it would be reached, and which libraries that takes."""

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.doctor.case import Case
from companion.doctor.finding import Finding, State

LIBRARIES: Mapping[str, str] = MappingProxyType(
    {"gbm": "libgbm1", "drm": "libdrm2", "EGL": "libegl1", "GLESv2": "libgles2"}
)
"""What drawing without a desktop needs, and the Debian package of each."""


def look(case: Case) -> Iterator[Finding]:
    """Yield how the picture would be shown, and what that lacks."""
    from companion.screen.driver import (  # noqa: PLC0415 - pygame may be missing
        KMSDRM,
        Mode,
        is_blind,
        variables,
    )

    machine, words = case.machine, case.words
    mode = Mode.WINDOWED if case.settings.screen.windowed else Mode.FULL_SCREEN
    wanted = {**machine.environment, **variables(mode, machine.environment, "linux")}
    driver = wanted.get("SDL_VIDEODRIVER", "")
    if driver.lower() == KMSDRM:
        yield from _without_desktop(case)
    elif is_blind(driver):
        yield Finding(
            "display",
            State.WRONG,
            words.say("SDL_VIDEODRIVER is {driver}: nobody sees that picture", driver=driver),
            words.say("Take SDL_VIDEODRIVER out of the environment"),
            {"driver": driver},
        )
    else:
        desktop = "Wayland" if machine.environment.get("WAYLAND_DISPLAY") else "X"
        yield Finding(
            "display",
            State.OK,
            words.say("The picture goes to the desktop ({desktop})", desktop=desktop),
            facts={"driver": driver or desktop.lower()},
        )


def _without_desktop(case: Case) -> Iterator[Finding]:
    yield _card(case)
    yield _libraries(case)
    if case.machine.version("pygame") and not case.machine.version("pygame-ce"):
        yield Finding(
            "display-pygame",
            State.ATTENTION,
            case.words.say("pygame from PyPI cannot draw without a desktop; pygame-ce can"),
            case.words.say("Take pygame-ce, or pygame as the system's own package"),
        )


def _card(case: Case) -> Finding:
    machine, words = case.machine, case.words
    cards = machine.found("dev/dri/card*")
    shown = tuple(map(machine.shown, cards))
    facts = {"driver": "kmsdrm", "cards": shown}
    if not cards:
        return Finding(
            "display",
            State.WRONG,
            words.say("There is no desktop and no graphics card (/dev/dri/card…)"),
            words.say("Is a screen plugged in, and dtoverlay=vc4-kms-v3d in config.txt?"
                      " Without a screen: ra-companion run --headless"),
            facts,
        )  # fmt: skip
    if not any(map(machine.may_use, cards)):
        return Finding(
            "display",
            State.WRONG,
            words.say("This user may not use the screen ({cards})", cards=", ".join(shown)),
            words.say("sudo usermod -aG video,render,input USER, then log in anew"),
            facts,
        )
    there = words.say("The picture goes straight to the screen ({cards})", cards=", ".join(shown))
    return Finding("display", State.OK, there, facts=facts)


def _libraries(case: Case) -> Finding:
    words = case.words
    missing = [name for name in LIBRARIES if not case.machine.library(name)]
    facts = {"missing": tuple(missing)}
    if not missing:
        listed = ", ".join(LIBRARIES)
        all_here = words.say("Every library for the screen is here: {libraries}", libraries=listed)
        return Finding("display-libraries", State.OK, all_here, facts=facts)
    packages = " ".join(LIBRARIES[name] for name in missing)
    return Finding(
        "display-libraries",
        State.WRONG,
        words.say("Libraries for the screen are missing: {missing}", missing=", ".join(missing)),
        words.say("sudo apt install {packages} libgl1-mesa-dri", packages=packages),
        facts,
    )
