"""A calm line that says what contradicts the box, and offers to correct what was likely wrong."""

from collections.abc import Iterator

from companion import telling
from companion.core.contradicting import as_it_lies, correction, standing
from companion.core.messages import Enter, GoTo, LeaveSlip, Message
from companion.core.model import Model, Slip
from companion.view.edge import edge_px, fitted
from companion.view.layout import bands, columns, stacked
from companion.view.look import CENTRED, Look, Piece, Size
from companion.view.pieces import key_ground, paragraph
from companion.view.scene import Box, Rect, Target
from companion.view.speech import said

_MOST_LINES = 3


def slip(look: Look, model: Model) -> Iterator[Piece]:
    """Yield the line over the two tracks, with a key for every way to go on; nothing is blocked."""
    shown = standing(model)
    if shown is None:
        return
    where = bands(look, edge_px(look, model))
    room = Rect(where.lane.x, where.track.y, where.lane.w, where.prompt.y - where.track.y)
    yield Box(room, look.theme.panel_active, border=look.theme.gold, border_px=max(2, look.px(3)),
              radius=look.either(14, 10))  # fmt: skip
    words, keys = stacked(room.inset(look.px(6)), (1, 1), look.px(4))
    sentence = _sentence(look, shown)
    lines = fitted(look, sentence, words.w, Size.LABEL, _MOST_LINES)
    high = min(words.h // len(lines), look.line_height(Size.LABEL))
    for place, line in enumerate(lines):
        row = Rect(words.x, words.y + place * high, words.w, high)
        yield look.line(row, line, Size.LABEL, look.theme.gold, CENTRED)
    offers = tuple(_keys(look, model, shown))
    for spot, (label, message) in zip(columns(keys, len(offers), look.px(6)), offers, strict=True):
        yield key_ground(look, spot)
        yield from paragraph(look, spot.inset(look.px(4)), label, Size.LABEL, CENTRED)
        yield Target(spot, message)


def _sentence(look: Look, shown: Slip) -> str:
    clash = said(look, shown.clash.clash.value, shown.clash.facts)
    clash = clash[:1].upper() + clash[1:]
    if not shown.suspects:
        return clash + "."
    return f"{clash}. {look.say('One of them may have been another:')}"


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
