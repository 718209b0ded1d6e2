"""Every page on every size of screen: no text is cut, nothing lies over anything else."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import product
from typing import NamedTuple

from companion.ui.scene import Box
from companion.ui.theme import THEMES
from tests.together import EVERY, for_each, some
from tests.view.gallery import LONG_NAMES, NAMES, PAGES, SIZES, shown
from tests.view.ink import (
    Looked,
    cut,
    lonely,
    looked_at,
    misplaced,
    overlapping,
    shortened,
    small,
    untouchable,
)

TOASTS = {
    "refusal",
    "all out",
    "unproved",
    "taken back",
    "saving",
    "peek after an epoch",
    "kept",
    "attract at night",
}
"""Pages where something lies over what is there for a moment, and may hide a part of it."""


PLAYERS = range(2, 6) if EVERY else (2, 5)
"""This many people with long names; ``make test-every`` looks at any number."""


class Way(NamedTuple):
    """A way in which a page is looked at."""

    players: int
    names: tuple[str, ...] = NAMES
    touch: bool = True
    letters: bool = False


LONG = tuple(Way(players, LONG_NAMES) for players in PLAYERS)


WAYS = (*LONG, Way(5), Way(5, letters=True), Way(5, touch=False))


Found = Callable[[Looked], list[str]]


def bare(look: Looked) -> list[str]:
    """Return what lies lowest if it does not cover the screen."""
    lowest = look.scene.items[0].rect
    return [] if lowest == (0, 0, *look.scene.size) else [f"only {lowest} is covered"]


LOOKED_FOR: tuple[Found, ...] = (misplaced, overlapping, cut, small, lonely, untouchable, bare)


def ways(page: str, size: tuple[int, int]) -> tuple[Way, ...]:
    """Return in which ways a page is looked at here: on the narrowest screen in all of them.

    On each of the others in one, on the next one and with the next page in another, so that every
    page is met in every way and every way on every screen; ``make test-every`` takes all.
    """
    turn = list(PAGES).index(page) + SIZES.index(size)
    return WAYS if size == SIZES[0] else some(WAYS, len(WAYS), turn)


@cache
def wrong(page: str, size: tuple[int, int]) -> Mapping[Found, tuple[str, ...]]:
    """Return what is wrong with a page for few and many players, long names, buttons or keys."""
    found: dict[Found, tuple[str, ...]] = dict.fromkeys((*LOOKED_FOR, shortened), ())
    for way in ways(page, size):
        drawn = shown(
            PAGES[page](way.players, way.names), size, touch=way.touch, letters=way.letters
        )
        assert drawn.size == size
        look = looked_at(drawn)
        for find in (*LOOKED_FOR, *(() if way in LONG else (shortened,))):
            found[find] += tuple(find(look))
    return found


def test_every_page_is_looked_at_in_every_way_and_every_way_on_every_screen() -> None:
    met = {(page, size, way) for page in PAGES for size in SIZES for way in ways(page, size)}
    assert {(page, way) for page, _, way in met} == set(product(PAGES, WAYS))
    assert {(size, way) for _, size, way in met} == set(product(SIZES, WAYS))


@for_each(page=PAGES, size=SIZES)
def test_no_text_is_wider_than_its_box_or_leaves_the_screen(
    page: str, size: tuple[int, int]
) -> None:
    assert not wrong(page, size)[misplaced], "; ".join(wrong(page, size)[misplaced])


@for_each(page=PAGES, size=SIZES)
def test_no_two_texts_overlap(page: str, size: tuple[int, int]) -> None:
    assert not wrong(page, size)[overlapping], "; ".join(wrong(page, size)[overlapping])


@for_each(page=PAGES, size=SIZES)
def test_no_text_is_cut_by_what_lies_over_it(page: str, size: tuple[int, int]) -> None:
    if page not in TOASTS:
        assert not wrong(page, size)[cut], "; ".join(wrong(page, size)[cut])
    assert not wrong(page, size)[lonely], "; ".join(wrong(page, size)[lonely])


@for_each(page=PAGES, size=SIZES)
def test_nothing_is_left_out_of_what_is_said_of_people_with_usual_names(
    page: str, size: tuple[int, int]
) -> None:
    assert not wrong(page, size)[shortened], "; ".join(wrong(page, size)[shortened])


@for_each(page=PAGES, size=SIZES)
def test_nothing_that_must_be_read_is_small(page: str, size: tuple[int, int]) -> None:
    assert not wrong(page, size)[small], "; ".join(wrong(page, size)[small])


@for_each(page=PAGES, size=SIZES)
def test_every_place_to_touch_is_as_wide_as_a_finger(page: str, size: tuple[int, int]) -> None:
    assert not wrong(page, size)[untouchable], "; ".join(wrong(page, size)[untouchable])


@for_each(page=PAGES)
def test_at_most_one_thing_has_the_focus(page: str) -> None:
    for theme in some(THEMES, len(THEMES), list(PAGES).index(page)):
        scene = shown(PAGES[page](4, NAMES).with_preferences(theme=theme))
        boxes = [item for item in scene.items if isinstance(item, Box)]
        rings = [box for box in boxes if box.border == box.glow == THEMES[theme].focus]
        assert len(rings) <= 1, theme


@for_each(page=PAGES, size=SIZES)
def test_a_scene_is_as_large_as_its_screen_and_covers_it(page: str, size: tuple[int, int]) -> None:
    assert not wrong(page, size)[bare], "; ".join(wrong(page, size)[bare])
