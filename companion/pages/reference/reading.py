"""The overview of the rules, a leaf at a time, to be read while the game waits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, P1, P2, RA, UNDO, Command, tap, turning
from companion.core.effects import Update
from companion.core.messages import Next, TurnDial
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import mark
from companion.pages.page_view import PlainPage
from companion.pages.reference.guide import LEAVES, leaves
from companion.pages.reference.rules_card import beside_pictures, pictures, spoken
from companion.ui.pieces import panel
from companion.ui.scene import Rect
from companion.ui.style import Piece, Size, Ui
from companion.ui.widgets import paragraphs


class Rules(PlainPage, frozen=True):
    """The overview of the rules, a leaf at a time."""

    leaf: int = 0
    over: Page | None = None
    """The page beside the game over which it was opened, and to which it leads back."""

    asks: ClassVar[str] = mark("Rules")

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Back", TurnDial(-1), P1, lit=self.leaf > 0)
        yield tap("Next", TurnDial(1), P2, OK, lit=self.leaf < LEAVES - 1)
        yield tap("Close", Next(), UNDO, RA, DIAL)
        yield turning("Browse")

    def title(self, ui: Ui, model: Model) -> str:
        leaf = leaves(model.session.agreement.options)[self.leaf]
        number = ui.say("{number} of {all}", number=self.leaf + 1, all=LEAVES)
        return f"{ui.say(leaf.title)}  ({number})"

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterable[Piece]:
        leaf = leaves(model.session.agreement.options)[self.leaf]
        yield panel(ui, area)
        inner = area.inset(ui.px(28, 8))
        yield from pictures(ui, inner, leaf.tiles)
        text = beside_pictures(ui, inner) if leaf.tiles else inner
        yield paragraphs(ui, text, spoken(ui, leaf.lines), Size.SCORE)

    def turn(self, model: Model, steps: int) -> Update:
        return replace(model, page=turned_to(self, steps)), ()

    def parent(self) -> Page | None:
        return self.over

    @classmethod
    def from_route(cls, model: Model, *_: object) -> Page:
        return cls(over=model.page if model.page.is_beside_the_game else None)

    def validated(self, model: Model) -> Page | None:
        return turned_to(self, 0)


def turned_to(page: Rules, steps: int) -> Rules:
    """Return the leaf this many further on; the last one is the end."""
    return replace(page, leaf=min(max(0, page.leaf + steps), LEAVES - 1))
