"""Tiles, suns and emblems are told apart by their shapes, whatever colours somebody sees.

Each is painted small, as on a panel, and looked at in grey: two pictures that differ only in
colour would then be one.
"""

from functools import cache
from itertools import combinations

import pytest
from PIL import Image, ImageChops
from pygame import image

from companion.rules.tiles import KINDS, Tile
from companion.screen.surfaces import rasterised
from companion.ui.pieces import SUN_DOWN, SUN_UP, SUN_WON, TILE_PICTURES
from companion.ui.theme import BUTTON_COLOURS
from tests.view.gallery import ASSETS

SIDE = 40
"""Pixels of a tile on a small panel."""

CLEARLY = 40
"""Of 255 steps of grey: that much another point is clearly another."""

SHARE = 0.09
"""So much of a picture must clearly be another."""

_SEEN = {
    "protan": (0.152, 1.053, -0.205, 0.115, 0.786, 0.099, -0.004, -0.048, 1.052),
    "deutan": (0.367, 0.861, -0.228, 0.280, 0.673, 0.047, -0.012, 0.043, 0.969),
    "tritan": (1.256, -0.077, -0.179, -0.078, 0.931, 0.148, 0.005, 0.691, 0.304),
    "grey": (0.2126, 0.7152, 0.0722) * 3,
}
"""What is left of red, green and blue without one kind of cones (Machado et al. 2009), or all."""

seeing = pytest.mark.parametrize("sight", _SEEN)


@cache
def picture(name: str) -> Image.Image:
    """Return one of the drawings on black."""
    surface = rasterised((ASSETS / "icons" / f"{name}.svg").read_text("utf-8"), (SIDE, SIDE))
    pixels = image.tobytes(surface, "RGBA")
    drawn = Image.frombytes("RGBA", surface.get_size(), pixels)
    return Image.alpha_composite(Image.new("RGBA", drawn.size, (0, 0, 0, 255)), drawn).convert(
        "RGB"
    )


def seen(name: str, sight: str) -> Image.Image:
    """Return a drawing as somebody sees it, in grey."""
    red, green, blue = _SEEN[sight][:3], _SEEN[sight][3:6], _SEEN[sight][6:]
    return picture(name).convert("RGB", (*red, 0, *green, 0, *blue, 0)).convert("L")


def difference(one: str, other: str, sight: str) -> float:
    """Return the share of two drawings that clearly differs."""
    apart = ImageChops.difference(seen(one, sight), seen(other, sight))
    return sum(apart.histogram()[CLEARLY:]) / SIDE**2


@seeing
def test_every_two_kinds_of_tiles_have_another_shape(sight: str) -> None:
    alike = {
        (one, other)
        for one, other in combinations(TILE_PICTURES.values(), 2)
        if difference(one, other, sight) < SHARE
    }
    assert alike == set()
    assert set(TILE_PICTURES) == set(KINDS) | {Tile.RA}


@seeing
def test_every_two_players_have_another_emblem(sight: str) -> None:
    emblems = [f"emblem_{button}" for button in range(len(BUTTON_COLOURS))]
    for one, other in combinations(emblems, 2):
        assert difference(one, other, sight) >= SHARE


@seeing
def test_a_sun_that_lies_face_down_is_clearly_darker_than_one_that_can_be_bid(sight: str) -> None:
    for up in (SUN_UP, SUN_WON):
        assert difference(up, SUN_DOWN, sight) >= 0.3
