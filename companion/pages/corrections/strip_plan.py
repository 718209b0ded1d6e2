"""The layout of the fix panel's strip: the question, and the choices in rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.i18n import mark
from companion.pages.corrections.ways import NOT_KNOWN, Cell
from companion.rules.events import FixedPart
from companion.rules.tiles import Family, Tile
from companion.ui.layout import stacked
from companion.ui.pieces import least_width
from companion.ui.scene import Rect
from companion.ui.style import QUIET, TOUCH_PX, Shape, Ui

ASKED: Mapping[FixedPart, tuple[str, str]] = {
    FixedPart.EPOCH: (mark("Epoch"), mark("Which one is it?")),
    FixedPart.RA_TRACK: (mark("Ra"), mark("How many Ra tiles are on the Ra track?")),
    FixedPart.STAGE: (mark("Now"), mark("What is happening?")),
    FixedPart.CENTRE: (mark("Centre"), mark("Which one is it?")),
    FixedPart.SPACE: (mark("Space {number}"), mark("Which one is it?")),
    FixedPart.TRACK: (mark("Tiles"), mark("How many?")),
    FixedPart.ACTIVE: (mark("Turn"), mark("Whose turn is it?")),
    FixedPart.SUNS: (mark("Sun {number}"), mark("Where is it?")),
    FixedPart.TILES: ("{name}", mark("One less, or one more?")),
    FixedPart.SCORE: ("{name}", mark("How many points more or less?")),
}
"""What a thing is called, and what is asked about it, in English words."""

_POINTS_ASKED = mark("How many points?")
"""The same while nobody has told them."""


_LEAST = {Shape.FULL: 140, Shape.COMPACT: 104, Shape.TALL: 154}
"""How high the strip is at least, in units."""


def strip_px(ui: Ui) -> int:
    """Return how high the strip is at least, in pixels."""
    return ui.px(_LEAST[ui.shape])


def margin(ui: Ui) -> int:
    """Return how far everything is from the sides of the screen, in pixels."""
    return ui.px(16, 8)


def question(cell: Cell) -> str:
    """Return what is asked about a thing, in English words."""
    is_told = cell.part is FixedPart.SCORE and cell.now == NOT_KNOWN
    return _POINTS_ASKED if is_told else ASKED[cell.part][1]


TITLE = (9, 11)
"""How the height at the left is shared by what the thing is called and what is asked."""


class StripSubject(NamedTuple):
    """What the strip is about."""

    cell: Cell
    way: int | None
    """Which way is pointed at, once the thing is chosen."""


Entry = tuple[int, ...]
"""Ways that share a place: of a kind of tile one less and one more, or a stack of kinds."""


class Plan(NamedTuple):
    """How the strip is laid out."""

    lines: tuple[tuple[Entry, ...], ...]
    high: int
    """Its height in pixels."""
    is_headed: bool = False
    """Whether its words stand above and not at the left."""


def planned(ui: Ui, shown: StripSubject) -> Plan:
    """Return the lines of the strip: words at the left, or above where there are many ways."""
    base = strip_px(ui)
    wide = ui.canvas.size[0] - 2 * margin(ui) - 2 * pad_px(ui)
    groups = _stacked(shown.cell) if is_stacked(shown) else _groups(shown.cell)
    least = _least(ui, shown)
    words = words_px(ui, shown.cell)
    lines = _broken(groups, (wide - words + gap_px(ui)) // least)
    if len(lines) * (TOUCH_PX + gap_px(ui)) <= base - 2 * pad_px(ui) + gap_px(ui):
        return Plan(lines, base)
    lines = _broken(groups, (wide + gap_px(ui)) // least)
    needed = above_px(ui) + len(lines) * (TOUCH_PX + gap_px(ui)) + 2 * pad_px(ui)
    return Plan(lines, max(base, needed), is_headed=True)


def pad_px(ui: Ui) -> int:
    """Return how far everything is from the edge of the strip, in pixels."""
    return ui.px(12, 5)


def gap_px(ui: Ui) -> int:
    """Return how far ways are from each other, in pixels."""
    return ui.px(8, 3)


def words_px(ui: Ui, cell: Cell) -> int:
    """Return how wide the words at the left are: wider than usual where a word is longer."""
    usual, beside = ui.px(216, 138), ui.px(8)
    _, lower = stacked(Rect(0, 0, usual, strip_px(ui) - 2 * pad_px(ui)), TITLE, 0)
    widths = range(usual - beside, usual * 3 // 2)
    return beside + least_width(ui, ui.say(question(cell)), lower.h, widths, QUIET.weight)


def above_px(ui: Ui) -> int:
    """Return how high the words above are."""
    return ui.px(44) if ui.shape is not Shape.COMPACT else ui.px(30)


def is_stacked(shown: StripSubject) -> bool:
    """Whether kinds of tiles that belong together lie in stacks: until the thing is chosen."""
    return shown.way is None and shown.cell.part in (FixedPart.SPACE, FixedPart.TILES)


_STACKS = (Family.CIVILISATION, Family.MONUMENT, Family.DISASTER)


def _kinds(cell: Cell) -> Iterator[tuple[Tile | None, Entry]]:
    """Yield each kind of tile with the ways that are about it."""
    found: dict[Tile | None, list[int]] = {}
    for place, way in enumerate(cell.ways):
        found.setdefault(way.tile, []).append(place)
    for kind, places in found.items():
        yield kind, tuple(places)


def _groups(cell: Cell) -> tuple[tuple[Entry, ...], ...]:
    """Return the ways by what belongs together."""
    number = len(cell.ways)
    singles = tuple((each,) for each in range(number))
    if cell.part in (FixedPart.SPACE, FixedPart.TILES):
        groups: dict[Family | None, list[Entry]] = {}
        for kind, places in _kinds(cell):
            family = kind.family if kind is not None and kind.family in _STACKS else None
            groups.setdefault(family, []).append(places)
        return tuple(tuple(group) for group in groups.values())
    if cell.part is FixedPart.SUNS or (cell.part is FixedPart.SCORE and cell.now != NOT_KNOWN):
        return singles[: number // 2], singles[number // 2 :]
    return (singles,)


def _stacked(cell: Cell) -> tuple[tuple[Entry, ...], ...]:
    """Return the ways with each of the large families in one stack."""
    line: list[Entry] = []
    for group in _groups(cell):
        first = cell.ways[group[0][0]].tile
        is_stack = first is not None and first.family in _STACKS
        line += [tuple(place for entry in group for place in entry)] if is_stack else group
    return (tuple(line),)


def _least(ui: Ui, shown: StripSubject) -> int:
    """Return how wide a place must be, with the gap beside it, in pixels."""
    stacks = is_stacked(shown)
    wide = {
        FixedPart.STAGE: ui.px(158, 146),
        FixedPart.ACTIVE: ui.px(170, 124),
        FixedPart.SUNS: ui.px(110, 76),
        FixedPart.SCORE: ui.px(76, 56),
        FixedPart.TILES: ui.px(96, 62) if stacks else 2 * max(TOUCH_PX, ui.px(40)),
        FixedPart.SPACE: ui.px(90, 60) if stacks else ui.px(60, TOUCH_PX),
    }.get(shown.cell.part, ui.px(64, 46))
    return max(TOUCH_PX, wide) + gap_px(ui)


def _broken(groups: Sequence[tuple[Entry, ...]], most: int) -> tuple[tuple[Entry, ...], ...]:
    """Return lines of this many places at most; groups stay whole, or are broken evenly."""
    lines: list[tuple[Entry, ...]] = []
    for group in groups:
        if lines and len(lines[-1]) + len(group) <= most:
            lines[-1] += group
            continue
        pieces = -(-len(group) // most)
        each = -(-len(group) // pieces)
        lines += [group[at : at + each] for at in range(0, len(group), each)]
    return tuple(lines)
