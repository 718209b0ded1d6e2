"""Before a table is scored that played without us: who played, and what of it is counted."""

from collections.abc import Iterator, Sequence

from companion.core import gathering as page_of_table
from companion.core.gathering import SCOPES, Change, Gathering
from companion.core.model import Model
from companion.core.names import visible
from companion.core.options import EDITIONS, PENALTIES
from companion.view.agreeing import Choice, choice
from companion.view.layout import columns, rows
from companion.view.look import Look, Piece, Shape
from companion.view.page import asked, frame, heading, note, what_can_be_done
from companion.view.scene import Rect

_FIRST_NAME = 2
"""Above the names stands how many they are, and what is counted."""

_BESIDE = 2


def gathering(look: Look, model: Model, page: Gathering) -> Iterator[Piece]:
    """Yield the rows; the dial points at one of them."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    shown = _choices(look, model, page)
    hint = _hint(look, page)
    foot = look.either(40, 28) if hint else 0
    room = Rect(where.body.x, where.body.y, where.body.w, where.body.h - foot)
    places = _places(look, room, len(page.names), len(shown))
    for place, (spot, each) in enumerate(zip(places, shown, strict=True)):
        yield from choice(look, spot, each, is_chosen=place == page.row)
    if hint:
        below = Rect(room.x, room.y + room.h, room.w, foot)
        yield from note(look, below, hint)
    yield from what_can_be_done(look, where.dock, model)


def _hint(look: Look, page: Gathering) -> str:
    is_typed = look.canvas.letters and page_of_table.named(page) is not None
    return look.say("Type a name") if is_typed else ""


def _places(look: Look, room: Rect, names: int, shown: int) -> Sequence[Rect]:
    """Return where everything to choose is: two names stand side by side."""
    of_names = -(-names // _BESIDE)
    lines = shown - names + of_names
    gap = look.either(8, 4)
    high = look.either(70, 54 if look.shape is Shape.COMPACT else 84)
    body = Rect(room.x, room.y, room.w, min(room.h, lines * (high + gap) - gap))
    line = rows(body, lines, gap)
    last = _FIRST_NAME + of_names
    halves = [half for each in line[_FIRST_NAME:last] for half in columns(each, _BESIDE, gap)]
    return (*line[:_FIRST_NAME], *halves[:names], *line[last:])


def _choices(look: Look, model: Model, page: Gathering) -> tuple[Choice, ...]:
    said = [
        (look.say("Players"), str(len(page.names))),
        (look.say("What is counted"), look.say(SCOPES[page.scope])),
        *((model.colour_names[place], visible(name) or "\N{EN DASH}")
          for place, name in enumerate(page.names)),
        (look.say("Edition"), look.say(EDITIONS[page.edition])),
    ]  # fmt: skip
    if len(said) < page_of_table.length(page):
        said.append((look.say("Penalty for the last"), look.say(PENALTIES[page.no_penalty])))
    return tuple(
        Choice(title, value, (Change(row, -1), Change(row, 1)))
        for row, (title, value) in enumerate(said)
    )
