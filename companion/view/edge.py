"""What is wrong, along the upper edge, until it is over, and what is said for a moment."""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.house import Call
from companion.core.model import Model
from companion.core.notices import UNSAVED
from companion.view.look import CENTRED, PLAIN, Look, Piece, Shape, Size, unscaled
from companion.view.passing import lies_over_the_track, passing
from companion.view.scene import Box, Colour, Rect, Weight
from companion.view.speech import said
from companion.words import mark

_MOST_LINES = {Shape.FULL: 2, Shape.COMPACT: 3, Shape.TALL: 5}
CALLS = {
    Call.RULES: mark("A question about the rules: somebody will come"),
    Call.ORDER: mark("You would like to order: somebody will come"),
    Call.BILL: mark("You would like to pay: somebody will come"),
}
"""Whoever calls sees that it was heard, until somebody has come."""

_MOST_LARGE = {Shape.FULL: 2, Shape.COMPACT: 2, Shape.TALL: 3}
"""How many lines the edge may have, and how many of large letters."""


def trouble_lines(look: Look, model: Model) -> tuple[str, ...]:
    """Return what is wrong now, in lines of the screen's width."""
    if not model.troubles and model.house.call is None:
        return ()
    most = _MOST_LINES[look.shape]
    return fitted(_readable(look, model), _sentence(look, model), _width(look), Size.SMALL, most)


def _width(look: Look) -> int:
    return look.canvas.size[0] - 2 * look.either(16, 8)


def _sentence(look: Look, model: Model) -> str:
    call = model.house.call
    if call is not None:
        return look.say(CALLS[call.kind])
    first, *others = sorted(model.troubles, key=lambda each: each.note not in UNSAVED)
    more = look.say("(and {number} more)", number=len(others)) if others else ""
    return f"{said(look, first.note.value, first.facts)} {more}".strip()


def _readable(look: Look, model: Model) -> Look:
    """Return the same with letters of the usual size if large ones have no room here."""
    lines = look.wrapped(_sentence(look, model), _width(look), Size.SMALL)
    return look if len(lines) <= _MOST_LARGE[look.shape] else unscaled(look)


def fitted(look: Look, sentence: str, width: int, size: Size, most: int) -> tuple[str, ...]:
    """Return the sentence in so many lines at most, the last shortened if it must be."""
    lines = look.wrapped(sentence, width, size)
    if len(lines) <= most:
        return lines
    rest = " ".join(lines[most - 1 :])
    last = look.canvas.type.shorten(rest, width, look.em(size), Weight.BOLD)
    return (*lines[: most - 1], last)


class _Strip(NamedTuple):
    """Lines along the edge."""

    lines: tuple[str, ...]
    look: Look
    """How large their letters are."""
    fill: Colour
    ink: Colour
    rim: Colour | None = None
    """Of the line below it; only what is said for a moment has one."""

    @property
    def line_px(self) -> int:
        return round(self.look.em(Size.SMALL) * 1.15)

    @property
    def high(self) -> int:
        return len(self.lines) * self.line_px + self.look.px(6)


def _strips(look: Look, model: Model) -> Iterator[_Strip]:
    """Yield what stands along the edge: what is wrong, and what is said without a Ra track."""
    theme, said = look.theme, None if lies_over_the_track(model) else passing(look, model)
    if lines := trouble_lines(look, model):
        readable = _readable(look, model)
        if said is not None:
            most = _MOST_LARGE[look.shape] if look.shape is Shape.TALL else 1
            readable = readable if len(lines) <= most else unscaled(look)
            lines = fitted(readable, " ".join(lines), _width(look), Size.SMALL, most)
        yield _Strip(lines, readable, theme.ra, theme.on_ra)
    if said is not None:
        small = unscaled(look)
        lines = fitted(small, said.sentence, _width(look), Size.SMALL, _MOST_LINES[look.shape])
        yield _Strip(lines, small, theme.panel_active, theme.ink, said.colour)


def edge_px(look: Look, model: Model) -> int:
    """Return how high the edge is that tells of troubles; 0 if there are none."""
    return sum(strip.high for strip in _strips(look, model))


def troubles(look: Look, model: Model) -> Iterator[Piece]:
    """Yield what is wrong, along the upper edge, until it is over."""
    top, margin = 0, look.either(16, 8)
    for strip in _strips(look, model):
        wide, rim = look.canvas.size[0], max(2, look.px(2))
        yield Box(Rect(0, top, wide, strip.high), strip.fill)
        if strip.rim is not None:
            yield Box(Rect(0, top + strip.high - rim, wide, rim), strip.rim)
        for place, line in enumerate(strip.lines):
            low = top + look.px(3) + place * strip.line_px
            rect = Rect(margin, low, _width(look), strip.line_px)
            style = PLAIN if strip.rim is None else CENTRED
            yield strip.look.line(rect, line, Size.SMALL, strip.ink, style)
        top += strip.high
