"""Every page on every size of screen: no text is cut, nothing lies over anything else."""

from collections.abc import Callable, Mapping
from functools import cache

from companion.ui.scene import Box
from companion.ui.theme import THEMES
from tests.together import EVERY, for_each
from tests.view.gallery import LONG_NAMES, NAMES, PAGES, SIZES, papyrus, shown
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
    "unproved",
    "taken back",
    "saving",
    "peek after an epoch",
    "kept",
    "attract at night",
}
"""Pages where something lies over what is there for a moment, and may hide a part of it."""


PLAYERS = range(2, 6) if EVERY else (2, 5)
"""So many people with long names; ``make test-room`` looks at any number."""


Found = Callable[[Looked], list[str]]


LOOKED_FOR: tuple[Found, ...] = (misplaced, overlapping, cut, small, lonely, untouchable)


@cache
def wrong(page: str, size: tuple[int, int]) -> Mapping[Found, tuple[str, ...]]:
    """Return what is wrong with a page for few and many players, long names, buttons or keys."""
    full = PAGES[page](5, NAMES)
    scenes = (
        *(shown(PAGES[page](players, LONG_NAMES), size) for players in PLAYERS),
        shown(full, size),
        shown(full, size, letters=True),
        shown(full, size, touch=False),
    )
    looks = [looked_at(scene) for scene in scenes]
    found = {find: tuple(one for look in looks for one in find(look)) for find in LOOKED_FOR}
    return found | {
        shortened: tuple(one for look in looks[len(PLAYERS) :] for one in shortened(look))
    }


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


@for_each(page=PAGES, theme=THEMES)
def test_at_most_one_thing_has_the_focus(page: str, theme: str) -> None:
    model = PAGES[page](4, NAMES)
    scene = shown(model if theme == "night" else papyrus(model))
    boxes = [item for item in scene.items if isinstance(item, Box)]
    rings = [box for box in boxes if box.border == box.glow == THEMES[theme].focus]
    assert len(rings) <= 1


@for_each(page=PAGES)
def test_a_scene_is_as_large_as_its_screen_and_covers_it(page: str) -> None:
    for size in SIZES:
        scene = shown(PAGES[page](3, NAMES), size)
        assert scene.size == size
        assert scene.items[0].rect == (0, 0, *size)
