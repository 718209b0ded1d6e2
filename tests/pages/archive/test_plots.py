"""The statistics as plots: what they prove, how one opens them, and that everything has room."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.core.effects import Do
from companion.core.messages import Message
from companion.core.model import Model
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.archive.statistics import Statistics
from companion.pages.menu.menu import Menu
from companion.pages.motion import PLOT_SECONDS
from companion.pages.render import at, at_rest, moving, scene, seen
from companion.ui.animation import FRAME_SECONDS, RenderedPage
from companion.ui.scene import Animated, Box, Disc, Item, Picture, Rect, Scene, Text
from companion.ui.style import Canvas
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, shown

PLOTS = ("many games", "thousands of games", "statistics", "statistics that nobody told")


def texts(model: Model, size: tuple[int, int] = (1280, 720)) -> list[str]:
    return [item.text for item in shown(model, size).items if isinstance(item, Text)]


def cards_of(drawn: Scene[Message]) -> list[Rect]:
    """The places of the four plots; the key below them that opens the first is none."""
    plots = [each.rect for each in drawn.targets if isinstance(each.message, Do)]
    cards = plots[:-1]
    assert len(cards) == 4
    return cards


def tab(model: Model) -> int:
    assert isinstance(model.page, Statistics)
    return model.page.tab


def test_of_thousands_of_games_the_seats_tell_shares() -> None:
    said = texts(PAGES["thousands of games"](5, NAMES))
    assert "1st: 35%" in said


def test_what_nobody_told_is_said_and_not_drawn_as_nothing() -> None:
    assert texts(PAGES["statistics that nobody told"](3, NAMES)).count(
        "Nobody has entered this yet"
    ) == len(("categories", "suns", "seats", "lengths"))


@for_each(7, page=PLOTS, language=LANGUAGES, size=SIZES)
def test_every_plot_has_room_in_its_card(page: str, language: str, size: tuple[int, int]) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    drawn = scene(PAGES[page](2 + SIZES.index(size) % 4, NAMES), canvas)
    for item in drawn.items:
        if not isinstance(item, Box | Disc | Picture | Text):
            continue
        left, top, wide, high = item.rect
        for card in cards_of(drawn):
            if card.contains(left + wide // 2, top + high // 2):
                assert card.x <= left
                assert left + wide <= card.x + card.w
                assert card.y <= top
                assert top + high <= card.y + card.h


@for_each(7, language=LANGUAGES, size=SIZES)
def test_no_bar_vanishes_beside_its_caption(language: str, size: tuple[int, int]) -> None:
    canvas = Canvas(size=size, type=TYPE, words=in_language(language))
    model = PAGES["many games"](5, NAMES)
    drawn = scene(model, canvas)
    for card in cards_of(drawn)[:2]:
        bars = [
            item.rect.h
            for item in drawn.items
            if isinstance(item, Box)
            and item.bottom is not None
            and card.contains(item.rect.x, item.rect.y)
        ]
        assert max(bars) >= card.h // 14


# Bars of plots grow from their lines as the plot comes, all at once; then everything is still.


BEGUN = 100.0

GROWING = ("many games", "thousands of games", "statistics", "categories", "suns",
         "wins by seat", "length of games", "time played")  # fmt: skip


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


@pytest.mark.parametrize("name", GROWING)
def test_bars_of_a_plot_grow_as_it_comes(name: str) -> None:
    shown = opened(name)
    first, later, last = (lengths(shown, share * PLOT_SECONDS) for share in (0.0, 0.5, 1.1))
    assert set(first) <= {0}
    assert all(a < b <= c for a, b, c in zip(first, later, last, strict=True))
    assert last


@for_each(7, name=GROWING, size=SIZES)
def test_nothing_of_a_bar_is_ever_outside_of_what_it_will_fill(
    name: str, size: tuple[int, int]
) -> None:
    shown = opened(name, size)
    final = [item.rect for item in plotted(shown, 1.0, size)]
    left, right = min(r.x for r in final), max(r.x + r.w for r in final)
    bottom = max(r.y + r.h for r in final)
    for step in range(round(PLOT_SECONDS / FRAME_SECONDS)):
        for item in plotted(shown, step * FRAME_SECONDS, size):
            rect = item.rect
            assert left <= rect.x
            assert rect.x + rect.w <= right
            assert rect.y + rect.h <= bottom


def test_a_plot_that_stays_does_not_grow_again() -> None:
    now = PAGES["many games"](3, NAMES)
    told = replace(now, screen=replace(now.screen, acted_at=5.0))
    assert going(now, told, (1280, 720)).moves == ()


def test_the_plot_of_another_player_grows() -> None:
    now = PAGES["many games"](3, NAMES)
    assert isinstance(now.page, Statistics)
    larger = replace(now, page=replace(now.page, tab=1))
    assert going(now, larger, (1280, 720)).moves


def test_names_of_categories_begin_below_each_other() -> None:
    drawn = shown(PAGES["categories"](4, NAMES))
    names = ("Gods", "River", "Different monuments", "Suns")
    begins = {item.rect.x for item in drawn.items if isinstance(item, Text) and item.text in names}
    assert len(begins) == 1
