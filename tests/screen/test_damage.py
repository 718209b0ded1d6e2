"""What must be painted again when one list of items follows another."""

from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect

from companion.screen.painter import differences, joined

SCREEN = Rect(0, 0, 800, 480)

items = st.lists(st.integers(0, 6), max_size=40)

rects = st.builds(
    Rect, st.integers(-50, 800), st.integers(-50, 480), st.integers(0, 300), st.integers(0, 300)
)


def runs(old: list[int], new: list[int]) -> list[tuple[slice, slice]]:
    return list(differences(tuple(old), tuple(new)))


@given(items, items)
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
def test_the_joined_areas_cover_every_change_on_the_screen(changes: list[Rect]) -> None:
    areas = joined(changes, SCREEN)
    for change in changes:
        part = change.clip(SCREEN)
        assert not (part.w and part.h) or any(area.contains(part) for area in areas)


@given(st.lists(rects, max_size=90))
def test_the_joined_areas_are_few_and_on_the_screen(changes: list[Rect]) -> None:
    areas = joined(changes, SCREEN)
    assert len(areas) <= 12
    assert all(SCREEN.contains(area) and area.w and area.h for area in areas)
