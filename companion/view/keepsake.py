"""What one takes home from a game: how the race went, and a code for a telephone."""

from collections.abc import Callable, Iterator, Mapping

from companion.core.controls import controls
from companion.core.looking_back import LINK, RACE, link_of
from companion.core.model import Model
from companion.statistics.race import race
from companion.view.badges import keycaps
from companion.view.chips import chip_rows
from companion.view.edge import edge_px
from companion.view.look import CENTRED, Look, Piece, Shape, Size
from companion.view.offering import chips
from companion.view.page import frame, heading, what_can_be_done
from companion.view.pieces import paragraph
from companion.view.qr import code
from companion.view.racing import score_race
from companion.view.scene import Rect
from companion.view.score_table import Head
from companion.view.track import sky

_KEYS = 3
"""So many stand one below the other beside the code."""


def _race(look: Look, model: Model) -> Iterator[Piece]:
    """Yield how everybody's points came about, action by action."""
    where = frame(look, model)
    yield from heading(look, where, look.say("The race"))
    run = None if model.timeline is None else race(model.timeline)
    if run is not None:
        yield from score_race(
            look, where.body, run, tuple(map(Head, model.game.setup.players, model.buttons))
        )
    yield from what_can_be_done(look, where.dock, model)


def _link(look: Look, model: Model) -> Iterator[Piece]:
    """Yield a code for a telephone, over all of the height or of the width that there is."""
    width, height = look.canvas.size
    top, pad = edge_px(look, model), look.px(6)
    yield sky(look, top + look.px(40))
    page = Rect(0, top, width, height - top).inset(pad)
    text = look.say("For the app BG Stats: hold your telephone's camera over the code.")
    if look.shape is Shape.TALL:
        where = frame(look, model)
        side = min(page.w, where.dock.y - page.y - look.px(120))
        spot = Rect(page.x, where.dock.y - side - pad, page.w, side)
        words, dock = Rect(page.x, page.y, page.w, spot.y - page.y), where.dock
    else:
        side = min(page.h, page.w * 6 // 10)
        spot = Rect(page.x, page.y, side, page.h)
        rest = Rect(spot.x + side + 2 * pad, page.y, page.w - side - 2 * pad, page.h)
        low = min(rest.h // 2, _KEYS * (max(46, look.either(58, 46)) + look.px(6)))
        dock = Rect(rest.x, rest.y + rest.h - low, rest.w, low)
        words = Rect(rest.x, rest.y + look.px(56), rest.w, dock.y - rest.y - look.px(64))
    yield from paragraph(look, words, text, Size.NAME, CENTRED)
    first, rest_of_them = chips(look, controls(model), keycaps(look, model))
    keys = (*first, *rest_of_them)
    lines = (keys,) if look.shape is Shape.TALL else tuple((key,) for key in keys)
    yield chip_rows(look, dock, lines)
    yield code(look, spot, link_of(model))


KEEPSAKES: Mapping[int, Callable[[Look, Model], Iterator[Piece]]] = {RACE: _race, LINK: _link}
"""What the final page shows beyond the breakdown, by how far beyond the last player."""
