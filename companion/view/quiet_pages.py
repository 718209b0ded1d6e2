"""Pages on which nothing is chosen: a closed table, and a table that is being switched off."""

from collections.abc import Iterator

from companion.core.house import Locked, SwitchingOff
from companion.core.model import Model
from companion.core.service import LetGo
from companion.view.edge import edge_px
from companion.view.layout import middle
from companion.view.look import Look, Piece, Size
from companion.view.page import TITLE, asked, frame, heading, titled, what_can_be_done
from companion.view.scene import Rect, Target
from companion.view.track import sky


def locked(look: Look, model: Model, _: Locked) -> Iterator[Piece]:
    """Yield the sky, and that the table is closed."""
    width, height = look.canvas.size
    yield sky(look, round(height * 0.7))
    top = edge_px(look, model)
    name = Rect(0, top + round(height * 0.2), width, round(height * 0.2))
    yield look.line(name, "Ra Companion", Size.DISPLAY, look.theme.gold, TITLE)
    room = Rect(0, top + round(height * 0.42), width, round(height * 0.2))
    yield from titled(look, middle(room, width * 9 // 10, room.h), asked(look, model))


def switching_off(look: Look, model: Model, page: SwitchingOff) -> Iterator[Piece]:
    """Yield how many seconds are left."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    yield look.line(where.body, str(page.left), Size.DISPLAY, look.theme.gold, TITLE)
    yield Target(where.body, LetGo())
    yield from what_can_be_done(look, where.dock, model)
