"""A panel that hangs on its side or upside down: where a point of the scene is on it, and back."""

from enum import IntEnum

from pygame import Rect, Surface
from pygame.transform import rotate


class Turn(IntEnum):
    """How far the picture is turned clockwise on the panel, in degrees."""

    NONE = 0
    RIGHT = 90
    UPSIDE_DOWN = 180
    LEFT = 270


def scene_size(turn: Turn, panel: tuple[int, int]) -> tuple[int, int]:
    """Return the size of the scene that fills a panel of this size."""
    width, height = panel
    return (height, width) if turn in {Turn.RIGHT, Turn.LEFT} else panel


def on_panel(turn: Turn, area: Rect, scene: tuple[int, int]) -> Rect:
    """Return where an area of a scene of this size is on the panel."""
    match turn:
        case Turn.NONE:
            return area
        case Turn.RIGHT:
            return Rect(scene[1] - area.bottom, area.x, area.h, area.w)
        case Turn.UPSIDE_DOWN:
            return Rect(scene[0] - area.right, scene[1] - area.bottom, area.w, area.h)
        case Turn.LEFT:
            return Rect(area.y, scene[0] - area.right, area.h, area.w)


def in_scene(turn: Turn, x: float, y: float, scene: tuple[int, int]) -> tuple[float, float]:
    """Return which point of a scene of this size lies at this point of the panel."""
    match turn:
        case Turn.NONE:
            return x, y
        case Turn.RIGHT:
            return y, scene[1] - x
        case Turn.UPSIDE_DOWN:
            return scene[0] - x, scene[1] - y
        case Turn.LEFT:
            return scene[0] - y, x


def turned(turn: Turn, surface: Surface) -> Surface:
    """Return the pixels as they must be on the panel."""
    return rotate(surface, -turn.value)
