"""A page of sentences for staff, the first in the largest type; every control leads back."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, NamedTuple

from companion.core.bindings import Binding, Bindings, all_do
from companion.core.effects import Update
from companion.core.messages import Message, Next
from companion.core.model import Model
from companion.core.page import Audience, Page
from companion.pages import kiosk
from companion.pages.page_view import TITLE, asked, frame, heading, what_can_be_done
from companion.ui.layout import stacked
from companion.ui.pieces import least_height, paragraph
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Style


class NoticeLine(NamedTuple):
    """A sentence."""

    text: str
    is_golden: bool = False


class StaffNotice(Page, frozen=True):
    """Sentences for staff."""

    audience: ClassVar[Audience] = Audience.STAFF

    @abstractmethod
    def lines(self, look: Style, model: Model) -> Sequence[NoticeLine]:
        """Return what is said, at least one sentence."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        return all_do(Binding(Next(), "Back"))

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return dict.fromkeys(("escape", "return", "space", "backspace"), Next())

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does."""
        return kiosk.kiosk.left(model)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield the sentences, one below the other."""
        where = frame(look, model)
        yield from heading(look, where, asked(look, model), model)
        lines = self.lines(look, model)
        room = where.body.inset(look.px(8))
        high = tuple(max(TOUCH_PX, least_height(look, line.text, room.w)) for line in lines)
        places = stacked(room, high, look.px(8))
        for number, (place, line) in enumerate(zip(places, lines, strict=True)):
            colour = look.theme.gold if line.is_golden else None
            yield from paragraph(look, place, line.text, Size.NAME, CENTRED if number else TITLE,
                                 colour=colour)  # fmt: skip
        yield from what_can_be_done(look, where.dock, model)
