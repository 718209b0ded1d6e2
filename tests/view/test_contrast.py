"""What stands out from what it is written on; test_every_page.py asks it of every text."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.messages import Message
from companion.rules.tiles import Tile
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Box, Colour, Disc, Item, Picture, Polygon, Scene, Sky, Text
from companion.ui.theme import CONTRAST, between
from tests.ui.test_theme import SUN, contrast
from tests.view.gallery import at_table, shown
from tests.view.ink import ink

AAA = 7.0
"""WCAG 2.2, 1.4.6; large letters would need only 4.5."""

INACTIVE = 3.0
"""WCAG asks nothing of what cannot be done now; it is fainter, and can still be read."""

USED_SUN = (0x2A, 0x2E, 0x4A)

_PICTURES = {"sun_up": SUN, "sun_win": SUN, "sun_down": USED_SUN}
"""What lies in the middle of the pictures that are written on."""


def ground(items: tuple[Item, ...], x: float, y: float) -> Colour:
    """Return the colour of the uppermost of the items at a point."""
    colour: Colour = (0, 0, 0)
    veils = []
    for top in reversed(items):
        found, opacity = _colour(top, y)
        if found is None or not top.rect.contains(x, y):
            continue
        if opacity == 1:
            colour = found
            break
        veils.append((found, opacity))
    for veil, opacity in reversed(veils):
        colour = between(colour, veil, opacity)
    return colour


def _colour(item: Item, y: float) -> tuple[Colour | None, float]:
    match item:
        case Box(rect=rect, fill=fill, bottom=bottom, opacity=opacity) if fill and bottom:
            return between(fill, bottom, (y - rect.y) / rect.h), opacity
        case Box(fill=fill, opacity=opacity):
            return fill, opacity
        case Disc(fill=fill, opacity=opacity) | Polygon(fill=fill, opacity=opacity):
            return fill, opacity
        case Picture(name=name, opacity=opacity):
            return _PICTURES.get(name), opacity
        case Sky(bands=bands, ground=below, horizon=horizon):
            return (below if y >= horizon else bands[int(y * len(bands) / horizon)]), 1.0
        case Text():
            return None, 1.0


def faint(scene: Scene[Message]) -> Iterator[str]:
    """Yield the texts that stand out too little."""
    for place, item in enumerate(scene.items):
        if not isinstance(item, Text) or not item.text:
            continue
        where = ink(item)
        under = ground(scene.items[:place], where.x + where.w / 2, where.y + where.h / 2)
        seen = between(under, item.colour, item.opacity)
        if contrast(seen, under) < (AAA if item.opacity == 1 else INACTIVE):
            yield f"{item.text} {item.colour} on {under}: {contrast(seen, under):.1f}"


def test_what_a_player_has_none_of_is_seen_in_high_contrast() -> None:
    model = at_table(3, active=1)
    model = replace(model, preferences=replace(model.preferences, theme="contrast"))
    kinds = {TILE_PICTURES[kind] for kind in (Tile.GOD, Tile.GOLD, Tile.FLOOD)}
    drawn = [
        item for item in shown(model).items if isinstance(item, Picture) and item.name in kinds
    ]
    assert min(item.opacity for item in drawn) >= CONTRAST.faintest
