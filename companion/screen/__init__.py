"""Pixels and sound: the only package that imports pygame."""

import os
import sys
from importlib import import_module
from types import ModuleType
from warnings import catch_warnings, simplefilter

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

_LATER = (
    "pygame.mixer_music",
    "pygame.mixer",
    "pygame.scrap",
    "pygame.system",
    "pygame._debug",
    "pygame.typing",
    "pygame.pkgdata",
    "pygame.sysfont",
    "pygame.cursors",
    "pygame.sprite",
    "pygame.pixelarray",
)
"""Parts that pygame loads with itself and no picture needs; they take it a third of its time.

`companion.screen.sounds` imports the mixer, which is then loaded like any other module.
"""

if "pygame" not in sys.modules:
    # pygame goes on without a part that it cannot import; None makes it one that it cannot.
    modules: dict[str, ModuleType | None] = sys.modules  # type: ignore[assignment]
    modules |= dict.fromkeys(_LATER)
    with catch_warnings():
        simplefilter("ignore")  # it says of each that it is missing
        pygame = import_module("pygame")
    for part in _LATER:
        del modules[part]
    # Without the fonts of the system, which we never ask for, it does without any.
    pygame.font = import_module("pygame.font")  # type: ignore[attr-defined]
