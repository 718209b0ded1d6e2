"""Boxes and discs: their corners, borders, colours and light."""

from itertools import combinations
from unittest.mock import patch

import pygame
import pytest
from msgspec.structs import replace
from pygame import SRCALPHA, Surface

from companion.screen.shapes import drawn_box
from companion.screen.sky import drawn_sky
from companion.screen.surfaces import memory
from companion.ui.scene import Box, Rays, Rect, Sky

RED = (200, 40, 20)

INK = (240, 230, 200)

GOLD = (255, 200, 80)


def painted(box: Box, margin: int = 20) -> Surface:
    """Return a clear surface with the box, so far from its corner."""
    surface = Surface((box.rect.w + 2 * margin, box.rect.h + 2 * margin), SRCALPHA, 32)
    for piece, (x, y) in drawn_box(box):
        surface.blit(piece, (x + margin, y + margin))
    return surface


def point(surface: Surface, x: int, y: int) -> tuple[int, ...]:
    return tuple(surface.get_at((x + 20, y + 20)))


@pytest.mark.parametrize("size", [(12, 9), (60, 40), (400, 300), (400, 30)])
def test_a_square_box_fills_its_rectangle_and_nothing_else(size: tuple[int, int]) -> None:
    surface = painted(Box(Rect(0, 0, *size), fill=RED))
    assert tuple(surface.get_bounding_rect()) == (20, 20, *size)
    for x, y in ((0, 0), (size[0] - 1, 0), (0, size[1] - 1), (size[0] - 1, size[1] - 1)):
        assert point(surface, x, y) == (*RED, 255)


def test_boxes_of_one_look_are_rasterised_once_however_large_they_are() -> None:
    with patch("pygame.image.load", wraps=pygame.image.load) as rasterised:
        for width in range(60, 160):
            drawn_box(Box(Rect(0, 0, width, 40), fill=(1, 2, 3), radius=9, glow=GOLD, glow_px=6))
    box, light, hole = rasterised.call_args_list
    assert {box.args[1], light.args[1], hole.args[1]} == {"drawing.svg"}


def test_a_faded_box_leaves_the_next_of_its_look_as_strong_as_it_is() -> None:
    box = Box(Rect(0, 0, 60, 40), fill=RED, radius=14)
    for opacity, alpha in ((0.5, 128), (1.0, 255), (0.5, 128)):
        assert point(painted(replace(box, opacity=opacity)), 30, 20) == (*RED, alpha)


