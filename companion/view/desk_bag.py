"""The drawn bag: a tile by chance or of a kind, where it is laid, and the reader's cable."""

from collections.abc import Iterator

from companion.core.desk import PLACES, Cable, Desk, LayAt, Place, TakeTile
from companion.rules.tiles import KINDS, Tile
from companion.view.layout import columns, rows
from companion.view.look import CENTRED, NUMBER
from companion.view.pieces import tile
from companion.view.plate import HIGH, WIDE, Piece, Plate, shrunk
from companion.view.scene import Box, Colour, Picture, Rect, Target
from companion.view.theme import NIGHT

_FELT, _FELT_BELOW = (24, 46, 44), (14, 27, 27)
_EDGE: Colour = (62, 96, 88)
_WELL: Colour = (10, 20, 20)
_INK, _QUIET = NIGHT.ink, NIGHT.ink_second
_COLUMNS = 12
_GONE = 0.22
"""How much is seen of a kind of which no tile is left."""
_LETTERS = 17
"""Height of the em of what is written, in units."""


def drawn_bag(plate: Plate, shown: Desk) -> Iterator[Piece]:
    """Yield the bag with all that belongs to it."""
    felt = plate.at(4, 8, WIDE - 12, HIGH - 16)
    yield Box(felt, _FELT, bottom=_FELT_BELOW, border=_EDGE, border_px=max(1, plate.px(2)),
              radius=plate.px(20))  # fmt: skip
    yield from _cloth(plate, plate.at(16, 18, 162, 76), shown)
    places = columns(plate.at(184, 18, 328, 76), max(1, len(shown.places)), plate.px(6))
    for rect, place in zip(places, shown.places, strict=False):
        yield from _place(plate, rect, place, is_chosen=place.name == shown.chosen)
    yield from _cable(plate, plate.at(518, 18, 98, 76), is_plugged=shown.is_plugged)
    yield from _kinds(plate, plate.at(16, 100, 600, 86), shown)


def _cloth(plate: Plate, rect: Rect, shown: Desk) -> Iterator[Piece]:
    """Yield the bag itself: pressed, whichever tile comes is drawn."""
    left = sum(map(len, shown.bag.values()))
    yield _key(plate, rect, NIGHT.gold if left else _EDGE)
    side = rect.h - plate.px(12)
    yield Picture(Rect(rect.x + plate.px(8), rect.y + plate.px(6), side, side), "ui_bag")
    room = Rect(rect.x + side + plate.px(14), rect.y + plate.px(8),
                rect.w - side - plate.px(20), rect.h - plate.px(14))  # fmt: skip
    number, words = rows(room, 2, 0)
    yield plate.text(number, str(left), 34, NIGHT.gold, NUMBER)
    text = plate.look.say("Draw")
    yield plate.text(words, text, _LETTERS, _INK, CENTRED)
    if left:
        yield Target(rect, TakeTile())


def _place(plate: Plate, rect: Rect, place: Place, *, is_chosen: bool) -> Iterator[Piece]:
    """Yield a place where tiles are laid, with the last one there."""
    yield _key(plate, rect, NIGHT.gold if is_chosen else _EDGE)
    words = Rect(rect.x + plate.px(4), rect.y + rect.h - plate.px(25), rect.w - plate.px(8),
                 plate.px(20))  # fmt: skip
    above = Rect(rect.x, rect.y + plate.px(5), rect.w, rect.h - plate.px(30))
    if place.last is not None:
        yield tile(shrunk(above, 1.0), place.last)
    else:
        yield Box(shrunk(above, 1.0), border=_EDGE, border_px=max(1, plate.px(1.5)),
                  radius=plate.px(6), opacity=0.7)  # fmt: skip
    if place.number > 1:
        corner = Rect(rect.x + rect.w - plate.px(34), rect.y + plate.px(5), plate.px(30),
                      plate.px(24))  # fmt: skip
        yield plate.text(corner, f"×{place.number}", _LETTERS, _INK, NUMBER)
    said = plate.look.say(PLACES[place.name])
    yield plate.text(words, said, _LETTERS - 2, _INK, CENTRED)
    yield Target(rect, LayAt(place.name))


def _cable(plate: Plate, rect: Rect, *, is_plugged: bool) -> Iterator[Piece]:
    """Yield the plug of the reader, in its socket or beside it."""
    yield _key(plate, rect, _EDGE)
    colour = NIGHT.good if is_plugged else NIGHT.bad
    line = rect.y + plate.px(26)
    thick = max(2, plate.px(5))
    gap = 0 if is_plugged else plate.px(16)
    middle = rect.x + rect.w // 2
    plug, socket = plate.px(22), plate.px(24)
    yield Box(Rect(rect.x + plate.px(8), line - thick // 2, middle - rect.x - plug - plate.px(8)
                   - gap // 2, thick), colour, radius=thick // 2)  # fmt: skip
    yield Box(Rect(middle - plug - gap // 2, line - plug // 2, plug, plug), colour,
              radius=plate.px(5))  # fmt: skip
    for side in (-1, 1):
        pin = Rect(
            middle - gap // 2, line + side * plate.px(6) - 1, plate.px(7), max(2, plate.px(3))
        )
        yield Box(pin, colour)
    yield Box(Rect(middle + gap // 2 + (plate.px(6) if gap else 0), line - socket // 2,
                   plate.px(16), socket), _QUIET, radius=plate.px(5))  # fmt: skip
    words = Rect(rect.x + plate.px(4), rect.y + rect.h - plate.px(25), rect.w - plate.px(8),
                 plate.px(20))  # fmt: skip
    text = plate.look.say("Plugged in") if is_plugged else plate.look.say("Unplugged")
    yield plate.text(words, text, _LETTERS - 2, colour, CENTRED)
    yield Target(rect, Cable())


def _kinds(plate: Plate, rect: Rect, shown: Desk) -> Iterator[Piece]:
    """Yield the kinds of tiles, each with how many are left."""
    lines = (KINDS[:_COLUMNS], KINDS[_COLUMNS:])
    for row, kinds in zip(rows(rect, len(lines), plate.px(4)), lines, strict=True):
        for cell, kind in zip(columns(row, _COLUMNS, plate.px(4)), kinds, strict=False):
            yield from _kind(plate, cell, kind, len(shown.bag.get(kind, ())))


def _kind(plate: Plate, cell: Rect, kind: Tile, left: int) -> Iterator[Piece]:
    side = min(cell.h - plate.px(2), cell.w - plate.px(18))
    yield Box(cell, _WELL, radius=plate.px(6), opacity=0.7)
    spot = Rect(cell.x + plate.px(1), cell.y + (cell.h - side) // 2, side, side)
    yield tile(spot, kind, 1.0 if left else _GONE)
    beside = Rect(spot.x + side, cell.y, cell.x + cell.w - spot.x - side, cell.h)
    if left:
        yield plate.text(beside, str(left), 15, _QUIET, CENTRED)
        yield Target(cell, TakeTile(kind))


def _key(plate: Plate, rect: Rect, border: Colour) -> Box:
    """Return the ground of something to press."""
    return Box(rect, _WELL, border=border, border_px=max(1, plate.px(2)), radius=plate.px(10))
