"""Plots for the wall or a message: one title, one plot, nothing to press."""

from collections.abc import Iterable

from companion.core.messages import Message
from companion.view.look import NUMBER, Look, Piece, Size, assembled
from companion.view.scene import Rect, Scene
from companion.view.track import sky

SIZE = (1280, 720)
"""Of a picture for other people, in pixels."""


def body(look: Look) -> Rect:
    """Return where the plot of a poster stands."""
    width, height = look.canvas.size
    top = _title(look).h + look.px(16)
    return Rect(look.px(32), top, width - 2 * look.px(32), height - top - look.px(24))


def poster(look: Look, title: str, plot: Iterable[Piece]) -> Scene[Message]:
    """Return the picture with its title on the sky."""
    room = _title(look)
    part = assembled((sky(look, room.h), look.line(room, title, Size.TITLE, style=NUMBER), *plot))
    return Scene(look.canvas.size, part.items)


def _title(look: Look) -> Rect:
    return Rect(look.px(32), 0, look.canvas.size[0] - 2 * look.px(32), look.px(92))
