"""Everything that is wrong now, in full: the status bar has room for one thing only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt, all_do
from companion.core.effects import Update
from companion.core.messages import Message, Next
from companion.core.model import Model, is_guarded
from companion.core.notices import READ_ONCE, in_order
from companion.core.page import Page
from companion.pages import keyboard
from companion.pages.navigation import home
from companion.pages.page_view import asked, frame, heading, what_can_be_done
from companion.ui.layout import stacked
from companion.ui.pieces import least_height, paragraph
from companion.ui.scene import Rect
from companion.ui.speech import said
from companion.ui.style import CENTRED, Piece, Size, Style


class Troubles(Page, frozen=True):
    """What is wrong is read."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return all_do(Binding(Next(), "Back"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("What is wrong")

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.closing(model)

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

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is wrong, the worst first."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model), model)
        yield from _sentences(look, model, where.body.inset(look.px(8)))
        yield from what_can_be_done(look, where.dock, model)


def _sentences(look: Style, model: Model, room: Rect) -> Iterator[Piece]:
    told = [said(look, each.note.value, each.facts) for each in in_order(model.screen.troubles)]
    if not told:
        return
    high = tuple(
        max(look.line_height(Size.NAME), least_height(look, text, room.w)) for text in told
    )
    gap = look.px(8)
    needed = sum(high) + gap * (len(high) - 1)
    spot = Rect(room.x, room.y, room.w, min(room.h, needed + look.px(8)))
    for row, text in zip(stacked(spot, high, gap), told, strict=True):
        yield from paragraph(look, row, text, Size.LABEL, CENTRED)
