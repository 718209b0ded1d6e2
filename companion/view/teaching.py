"""The page that teaches a box: every kind with how many have a tag, and how many there are."""

from collections.abc import Iterator

from companion.core.box import RA_FIGURE, SUN, THINGS, TILES, counted, tagged_tiles
from companion.core.model import Model
from companion.core.teaching import KINDS, ChooseKind, Teaching
from companion.rules.editions import Sun
from companion.rules.tiles import Tile
from companion.telling import thing_name
from companion.view.layout import columns, left_part, rows, square, without_left
from companion.view.look import CENTRED, NUMBER, Look, Piece, Shape, Size
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import focus_ring, key_ground, paragraph, sun, tile
from companion.view.scene import Picture, Rect, Target

_TILES = {kind.value: kind for kind in Tile}
_LINES = {Shape.FULL: 2, Shape.COMPACT: 2, Shape.TALL: 3}
"""How many lines there is room for in what came of the last tag."""

_BESIDE = {Shape.FULL: 10, Shape.COMPACT: 8, Shape.TALL: 5}


def teaching(look: Look, model: Model, page: Teaching) -> Iterator[Piece]:
    """Yield the kinds; what is bright still lacks tags."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    body = where.body
    progress, said = _progress(look, page), _said(look, page)
    high = look.line_height(Size.SMALL) * (2 if look.shape is Shape.TALL else 1)
    first = Rect(body.x, body.y, body.w, high)
    second = Rect(body.x, body.y + high, body.w, look.line_height(Size.SMALL) * _LINES[look.shape])
    yield from paragraph(look, first, progress, Size.LABEL, CENTRED, colour=look.theme.gold)
    yield from paragraph(look, second, said, Size.LABEL, CENTRED)
    gap = look.either(8, 4)
    top = second.y + second.h + gap
    grid = Rect(body.x, top, body.w, body.y + body.h - top)
    beside = _BESIDE[look.shape]
    lines = rows(grid, -(-len(KINDS) // beside), gap)
    places = [place for line in lines for place in columns(line, beside, gap)]
    here = counted(page.box)
    for place, kind in zip(places, KINDS, strict=False):
        yield from _kind(look, place, kind, here[kind], is_chosen=kind == page.kind)
    yield from what_can_be_done(look, where.dock, model)


def _progress(look: Look, page: Teaching) -> str:
    """Return what the next tag is on, and how far the box is complete."""
    words = look.canvas.words
    return look.say(
        "Next: {kind}, {number} of {all} ({done} of {tiles} tiles have a tag)",
        kind=thing_name(page.kind, words),
        number=counted(page.box)[page.kind],
        all=THINGS[page.kind],
        done=tagged_tiles(page.box),
        tiles=TILES,
    )


def _said(look: Look, page: Teaching) -> str:
    """Return what came of the last tag, or what to do."""
    if page.told is not None:
        facts = dict(page.facts)
        if "kind" in facts:
            facts["kind"] = thing_name(facts["kind"], look.canvas.words)
        return look.say(page.told.value, **facts)
    if page.is_new:
        return look.say("A new box: type its name if you like, then lay a tile on the reader")
    return look.say("Lay one tile after the other on the reader")


def _kind(look: Look, rect: Rect, kind: str, number: int, *, is_chosen: bool) -> Iterator[Piece]:
    most = THINGS[kind]
    is_done = number == most
    yield key_ground(look, rect, is_marked=is_chosen)
    inner = rect.inset(look.px(3))
    said = f"{number}/{most}"
    drawing, count = _beside(look, inner, said)
    side, small = min(drawing.w, drawing.h), min(count.w, count.h) * 3 // 4
    yield from _drawing(look, square(drawing, side), kind, 0.35 if is_done else 1.0)
    if is_done:
        yield Picture(square(count, small), "ui_check", 1.0, look.theme.good)
    else:
        yield look.line(count, said, Size.SMALL, style=NUMBER)
    yield Target(rect, ChooseKind(kind))
    if is_chosen:
        yield focus_ring(look, rect, look.either(12, 9))


def _beside(look: Look, rect: Rect, said: str) -> tuple[Rect, Rect]:
    """Return where the drawing is and where the count: below it where there is room."""
    high = look.line_height(Size.SMALL)
    if rect.h >= 3 * high:
        upper = Rect(rect.x, rect.y, rect.w, rect.h - high)
        return upper, Rect(rect.x, rect.y + upper.h, rect.w, high)
    wide = look.width(said, Size.SMALL, NUMBER.weight)
    side = max(0, min(rect.h, rect.w - wide))
    return left_part(rect, side), without_left(rect, side)


def _drawing(look: Look, rect: Rect, kind: str, opacity: float) -> Iterator[Piece]:
    if kind == RA_FIGURE:
        yield Picture(rect, "ui_crown", opacity, look.theme.gold)
    elif kind.startswith(SUN):
        yield from sun(look, rect, Sun(int(kind.removeprefix(SUN))), opacity=opacity)
    else:
        yield tile(rect, _TILES[kind], opacity)
