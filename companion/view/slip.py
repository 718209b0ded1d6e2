"""A calm line that says what contradicts the box, and offers to correct what was likely wrong."""

from collections.abc import Iterator

from companion import telling
from companion.core.contradicting import as_it_lies, correction, standing
from companion.core.messages import Enter, GoTo, LeaveSlip, Message
from companion.core.model import Model, Slip
from companion.view.edge import edge_px, fitted
from companion.view.layout import bands, columns, middle, rows, stacked
from companion.view.look import CENTRED, Look, Piece, Shape, Size
from companion.view.pieces import key_ground, paragraph
from companion.view.scene import Box, Rect, Target
from companion.view.speech import said

_MOST_LINES = 3
_MOST_ABREAST = 3
"""Keys beside each other on a screen that stands upright."""


def slip(look: Look, model: Model) -> Iterator[Piece]:
    """Yield the line over the two tracks, with a key for every way to go on; nothing is blocked."""
    shown = standing(model)
    if shown is None:
        return
    where = bands(look, edge_px(look, model))
    room = Rect(where.lane.x, where.track.y, where.lane.w, where.prompt.y - where.track.y)
    yield Box(room, look.theme.panel_active, border=look.theme.gold, border_px=max(2, look.px(3)),
              radius=look.either(14, 10))  # fmt: skip
    shares = (1, 2) if look.shape is Shape.TALL else (1, 1)
    words, keys = stacked(room.inset(look.px(6)), shares, look.px(4))
    sentence = _sentence(look, shown)
    lines = fitted(look, sentence, words.w, Size.LABEL, _MOST_LINES)
    high = min(words.h // len(lines), look.line_height(Size.LABEL))
    for row, line in zip(
        rows(middle(words, words.w, high * len(lines)), len(lines), 0), lines, strict=True
    ):
        yield look.line(row, line, Size.LABEL, look.theme.gold, CENTRED)
    offers = tuple(_keys(look, model, shown))
    for spot, (label, message) in zip(_spots(look, keys, len(offers)), offers, strict=False):
        yield key_ground(look, spot)
        room = middle(spot, spot.w - 2 * look.px(2), spot.h - 2 * look.px(4))
        yield from paragraph(look, room, label, Size.LABEL, CENTRED)
        yield Target(spot, message)


def _spots(look: Look, rect: Rect, number: int) -> Iterator[Rect]:
    """Yield a place for each key: all abreast, or in rows where the screen is narrow."""
    gap = look.px(4)
    abreast = min(number, _MOST_ABREAST) if look.shape is Shape.TALL else number
    for row in rows(rect, -(-number // abreast), gap):
        yield from columns(row, abreast, gap)


def _sentence(look: Look, shown: Slip) -> str:
    clash = said(look, shown.clash.clash.value, shown.clash.facts)
    clash = clash[:1].upper() + clash[1:]
    question = look.say("One of them may have been another:") if shown.suspects else ""
    return look.canvas.words.end(clash, question)


def _keys(look: Look, model: Model, shown: Slip) -> Iterator[tuple[str, Message]]:
    words = look.canvas.words
    for suspect in shown.suspects:
        label = words.tell(
            "{number} draw ago it was {tile}",
            "{number} draws ago it was {tile}",
            suspect.draws_ago + 1,
            tile=telling.tile_name(suspect.likely, words),
        )
        yield label, GoTo(correction(model, suspect))
    yield look.say("It lies there"), Enter(as_it_lies(model.game, shown.tile))
    yield look.say("Leave"), LeaveSlip()
