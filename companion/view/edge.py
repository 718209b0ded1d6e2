"""What is wrong, along the upper edge, until it is over."""

from collections.abc import Iterator

from companion.core.house import Call
from companion.core.model import Model
from companion.view.look import Look, Piece, Shape, Size, unscaled
from companion.view.scene import Box, Rect, Weight
from companion.view.speech import said

_MOST_LINES = {Shape.FULL: 2, Shape.COMPACT: 3, Shape.TALL: 5}
CALLS = {
    Call.RULES: "A question about the rules: somebody will come",
    Call.ORDER: "You would like to order: somebody will come",
    Call.BILL: "You would like to pay: somebody will come",
}
"""Whoever calls sees that it was heard, until somebody has come."""

_MOST_LARGE = {Shape.FULL: 2, Shape.COMPACT: 2, Shape.TALL: 3}
"""How many lines the edge may have, and how many of large letters."""


def trouble_lines(look: Look, model: Model) -> tuple[str, ...]:
    """Return what is wrong now, in lines of the screen's width."""
    if not model.troubles and model.house.call is None:
        return ()
    width, most = look.canvas.size[0] - 2 * look.either(16, 8), _MOST_LINES[look.shape]
    return fitted(_readable(look, model), _sentence(look, model), width, Size.SMALL, most)


def _sentence(look: Look, model: Model) -> str:
    call = model.house.call
    if call is not None:
        return look.say(CALLS[call.kind])
    first, *others = model.troubles
    more = look.say("(and {number} more)", number=len(others)) if others else ""
    return f"{said(look, first.note.value, first.facts)} {more}".strip()


def _readable(look: Look, model: Model) -> Look:
    """Return the same with letters of the usual size if large ones have no room here."""
    width = look.canvas.size[0] - 2 * look.either(16, 8)
    lines = look.wrapped(_sentence(look, model), width, Size.SMALL)
    return look if len(lines) <= _MOST_LARGE[look.shape] else unscaled(look)


def fitted(look: Look, sentence: str, width: int, size: Size, most: int) -> tuple[str, ...]:
    """Return the sentence in so many lines at most, the last shortened if it must be."""
    lines = look.wrapped(sentence, width, size)
    if len(lines) <= most:
        return lines
    rest = " ".join(lines[most - 1 :])
    last = look.canvas.type.shorten(rest, width, look.em(size), Weight.BOLD)
    return (*lines[: most - 1], last)


def _line_px(look: Look, model: Model) -> int:
    return round(_readable(look, model).em(Size.SMALL) * 1.15)


def edge_px(look: Look, model: Model) -> int:
    """Return how high the edge is that tells of troubles; 0 if there are none."""
    lines = trouble_lines(look, model)
    return len(lines) * _line_px(look, model) + look.px(6) if lines else 0


def troubles(look: Look, model: Model) -> Iterator[Piece]:
    """Yield what is wrong, along the upper edge, until it is over."""
    lines = trouble_lines(look, model)
    if not lines:
        return
    theme, high = look.theme, _line_px(look, model)
    width = look.canvas.size[0]
    yield Box(Rect(0, 0, width, edge_px(look, model)), theme.ra)
    margin = look.either(16, 8)
    for place, line in enumerate(lines):
        rect = Rect(margin, look.px(3) + place * high, width - 2 * margin, high)
        yield _readable(look, model).line(rect, line, Size.SMALL, theme.on_ra)
