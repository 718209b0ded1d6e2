"""SDL's events in the program's own words."""

from collections.abc import Mapping

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect, Surface
from pygame.event import Event

from companion.screen.events import (
    CloseAsked,
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


FINGER = {"x": 0.25, "y": 0.5, "finger_id": 0, "touch_id": 0, "dx": 0.0, "dy": 0.0}


def mouse(kind: int, **more: object) -> Event:
    return Event(kind, {"pos": (9, 7), **more})


A = down(pygame.K_a, "a", pygame.KSCAN_A)

MEANT: Mapping[str, tuple[tuple[Event, ...], tuple[WindowEvent, ...]]] = {
    "typed once though SDL tells the text again": (
        (A, typed("a"), A, typed("a")),
        (KeyPressed("a", "a", 5.0, "a"),) * 2,
    ),
    "a Cyrillic key says which Latin key is in its place": (
        (down(0x444, "ф", pygame.KSCAN_A), typed("ф")),
        (KeyPressed("ф", "ф", 5.0, "a"),),
    ),
    "digits have their places, too": (
        tuple(down(0x2B, "+", pygame.KSCAN_1 + index) for index in range(10)),
        tuple(KeyPressed("+", "+", 5.0, place) for place in "1234567890"),
    ),
    "what types nothing has no text": (
        (down(pygame.K_RETURN, "\r"), down(pygame.K_ESCAPE, "\x1b"), down(pygame.K_LEFT),
         down(pygame.K_F1), down(pygame.K_BACKSPACE, "\b")),
        tuple(KeyPressed(at, "", 5.0) for at in ("return", "escape", "left", "f1", "backspace")),
    ),
    "a space": ((down(pygame.K_SPACE, " "), typed(" ")), (KeyPressed("space", " ", 5.0),)),
    "a text of an input method": (
        (down(pygame.K_RETURN, "\r"), typed("ユキ")),
        (KeyPressed("return", "", 5.0), KeyPressed("", "ユキ", 5.0)),
    ),
    "a key goes up": (
        (Event(pygame.KEYUP, key=pygame.K_a, unicode="a", scancode=4, mod=0),),
        (KeyReleased("a", 5.0),),
    ),
    "a finger, in pixels": (
        tuple(Event(each, FINGER) for each in (pygame.FINGERDOWN, pygame.FINGERMOTION,
                                               pygame.FINGERUP)),
        (Touched(200.0, 240.0, 5.0), Dragged(200.0, 240.0, 5.0), Released(200.0, 240.0, 5.0)),
    ),
    "the first mouse button is a finger, and the others are nothing": (
        tuple(mouse(pygame.MOUSEBUTTONDOWN, button=button) for button in (1, 2, 3, 4)),
        (Touched(9, 7, 5.0),),
    ),
    "a mouse press made up from a finger is not counted again": (
        (mouse(pygame.MOUSEBUTTONDOWN, button=1, touch=True),),
        (),
    ),
    "a mouse is dragged with its button down": (
        tuple(mouse(pygame.MOUSEMOTION, buttons=(left, 0, 0)) for left in (1, 0)),
        (Dragged(9, 7, 5.0),),
    ),
    "closing is a request": ((Event(pygame.QUIT),), (CloseAsked(5.0),)),
    "what does not matter": ((Event(pygame.VIDEOEXPOSE),), ()),
}  # fmt: skip


@pytest.mark.parametrize(("events", "wanted"), MEANT.values(), ids=MEANT)
def test_what_sdl_tells_is_said_in_our_words(
    events: tuple[Event, ...], wanted: tuple[WindowEvent, ...]
) -> None:
    assert tuple(meant(*events)) == wanted


def test_a_touch_on_a_turned_panel_is_turned_back() -> None:
    click = Event(pygame.MOUSEBUTTONDOWN, pos=(790, 5), button=1)
    assert meant(click, turn=Rotation.RIGHT) == [Touched(5, 10, 5.0)]
    assert meant(click, turn=Rotation.UPSIDE_DOWN) == [Touched(10, 475, 5.0)]
    assert meant(click, turn=Rotation.LEFT) == [Touched(475, 790, 5.0)]


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