@pytest.mark.parametrize("size", [(60, 40), (400, 300)])
def test_round_corners_are_cut_off_and_the_rest_is_full(size: tuple[int, int]) -> None:
    surface = painted(Box(Rect(0, 0, *size), fill=RED, radius=14))
    assert point(surface, 0, 0)[3] == 0
    assert 0 < point(surface, 4, 4)[3] < 255
    assert point(surface, 14, 0) == (*RED, 255)
    assert point(surface, 0, size[1] - 15) == (*RED, 255)
    assert point(surface, size[0] // 2, size[1] // 2) == (*RED, 255)


@pytest.mark.parametrize("fill", [RED, None])
def test_the_light_lies_around_the_box_and_fades(fill: tuple[int, int, int] | None) -> None:
    box = Box(
        Rect(0, 0, 200, 100), fill=fill, border=INK, border_px=4, radius=10, glow=GOLD, glow_px=6
    )
    surface = painted(box)
    strengths = [point(surface, -far, 50)[3] for far in range(1, 8)]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[0] > 90
    assert strengths[-1] == 0
    assert point(surface, 1, 50) == (*INK, 255)
    assert point(surface, 100, 50)[3] == (255 if fill else 0)


def test_the_middle_of_a_big_hollow_box_is_not_blended() -> None:
    box = Box(Rect(0, 0, 400, 300), border=INK, border_px=4, radius=10)
    pixels = sum(piece.get_width() * piece.get_height() for piece, _ in drawn_box(box))
    assert pixels < 400 * 300 / 5


@pytest.mark.parametrize("glow", [None, GOLD])
def test_what_hides_all_behind_it_is_copied_and_only_the_rest_is_blended(
    glow: tuple[int, int, int] | None,
) -> None:
    box = Box(Rect(0, 0, 200, 100), fill=RED, border=INK, border_px=4, radius=10, glow=glow,
              glow_px=6)  # fmt: skip
    solid = [piece for piece, _ in drawn_box(box) if not piece.get_flags() & SRCALPHA]
    blended = [piece for piece, _ in drawn_box(box) if piece.get_flags() & SRCALPHA]
    assert sum(piece.get_width() for piece in solid) > 165
    assert {piece.get_height() for piece in solid} == {100}
    assert sum(piece.get_width() * piece.get_height() for piece in blended) < 200 * 100 / 3


def test_a_box_that_lets_something_through_is_blended_and_nothing_lies_twice() -> None:
    box = Box(Rect(0, 0, 500, 100), fill=RED, radius=10, opacity=0.9)
    pieces = [(piece, piece.get_rect(topleft=place)) for piece, place in drawn_box(box)]
    assert all(piece.get_flags() & SRCALPHA for piece, _ in pieces)
    assert sum(area.w * area.h for _, area in pieces) == 500 * 100
    assert not any(one.colliderect(other) for (_, one), (_, other) in combinations(pieces, 2))


@pytest.mark.parametrize("width", [90, 95, 158, 480])
@pytest.mark.parametrize(
    "look", [Box(Rect(0, 0, 9, 100), fill=RED, bottom=GOLD, border=INK, border_px=3, radius=14),
             Box(Rect(0, 0, 9, 100), fill=RED, opacity=0.6, border=INK, border_px=3),
             Box(Rect(0, 0, 9, 100), fill=RED, glow=GOLD, glow_px=9, radius=14)]
)  # fmt: skip
def test_a_box_of_any_width_is_the_same_at_both_ends_and_between(look: Box, width: int) -> None:
    surface = painted(replace(look, rect=Rect(0, 0, width, 100)))
    for y in range(-9, 109, 5):
        row = [point(surface, x, y) for x in range(-9, width + 9)]
        assert all(map(_is_one_shade, row, reversed(row)))
        assert set(row[40:-40]) == {row[40]}


def _is_one_shade(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether two colours look alike: the original pygame rounds each of their parts by 1."""
    seen = [(*(part * alpha / 255 for part in rgb), alpha) for *rgb, alpha in (one, other)]
    return all(abs(first - second) < 2 for first, second in zip(*seen, strict=True))


def test_a_long_box_takes_little_of_the_memory_for_pictures() -> None:
    box = Box(Rect(0, 0, 1248, 138), fill=RED, radius=16)
    assert memory(drawn_box(box)) < 1248 * 138 * 4 / 4


# The sky: the same every time, dark above, its hills at the horizon.


NIGHT = Sky(
    Rect(0, 0, 640, 360),
    bands=((7, 11, 28), (43, 34, 80), (122, 59, 58)),
    hills=(42, 27, 56),
    stars=True,
    ground=(10, 14, 34),
    horizon=200,
)


def painted_sky(sky: Sky) -> pygame.Surface:
    surface = pygame.Surface((sky.rect.w, sky.rect.h), 0, 32)
    surface.fill((255, 0, 255))
    surface.blits(drawn_sky(sky))
    return surface


@pytest.mark.parametrize("horizon", [0, 1, 60, 360, 500])
@pytest.mark.parametrize("bands", [((7, 11, 28),), NIGHT.bands])
def test_any_horizon_and_any_number_of_bands_can_be_painted_and_nothing_stays_free(
    horizon: int, bands: tuple[tuple[int, int, int], ...]
) -> None:
    sky = replace(NIGHT, rect=Rect(0, 0, 64, 360), horizon=horizon, bands=bands)
    surface = painted_sky(sky)
    assert (255, 0, 255) not in {surface.get_at((x, y))[:3] for x in range(64) for y in range(360)}


def test_all_skies_of_a_size_share_one_ground() -> None:
    low = drawn_sky(replace(NIGHT, horizon=300))
    assert low[1][0].get_parent() is drawn_sky(NIGHT)[1][0].get_parent()
    assert memory(low) == 640 * 300 * 4


def test_rays_make_the_air_brighter_and_turn_with_time() -> None:
    rays = Rays(320, 60, (255, 201, 77))
    dark = replace(NIGHT, stars=False)
    lit, turned = (replace(dark, rays=each) for each in (rays, replace(rays, turn=0.5)))
    row = [(x, 20) for x in range(0, 640, 8)]
    before, after, later = ([sum(painted_sky(sky).get_at(at)[:3]) for at in row]
                            for sky in (dark, lit, turned))  # fmt: skip
    assert all(b >= a for a, b in zip(before, after, strict=True))
    assert max(after) > max(before) + 60
    assert after != later
