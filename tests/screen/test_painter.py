"""Scenes become pixels, and only what differs is painted again."""

from collections.abc import Callable

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pygame import Surface

from companion.screen.drawings import Drawings, Fonts
from companion.screen.painter import Painter, differences, joined
from companion.screen.surfaces import Pictures
from companion.ui.scene import (
    Align,
    Box,
    Disc,
    Item,
    Picture,
    Rect,
    Scene,
    Sky,
    Target,
    Text,
    Weight,
)

SIZE = (320, 200)

MAGENTA = (255, 0, 255)


INK = (240, 230, 200)

SKY = Sky(
    Rect(0, 0, *SIZE),
    bands=((7, 11, 28), (43, 34, 80), (122, 59, 58)),
    hills=(42, 27, 56),
    stars=True,
    ground=(10, 14, 34),
    horizon=120,
)

PainterOn = Callable[[Surface], Painter]

places = st.builds(
    Rect, st.integers(-20, 320), st.integers(-20, 200), st.integers(0, 90), st.integers(0, 70)
)

colours = st.sampled_from([(200, 40, 20), (20, 90, 200), (240, 230, 200)])

perhaps = st.none() | colours

opacities = st.sampled_from([0.0, 0.35, 1.0])

items = st.one_of(
    st.builds(
        Box,
        rect=places,
        fill=perhaps,
        bottom=perhaps,
        border=perhaps,
        border_px=st.integers(1, 4),
        radius=st.sampled_from([0, 6, 40]),
        opacity=opacities,
        glow=perhaps,
        glow_px=st.sampled_from([0, 5]),
    ),
    st.builds(Disc, rect=places, fill=perhaps, border=perhaps, opacity=opacities),
    st.builds(
        Picture,
        rect=places,
        name=st.sampled_from(["boat", "tile_ra"]),
        opacity=opacities,
        tint=perhaps,
    ),
    st.builds(
        Text,
        rect=places,
        text=st.sampled_from(["", "7", "Олена", "ユキさん", "Zsófi 🎲", "a" * 200]),
        px=st.sampled_from([9, 20, 33]),
        colour=colours,
        weight=st.sampled_from(Weight),
        align=st.sampled_from(Align),
        opacity=opacities,
    ),
)

scenes = st.lists(items, max_size=12).map(lambda some: scene(*some))


def scene(*some: Item) -> Scene[None]:
    return Scene(SIZE, (SKY, *some))


def surface() -> Surface:
    return Surface(SIZE, 0, 32)


def pixels(of: Surface) -> bytes:
    return pygame.image.tobytes(of, "RGB")


def label(text: str, x: int = 10, y: int = 10) -> Text:
    return Text(Rect(x, y, 60, 24), text, 20, INK)


def test_the_first_scene_is_painted_whole_and_so_is_one_after_all_was_forgotten(
    painter_on: PainterOn,
) -> None:
    painter, whole = painter_on(surface()), [pygame.Rect(0, 0, *SIZE)]
    assert painter.paint(scene()) == whole
    painter.forget()
    assert painter.paint(scene()) == whole


def test_an_equal_scene_is_not_painted(painter_on: PainterOn) -> None:
    canvas = surface()
    painter = painter_on(canvas)
    painter.paint(scene(label("7")))
    canvas.fill(MAGENTA)
    assert painter.paint(scene(label("7"))) == []
    assert {canvas.get_at((x, 60))[:3] for x in range(SIZE[0])} == {MAGENTA}


def test_other_targets_alone_change_nothing(painter_on: PainterOn) -> None:
    painter = painter_on(surface())
    painter.paint(Scene[str](SIZE, (SKY,)))
    assert painter.paint(Scene(SIZE, (SKY,), (Target(Rect(0, 0, 9, 9), "here"),))) == []


def test_nothing_outside_of_the_changed_area_is_touched(painter_on: PainterOn) -> None:
    canvas = surface()
    painter = painter_on(canvas)
    painter.paint(scene(label("7"), label("8", 200, 150)))
    canvas.fill(MAGENTA)
    (area,) = painter.paint(scene(label("9"), label("8", 200, 150)))
    assert area.w * area.h < 80 * 40
    for x in range(0, SIZE[0], 3):
        for y in range(0, SIZE[1], 3):
            assert area.collidepoint(x, y) or canvas.get_at((x, y))[:3] == MAGENTA


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(scenes, min_size=2, max_size=4))
def test_painting_what_differs_gives_the_same_picture_as_painting_anew(
    fonts: Fonts, pictures: Pictures, several: list[Scene[None]]
) -> None:
    canvas, fresh = surface(), surface()
    painter = Painter(canvas, fonts, pictures)
    for one in several:
        painter.paint(one)
    Painter(fresh, fonts, pictures).paint(several[-1])
    assert pixels(canvas) == pixels(fresh)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(scenes, scenes)
