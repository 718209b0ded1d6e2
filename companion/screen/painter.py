"""From display list to pixels: only what differs is painted again. Works without a window."""

from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import chain, combinations, product
from pathlib import Path

import pygame
from pygame import Rect, Surface

from companion.screen.drawings import Drawings, Fonts
from companion.screen.surfaces import BYTES_OF_A_PIXEL, Blits, Pictures, blank
from companion.ui.scene import Item, Message, Scene, Sky
from companion.ui.text_metrics import Type

_LOOK_AHEAD = 24
"""More items than this put in or taken out at one place, and all that follow count as new."""

_STEPS = tuple(
    step
    for reach in range(1, _LOOK_AHEAD + 1)
    for step in (*product((reach,), range(reach, -1, -1)), *product(range(reach), (reach,)))
)

_AT_ONCE = 24
"""Items that are compared in one go, which is faster than one by one."""

_FEW = 12
"""More rectangles than this are joined: each costs a walk through the list."""

_MANY = 64
"""From this many changes on, they are joined without looking at each."""

_ALIGNMENT = 16
"""In pixels: 64 bytes of a row."""

_WORTH_AN_AREA = 64 * 64
"""Square pixels that take as long to paint as one more area, however small it is."""


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
        apart = few[at].w * few[at].h + part.w * part.h
        if both.w * both.h <= apart + _WORTH_AN_AREA:
            del few[at]
            part, at = both, 0
        else:
            at += 1
    few.append(part)


_SCREENFULS_KEPT = 2
"""Screens of pixels that are kept for use again, whatever they show."""

_LEAST_KEPT = 8 * 1024 * 1024

_BLACK = (0, 0, 0)


class Painter:
    """Paints scenes on one surface of their size, and remembers the last one."""

    def __init__(self, surface: Surface, fonts: Fonts, pictures: Pictures) -> None:
        self._surface = surface
        self._screen = surface.get_rect()
        screenful = self._screen.w * self._screen.h * BYTES_OF_A_PIXEL
        most_bytes = max(_LEAST_KEPT, _SCREENFULS_KEPT * screenful)
        self._drawings = Drawings(fonts, pictures, most_bytes)
        self.forget()

    def forget(self) -> None:
        """Forget what was painted last, so that the next scene is painted whole."""
        self._is_blank = True
        self._items: tuple[Item, ...] = ()
        self._bounds: list[Rect] = []
        self._blits: list[Blits] = []

    def paint(self, scene: Scene[Message]) -> list[Rect]:
        """Bring the surface up to date and return the areas that changed, none if nothing did.

        Raises:
            FileNotFoundError: An item names a picture that does not exist.
            ValueError: The scene is not as large as the surface.
        """
        if scene.size != self._screen.size:
            raise ValueError(f"A scene of {scene.size} on a surface of {self._screen.size}")
        damage = self._take(scene.items)
        for area in damage:
            self._repaint(area)
        return damage

    def _take(self, items: tuple[Item, ...]) -> list[Rect]:
        """Make these the items on the screen, and return where they differ from those before."""
        if items is self._items and not self._is_blank:
            return []
        damage = []
        moved = 0
        for gone, come in differences(self._items, items):
            here = slice(gone.start + moved, gone.stop + moved)
            moved += (come.stop - come.start) - (gone.stop - gone.start)
            before = self._bounds[here]
            damage += before
            damage += [area for area in self._replace(here, items[come]) if area not in before]
        self._items = items
        if self._is_blank:
            self._is_blank = False
            return [self._screen.copy()]
        return joined(damage, self._screen)

    def _replace(self, gone: slice, items: tuple[Item, ...]) -> list[Rect]:
        """Replace those items by these, and return the areas that they cover."""
        placed = [self._drawings.placed(item) for item in items]
        self._blits[gone] = [one.blits for one in placed]
        self._bounds[gone] = bounds = [one.bounds for one in placed]
        return bounds

    def _repaint(self, area: Rect) -> None:
        """Paint all that touches this area, back to front, and nothing outside of it."""
        self._surface.set_clip(area)
        if not self._has_sky_behind(area):
            self._surface.fill(_BLACK)
        self._surface.blits(self._touching(area), doreturn=False)
        self._surface.set_clip(None)

    def _touching(self, area: Rect) -> Blits:
        touched = area.collidelistall(self._bounds)
        return tuple(chain.from_iterable(map(self._blits.__getitem__, touched)))

    def _has_sky_behind(self, area: Rect) -> bool:
        """Whether the first item leaves nothing of this area free."""
        is_sky = bool(self._items) and isinstance(self._items[0], Sky)
        return is_sky and bool(self._bounds[0].contains(area))


def png(scene: Scene[Message], assets: Path, measures: Type) -> bytes:
    """Return a scene as a PNG file, pixel by pixel as the screen would show it."""
    surface = blank(scene.size)
    Painter(surface, Fonts(assets / "fonts", measures), Pictures(assets / "icons")).paint(scene)
    file = BytesIO()
    pygame.image.save(surface, file, "still.png")
    return file.getvalue()
