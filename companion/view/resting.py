"""A table that nobody uses: the demonstration, the dark, the game that is kept; and a call."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.core.guests import is_guarded
from companion.core.house import Attract, Rest
from companion.core.messages import GoTo, Next
from companion.core.model import AtTable, Model, Welcome
from companion.rules.timeline import Timeline
from companion.view.layout import bands, middle
from companion.view.look import Look, Part, Piece, Size, assembled
from companion.view.page import TITLE, asked, titled
from companion.view.scene import Box, Rect, Target
from companion.view.table import table
from companion.view.welcome import welcome

DIM, DARK = 0.55, 0.8
"""How much the light is taken away: after a while, and after a long one or at night."""

_BLACK = (0, 0, 0)


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
        yield Box(Rect(0, 0, width, height), _BLACK, opacity=DIM)
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


def resting(look: Look, model: Model) -> Iterator[Piece]:
    """Yield the dark over a game that nobody plays, and that it is kept."""
    rest = model.house.rest
    if rest is Rest.AWAKE or not is_guarded(model):
        return
    whole = Rect(0, 0, *look.canvas.size)
    yield Box(whole, _BLACK, opacity=DIM if rest is Rest.DIM else DARK)
    yield Target(whole, Next())
    if rest is Rest.KEPT:
        band = middle(whole, whole.w * 9 // 10, look.either(140, 96))
        yield Box(band, look.theme.panel, border=look.theme.gold, border_px=max(2, look.px(2)),
                  radius=look.either(16, 10))  # fmt: skip
        text = look.say("The game is kept: press any button")
        yield from titled(look, band.inset(look.px(8)), text)


def calling(look: Look, model: Model) -> Iterator[Piece]:
    """Yield the border that says that somebody calls, bright and dark once a second."""
    call = model.house.call
    if call is None:
        return
    width, height = look.canvas.size
    colour = look.theme.gold if call.is_bright else look.theme.line
    yield Box(Rect(0, 0, width, height), border=colour, border_px=look.either(10, 6))
