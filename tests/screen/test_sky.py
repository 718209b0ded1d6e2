"""The sky: the same every time, dark above, its hills at the horizon."""

import pygame
import pytest
from msgspec.structs import replace

from companion.screen.sky import drawn_sky
from companion.screen.surfaces import memory
from companion.ui.scene import Rays, Rect, Sky

NIGHT = Sky(
    Rect(0, 0, 640, 360),
    bands=((7, 11, 28), (43, 34, 80), (122, 59, 58)),
    hills=(42, 27, 56),
    stars=True,
    ground=(10, 14, 34),
    horizon=200,
)


def painted(sky: Sky) -> pygame.Surface:
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
    surface = painted(sky)
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
    before, after, later = ([sum(painted(sky).get_at(at)[:3]) for at in row]
                            for sky in (dark, lit, turned))  # fmt: skip
    assert all(b >= a for a, b in zip(before, after, strict=True))
    assert max(after) > max(before) + 60
    assert after != later
