"""What the program is, who made it, and that the publisher did not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.core.bindings import Binding, Bindings, Prompt, all_do
from companion.core.messages import Message, Next
from companion.core.model import Model
from companion.core.page import Page
from companion.pages import keyboard
from companion.pages.page_view import frame, heading, what_can_be_done
from companion.ui.layout import middle
from companion.ui.pieces import boat
from companion.ui.scene import Rect
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Style


class About(Page, frozen=True):
    """Version, licences, and that this is unofficial."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return all_do(Binding(Next(), "Back"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("About")

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.closing(model)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield version, licences, and that this is unofficial."""
        where = frame(look, model)
        title = f"Ra Companion {look.canvas.version}".strip()
        yield from heading(look, where, title, model)
        paragraphs = (
            look.say("An unofficial companion for playing Reiner Knizia's Ra."),
            look.say("Not affiliated with the author or publishers of the game."),
            look.say("Program: MIT License. Type: M PLUS 1p, SIL Open Font License 1.1."),
            look.say("Graphics and sounds were made for this program."),
        )
        high = look.line_height(Size.LABEL)
        room = where.body.w - look.either(120, 16)
        wrapped = [look.wrapped(paragraph, room, Size.LABEL) for paragraph in paragraphs]
        total = sum(len(lines) for lines in wrapped) * high + (len(wrapped) - 1) * (high // 2)
        side = min(where.body.h - total, look.either(230, 130)) * 9 // 10
        sign = Rect(where.body.x, where.body.y, where.body.w, max(0, where.body.h - total))
        if side >= TOUCH_PX:
            yield from boat(look, middle(sign, side * 8 // 5, side))
        top = where.body.y + where.body.h - total
        for lines in wrapped:
            for line in lines:
                row = Rect(where.body.x, top, where.body.w, high)
                yield look.line(row, line, Size.LABEL, style=CENTRED)
                top += high
            top += high // 2
        yield from what_can_be_done(look, where.dock, model)
