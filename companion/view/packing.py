"""Packing up: what is missing in the box, heap by heap or tag by tag."""

from collections import Counter
from collections.abc import Iterator, Sequence

from companion import telling
from companion.core.box import RA_FIGURE, SUN
from companion.core.box_check import BoxCheck, PointAt, heaps, is_swept, lacking
from companion.core.messages import Turn
from companion.core.model import Model
from companion.core.piles import Pile
from companion.rules.tiles import Tile
from companion.view.layout import columns, rows, shares, stacked
from companion.view.look import CENTRED, NUMBER, PLAIN, TOUCH_PX, Look, Piece, Shape, Size, Style
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import focus_ring, key_ground, paragraph
from companion.view.scene import Align, Box, Rect, Target

_TILES = {tile.value: tile for tile in Tile}
_RIGHT = Style(align=Align.RIGHT)


def packing(look: Look, model: Model, page: BoxCheck) -> Iterator[Piece]:
    """Yield the list, and what can be done."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    if is_swept(page):
        yield from _sweep(look, where.body, page)
    else:
        yield from _heaps(look, where.body, page)
    yield from what_can_be_done(look, where.dock, model)


def _heaps(look: Look, rect: Rect, page: BoxCheck) -> Iterator[Piece]:
    """Yield a row for each heap: how many are there, and how many belong there."""
    lines, gap = heaps(page), look.either(8, 4)
    beside = 1 if look.shape is Shape.TALL else 2
    number = -(-len(lines) // beside)
    halves = columns(rect, beside, look.either(24, 10))
    places = [row for half in halves for row in rows(half, number, gap)]
    for place, (row, (pile, all_, there)) in enumerate(zip(places, lines, strict=False)):
        is_pointed = place == page.row
        yield from _heap(look, row, (pile, all_, there), is_pointed=is_pointed)
        if not is_pointed:
            yield Target(row, PointAt(place))


def _heap(
    look: Look, rect: Rect, heap: tuple[Pile, int, int], *, is_pointed: bool
) -> Iterator[Piece]:
    pile, number, there = heap
    theme, radius = look.theme, look.either(12, 8)
    is_short = there < number
    yield Box(rect, theme.panel_active if is_short or is_pointed else theme.panel,
              border=theme.bad if is_short else theme.line,
              border_px=max(1, look.px(3 if is_short else 1.5)), radius=radius)  # fmt: skip
    key = max(TOUCH_PX, look.either(64, TOUCH_PX)) if is_pointed else 0
    room = Rect(rect.x + look.px(10), rect.y, rect.w - look.px(20) - 2 * key, rect.h)
    name, count = shares(room, (3, 1.4), look.px(6))
    yield from paragraph(look, name, look.say(pile.value), Size.LABEL, PLAIN)
    colour = theme.bad if is_short else theme.good
    yield look.line(count, f"{there} / {number}", Size.LABEL, colour, _RIGHT)
    if is_pointed:
        yield focus_ring(look, rect, radius)
        keys = Rect(rect.x + rect.w - 2 * key, rect.y, 2 * key, rect.h)
        for spot, steps in zip(columns(keys, 2, 0), (-1, 1), strict=True):
            yield key_ground(look, spot.inset(look.px(3)))
            yield look.line(spot, "\N{MINUS SIGN}" if steps < 0 else "+", Size.TITLE, style=NUMBER)
            yield Target(spot, Turn(steps))


def _sweep(look: Look, rect: Rect, page: BoxCheck) -> Iterator[Piece]:
    """Yield how far it has come, and what is still missing, with where it was seen last."""
    missing = lacking(page)
    head, body = stacked(rect, (1, 4), look.px(4))
    found = look.say(
        "{number} of {all} are here", number=len(page.tags) - len(missing), all=len(page.tags)
    )
    yield from paragraph(look, head, found, Size.TITLE, CENTRED)
    high = look.line_height(Size.LABEL) * (2 if look.shape is Shape.TALL else 1)
    most = max(1, body.h // high)
    lines = tuple(_lines(look, page, missing))
    if len(lines) > most:
        more = look.say("(and {number} more)", number=len(lines) - most + 1)
        lines = (*lines[: most - 1], more)
    for place, line in enumerate(lines):
        row = Rect(body.x, body.y + place * high, body.w, high)
        yield from paragraph(look, row, line, Size.LABEL, PLAIN)


def _lines(look: Look, page: BoxCheck, missing: Sequence[str]) -> Iterator[str]:
    """Yield a line for each tag of which something is known, and one for each kind of the rest."""
    known = tuple(uid for uid in missing if uid in page.last)
    yield from (_missing(look, page, uid) for uid in known)
    kinds = Counter(page.tags[uid] for uid in missing[len(known) :])
    for kind, number in kinds.items():
        times = f"{number}\N{MULTIPLICATION SIGN} " if number > 1 else ""
        yield f"{times}{_thing(look, kind)}"


def _missing(look: Look, page: BoxCheck, uid: str) -> str:
    """Return what is missing, and where it was seen last."""
    thing, last = _thing(look, page.tags[uid]), page.last.get(uid)
    if last is None:
        return thing
    if not last.name:
        return look.say("{thing}: last seen in epoch {epoch}", thing=thing, epoch=last.epoch)
    return look.say(
        "{thing}: last seen with {name}, epoch {epoch}",
        thing=thing, name=last.name, epoch=last.epoch,
    )  # fmt: skip


def _thing(look: Look, kind: str) -> str:
    """Return what a tag is on, in words."""
    if kind == RA_FIGURE:
        return look.say(Pile.FIGURE.value)
    if kind.startswith(SUN):
        return look.say("Sun {number}", number=kind.removeprefix(SUN))
    return telling.tile_name(_TILES[kind], look.canvas.words)
