"""SDL's events in the program's own words."""

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface
from pygame.event import Event

from companion.screen.events import (
    Dragged,
    KeyPressed,
    KeyReleased,
    Released,
    Rotation,
    Touched,
    Translation,
    WindowEvent,
    in_scene,
    on_panel,
    scene_size,
    turned,
)

PANEL = (800, 480)


@pytest.fixture(autouse=True)
def display() -> None:
    pygame.display.init()


def meant(*events: Event, turn: Rotation = Rotation.NONE) -> list[WindowEvent]:
    translation = Translation(turn)
    found = [translation.event(event, PANEL, 5.0) for event in events]
    return [event for event in found if event is not None]


def down(key: int, text: str = "", place: int = 0) -> Event:
    return Event(pygame.KEYDOWN, key=key, unicode=text, scancode=place, mod=0)


def typed(text: str) -> Event:
    return Event(pygame.TEXTINPUT, text=text)


def test_a_key_that_types_is_one_press_though_sdl_reports_its_text_again() -> None:
    pressed = KeyPressed("a", "a", 5.0, "a")
    assert meant(down(pygame.K_a, "a", pygame.KSCAN_A), typed("a")) == [pressed]


def test_a_cyrillic_key_says_which_latin_key_is_in_its_place() -> None:
    (pressed,) = meant(down(0x444, "ф", pygame.KSCAN_A), typed("ф"))
    assert pressed == KeyPressed("ф", "ф", 5.0, "a")


@pytest.mark.parametrize(
    ("key", "text", "name"),
    [
        (pygame.K_RETURN, "\r", "return"),
        (pygame.K_ESCAPE, "\x1b", "escape"),
        (pygame.K_LEFT, "", "left"),
        (pygame.K_F1, "", "f1"),
        (pygame.K_BACKSPACE, "\b", "backspace"),
    ],
)
def test_keys_that_type_nothing_have_no_text(key: int, text: str, name: str) -> None:
    assert meant(down(key, text)) == [KeyPressed(name, "", 5.0)]


def test_the_space_bar_types_a_space() -> None:
    assert meant(down(pygame.K_SPACE, " "), typed(" ")) == [KeyPressed("space", " ", 5.0)]


def test_a_text_that_no_key_typed_comes_from_an_input_method() -> None:
    assert meant(down(pygame.K_RETURN, "\r"), typed("ユキ")) == [
        KeyPressed("return", "", 5.0),
        KeyPressed("", "ユキ", 5.0),
    ]


def test_a_key_that_goes_up_is_reported() -> None:
    up = Event(pygame.KEYUP, key=pygame.K_a, unicode="a", scancode=4, mod=0)
    assert meant(up) == [KeyReleased("a", 5.0)]


def test_a_finger_is_reported_in_pixels() -> None:
    finger = {"x": 0.25, "y": 0.5, "finger_id": 0, "touch_id": 0, "dx": 0.0, "dy": 0.0}
    assert meant(Event(pygame.FINGERDOWN, finger), Event(pygame.FINGERUP, finger)) == [
        Touched(200.0, 240.0, 5.0),
        Released(200.0, 240.0, 5.0),
    ]


def test_the_first_mouse_button_is_a_finger_and_the_others_are_nothing() -> None:
    events = [Event(pygame.MOUSEBUTTONDOWN, pos=(9, 7), button=button) for button in (1, 2, 3, 4)]
    assert meant(*events) == [Touched(9, 7, 5.0)]


def test_a_mouse_press_made_up_from_a_finger_is_not_counted_again() -> None:
    assert meant(Event(pygame.MOUSEBUTTONDOWN, pos=(9, 7), button=1, touch=True)) == []


def test_a_touch_on_a_turned_panel_is_turned_back() -> None:
    click = Event(pygame.MOUSEBUTTONDOWN, pos=(790, 5), button=1)
    assert meant(click, turn=Rotation.RIGHT) == [Touched(5, 10, 5.0)]
    assert meant(click, turn=Rotation.UPSIDE_DOWN) == [Touched(10, 475, 5.0)]
    assert meant(click, turn=Rotation.LEFT) == [Touched(475, 790, 5.0)]


def test_a_finger_that_moves_and_the_mouse_with_its_button_down_are_dragged() -> None:
    finger = {"x": 0.25, "y": 0.5, "finger_id": 0, "touch_id": 0, "dx": 0.0, "dy": 0.0}
    held = Event(pygame.MOUSEMOTION, pos=(9, 7), buttons=(1, 0, 0))
    assert meant(Event(pygame.FINGERMOTION, finger)) == [Dragged(200.0, 240.0, 5.0)]
    assert meant(held) == [Dragged(9, 7, 5.0)]
    assert meant(Event(pygame.MOUSEMOTION, pos=(9, 7), buttons=(0, 0, 0))) == []


# A turned panel: points, areas and pixels agree.


LITTLE = (80, 50)

turns = st.sampled_from(Rotation)


@pytest.mark.parametrize("turn", Rotation)
def test_every_pixel_of_the_scene_is_where_its_area_says(turn: Rotation) -> None:
    size = scene_size(turn, LITTLE)
    scene = Surface(size, 0, 32)
    scene.set_at((7, 3), (255, 0, 0))
    panel = turned(turn, scene)
    assert panel.get_size() == LITTLE
    assert panel.get_at(on_panel(turn, Rect(7, 3, 1, 1), size).topleft)[:3] == (255, 0, 0)


@given(turns, st.integers(0, 49), st.integers(0, 49))
def test_a_touch_in_the_middle_of_a_pixel_is_undone_to_the_same_pixel(
    turn: Rotation, x: int, y: int
) -> None:
    size = scene_size(turn, LITTLE)
    place = on_panel(turn, Rect(x, y, 1, 1), size)
    assert in_scene(turn, place.x + 0.5, place.y + 0.5, size) == (x + 0.5, y + 0.5)


@given(turns, st.integers(0, 40), st.integers(0, 40), st.integers(1, 9), st.integers(1, 9))
def test_an_area_keeps_its_size_and_stays_on_the_panel(
    turn: Rotation, x: int, y: int, w: int, h: int
) -> None:
    place = on_panel(turn, Rect(x, y, w, h), scene_size(turn, LITTLE))
    assert sorted(place.size) == sorted((w, h))
    assert Rect(0, 0, *LITTLE).contains(place)
