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
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import middle
from companion.ui.pieces import boat
from companion.ui.scene import Rect
from companion.ui.speech import said
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Ui


class About(ReadPage, frozen=True):
    """Version, licences, and that the publisher did not make this."""

    is_beside_the_game: ClassVar[bool] = True

    asks: ClassVar[str] = mark("About")

    def title(self, ui: Ui, model: Model) -> str:
        return f"Ra Companion {ui.canvas.version}".strip()

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        """Yield the boat, licences, and that this is unofficial."""
        paragraphs = (
            ui.say("An unofficial companion for playing Reiner Knizia's Ra."),
            ui.say("Not affiliated with the author or publishers of the game."),
            ui.say("Program: MIT License. Type: M PLUS 1p, SIL Open Font License 1.1."),
            ui.say("Graphics and sounds were made for this program."),
        )
        high, wide = ui.line_height(Size.LABEL), area.w - ui.px(120, 16)
        wrapped = [ui.wrapped(paragraph, wide, Size.LABEL) for paragraph in paragraphs]
        total = sum(len(lines) for lines in wrapped) * high + (len(wrapped) - 1) * (high // 2)
        side = min(area.h - total, ui.px(230, 130)) * 9 // 10
        sign = Rect(area.x, area.y, area.w, max(0, area.h - total))
        if side >= TOUCH_PX:
            yield from boat(ui, middle(sign, side * 8 // 5, side))
        top = area.y + area.h - total
        for lines in wrapped:
            for line in lines:
                yield ui.line(Rect(area.x, top, area.w, high), line, Size.LABEL, style=CENTRED)
                top += high
            top += high // 2


class Troubles(ReadPage, frozen=True):
    """Everything that is wrong now, in full: the status bar has room for one thing only."""

    asks: ClassVar[str] = mark("Problems")

    def validated(self, model: Model) -> Page | None:
        return self if model.screen.troubles else None

    def next_page(self, model: Model) -> Update | None:
        """Lead back; what had only to be read is over then, unless guests are alone."""
        left = replace(model, page=home(model))
        if is_guarded(model):
            return left, ()
        kept = tuple(each for each in model.screen.troubles if each.note not in READ_ONCE)
        return left.with_screen(troubles=kept), ()

    def widget(self, kit: Kit, model: Model) -> Widget:
        troubles = in_order(model.screen.troubles)
        lines = [kit.text(said(kit.ui, each.note.value, each.facts)) for each in troubles]
        return kit.pad(kit.lines(*lines, gap=kit.px(8)), kit.px(8)) if lines else NOTHING
