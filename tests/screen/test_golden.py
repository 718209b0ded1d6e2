"""A few parts of the table, point by point as they were looked at and found good."""

from collections.abc import Callable
from math import pi, sin

import pytest
from pygame import Surface

from companion.screen.painter import Painter
from companion.ui.scene import Align, Box, Disc, Item, Picture, Rect, Scene, Sky, Text, Weight

pytestmark = pytest.mark.golden

PainterOn = Callable[[Surface], Painter]

Golden = Callable[[Surface, str], None]

INK = (0xF6, 0xEB, 0xD0)

GOLD = (0xFF, 0xC9, 0x4D)

LINE = (0x3A, 0x46, 0x78)

DARK = (0x0A, 0x0D, 0x1C)

YELLOW = (0xF0, 0xE4, 0x42)

ACTIVE = (0x1E, 0x27, 0x50)

SUN_INK = (0x3A, 0x20, 0x03)

USED_INK = (0x8E, 0x93, 0xB8)


def painted(painter_on: PainterOn, size: tuple[int, int], *items: Item) -> Surface:
    surface = Surface(size, 0, 32)
    painter_on(surface).paint(Scene[None](size, items))
    return surface


def test_the_sky_with_the_ra_track(painter_on: PainterOn, golden: Golden) -> None:
    night = Sky(
        Rect(0, 0, 640, 200),
        bands=((7, 11, 28), (13, 18, 44), (19, 26, 60), (43, 34, 80), (122, 59, 58)),
        hills=(42, 27, 56),
        stars=True,
        ground=(10, 14, 34),
        horizon=170,
    )
    track: list[Item] = []
    for step in range(21):
        x, y = 20 + 30 * step, 130 - round(80 * sin(pi * step / 20))
        track.append(Disc(Rect(x - 3, y - 3, 7, 7), fill=GOLD if step < 9 else LINE))
    stations: tuple[Item, ...] = (
        Picture(Rect(20, 80, 48, 48), "tile_ra"),
        Picture(Rect(163, 28, 114, 71), "boat"),
        Disc(Rect(460, 44, 52, 52), fill=(0x14, 0x1A, 0x3C), border=LINE, border_px=3),
        Text(Rect(460, 44, 52, 52), "3", 24, LINE, align=Align.CENTRE),
        Text(Rect(0, 120, 640, 40), "EPOCHA II  ラー 6/10", 32, INK, align=Align.CENTRE),
    )
    golden(painted(painter_on, (640, 200), night, *track, *stations), "sky")


def test_a_sun_up_and_a_sun_down(painter_on: PainterOn, golden: Golden) -> None:
    up, down = Rect(8, 8, 66, 66), Rect(84, 8, 66, 66)
    surface = painted(
        painter_on,
        (158, 82),
        Box(Rect(0, 0, 158, 82), fill=ACTIVE),
        Picture(up, "sun_up"),
        Text(up, "13", 33, SUN_INK, weight=Weight.EXTRA, align=Align.CENTRE),
        Picture(down, "sun_down"),
        Text(down, "9", 36, USED_INK, weight=Weight.EXTRA, align=Align.CENTRE),
    )
    golden(surface, "suns")


def test_a_panel_whose_turn_it_is(painter_on: PainterOn, golden: Golden) -> None:
    surface = painted(
        painter_on,
        (260, 180),
        Box(Rect(0, 0, 260, 180), fill=(0x0A, 0x0E, 0x22), bottom=(0x07, 0x0A, 0x18)),
        Box(
            Rect(10, 10, 240, 160),
            fill=ACTIVE,
            border=YELLOW,
            border_px=5,
            radius=14,
            glow=YELLOW,
            glow_px=6,
        ),
        Box(Rect(10, 10, 240, 60), fill=YELLOW, radius=14),
        Box(Rect(15, 56, 230, 14), fill=ACTIVE),
        Picture(Rect(22, 21, 24, 24), "emblem_2", tint=DARK),
        Text(Rect(56, 10, 180, 46), "Zsófi Юкі", 26, DARK, weight=Weight.EXTRA),
        Box(
            Rect(30, 84, 70, 70),
            border=(255, 255, 255),
            border_px=4,
            radius=12,
            glow=(255, 255, 255),
            glow_px=6,
        ),
        Picture(Rect(40, 94, 50, 50), "tile_god", opacity=0.35),
        Box(Rect(112, 100, 120, 40), fill=DARK, border=INK, radius=20, opacity=0.8),
        Text(Rect(112, 100, 120, 40), "PASSED", 21, INK, align=Align.CENTRE),
    )
    golden(surface, "panel")
