"""The input wizard: what was found so far, and what to press next."""

from collections.abc import Iterator

from companion.core import wizard as wizards
from companion.core.messages import Message, Next
from companion.core.model import Model
from companion.core.wizard import Keep, Skip, StepBack, Wizard
from companion.telling import BUTTONS
from companion.view.badges import Sign, badge, badge_width, keycaps
from companion.view.chips import chip_rows
from companion.view.layout import columns, middle, rows
from companion.view.look import CENTRED, Look, Piece, Shape, Size
from companion.view.offering import Chip
from companion.view.page import asked, frame, heading, note
from companion.view.pieces import focus_ring, paragraph
from companion.view.scene import Box, Rect
from companion.words import mark

_CELLS = (*wizards.PRESSED, "turn")
_ANSWERS = {
    0: mark("If it is not there, hold any button for a second"),
    wizards.ALL_LAMPS: mark("If none shines, hold any button for a second"),
    wizards.ONE_LAMP: mark("If none shines, hold any button for a second"),
    wizards.FOUND: mark("To begin again, hold any button for a second"),
}


def wizard(look: Look, model: Model, page: Wizard) -> Iterator[Piece]:
    """Yield the controls with the pins they were found on, and what can be answered."""
    where = frame(look, model)
    yield from heading(look, where, asked(look, model))
    high = (3 if look.shape is Shape.TALL else 2) * look.line_height(Size.SMALL)
    body = Rect(where.body.x, where.body.y, where.body.w, where.body.h - high)
    below = Rect(body.x, body.y + body.h, body.w, high)
    if page.trouble:
        yield from paragraph(look, body, page.trouble, Size.LABEL, CENTRED)
    else:
        yield from _cells(look, body, page)
        yield from _answer(look, below, page)
    yield chip_rows(look, where.dock, (_chips(look, model, page),))


def _cells(look: Look, body: Rect, page: Wizard) -> Iterator[Piece]:
    beside = 2 if look.shape is Shape.TALL else 5
    gap = look.either(10, 5)
    lines = rows(body, -(-len(_CELLS) // beside), gap)
    places = [place for line in lines for place in columns(line, beside, gap)]
    for place, name in zip(places, _CELLS, strict=True):
        yield from _cell(look, place, name, page)


def _cell(look: Look, rect: Rect, name: str, page: Wizard) -> Iterator[Piece]:
    theme, radius = look.theme, look.either(14, 10)
    is_asked = _asked_for(page) == name
    ground = theme.panel_active if is_asked else theme.panel
    yield Box(rect, ground, border=theme.line, border_px=max(1, look.px(1.5)), radius=radius)
    if is_asked:
        yield focus_ring(look, rect, radius)
    upper, *lines = rows(rect.inset(look.px(4)), 3, 0)
    high = min(upper.h, look.either(46, 34))
    sign = Sign("dial" if name == "turn" else name)
    wide = badge_width(look, high)
    yield from badge(look, middle(upper, wide, high), sign)
    if name == "turn":
        side = (upper.w - wide) // 2
        before = Rect(upper.x, upper.y, side, upper.h)
        after = Rect(upper.x + upper.w - side, upper.y, side, upper.h)
        yield look.line(before, "\N{LEFTWARDS ARROW}", Size.LABEL, style=CENTRED)
        yield look.line(after, "\N{RIGHTWARDS ARROW}", Size.LABEL, style=CENTRED)
    for line, text in zip(lines, _found(look, name, page), strict=True):
        yield look.line(line, text, Size.SMALL, theme.ink_second, CENTRED)


def _asked_for(page: Wizard) -> str:
    """Return the control that is asked for, if it is one."""
    if page.step in (wizards.RIGHT, wizards.LEFT):
        return "turn"
    return wizards.PRESSED[page.step] if page.step < wizards.RIGHT else ""


def _found(look: Look, name: str, page: Wizard) -> tuple[str, str]:
    """Return where a control was found, and its lamp; of the dial's turning both its pins."""
    first, second = ("dial_a", "dial_b") if name == "turn" else (name, "")
    pin, other = page.contacts.get(first), page.contacts.get(second)
    lamp = page.lamps.get(name)
    upper = "\N{EN DASH}" if pin is None else look.say("GPIO {pin}", pin=pin)
    if other is not None:
        return upper, look.say("GPIO {pin}", pin=other)
    return upper, "" if lamp is None else look.say("lamp: {pin}", pin=lamp)


def _answer(look: Look, rect: Rect, page: Wizard) -> Iterator[Piece]:
    """Yield what the wizard has to say, or how to go on without what it asks for."""
    if page.free is None:
        return
    if page.said is None:
        yield from note(look, rect, look.say(_ANSWERS.get(page.step, _ANSWERS[0])))
        return
    about = look.say(BUTTONS.get(page.about, "the dial"))
    said = look.say(page.said.value, control=about)
    yield from paragraph(look, rect, said, Size.LABEL, CENTRED, colour=look.theme.bad)


def _chips(look: Look, model: Model, page: Wizard) -> tuple[Chip, ...]:
    """Return what fingers and keys can do; the buttons only answer what is asked."""
    leave: tuple[str, Message] = look.say("Leave the wizard"), Next()
    offered = [leave]
    if page.free is not None:
        onward: tuple[str, Message] = look.say("Skip"), Skip()
        if page.step == wizards.FOUND:
            onward = look.say("Keep it"), Keep()
        offered = [onward, (look.say("One step back"), StepBack()), leave]
    caps = keycaps(look, model)
    return tuple(
        Chip((Sign("", caps.get(message, "")),), (message,), label) for label, message in offered
    )
