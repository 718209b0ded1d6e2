"""Where the one button points: a ring around what it takes, or its name where nothing shows it."""

from collections.abc import Iterator, Sequence

from companion.core.messages import Message, OpenGroup, Play
from companion.core.model import Model
from companion.core.offers import Offer
from companion.core.picks import GROUP_TILES
from companion.core.scanning import is_scanning, pointed
from companion.rules.actions import DRAWS
from companion.view.layout import middle, square
from companion.view.look import CENTRED, Look, Piece, Size
from companion.view.pieces import focus_ring, sun, tile
from companion.view.scene import Box, Rect, Target


def pointing(look: Look, model: Model, targets: Sequence[Target[Message]]) -> Iterator[Piece]:
    """Yield what says where the one button points, among these places to touch."""
    offer = pointed(model) if is_scanning(model) else None
    if offer is None:
        return
    meant = _meant(offer)
    found = [target.rect for target in targets if target.message in meant]
    if not found:
        yield from _named(look, offer)
    for rect in found if len(meant) > 1 else found[-1:]:
        yield focus_ring(look, rect, min(look.either(12, 9), rect.h // 2))


def _meant(offer: Offer) -> tuple[Message, ...]:
    """Return which places to touch show an offer: for a group of tiles all of its kinds."""
    if isinstance(offer.message, OpenGroup):
        kinds = GROUP_TILES[offer.message.group]
        return (offer.message, *(Play(DRAWS[kind]) for kind in kinds))
    return (offer.message,)


def _named(look: Look, offer: Offer) -> Iterator[Piece]:
    """Yield a box in the middle of the screen with what would be taken."""
    label = look.say(offer.label) if offer.label else ""
    high = look.either(88, 64)
    picture = 0 if offer.tile is None and offer.sun is None else high
    wide = min(look.canvas.size[0], look.width(label, Size.PROMPT) + picture + look.either(64, 40))
    box = middle(Rect(0, 0, *look.canvas.size), wide, high)
    yield Box(box, look.theme.panel_active, radius=look.either(14, 10))
    if offer.tile is not None:
        yield tile(square(box, high * 8 // 10), offer.tile)
    elif offer.sun is not None:
        yield from sun(look, square(box, high * 8 // 10), offer.sun)
    yield look.line(box.inset(look.px(8)), label, Size.PROMPT, style=CENTRED)
    yield focus_ring(look, box, look.either(14, 10))
