"""How the window is opened, and that somebody will see it."""

import os
import sys
from collections.abc import Callable

import msgspec
import pygame

from companion.screen.driver import (
    KMSDRM,
    KMSDRM_PACKAGES,
    Mode,
    NoScreen,
    is_blind,
    variables,
)
from companion.screen.translation import UNHEARD
from companion.screen.turn import Turn

_TITLE = "Ra Companion"
_DESK_SIZE = (1280, 720)


class Opening(msgspec.Struct, frozen=True):
    """How the window is opened."""

    mode: Mode = Mode.FULL_SCREEN
    """Where the picture is shown."""

    size: tuple[int, int] | None = None
    """Size of the panel in pixels; None takes the panel's own, or 1280 by 720 in a window."""

    turn: Turn = Turn.NONE
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
