"""A table that nobody uses: the dark, the game that is kept; and a call."""

from collections.abc import Iterator

from companion.core.guests import is_guarded
from companion.core.house import Rest
from companion.core.messages import Next
from companion.core.model import Model
from companion.view.layout import middle
from companion.view.look import Look, Piece
from companion.view.page import titled
from companion.view.scene import Box, Rect, Target

DIM, DARK = 0.55, 0.8
"""How much the light is taken away: after a while, and after a long one or at night."""

BLACK = (0, 0, 0)


def resting(look: Look, model: Model) -> Iterator[Piece]:
    """Yield the dark over a game that nobody plays, and that it is kept."""
    rest = model.house.rest
    if rest is Rest.AWAKE or not is_guarded(model):
        return
    whole = Rect(0, 0, *look.canvas.size)
    yield Box(whole, BLACK, opacity=DIM if rest is Rest.DIM else DARK)
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
