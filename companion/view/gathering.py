"""Before a table is scored that played without us: who played, and what of it is counted."""

from collections.abc import Iterator

from companion.core import gathering as page_of_table
from companion.core.gathering import SCOPES, Change, Gathering
from companion.core.model import Model
from companion.core.options import PENALTIES
from companion.view.agreeing import Choice, choice
from companion.view.layout import rows
from companion.view.look import Look, Piece, Shape
from companion.view.page import asked, frame, heading, what_can_be_done
from companion.view.scene import Rect


def gathering(look: Look, model: Model, page: Gathering) -> Iterator[Piece]:
    """Yield the rows; the dial points at one of them."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    shown = _choices(look, model, page)
    gap = look.either(8, 4)
    high = look.either(70, 54 if look.shape is Shape.COMPACT else 84)
    room = where.body
    body = Rect(room.x, room.y, room.w, min(room.h, len(shown) * (high + gap) - gap))
    for place, (spot, each) in enumerate(zip(rows(body, len(shown), gap), shown, strict=True)):
        yield from choice(look, spot, each, is_chosen=place == page.row)
    yield from what_can_be_done(look, where.dock, model)


def _choices(look: Look, model: Model, page: Gathering) -> tuple[Choice, ...]:
    said = [
        (look.say("Players"), str(len(page.names))),
        (look.say("What is counted"), look.say(SCOPES[page.scope])),
        *((model.colour_names[place], name or "\N{EN DASH}")
          for place, name in enumerate(page.names)),
    ]  # fmt: skip
    if len(said) < page_of_table.length(page):
        said.append((look.say("Penalty for the last"), look.say(PENALTIES[page.no_penalty])))
    return tuple(
        Choice(title, value, (Change(row, -1), Change(row, 1)))
        for row, (title, value) in enumerate(said)
    )
