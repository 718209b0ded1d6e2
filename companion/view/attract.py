"""The demonstration on a table that nobody uses."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.house import Attract
from companion.core.messages import GoTo
from companion.core.model import AtTable, Model, Welcome
from companion.rules.timeline import Timeline
from companion.view.layout import bands
from companion.view.look import Look, Part, Piece, Size, assembled
from companion.view.page import TITLE, asked
from companion.view.resting import BLACK, DIM
from companion.view.scene import Box, Rect, Target
from companion.view.table import table
from companion.view.welcome import welcome


def attract(look: Look, model: Model, page: Attract) -> Iterator[Piece]:
    """Yield the table of the demonstration, and how to begin; every touch leads to the start."""
    show = model.house.show
    if show is None:
        yield from assembled(welcome(look, model, Welcome())).items
    else:
        yield Part(_played(look, model, show, page.at).items, ())
    width, height = look.canvas.size
    band = _band(look)
    yield Box(band, look.theme.panel_active)
    yield look.line(band.inset(look.px(8)), asked(look, model), Size.TITLE, style=TITLE)
    if model.house.is_night:
        yield Box(Rect(0, 0, width, height), BLACK, opacity=DIM)
    yield Target(Rect(0, 0, width, height), GoTo(Welcome()))


def _band(look: Look) -> Rect:
    """Return where it stands how to begin: in the place of the dock, as there is none."""
    width, height = look.canvas.size
    top = bands(look).dock.y - look.either(4, 2)
    return Rect(0, top, width, height - top)


def _played(look: Look, model: Model, show: Timeline, at: int) -> Part:
    timeline = Timeline(show.start, show.moments[:at])
    players = len(show.start.players)
    played = replace(
        model, page=AtTable(), timeline=timeline, buttons=tuple(range(players)), peek=None
    )
    return assembled(table(look, played, AtTable()))