def test_every_pixel_that_changes_lies_in_an_area_that_is_returned(
    fonts: Fonts, pictures: Pictures, before: Scene[None], after: Scene[None]
) -> None:
    canvas = surface()
    painter = Painter(canvas, fonts, pictures)
    painter.paint(before)
    old = canvas.copy()
    for area in painter.paint(after):
        old.blit(canvas.subsurface(area), area)
    assert pixels(old) == pixels(canvas)


def test_a_scene_of_another_size_is_refused(painter_on: PainterOn) -> None:
    with pytest.raises(ValueError, match="surface of"):
        painter_on(surface()).paint(Scene[None]((10, 10), ()))


def test_a_picture_that_does_not_exist_is_refused(painter_on: PainterOn) -> None:
    with pytest.raises(FileNotFoundError):
        painter_on(surface()).paint(scene(Picture(Rect(0, 0, 9, 9), "no_such_tile")))


@pytest.mark.parametrize("text", ["\0", "🎲🏺", "\u202egnol", "x" * 5000, "\ud800", "a\nb"])
def test_no_text_stops_the_painter(painter_on: PainterOn, text: str) -> None:
    canvas = surface()
    painter_on(canvas).paint(scene(label(f"A{text}")))
    assert any(canvas.get_at((x, 22))[:3] == INK for x in range(10, 30))


def test_what_is_kept_stays_within_its_bound(fonts: Fonts, pictures: Pictures) -> None:
    most_bytes = 300_000
    drawings = Drawings(fonts, pictures, most_bytes)
    for number in range(400):
        drawings.placed(label(f"text {number}"))
        drawings.placed(label("always", y=number))
        assert drawings.bytes <= most_bytes


def test_what_is_used_again_and_again_is_not_drawn_again(fonts: Fonts, pictures: Pictures) -> None:
    drawings = Drawings(fonts, pictures, 300_000)
    (first,) = drawings.placed(label("always")).blits
    for number in range(400):
        drawings.placed(label(f"text {number}"))
        (again,) = drawings.placed(label("always", x=40, y=number)).blits
        assert again[0] is first[0]
        assert again[1] == (first[1][0] + 30, first[1][1] + number - 10)


def test_texts_do_not_push_out_pictures_which_take_ten_times_as_long_to_draw(
    fonts: Fonts, pictures: Pictures
) -> None:
    drawings = Drawings(fonts, pictures, 300_000)
    tile = Picture(Rect(0, 0, 60, 60), "tile_nile")
    (first,) = drawings.placed(tile).blits
    for number in range(400):
        drawings.placed(label(f"text {number}"))
    (again,) = drawings.placed(tile).blits
    assert again[0] is first[0]


# What must be painted again when one list of numbers follows another.


SCREEN = pygame.Rect(0, 0, 800, 480)

numbers = st.lists(st.integers(0, 6), max_size=40)

rects = st.builds(
    pygame.Rect,
    st.integers(-50, 800),
    st.integers(-50, 480),
    st.integers(0, 300),
    st.integers(0, 300),
)


def runs(old: list[int], new: list[int]) -> list[tuple[slice, slice]]:
    return list(differences(tuple(old), tuple(new)))


@given(numbers, numbers)
def test_putting_the_new_runs_in_the_place_of_the_old_ones_gives_the_new_list(
    old: list[int], new: list[int]
) -> None:
    changed = list(old)
    for gone, come in reversed(runs(old, new)):
        changed[gone] = new[come]
    assert changed == new


def test_changes_far_apart_are_found_apart() -> None:
    old = list(range(300))
    new = [*range(5), -1, -2, *range(6, 290), -3, *range(291, 300)]
    assert runs(old, new) == [(slice(5, 6), slice(5, 7)), (slice(290, 291), slice(291, 292))]


@given(st.lists(rects, max_size=90))
def test_the_joined_areas_cover_every_change_on_the_screen(changes: list[pygame.Rect]) -> None:
    areas = joined(changes, SCREEN)
    for change in changes:
        part = change.clip(SCREEN)
        assert not (part.w and part.h) or any(area.contains(part) for area in areas)


@given(st.lists(rects, max_size=90))
def test_the_joined_areas_are_few_and_on_the_screen(changes: list[pygame.Rect]) -> None:
    areas = joined(changes, SCREEN)
    assert len(areas) <= 12
    assert all(SCREEN.contains(area) and area.w and area.h for area in areas)


def test_changes_far_apart_are_not_joined() -> None:
    changes = [pygame.Rect(0, 0, 150, 150), pygame.Rect(600, 300, 150, 150)]
    assert len(joined(changes, SCREEN)) == 2
