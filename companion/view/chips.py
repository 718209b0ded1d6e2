"""What can be done, in rows: each chip with signs, and words, tiles or a sun."""

from collections.abc import Iterator, Sequence

from companion.view.badges import badge, badge_width, hold_mark
from companion.view.fitting import (
    NO_SIGN,
    broken,
    cell_width,
    chip_width,
    fitted,
    has_room,
    hold_word,
    label_width,
    sign_height,
)
from companion.view.layout import middle, rows, square
from companion.view.look import PLAIN, QUIET, TOUCH_PX, Look, Piece, Shape, Size, kept, unscaled
from companion.view.offering import Chip
from companion.view.pieces import focus_ring, key_ground, sun, tile
from companion.view.scene import Rect, Target


@kept
def chip_rows(look: Look, rect: Rect, lines: tuple[tuple[Chip, ...], ...]) -> Iterator[Piece]:
    """Yield the chips, a row for each line of them."""
    lines = tuple(line for line in lines if line)
    if not lines:
        return
    gap = look.px(4)
    asked = lines
    if look.shape is Shape.TALL:
        lines = broken(look, rect, asked)
    if look.text_scale > 1 and not has_room(look, rect, lines):
        look = unscaled(look)
        lines = broken(look, rect, asked) if look.shape is Shape.TALL else asked
    high = min(rect.h // len(lines), max(TOUCH_PX + 2, look.either(64, 50)))
    least = (TOUCH_PX + gap) * len(lines) - gap
    room = middle(rect, rect.w, min(rect.h, max(high * len(lines), least)))
    for row, line in zip(rows(room, len(lines), gap), lines, strict=True):
        yield from _row(look, row, line)


def _row(look: Look, row: Rect, line: Sequence[Chip]) -> Iterator[Piece]:
    fitting = fitted(look, row, line)
    widths = [chip_width(look, row.h, chip) for chip in fitting]
    room = row.w - sum(widths)
    gap = min(look.either(56, 26), room // max(1, len(fitting) - 1))
    left = row.x + max(0, room - gap * (len(fitting) - 1)) // 2
    for chip, width in zip(fitting, widths, strict=True):
        yield from _drawn(look, look.sided(Rect(left, row.y, width, row.h), row), chip)
        left += width + gap


def _drawn(look: Look, rect: Rect, chip: Chip) -> Iterator[Piece]:
    if look.canvas.touch:
        yield key_ground(look, rect, is_lit=chip.is_lit)
    if chip.is_marked:
        yield focus_ring(look, rect, look.either(12, 9))
    yield Target(rect, chip.messages[0])
    high = sign_height(look, rect.h)
    gap = look.either(10, 6)
    left = rect.x + look.either(8, 4)
    for sign, message in zip(chip.signs, chip.messages, strict=True):
        cell = Rect(left, rect.y, cell_width(look, high, sign), rect.h)
        spot = middle(cell, badge_width(look, high, sign.key), high)
        yield from badge(look, spot, sign, 1.0 if chip.is_lit else look.faint(_UNLIT))
        if chip.has_hold_mark:
            yield hold_mark(look, spot)
        if len(chip.signs) > 1:
            yield Target(cell, message)
        left += cell.w + look.px(4) if cell.w else 0
    left += gap - look.px(4) if chip.signs != (NO_SIGN,) else 0
    if chip.has_hold_mark and chip.says_hold:
        width = look.width(hold_word(look), Size.SMALL)
        yield look.line(
            Rect(left, rect.y, width, rect.h),
            hold_word(look),
            Size.SMALL,
            look.theme.ink_third,
            QUIET,
        )
        left += width + gap
    yield from _content(look, rect, chip, left, high)


_UNLIT = 0.35
"""How much is seen of what is not allowed now."""


def _content(look: Look, rect: Rect, chip: Chip, left: int, high: int) -> Iterator[Piece]:
    opacity = 1.0 if chip.is_lit else look.faint(_UNLIT)
    for place, kind in enumerate(chip.tiles):
        spot = Rect(left + place * (high * 6 // 10), rect.y + (rect.h - high) // 2, high, high)
        yield tile(spot, kind, opacity)
    if chip.tiles:
        left += high + (len(chip.tiles) - 1) * (high * 6 // 10) + look.either(10, 6)
    if chip.sun is not None:
        yield from sun(
            look, square(Rect(left, rect.y, high, rect.h), high), chip.sun, opacity=opacity
        )
        left += high + look.either(10, 6)
    if chip.label:
        lines = chip.label.split("\n")
        high = min(rect.h, len(lines) * look.line_height(Size.LABEL)) if lines[1:] else rect.h
        room = Rect(left, rect.y + (rect.h - high) // 2, label_width(look, chip), high)
        for row, line in zip(rows(room, len(lines), 0), lines, strict=True):
            yield look.line(row, line, Size.LABEL, style=PLAIN.faded(opacity))
