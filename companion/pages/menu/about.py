"""What is read about the program: what it is, who made it, and all that is wrong with it now."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.core.effects import Update
from companion.core.model import Model, is_guarded
from companion.core.notices import READ_ONCE, in_order
from companion.core.page import Page
from companion.i18n import mark
from companion.pages.navigation import home
from companion.pages.page_view import ReadPage
from companion.ui.layout import middle, stacked
from companion.ui.pieces import boat, least_height, paragraph
from companion.ui.scene import Rect
from companion.ui.speech import said
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Style


class About(ReadPage, frozen=True):
    """Version, licences, and that the publisher did not make this."""

    is_beside_the_game: ClassVar[bool] = True

    asks: ClassVar[str] = mark("About")

    def title(self, look: Style, model: Model) -> str:
        """Return the name of the program, and its version."""
        return f"Ra Companion {look.canvas.version}".strip()

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield the boat, licences, and that this is unofficial."""
        paragraphs = (
            look.say("An unofficial companion for playing Reiner Knizia's Ra."),
            look.say("Not affiliated with the author or publishers of the game."),
            look.say("Program: MIT License. Type: M PLUS 1p, SIL Open Font License 1.1."),
            look.say("Graphics and sounds were made for this program."),
        )
        high, wide = look.line_height(Size.LABEL), room.w - look.either(120, 16)
        wrapped = [look.wrapped(paragraph, wide, Size.LABEL) for paragraph in paragraphs]
        total = sum(len(lines) for lines in wrapped) * high + (len(wrapped) - 1) * (high // 2)
        side = min(room.h - total, look.either(230, 130)) * 9 // 10
        sign = Rect(room.x, room.y, room.w, max(0, room.h - total))
        if side >= TOUCH_PX:
            yield from boat(look, middle(sign, side * 8 // 5, side))
        top = room.y + room.h - total
        for lines in wrapped:
            for line in lines:
                yield look.line(Rect(room.x, top, room.w, high), line, Size.LABEL, style=CENTRED)
                top += high
            top += high // 2


class Troubles(ReadPage, frozen=True):
    """Everything that is wrong now, in full: the status bar has room for one thing only."""

    asks: ClassVar[str] = mark("Problems")

    def opened(self, model: Model) -> Page | None:
        """Return the page if anything is wrong."""
        return self if model.screen.troubles else None

    def next_page(self, model: Model) -> Update | None:
        """Lead back; what had only to be read is over then, unless guests are alone."""
        left = replace(model, page=home(model))
        if is_guarded(model):
            return left, ()
        kept = tuple(each for each in model.screen.troubles if each.note not in READ_ONCE)
        return left.with_screen(troubles=kept), ()

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield what is wrong, the worst first."""
        told = [said(look, each.note.value, each.facts) for each in in_order(model.screen.troubles)]
        if not told:
            return
        inner, gap, least = room.inset(look.px(8)), look.px(8), look.line_height(Size.NAME)
        high = tuple(max(least, least_height(look, text, inner.w)) for text in told)
        needed = sum(high) + gap * len(high)
        spot = Rect(inner.x, inner.y, inner.w, min(inner.h, needed))
        for row, text in zip(stacked(spot, high, gap), told, strict=True):
            yield from paragraph(look, row, text, Size.LABEL, CENTRED)
