"""Ra is called: a sunrise says who and why, across the table, and nobody waits for it."""

from collections.abc import Callable, Mapping

import pytest
from msgspec.structs import replace

from companion.core.messages import Message, Play, TakeSun, TurnDial
from companion.core.model import Model, Preferences
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.render import at, at_rest, moving, seen
from companion.pages.table.motion import BOAT_SECONDS, SUNRISE_SECONDS, TILE_SECONDS
from companion.pages.update import update
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.ui.animation import FRAME_SECONDS, Appear, RenderedPage, next_frame
from companion.ui.scene import Picture, Scene, Text
from companion.ui.style import Canvas
from tests.together import for_each, some
from tests.view.gallery import LONG_NAMES, NAMES, PAGES, TYPE, at_table
from tests.view.test_reading_distance import LANDSCAPE, not_loud

FULL = Canvas(size=(1280, 720), type=TYPE)

BEGUN = 100.0

WAYS: Mapping[str, tuple[Callable[[tuple[str, ...]], Model], Message]] = {
    "by choice": (lambda names: at_table(5, names=names, active=1), Play(INVOKE)),
    "drawn": (lambda names: at_table(5, names=names, active=1), Play(DRAWS[Tile.RA])),
    "full": (lambda names: PAGES["full track"](5, names), Play(INVOKE)),
    "empty": (lambda names: PAGES["empty track"](5, names), Play(INVOKE)),
}


def called(way: str, canvas: Canvas = FULL, *, is_calm: bool = False,
           names: tuple[str, ...] = NAMES) -> RenderedPage:  # fmt: skip
    """Return the picture from the moment when Ra is called in this way."""
    made, message = WAYS[way]
    before = replace(made(names), preferences=Preferences(reduce_motion=is_calm))
    after, _ = update(replace(before, now=BEGUN), message)
    return moving(seen(before, canvas), seen(after, canvas), canvas)


def picture(shown: RenderedPage, seconds: float, canvas: Canvas = FULL) -> Scene[Message]:
    """Return what is seen so long after the call."""
    return at(shown, BEGUN + seconds, at_rest(shown, canvas))


def said(shown: RenderedPage) -> list[Text]:
    """Return the texts of the sunrise."""
    moves = (move for move in shown.moves if isinstance(move, Appear))
    return [item for move in moves for item in move.items if isinstance(item, Text)]


@pytest.mark.parametrize(
    ("way", "why"),
    [
        ("by choice", "Ra invoked: one sun for 6 tiles"),
        ("drawn", "Ra 4/10"),
        ("full", "The auction track is full"),
        ("empty", "No tiles: only the sun"),
    ],
)
def test_it_says_who_called_and_why(way: str, why: str) -> None:
    who, reason = (text.text for text in said(called(way)))
    assert who.endswith(" Ra!")
    assert reason == why


@for_each(7, way=WAYS, language=LANGUAGES, size=some(LANDSCAPE, 3))
def test_both_are_whole_and_read_from_across_the_table(
    way: str, language: str, size: tuple[int, int]
) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    for names in (NAMES, LONG_NAMES):
        texts = said(called(way, canvas, names=names))
        assert not_loud(texts, size) == []
        assert all(text.is_loud for text in texts)
    assert all("…" not in text.text for text in said(called(way, canvas)))


def test_ras_eye_rises_and_all_is_gone_when_it_was_there_long_enough() -> None:
    shown = called("by choice")
    eyes = [
        item.rect.y
        for step in range(20)
        for item in picture(shown, step * FRAME_SECONDS).items
        if isinstance(item, Picture) and item.name == "ra_eye"
    ]
    assert len(eyes) == 20
    assert eyes == sorted(eyes, reverse=True)
    assert eyes[0] > eyes[-1]
    rest = at_rest(shown, FULL)
    assert picture(shown, SUNRISE_SECONDS - FRAME_SECONDS) != rest
    assert picture(shown, SUNRISE_SECONDS + FRAME_SECONDS) == rest


def test_a_sun_that_is_pressed_meanwhile_is_a_bid_and_ends_it() -> None:
    shown = called("by choice")
    taken = at_rest(shown, FULL).targets
    assert picture(shown, 0.1).targets == taken
    assert any(target.message == TakeSun(Sun(7)) for target in taken)
    bid, _ = update(replace(shown.model, now=BEGUN + 0.1), TakeSun(Sun(7)))
    later = moving(shown, seen(acted(bid), FULL), FULL)
    assert said(later) == []


def test_a_turn_of_the_dial_ends_it_and_what_comes_by_itself_does_not() -> None:
    shown = called("by choice")
    turned, _ = update(replace(shown.model, now=BEGUN + 0.1), TurnDial(1))
    assert said(moving(shown, seen(acted(turned), FULL), FULL)) == []
    later = replace(shown.model, now=BEGUN + 0.1)
    assert said(moving(shown, seen(later, FULL), FULL)) == said(shown)


def acted(model: Model) -> Model:
    """Return it as after a gesture."""
    return model.with_screen(acted_at=BEGUN + 0.1)


def test_nothing_wakes_for_it_while_it_stands() -> None:
    shown = called("by choice")
    due = max(TILE_SECONDS, BOAT_SECONDS, 0.5) + 2 * FRAME_SECONDS
    woken = next_frame(shown.moves, BEGUN + due)
    assert woken == pytest.approx(BEGUN + SUNRISE_SECONDS, abs=FRAME_SECONDS)


@pytest.mark.parametrize("way", WAYS)
def test_with_reduced_motion_it_stands_there_at_once(way: str) -> None:
    shown = called(way, is_calm=True)
    assert said(shown)
    first = picture(shown, 0.0)
    assert first != at_rest(shown, FULL)
    assert first == picture(shown, SUNRISE_SECONDS / 2)
    assert next_frame(shown.moves, BEGUN) == pytest.approx(
        BEGUN + SUNRISE_SECONDS, abs=FRAME_SECONDS
    )


def test_it_does_not_come_again_when_the_first_sun_is_taken_back() -> None:
    shown = called("by choice")
    bid, _ = update(replace(shown.model, now=BEGUN + 3), TakeSun(Sun(7)))
    before, after = seen(bid, FULL), seen(replace(shown.model, now=BEGUN + 4), FULL)
    assert said(moving(before, after, FULL)) == []
