"""What SDL reports, in the program's own words."""

import sys

import pygame
from pygame.event import Event

from companion.screen.events import (
    CloseAsked,
    KeyPressed,
    KeyReleased,
    Released,
    Touched,
    WindowEvent,
)
from companion.screen.turn import Turn, in_scene, scene_size

UNHEARD = (
    pygame.MOUSEMOTION,
    pygame.MOUSEWHEEL,
    pygame.FINGERMOTION,
    pygame.MULTIGESTURE,
    pygame.TEXTEDITING,
    pygame.JOYAXISMOTION,
    pygame.JOYBALLMOTION,
    pygame.JOYHATMOTION,
    pygame.JOYBUTTONDOWN,
    pygame.JOYBUTTONUP,
    pygame.AUDIODEVICEADDED,
    pygame.AUDIODEVICEREMOVED,
)
"""What comes often and means nothing: SDL need not report it."""

_LETTERS = {
    pygame.KSCAN_A + index: letter for index, letter in enumerate("abcdefghijklmnopqrstuvwxyz")
}
_DIGITS = {pygame.KSCAN_1 + index: digit for index, digit in enumerate("1234567890")}
_PLACES = _LETTERS | _DIGITS


class Translation:
    """Remembers the last key, whose text SDL reports a second time."""

    def __init__(self, turn: Turn) -> None:
        self._turn = turn
        self._typed = ""

    def event(self, event: Event, panel: tuple[int, int], at: float) -> WindowEvent | None:
        """Return what an event of SDL means on a panel of this size, if anything."""
        match event.type:
            case pygame.QUIT:
                return CloseAsked(at)
            case pygame.KEYDOWN:
                return self._pressed(event, at)
            case pygame.KEYUP:
                return KeyReleased(_name(event), at)
            case pygame.TEXTINPUT:
                return self._handed_over(event.text, at)
            case _:
                return self._touch(event, panel, at)

    def _pressed(self, event: Event, at: float) -> KeyPressed:
        self._typed = event.unicode if event.unicode.isprintable() else ""
        return KeyPressed(_name(event), self._typed, at, _PLACES.get(event.scancode, ""))

    def _handed_over(self, text: str, at: float) -> KeyPressed | None:
        """Return a text that no key has typed, as input methods for Japanese hand it over."""
        typed, self._typed = self._typed, ""
        return KeyPressed("", text, at) if text and text != typed else None

    def _touch(self, event: Event, panel: tuple[int, int], at: float) -> WindowEvent | None:
        if event.type in {pygame.FINGERDOWN, pygame.FINGERUP}:
            x, y = event.x * panel[0], event.y * panel[1]
        elif event.type in {pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP}:
            if event.button != pygame.BUTTON_LEFT or getattr(event, "touch", False):
                return None
            x, y = event.pos
        else:
            return None
        kind = Touched if event.type in {pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN} else Released
        return kind(*in_scene(self._turn, x, y, scene_size(self._turn, panel)), at)


def _name(event: Event) -> str:
    """Return the key's name; SDL has none for letters that are not Latin, but their numbers."""
    is_letter = 0 < event.key <= sys.maxunicode
    return (pygame.key.name(event.key) or (chr(event.key) if is_letter else "")).lower()
