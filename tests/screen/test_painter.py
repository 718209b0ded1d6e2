"""Scenes become pixels, and only what differs is painted again."""

from collections.abc import Callable

import pygame
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pygame import Surface

from companion.screen.drawings import Drawings, Fonts
from companion.screen.painter import Painter
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
