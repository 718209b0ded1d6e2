"""Pages to read while the game waits: the overview of the rules, and what would score now."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Update
from companion.core.messages import Message, Next, TurnDial
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import mark
from companion.pages import keyboard
from companion.pages.page_view import PlainPage
from companion.pages.reference.guide import LEAVES, leaves
from companion.pages.reference.rules_card_view import beside_pictures, pictures, spoken
from companion.ui.pieces import panel
from companion.ui.scene import Rect
from companion.ui.style import Piece, Size, Style
from companion.ui.widgets import paragraphs


class Rules(PlainPage, frozen=True):
    """The overview of the rules, a leaf at a time."""

    leaf: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does while the overview is read."""
        earlier = Binding(TurnDial(-1), "Back", is_lit=self.leaf > 0)
        later = Binding(TurnDial(1), "Forward", is_lit=self.leaf < LEAVES - 1)
        taps = {Control.P1: earlier, Control.P2: later, Control.OK: later}
        close = Binding(Next(), "Close")
        closing = dict.fromkeys((Control.UNDO, Control.RA, Control.DIAL), close)
        return Bindings({**taps, **closing}, {}, mark("Browse the rules"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Rules")

    def title(self, look: Style, model: Model) -> str:
        """Return what the leaf is called, and which it is."""
        leaf = leaves(model.session.agreement.options)[self.leaf]
        number = look.say("{number} of {all}", number=self.leaf + 1, all=LEAVES)
        return f"{look.say(leaf.title)}  ({number})"

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield a leaf of the overview."""
        leaf = leaves(model.session.agreement.options)[self.leaf]
        yield panel(look, room)
        inner = room.inset(look.either(28, 8))
        yield from pictures(look, inner, leaf.tiles)
        text = beside_pictures(look, inner) if leaf.tiles else inner
        yield paragraphs(look, text, spoken(look, leaf.lines), Size.SCORE)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.closing(model)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return replace(model, page=turned_to(self, steps)), ()

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return turned_to(self, 0)


def turned_to(page: Rules, steps: int) -> Rules:
    """Return the leaf this many further on; the last one is the end."""
    return Rules(min(max(0, page.leaf + steps), LEAVES - 1))
