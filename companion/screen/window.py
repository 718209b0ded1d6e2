"""The window: opens, shows scenes, and reports input."""

import os
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Self

import pygame
from pygame import Rect, Surface

from companion.screen.drawings import Fonts
from companion.screen.events import (
    InputDevices,
    Resized,
    Rotation,
    Translation,
    WindowEvent,
    on_panel,
    scene_size,
    turned,
)
from companion.screen.painter import Painter
from companion.screen.sdl import KMSDRM, Mode, Opening, open_window, variables
from companion.screen.surfaces import Pictures, blank
from companion.ui.scene import Message, Picture, Scene
from companion.ui.scene import Rect as Place
from companion.ui.text_metrics import Type


def desktop_size(mode: Mode) -> tuple[int, int] | None:
    """Return how large the desktop is, in pixels; None where there is none to be seen."""
    os.environ.update(variables(mode, os.environ, sys.platform))
    try:
        pygame.display.init()
        sizes: list[tuple[int, int]] = pygame.display.get_desktop_sizes()
    except pygame.error:
        return None  # the caller that opens the window says why
    return sizes[0] if sizes else None


class Wheel:
    """The wheel of the mouse over the one window, which must be open."""

    def __init__(self) -> None:
        pygame.event.set_allowed(pygame.MOUSEWHEEL)
        pygame.mouse.set_visible(True)

    def turned(self) -> tuple[int, tuple[int, int]]:
        """Return by how many detents it was turned since the last call, and where the mouse is.

        Positive is towards the hand, which is how one reads on.
        """
        events = pygame.event.get(pygame.MOUSEWHEEL)
        return sum(event.y if event.flipped else -event.y for event in events), _mouse()


def _mouse() -> tuple[int, int]:
    x, y = pygame.mouse.get_pos()
    return round(x), round(y)


_WATCHED_SECONDS = 1 / 60

_UNWATCHED_SECONDS = 0.25

_DEVICES = Path("/dev/input")

_ICON = Picture(Place(0, 0, 64, 64), "sun_up")


class Window:
    """The program's window, open from the start and until it is closed.

    Used by one thread only. Closing it twice does no harm.
    """

    def __init__(
        self, opening: Opening, assets: Path, measures: Type, now: Callable[[], float]
    ) -> None:
        """Open the window.

        Raises:
            NoScreen: Nobody would see the window.
        """
        self.flips = 0
        """How often the screen was brought up to date."""
        self.paints = 0
        """How often anything was painted."""
        self.looked_at = now()
        """When it was last looked for what people do, in seconds of the monotonic clock."""
        self._opening = opening
        self._now = now
        self._pictures = Pictures(assets / "icons")
        self._fonts = Fonts(assets / "fonts", measures)
        self._turn = opening.turn
        self._translation = Translation(opening.turn)
        open_window(opening, lambda: self._pictures.drawn(_ICON))
        self._devices = self._input_devices()
        self._lay_out()

    def _input_devices(self) -> InputDevices | None:
        is_bare = pygame.display.get_driver().lower() == KMSDRM
        return InputDevices(_DEVICES, self._now()) if is_bare else None

    def _lay_out(self) -> None:
        """Prepare painting at the panel's present size."""
        self._panel = _panel()
        self._panel_size = self._panel.get_size()
        self._canvas = self._panel
        if self._turn is not Rotation.NONE:
            self._canvas = blank(self.size)
        self._painter = Painter(self._canvas, self._fonts, self._pictures)
        self._is_exposed = True

    def turn_to(self, side: int) -> None:
        """Turn the picture by 0, 90, 180 or 270 degrees clockwise; ``size`` may change."""
        turn = Rotation((self._opening.turn + side) % 360)
        if turn is not self._turn:
            self._turn = turn
            self._translation.turn = turn
            self._lay_out()

    @property
    def size(self) -> tuple[int, int]:
        """Size of the scenes to show, in pixels; it changes in ``events`` and ``turn_to``."""
        return scene_size(self._turn, self._panel_size)

    @property
    def wake_descriptor(self) -> int | None:
        """What to select on for reading, to be woken by keys and fingers; None if there is none."""
        return self._devices.descriptor if self._devices is not None else None

    @property
    def poll_seconds(self) -> float | None:
        """How often ``events`` must be asked at least, None if only when woken."""
        if self._opening.mode is Mode.HEADLESS or (self._devices and self._devices.count):
            return None
        return _WATCHED_SECONDS if pygame.key.get_focused() else _UNWATCHED_SECONDS

    def now(self) -> float:
        """Return the time by which events are told, in seconds of the monotonic clock."""
        return self._now()

    def events(self) -> tuple[WindowEvent, ...]:
        """Return what people did since the last time, in order; never waits."""
        before, self.looked_at = self.looked_at, self._now()
        stamps = [] if self._devices is None else self._devices.drain(self.looked_at)
        found: list[WindowEvent] = []
        events = pygame.event.get()
        presses = sum(event.type == pygame.KEYDOWN for event in events)
        times = iter(stamps[-presses:] if presses else ())  # what is first may be of the last time
        for event in events:
            if event.type == pygame.VIDEOEXPOSE:
                self._is_exposed = True
            stamp = next(times, None) if event.type == pygame.KEYDOWN else None
            at, since = (self.looked_at, before) if stamp is None else (stamp, None)
            meant = self._translation.event(event, self._panel_size, at, since)
            if meant is not None:
                found.append(meant)
        if _panel().get_size() != self._panel_size:
            self._lay_out()
            found.append(Resized(*self.size, self.looked_at))
        return tuple(found)

    def show(self, scene: Scene[Message]) -> bool:
        """Bring the screen up to date, and return whether that took a flip.

        Raises:
            FileNotFoundError: The scene names a picture that does not exist.
            ValueError: The scene is not of ``size``.
        """
        areas = self._painter.paint(scene)
        self.paints += bool(areas)
        if self._is_exposed:
            areas = [self._canvas.get_rect()]
        if not areas:
            return False
        pygame.display.update([self._brought_to_panel(area) for area in areas])
        self._is_exposed = False
        self.flips += 1
        return True

    def _brought_to_panel(self, area: Rect) -> Rect:
        """Copy an area of a turned scene to the panel, and return where it is there."""
        turn = self._turn
        if turn is Rotation.NONE:
            return area
        place = on_panel(turn, area, self.size)
        self._panel.blit(turned(turn, self._canvas.subsurface(area)), place)
        return place

    def save(self, path: Path) -> None:
        """Write what is on the screen, upright, to a PNG file.

        Raises:
            OSError: The file cannot be written.
        """
        png = BytesIO()
        pygame.image.save(self._canvas, png, "screen.png")
        path.write_bytes(png.getvalue())

    def close(self) -> None:
        """Close the window."""
        if self._devices is not None:
            self._devices.close()
            self._devices = None
        self._fonts.close()
        pygame.display.quit()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _panel() -> Surface:
    """Return the surface that is the window's; SDL makes another one when the size changes."""
    surface = pygame.display.get_surface()
    if surface is None:
        raise RuntimeError("The window is closed.")
    return surface
