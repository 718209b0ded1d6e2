"""Bars of plots grow from their lines as the plot comes, all at once; then everything is still."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.core.model import Model, Preferences
from companion.pages.archive.statistics import Statistics
from companion.pages.menu.menu import Menu
from companion.pages.motion import PLOT_SECONDS
from companion.pages.render import at, at_rest, moving, seen
from companion.ui.animation import FRAME_SECONDS, RenderedPage, next_frame
from companion.ui.scene import Animated, Box, Item, Picture
from companion.ui.style import Canvas
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE

BEGUN = 100.0

PLOTS = ("many games", "thousands of games", "statistics", "categories", "suns",
         "length of games", "time played")  # fmt: skip


def going(before: Model, now: Model, size: tuple[int, int]) -> RenderedPage:
    """Return the picture from the moment when the second model is shown after the first."""
    canvas = Canvas(size=size, type=TYPE)
    return moving(seen(before, canvas), seen(replace(now, now=BEGUN), canvas), canvas)


def opened(name: str, size: tuple[int, int] = (1280, 720), players: int = 3) -> RenderedPage:
    """Return the plot as it comes after the menu."""
    now = PAGES[name](players, NAMES)
    return going(replace(now, page=Menu()), now, size)


def plotted(
    shown: RenderedPage, seconds: float, size: tuple[int, int] = (1280, 720)
) -> Iterator[Item]:
    """Yield what belongs to bars, so long after the plot has come."""
    canvas = Canvas(size=size, type=TYPE)
    scene = at(shown, BEGUN + seconds, at_rest(shown, canvas))
    for item in scene.items:
        if item.key is not None and item.key[0] in {Animated.COLUMN, Animated.STRIPE}:
            yield item


def lengths(shown: RenderedPage, seconds: float) -> list[int]:
    """Return how long each bar is."""
    return [
        item.rect.h if item.key and item.key[0] is Animated.COLUMN else item.rect.w
        for item in plotted(shown, seconds)
        if isinstance(item, Box)
    ]


@pytest.mark.parametrize("name", PLOTS)
def test_bars_of_a_plot_grow_as_it_comes(name: str) -> None:
    shown = opened(name)
    suns = [item.rect.y for item in plotted(shown, 0.0) if isinstance(item, Picture)]
    first, later, last = (lengths(shown, share * PLOT_SECONDS) for share in (0.0, 0.5, 1.1))
    assert set(first) <= {0}
    assert all(a < b <= c for a, b, c in zip(first, later, last, strict=True))
    assert last or suns
    assert len(set(suns)) <= 1, "games that are a sun each lie on the line"


@pytest.mark.parametrize("name", PLOTS)
def test_all_bars_have_grown_at_the_same_time_and_then_nothing_wakes(name: str) -> None:
    shown = opened(name)
    frames, now = 0, BEGUN
    while (due := next_frame(shown.moves, now)) is not None:
        assert due > now
        frames, now = frames + 1, due
    assert frames == round(PLOT_SECONDS / FRAME_SECONDS)


@for_each(7, name=PLOTS, size=SIZES, players=(2, 5))
def test_at_the_end_the_plot_is_as_it_would_be_without_growing(
    name: str, size: tuple[int, int], players: int
) -> None:
    canvas = Canvas(size=size, type=TYPE)
    shown, now = opened(name, size, players), PAGES[name](players, NAMES)
    rest = at_rest(seen(now, canvas), canvas)
    assert at(shown, BEGUN + 1, at_rest(shown, canvas)) == rest


def bars(shown: RenderedPage, seconds: float, size: tuple[int, int]) -> Iterator[Item]:
    """Yield bars and their numbers; games that are a sun each only come up to their places."""
    return (item for item in plotted(shown, seconds, size) if not isinstance(item, Picture))


@for_each(7, name=[name for name in PLOTS if name != "length of games"], size=SIZES)
def test_nothing_of_a_bar_is_ever_outside_of_what_it_will_fill(
    name: str, size: tuple[int, int]
) -> None:
    shown = opened(name, size)
    final = [item.rect for item in bars(shown, 1.0, size)]
    left, right = min(r.x for r in final), max(r.x + r.w for r in final)
    bottom = max(r.y + r.h for r in final)
    for step in range(round(PLOT_SECONDS / FRAME_SECONDS)):
        for item in bars(shown, step * FRAME_SECONDS, size):
            rect = item.rect
            assert left <= rect.x
            assert rect.x + rect.w <= right
            assert rect.y + rect.h <= bottom


@pytest.mark.parametrize("name", PLOTS)
def test_with_reduced_motion_a_plot_is_there_at_once(name: str) -> None:
    now = PAGES[name](3, NAMES)
    calm = replace(now, preferences=Preferences(reduce_motion=True, has_clock=True))
    assert going(replace(calm, page=Menu()), calm, (1280, 720)).moves == ()


def test_a_plot_that_stays_does_not_grow_again() -> None:
    now = PAGES["many games"](3, NAMES)
    told = replace(now, screen=replace(now.screen, acted_at=5.0))
    assert going(now, told, (1280, 720)).moves == ()


def test_the_plot_of_another_player_grows() -> None:
    now = PAGES["many games"](3, NAMES)
    assert isinstance(now.page, Statistics)
    larger = replace(now, page=replace(now.page, tab=1))
    assert going(now, larger, (1280, 720)).moves
