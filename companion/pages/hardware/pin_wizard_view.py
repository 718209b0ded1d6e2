"""The pin wizard on the screen: the controls with their pins, and how to answer."""

from __future__ import annotations

from collections.abc import Iterator

from companion.core import messages
from companion.core.controls import Control
from companion.core.messages import Next
from companion.core.model import Model
from companion.i18n import mark
from companion.narration import BUTTONS
from companion.pages.hardware.pin_wizard import (
    ALL_LAMPS,
    FOUND,
    LEFT,
    ONE_LAMP,
    PRESSED,
    RIGHT,
    Keep,
    PinWizard,
    Skip,
    StepBack,
)
from companion.pages.page_view import asked, frame, heading, keycaps, note
from companion.ui.chips import Chip, chip_rows
from companion.ui.layout import cut_foot, cut_left, cut_right, in_rows, middle, rows
from companion.ui.pieces import Sign, badge, badge_width, focus_ring, panel, paragraph
from companion.ui.scene import Rect
from companion.ui.style import CENTRED, Piece, Shape, Size, Style

_CELLS = (*PRESSED, "turn")


_ANSWERS = {
    0: mark("If it is not there, hold any button for a second"),
    ALL_LAMPS: mark("If none is lit, hold any button for a second"),
    ONE_LAMP: mark("If none is lit, hold any button for a second"),
    FOUND: mark("To start over, hold any button for a second"),
}


def view(look: Style, model: Model, page: PinWizard) -> Iterator[Piece]:
    """Yield the controls with the pins they were found on, and what can be answered."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model), model)
    lines = 3 if look.shape is Shape.TALL else 2
    below, body = cut_foot(where.body, lines * look.line_height(Size.SMALL))
    if page.trouble:
        yield from paragraph(look, body, page.trouble, Size.LABEL, CENTRED)
    else:
        yield from _cells(look, body, page)
        yield from _answer(look, below, page)
    yield chip_rows(look, where.dock, (_chips(look, model, page),))


def _cells(look: Style, body: Rect, page: PinWizard) -> Iterator[Piece]:
    beside = 2 if look.shape is Shape.TALL else 5
    places = in_rows(body, len(_CELLS), beside, look.either(10, 5))
    for place, name in zip(places, _CELLS, strict=True):
        yield from _cell(look, place, name, page)


def _cell(look: Style, rect: Rect, name: str, page: PinWizard) -> Iterator[Piece]:
    is_asked = _asked_for(page) == name
    yield panel(look, rect, is_active=is_asked)
    if is_asked:
        yield focus_ring(look, rect, look.either(14, 10))
    upper, *lines = rows(rect.inset(look.px(4)), 3, 0)
    high = min(upper.h, look.either(46, 34))
    sign = Sign(Control.DIAL if name == "turn" else Control(name))
    wide = badge_width(look, high)
    yield from badge(look, middle(upper, wide, high), sign)
    if name == "turn":
        side = (upper.w - wide) // 2
        before, after = cut_left(upper, side)[0], cut_right(upper, side)[0]
        yield look.line(before, "\N{LEFTWARDS ARROW}", Size.LABEL, style=CENTRED)
        yield look.line(after, "\N{RIGHTWARDS ARROW}", Size.LABEL, style=CENTRED)
    for line, text in zip(lines, _found(look, name, page), strict=True):
        yield look.line(line, text, Size.SMALL, look.theme.ink_second, CENTRED)


def _asked_for(page: PinWizard) -> str:
    """Return the control that is asked for, if it is one."""
    if page.step in (RIGHT, LEFT):
        return "turn"
    return PRESSED[page.step] if page.step < RIGHT else ""


def _found(look: Style, name: str, page: PinWizard) -> tuple[str, str]:
    """Return where a control was found, and its lamp; of the dial's turning both its pins."""
    first, second = ("dial_a", "dial_b") if name == "turn" else (name, "")
    pin, other = page.contacts.get(first), page.contacts.get(second)
    lamp = page.lamps.get(name)
    upper = "\N{EN DASH}" if pin is None else look.say("GPIO {pin}", pin=pin)
    if other is not None:
        return upper, look.say("GPIO {pin}", pin=other)
    return upper, "" if lamp is None else look.say("lamp: {pin}", pin=lamp)


def _answer(look: Style, rect: Rect, page: PinWizard) -> Iterator[Piece]:
    """Yield what the wizard has to say, or how to go on without what it asks for."""
    if page.free is None:
        return
    if page.said is None:
        yield from note(look, rect, look.say(_ANSWERS.get(page.step, _ANSWERS[0])))
        return
    about = look.say(BUTTONS.get(page.about, "the dial"))
    said = look.say(page.said.value, control=about)
    yield from paragraph(look, rect, said, Size.LABEL, CENTRED, colour=look.theme.bad)


def _chips(look: Style, model: Model, page: PinWizard) -> tuple[Chip, ...]:
    """Return what fingers and keys can do; the buttons only answer what is asked."""
    leave: tuple[str, messages.Message] = look.say("Leave"), Next()
    offered = [leave]
    if page.free is not None:
        onward: tuple[str, messages.Message] = look.say("Skip"), Skip()
        if page.step == FOUND:
            onward = look.say("Keep it"), Keep()
        offered = [onward, (look.say("Go back"), StepBack()), leave]
    caps = keycaps(look, model)
    return tuple(
        Chip((Sign(None, caps.get(message, "")),), (message,), label) for label, message in offered
    )
