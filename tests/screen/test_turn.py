"""A turned panel: points, areas and pixels agree."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface

from companion.screen.events import Rotation, in_scene, on_panel, scene_size, turned

PANEL = (80, 50)

turns = st.sampled_from(Rotation)


@pytest.mark.parametrize("turn", Rotation)
def test_every_pixel_of_the_scene_is_where_its_area_says(turn: Rotation) -> None:
    size = scene_size(turn, PANEL)
    scene = Surface(size, 0, 32)
    scene.set_at((7, 3), (255, 0, 0))
    panel = turned(turn, scene)
    assert panel.get_size() == PANEL
    assert panel.get_at(on_panel(turn, Rect(7, 3, 1, 1), size).topleft)[:3] == (255, 0, 0)


@given(turns, st.integers(0, 49), st.integers(0, 49))
def test_a_touch_in_the_middle_of_a_pixel_is_undone_to_the_same_pixel(
    turn: Rotation, x: int, y: int
) -> None:
    size = scene_size(turn, PANEL)
    place = on_panel(turn, Rect(x, y, 1, 1), size)
    assert in_scene(turn, place.x + 0.5, place.y + 0.5, size) == (x + 0.5, y + 0.5)


@given(turns, st.integers(0, 40), st.integers(0, 40), st.integers(1, 9), st.integers(1, 9))
def test_an_area_keeps_its_size_and_stays_on_the_panel(
    turn: Rotation, x: int, y: int, w: int, h: int
) -> None:
    place = on_panel(turn, Rect(x, y, w, h), scene_size(turn, PANEL))
    assert sorted(place.size) == sorted((w, h))
    assert Rect(0, 0, *PANEL).contains(place)
