"""A scene as text, an item a line, so that a difference can be read."""

from collections.abc import Iterator

from companion.core.messages import Message
from companion.ui.scene import Box, Colour, Disc, Item, Picture, Polygon, Rect, Scene, Sky, Text


def listed(scene: Scene[Message]) -> str:
    """Return everything in a scene, back to front, and then every place to touch."""
    lines = [f"size {scene.size[0]}x{scene.size[1]}", *(_item(item) for item in scene.items)]
    lines += [f"touch {_rect(target.rect)} {target.message}" for target in scene.targets]
    return "\n".join(lines) + "\n"


def _item(item: Item) -> str:
    match item:
        case Box():
            return " ".join(("box", _rect(item.rect), *_box(item)))
        case Disc(rect, fill, border, border_px, opacity):
            rim = "" if border is None else f" rim {_colour(border)} {border_px}"
            return f"disc {_rect(rect)} {_colour(fill)}{rim}{_faded(opacity)}"
        case Polygon(rect, corners, fill, opacity=opacity):
            shape = " ".join(f"{x:.2f},{y:.2f}" for x, y in corners)
            return f"polygon {_rect(rect)} {shape} {_colour(fill)}{_faded(opacity)}"
        case Picture(rect, name, opacity, tint):
            colour = "" if tint is None else f" {_colour(tint)}"
            return f"picture {_rect(rect)} {name}{colour}{_faded(opacity)}"
        case Text(rect, text, px, colour, weight, align, opacity):
            style = f"{px}px {weight.value} {align.value} {_colour(colour)}"
            return f"text {_rect(rect)} {style}{_faded(opacity)} {text}"
        case Sky(rect, bands, horizon=horizon):
            return f"sky {_rect(rect)} {' '.join(map(_colour, bands))} horizon {horizon}"


def _box(box: Box) -> Iterator[str]:
    yield _colour(box.fill)
    if box.bottom is not None:
        yield f"to {_colour(box.bottom)}"
    if box.border is not None:
        yield f"rim {_colour(box.border)} {box.border_px}"
    if box.radius:
        yield f"radius {box.radius}"
    if box.glow is not None:
        yield f"glow {_colour(box.glow)} {box.glow_px}"
    if box.opacity < 1:
        yield _faded(box.opacity).strip()


def _rect(rect: Rect) -> str:
    return f"{rect.x},{rect.y} {rect.w}x{rect.h}"


def _colour(colour: Colour | None) -> str:
    return "-" if colour is None else "#{:02X}{:02X}{:02X}".format(*colour)


def _faded(opacity: float) -> str:
    return "" if opacity >= 1 else f" {opacity:.2f}"
