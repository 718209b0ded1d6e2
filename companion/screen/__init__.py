"""Pixels and sound: the only package that imports pygame."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

__all__ = [
    "CloseAsked",
    "Dragged",
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
