"""What differs between two display lists, and the few rectangles that must be painted again."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

from pygame import Rect

_LOOK_AHEAD = 24
"""So many items may be put in or taken out at one place before all that follow count as new."""
_STEPS = tuple(
    step
    for reach in range(1, _LOOK_AHEAD + 1)
    for step in (*product((reach,), range(reach, -1, -1)), *product(range(reach), (reach,)))
)
_AT_ONCE = 24
"""So many items are compared in one go, which is faster than one by one."""
_FEW = 12
"""More rectangles than this are joined: each costs a walk through the list."""
_MANY = 64
"""So many changes are joined without looking at each."""
_ALIGNMENT = 16
"""In pixels: 64 bytes of a row."""
_FAR_APART = 1.2
"""Two rectangles are joined if the one around both is at most so many times their area."""
_SMALL_CHANGE = 64 * 64
"""Joining may always add this many square pixels."""


def differences(old: tuple[object, ...], new: tuple[object, ...]) -> Iterator[tuple[slice, slice]]:
    """Yield the runs of the old list that are gone, and what stands in their places in the new one.

    What is not in a run is equal in both lists and in the same order.
    """
    at, to = 0, 0
    while True:
        same = _equal_run(old, new, at, to)
        at, to = at + same, to + same
        if at == len(old) and to == len(new):
            return
        gone, come = _until_equal(old, new, at, to)
        yield slice(at, at + gone), slice(to, to + come)
        at, to = at + gone, to + come


def _equal_run(old: tuple[object, ...], new: tuple[object, ...], at: int, to: int) -> int:
    """Return how many items from here on are equal."""
    most = min(len(old) - at, len(new) - to)
    done = 0
    while done + _AT_ONCE <= most and (
        old[at + done : at + done + _AT_ONCE] == new[to + done : to + done + _AT_ONCE]
    ):
        done += _AT_ONCE
    while done < most and old[at + done] == new[to + done]:
        done += 1
    return done


def _until_equal(
    old: tuple[object, ...], new: tuple[object, ...], at: int, to: int
) -> tuple[int, int]:
    """Return how many items to leave out of both lists so that they go on alike."""
    left, right = len(old) - at, len(new) - to
    if not left or not right:
        return left, right
    for gone, come in _STEPS:
        if gone < left and come < right and old[at + gone] == new[to + come]:
            return gone, come
    return left, right


def joined(rects: Sequence[Rect], screen: Rect) -> list[Rect]:
    """Return a few rectangles on the screen that cover all of these and little more."""
    parts = [part for rect in rects if (part := rect.clip(screen)).w and part.h]
    if len(parts) > _MANY:
        return [_aligned(parts[0].unionall(parts[1:]), screen)]
    few: list[Rect] = []
    for part in parts:
        _join(few, part)
    while len(few) > _FEW:
        one, other = min(combinations(few, 2), key=_waste)
        few.remove(one)
        few.remove(other)
        _join(few, one.union(other))
    return [_aligned(area, screen) for area in few]


def _waste(pair: tuple[Rect, Rect]) -> int:
    """Return how many square pixels joining two rectangles adds to what must be painted."""
    one, other = pair
    both = one.union(other)
    return both.w * both.h - one.w * one.h - other.w * other.h


def _aligned(area: Rect, screen: Rect) -> Rect:
    """Return the area with its sides where SDL copies rows ten times faster."""
    left = area.left // _ALIGNMENT * _ALIGNMENT
    right = -(-area.right // _ALIGNMENT) * _ALIGNMENT
    return Rect(left, area.top, right - left, area.h).clip(screen)


def _join(few: list[Rect], part: Rect) -> None:
    """Add one rectangle, joined with those near it."""
    for one in few:
        if one.contains(part):
            return
    at = 0
    while at < len(few):
        both = few[at].union(part)
        areas = few[at].w * few[at].h + part.w * part.h
        if both.w * both.h <= areas * _FAR_APART + _SMALL_CHANGE:
            del few[at]
            part, at = both, 0
        else:
            at += 1
    few.append(part)
