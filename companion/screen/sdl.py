"""SDL: which driver shows the picture, how the window is opened, what goes to the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from enum import Enum

import msgspec
import pygame

from companion.screen.events import UNHEARD, Rotation, log

_STDERR = 2

_OF_ALSA = b"ALSA lib "

SOUND_LIBRARIES = ("libasound.so.2", "libpulse.so.0", "libpipewire-0.3.so.0")
"""Through any of these SDL reaches a sound card; it looks for them when it is first to be heard."""


def has_sound_library() -> bool:
    """Return whether SDL can find any of its ways to a sound card."""
    from ctypes import CDLL  # noqa: PLC0415 - asked only where nothing can be heard

    for name in SOUND_LIBRARIES:
        with suppress(OSError):
            CDLL(name)
            return True
    return False


@contextmanager
def without_alsa() -> Iterator[None]:
    """Keep off the terminal what ALSA says of a card it cannot open; a notice says it in words.

    ALSA writes to the terminal itself and has no setting against it. Meanwhile all that goes there
    is kept, from any thread, and what is not ALSA's is written afterwards: nothing else is lost.
    """
    try:
        terminal = os.dup(_STDERR)
    except OSError:  # there is none
        yield
        return
    kept = os.memfd_create("stderr")
    os.dup2(kept, _STDERR)
    try:
        yield
    finally:
        os.dup2(terminal, _STDERR)
        _pass_on(kept)
        os.close(kept)
        os.close(terminal)


def _pass_on(kept: int) -> None:
    written = os.pread(kept, os.fstat(kept).st_size, 0)
    lines = written.splitlines(keepends=True)
    others = b"".join(line for line in lines if not line.startswith(_OF_ALSA))
    with suppress(OSError):  # a terminal that has gone away
        os.write(_STDERR, others)
    for line in lines:
        if line.startswith(_OF_ALSA):
            log().debug("%s", line.decode(errors="replace").rstrip())


KMSDRM = "kmsdrm"

KMSDRM_PACKAGES = ("libgbm1", "libdrm2", "libegl1", "libgles2", "libgl1-mesa-dri")
"""Debian packages that drawing without a desktop needs; SDL looks for them while it runs."""

_BLIND = ("dummy", "offscreen")
"""Drivers that draw where nobody sees it. SDL takes them without a word if nothing else works."""


class Mode(Enum):
    """Where the picture is shown."""

    FULL_SCREEN = "full screen"
    WINDOWED = "windowed"
    HEADLESS = "headless"
    """Nowhere: for tests and pictures in files."""


class NoScreen(RuntimeError):
    """There is no screen on which people would see anything."""

    def __init__(self, driver: str, reason: str, packages: tuple[str, ...] = ()) -> None:
        super().__init__(f"no screen ({driver}): {reason}")
        self.driver = driver
        """SDL's name of what was tried, or taken instead."""
        self.reason = reason
        """What SDL says, in English."""
        self.packages = packages
        """Debian packages that may be missing, empty if they do not matter here."""


def variables(mode: Mode, environment: Mapping[str, str], platform: str) -> dict[str, str]:
    """Return what to put into the environment before SDL starts; what the owner set is kept.

    The flip waits for the panel, as a Pi 5 shows garbage without. Fingers and the mouse are kept
    apart, or every tap would count twice. Signals stay the program's own affair.
    """
    wanted = {
        "SDL_RENDER_VSYNC": "1",
        "SDL_TOUCH_MOUSE_EVENTS": "0",
        "SDL_MOUSE_TOUCH_EVENTS": "0",
        "SDL_NO_SIGNAL_HANDLERS": "1",
        "SDL_VIDEO_MINIMIZE_ON_FOCUS_LOSS": "0",
    }
    if mode is Mode.HEADLESS:
        return {**wanted, "SDL_VIDEODRIVER": "dummy"}
    has_desktop = "DISPLAY" in environment or "WAYLAND_DISPLAY" in environment
    if platform == "linux" and not has_desktop:
        wanted["SDL_VIDEODRIVER"] = KMSDRM
    driver = environment.get("SDL_VIDEODRIVER") or wanted.get("SDL_VIDEODRIVER", "")
    if driver.lower() == KMSDRM:
        wanted["SDL_RENDER_DRIVER"] = "opengles2"
    return {name: value for name, value in wanted.items() if not environment.get(name)}


def is_blind(driver: str) -> bool:
    """Whether nobody sees what this driver draws."""
    return driver.lower() in _BLIND


_TITLE = "Ra Companion"

_DESK_SIZE = (1280, 720)


class Opening(msgspec.Struct, frozen=True):
    """How the window is opened."""

    mode: Mode = Mode.FULL_SCREEN

    size: tuple[int, int] | None = None
    """Size of the panel in pixels; None takes the panel's own, or 1280 by 720 in a window."""

    turn: Rotation = Rotation.NONE
    """How the picture is turned on the panel."""


def open_window(opening: Opening, icon: Callable[[], pygame.Surface]) -> None:
    """Start SDL's display and open its one window; a second one may crash a bare console.

    Args:
        opening: Where and how.
        icon: Draws what a desktop shows for the window; without one pygame unpacks its own, which
            takes a twentieth of the time to the first picture.

    Raises:
        NoScreen: Nobody would see the window.
    """
    os.environ.update(variables(opening.mode, os.environ, sys.platform))
    try:
        pygame.display.init()
        _refuse_blind(opening.mode)
        pygame.display.set_icon(icon())
        _set_mode(opening)
    except NoScreen:
        pygame.display.quit()
        raise
    except pygame.error as why:
        pygame.display.quit()
        raise _not_started(str(why)) from why
    pygame.display.set_caption(_TITLE)
    pygame.event.set_blocked(UNHEARD)


def _refuse_blind(mode: Mode) -> None:
    """Make sure that somebody sees what is drawn, unless nobody shall."""
    driver = pygame.display.get_driver()
    if mode is Mode.HEADLESS or not is_blind(driver):
        return
    desktop = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if desktop and not os.environ.get("SDL_VIDEODRIVER"):
        raise NoScreen(driver, f"the desktop {desktop} does not answer")
    raise NoScreen(driver, "nobody sees what is drawn there", KMSDRM_PACKAGES)


def _not_started(reason: str) -> NoScreen:
    """Return why the driver that was wanted did not start."""
    driver = os.environ.get("SDL_VIDEODRIVER", "")
    if driver.lower() != KMSDRM:
        return NoScreen(driver, reason)
    if not getattr(pygame, "IS_CE", False):
        reason = f"{reason} (the wheels of pygame cannot draw on a bare console, pygame-ce can)"
    return NoScreen(driver, reason, KMSDRM_PACKAGES)


def _set_mode(opening: Opening) -> None:
    match opening.mode:
        case Mode.FULL_SCREEN:
            pygame.display.set_mode(opening.size or (0, 0), pygame.FULLSCREEN)
            pygame.mouse.set_visible(False)
        case Mode.WINDOWED:
            pygame.display.set_mode(opening.size or _DESK_SIZE, pygame.RESIZABLE)
        case Mode.HEADLESS:
            pygame.display.set_mode(opening.size or _DESK_SIZE)
