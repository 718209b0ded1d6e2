"""Which version runs at this table, and how another comes onto it."""

from collections.abc import Iterator

from companion.core.house import Versions
from companion.core.model import Model
from companion.core.stick import bundle
from companion.view.layout import stacked
from companion.view.look import CENTRED, TOUCH_PX, Look, Piece, Size
from companion.view.page import TITLE, asked, frame, heading, what_can_be_done
from companion.view.pieces import least_height, paragraph


def versions(look: Look, model: Model, _: Versions) -> Iterator[Piece]:
    """Yield what runs, and what somebody has to type who wants another; the table may not do it."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    found = bundle(model)
    lines = [look.say("This is version {version}", version=look.canvas.version)]
    if found is None:
        lines.append(
            look.say("An update is one file, a bundle: on a USB stick it is found by itself")
        )
    else:
        lines.append(
            look.say("A bundle lies on the USB stick. Whoever may use sudo on this computer types:")
        )
        lines.append(found.install)
    lines.append(look.say("If a new version keeps stopping, the one before comes back by itself"))
    room = where.body.inset(look.px(8))
    high = tuple(max(TOUCH_PX, least_height(look, line, room.w)) for line in lines)
    for place, (row, line) in enumerate(zip(stacked(room, high, look.px(8)), lines, strict=True)):
        is_said = place == 0 or (found is not None and line == found.install)
        colour = look.theme.gold if is_said else None
        yield from paragraph(look, row, line, Size.NAME, TITLE if not place else CENTRED,
                             colour=colour)  # fmt: skip
    yield from what_can_be_done(look, where.dock, model)
