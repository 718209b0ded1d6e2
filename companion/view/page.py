"""What the pages beside the table have in common: the sky, a title, and what can be done."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.core.controls import controls
from companion.core.model import Model
from companion.core.prompt import prompt
from companion.view.badges import keycaps
from companion.view.card_key import corner
from companion.view.chips import chip_rows
from companion.view.edge import edge_px
from companion.view.layout import Sheet, sheet
from companion.view.look import CENTRED, Look, Piece, Shape, Size, Style
from companion.view.offering import Chip, chips
from companion.view.pieces import paragraph
from companion.view.scene import Align, Rect, Weight
from companion.view.speech import question
from companion.view.track import sky

TITLE = Style(Weight.EXTRA, Align.CENTRE)


def frame(look: Look, model: Model) -> Sheet:
    """Return where the parts of a page are."""
    return sheet(look, edge_px(look, model), 2 if look.shape is Shape.TALL else 1)


def heading(look: Look, where: Sheet, text: str) -> Iterator[Piece]:
    """Yield the sky and a title on it."""
    yield sky(look, where.title.y + where.title.h)
    room = where.title.inset(look.either(10, 6))
    aside = room.x + room.w - corner(look, 0).x + look.px(12)
    yield from titled(look, Rect(room.x + aside, room.y, room.w - 2 * aside, room.h), text)


def titled(look: Look, room: Rect, text: str) -> Iterator[Piece]:
    """Yield a title, in several lines if it must be."""
    if look.width(text, Size.TITLE, Weight.EXTRA) <= room.w * 1.2:
        yield look.line(room, text, Size.TITLE, style=TITLE)
    else:
        yield from paragraph(look, room, text, Size.NAME, TITLE)


def asked(look: Look, model: Model) -> str:
    """Return what everybody is asked on this page."""
    return question(look, prompt(model))


def what_can_be_done(
    look: Look,
    rect: Rect,
    model: Model,
    without: Sequence[str] = (),
    more: tuple[Chip, ...] = (),
) -> Iterator[Piece]:
    """Yield what the controls do, but for those that the page shows elsewhere, and keys more."""
    offered = controls(model)
    taps = {control: offer for control, offer in offered.taps.items() if control not in without}
    first, rest = chips(look, replace(offered, taps=taps), keycaps(look, model))
    yield chip_rows(look, rect, ((*more, *first, *rest),))


def note(look: Look, rect: Rect, text: str) -> Iterator[Piece]:
    """Yield a quiet line in the middle."""
    yield from paragraph(look, rect, text, Size.LABEL, CENTRED, colour=look.theme.ink_second)
