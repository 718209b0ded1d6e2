"""Pixels: the only package that imports pygame."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from companion.screen.driver import Mode, NoScreen
from companion.screen.events import (
    CloseAsked,
    KeyPressed,
    KeyReleased,
    Released,
    Resized,
    Touched,
    WindowEvent,
)
from companion.screen.opening import Opening
from companion.screen.turn import Turn
from companion.screen.window import Window

__all__ = [
    "CloseAsked",
    "KeyPressed",
    "KeyReleased",
    "Mode",
    "NoScreen",
    "Opening",
    "Released",
    "Resized",
    "Touched",
    "Turn",
    "Window",
    "WindowEvent",
]
