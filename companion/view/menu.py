"""The pause: what else can be done."""

from collections.abc import Iterator

from companion.core.menu import entries
from companion.core.model import Menu, Model
from companion.view.layout import middle, rows
from companion.view.look import CENTRED, TOUCH_PX, Look, Piece, Shape, Size
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import focus_ring
from companion.view.scene import Box, Target
from companion.words import AUTONYMS


def menu(look: Look, model: Model, page: Menu) -> Iterator[Piece]:
    """Yield the entries; the dial points at one of them."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    lines = entries(model)
    tight = (where.body.h - len(lines) * TOUCH_PX) // max(1, len(lines) - 1)
    gap = max(0, min(look.either(10, 5), tight))
    high = look.either(64, 50)
    room = min(where.body.h, len(lines) * (high + gap) - gap)
    wide = where.body.w if look.shape is Shape.TALL else min(where.body.w, look.either(720, 520))
    radius = look.either(14, 10)
    for place, (row, entry) in enumerate(
        zip(rows(middle(where.body, wide, room), len(lines), gap), lines, strict=True)
    ):
        chosen = place == page.row
        ground = look.theme.panel_active if chosen else look.theme.panel
        yield Box(
            row, ground, border=look.theme.line, border_px=max(1, look.px(1.5)), radius=radius
        )
        yield look.line(
            row.inset(look.px(8)), _label(look, model, entry.label), Size.NAME, style=CENTRED
        )
        yield Target(row, entry.message)
        if chosen:
            yield focus_ring(look, row, radius)
    yield from what_can_be_done(look, where.dock, model)


def _label(look: Look, model: Model, label: str) -> str:
    """Return what an entry is called; the language also by its own name."""
    said = look.say(label)
    if label != "Language":
        return said
    language = model.preferences.language
    return f"{said}: {AUTONYMS.get(language, language)}"
