"""A page of sentences for staff, the first in the largest type."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import ClassVar, NamedTuple

from companion.core.effects import Update
from companion.core.model import Model
from companion.core.page import Audience
from companion.pages import kiosk
from companion.pages.page_view import TITLE, ReadPage
from companion.ui.layout import stacked
from companion.ui.pieces import least_height, paragraph
from companion.ui.scene import Rect
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Size, Style


class NoticeLine(NamedTuple):
    """A sentence."""

    text: str
    is_golden: bool = False


class StaffNotice(ReadPage, frozen=True):
    """Sentences for staff."""

    audience: ClassVar[Audience] = Audience.STAFF

    @abstractmethod
    def lines(self, look: Style, model: Model) -> Sequence[NoticeLine]:
        """Return what is said, at least one sentence."""

    def next_page(self, model: Model) -> Update | None:
        """Return what going on does."""
        return kiosk.kiosk.left(model)

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield the sentences, one below the other."""
        lines, gap = self.lines(look, model), look.px(8)
        inner = room.inset(gap)
        high = tuple(max(TOUCH_PX, least_height(look, line.text, inner.w)) for line in lines)
        for number, (spot, line) in enumerate(zip(stacked(inner, high, gap), lines, strict=True)):
            colour = look.theme.gold if line.is_golden else None
            style = CENTRED if number else TITLE
            yield from paragraph(look, spot, line.text, Size.NAME, style, colour=colour)
