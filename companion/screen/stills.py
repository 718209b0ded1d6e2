"""Pictures that are written into files: painted as on the screen, without any window."""

from io import BytesIO
from pathlib import Path

import pygame
from pygame import Surface

from companion.screen.fonts import Fonts
from companion.screen.painter import Painter
from companion.screen.pictures import Pictures
from companion.view.scene import Message, Scene
from companion.view.type import Type

_DEPTH = 32


def png(scene: Scene[Message], assets: Path, measures: Type) -> bytes:
    """Return a scene as a PNG file, pixel by pixel as the screen would show it."""
    surface = Surface(scene.size, 0, _DEPTH)
    Painter(surface, Fonts(assets / "fonts", measures), Pictures(assets / "icons")).paint(scene)
    file = BytesIO()
    pygame.image.save(surface, file, "still.png")
    return file.getvalue()
