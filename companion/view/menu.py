"""The pause: what else can be done."""

from collections.abc import Iterator, Sequence

from companion.core import cafe
from companion.core.menu import Entry, entries
from companion.core.model import Menu, Model
from companion.view.layout import columns, middle, rows, stacked
from companion.view.look import CENTRED, TOUCH_PX, Look, Piece, Shape, Size
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import focus_ring, least_height, paragraph
from companion.view.scene import Box, Rect, Target
from companion.words import AUTONYMS


def menu(look: Look, model: Model, page: Menu) -> Iterator[Piece]:
    """Yield the entries; the dial points at one of them."""
    yield from listed(look, model, entries(model), page.row)


def listed(look: Look, model: Model, lines: Sequence[Entry], pointed: int) -> Iterator[Piece]:
    """Yield a page that is a list, of which one line is pointed at."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    radius = look.either(14, 10)
    labels = [_label(look, model, entry.label) for entry in lines]
    places = _places(look, where.body, labels)
    for place, (row, entry, label) in enumerate(zip(places, lines, labels, strict=True)):
        chosen = place == pointed
        ground = look.theme.panel_active if chosen else look.theme.panel
        yield Box(
            row, ground, border=look.theme.line, border_px=max(1, look.px(1.5)), radius=radius
        )
        words = Rect(row.x + look.px(8), row.y, row.w - 2 * look.px(8), row.h)
        yield from paragraph(look, words, label, Size.NAME, CENTRED)
        yield Target(row, entry.message)
        if chosen:
            yield focus_ring(look, row, radius)
    yield from what_can_be_done(look, where.dock, model)


def listed_now(look: Look, model: Model, page: cafe.Listed) -> Iterator[Piece]:
    """Yield a list of what the house offers at present."""
    lines = cafe.entries(model, page)
    yield from listed(look, model, lines, page.row % len(lines))


def _places(look: Look, body: Rect, labels: Sequence[str]) -> tuple[Rect, ...]:
    """Return a row for each entry: one below the other, in columns if they are many."""
    number = len(labels)
    gap, high = look.either(10, 5), look.either(64, 50)
    most = max(1, (body.h + gap) // (TOUCH_PX + gap))
    beside = -(-number // most)
    lines = -(-number // beside)
    gap = max(0, min(gap, (body.h - lines * TOUCH_PX) // max(1, lines - 1)))
    if look.shape is Shape.TALL and beside > 1:
        high = look.px(72)
    wide = body.w if look.shape is Shape.TALL else min(body.w, beside * look.either(720, 520))
    room = middle(body, wide, min(body.h, lines * (high + gap) - gap))
    starts = range(0, beside * lines, lines)
    return tuple(
        row
        for start, half in zip(starts, columns(room, beside, gap), strict=True)
        for row in _shared(look, rows(half, lines, gap), labels[start : start + lines], gap)
    )


def _shared(
    look: Look, places: tuple[Rect, ...], labels: Sequence[str], gap: int
) -> tuple[Rect, ...]:
    """Return the rows of a column, those with long words higher if they have no room otherwise."""
    top, last = places[0], places[-1]
    needed = [max(TOUCH_PX, least_height(look, label, top.w - 2 * look.px(8))) for label in labels]
    if all(need <= spot.h for spot, need in zip(places, needed, strict=False)):
        return places[: len(labels)]
    parts = (*needed, *(TOUCH_PX,) * (len(places) - len(labels)))
    column = Rect(top.x, top.y, top.w, last.y + last.h - top.y)
    return stacked(column, parts, gap)[: len(labels)]


def _label(look: Look, model: Model, label: str) -> str:
    """Return what an entry is called; the language also by its own name."""
    said = look.say(label)
    if label != "Language":
        return said
    language = model.preferences.language
    return look.canvas.words.state(said, AUTONYMS.get(language, language))
