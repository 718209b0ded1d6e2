"""Correcting an earlier entry: what was said, and what it may have been."""

from collections.abc import Iterator

from companion import telling
from companion.core import correcting as past
from companion.core.correcting import ChooseCure, Correcting, Cure, Remedy
from companion.core.model import Model
from companion.rules.actions import Bid, Draw, Won
from companion.rules.entries import Correct
from companion.rules.fixing import Fix
from companion.rules.timeline import Moment, Timeline
from companion.view.layout import left_part, square, stacked, without_left
from companion.view.look import CENTRED, QUIET, Look, Piece, Shape, Size
from companion.view.mending import grid
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.pieces import SUN_WON, focus_ring, key_ground, paragraph, sun, tile
from companion.view.scene import Rect, Target


def correcting(look: Look, model: Model, page: Correcting) -> Iterator[Piece]:
    """Yield the entry on the left, why it is asked about, and every way to go on."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    timeline = model.timeline
    moment = None if timeline is None else past.moment_of(timeline, page.seq)
    if timeline is not None and moment is not None:
        if look.shape is Shape.TALL:
            said, told = stacked(where.body, (1, 4), look.px(8))
        else:
            wide = look.either(320, 190)
            said = left_part(where.body, wide)
            told = without_left(where.body, wide + look.either(20, 8))
        yield from _entry(look, said, moment, page, model)
        yield from _cures(look, told, timeline, page)
    yield from what_can_be_done(look, where.dock, model)


def _entry(
    look: Look, room: Rect, moment: Moment, page: Correcting, model: Model
) -> Iterator[Piece]:
    """Yield what was entered, and what the rules have against it now."""
    words, setup = look.canvas.words, model.game.setup
    said, why = stacked(room, (1, 1), look.px(6))
    yield key_ground(look, said)
    inner = said.inset(look.either(12, 6))
    told = telling.account(moment.events[0], setup, words) if moment.events else ""
    yield from paragraph(look, inner, told, Size.LABEL, CENTRED)
    if page.why is not None:
        yield from paragraph(look, why, telling.refusal(page.why, words), Size.LABEL, QUIET)


def _cures(look: Look, room: Rect, timeline: Timeline, page: Correcting) -> Iterator[Piece]:
    cures = past.cures(timeline, page)
    for place, (spot, cure) in enumerate(zip(grid(look, room, len(cures)), cures, strict=True)):
        yield key_ground(look, spot)
        yield from _cure(look, spot.inset(look.px(4)), cure)
        yield Target(spot, ChooseCure(place))
        if place == page.way:
            yield focus_ring(look, spot, look.either(12, 9))


def _cure(look: Look, rect: Rect, cure: Cure) -> Iterator[Piece]:
    action, words = cure.action, look.canvas.words
    if cure.remedy is Remedy.INSTEAD and isinstance(action, Draw):
        yield tile(square(rect, min(rect.w, rect.h)), action.tile)
    elif cure.remedy is Remedy.INSTEAD and isinstance(action, Won | Bid):
        yield from sun(look, rect, action.sun, SUN_WON)
    elif action is not None and not isinstance(action, Fix | Correct):
        what = telling.deed(action, words)
        said = look.say(cure.remedy.value, what=what)
        yield from paragraph(look, rect, said, Size.LABEL, CENTRED)
    else:
        yield from paragraph(look, rect, look.say(cure.remedy.value), Size.LABEL, CENTRED)
