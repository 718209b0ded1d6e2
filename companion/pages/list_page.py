"""Pages that are lists: lines that do something when pushed, or hold a value between two arrows."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from typing import Self

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, RA, UNDO, Command, Entry, choice, tap, turning
from companion.core.effects import Update
from companion.core.messages import Message
from companion.core.model import Model, Secrecy
from companion.i18n import Words, mark
from companion.i18n.languages import own_name
from companion.opponent.strength import Strength
from companion.pages.controls import is_scanning
from companion.pages.page_view import PlainPage
from companion.rules.actions import Level
from companion.rules.editions import Edition, NoPenalty
from companion.ui.kit import Kit, Widget
from companion.ui.scene import Rect
from companion.ui.style import TOUCH_PX, Piece, Size, Ui


class ListPage(PlainPage, frozen=True, kw_only=True):
    """A page that is a list. Its last line leads away, unless the page says otherwise."""

    row: int = 0
    """The line that the dial points at; where lines have gone, it is counted from the first."""

    @abstractmethod
    def entries(self, model: Model) -> tuple[Entry, ...]:
        """Return the lines."""

    def pointed_at(self, model: Model) -> Entry:
        """Return the line that the dial points at."""
        lines = self.entries(model)
        return lines[self.row % len(lines)]

    def ringed(self, model: Model) -> int | None:
        """Return the line with the dial's ring; None with one button, which has its own."""
        return None if is_scanning(model) else self.row % len(self.entries(model))

    def pointing_at(self, model: Model, message: Message) -> Self:
        """Return the page pointing at the line that means this; if there is none, as it is."""
        meant = [line.message for line in self.entries(model)]
        return replace(self, row=meant.index(message)) if message in meant else self

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done with the line that the dial points at."""
        for entry in self.entries(model):
            yield choice(entry.message, entry.label)
        line, last = self.pointed_at(model), self.entries(model)[-1]
        yield tap(line.label, line.message, OK, DIAL)
        yield tap(last.label, last.message, UNDO, RA, keys="escape")
        yield turning("Choose")

    def turn(self, model: Model, steps: int) -> Update:
        """Point at another line."""
        row = (self.row + steps) % len(self.entries(model))
        return replace(model, page=replace(self, row=row)), ()

    def validated(self, model: Model) -> ListPage:
        """Return the page pointing at a line that exists."""
        return replace(self, row=self.row % len(self.entries(model)))

    def widget(self, kit: Kit, model: Model) -> Widget:
        """Return the lines, one of which the dial points at: in columns if they are many."""
        shown, ringed = self.entries(model), self.ringed(model)
        lines = []
        for place, entry in enumerate(shown):
            is_chosen = place == ringed
            label = kit.text(_label(kit.ui, model, entry), Size.NAME)
            line = kit.panel(kit.pad(label, kit.px(8), 3), active=is_chosen)
            lines.append(kit.pressed(line, entry.message, is_pointed=is_chosen))

        def draw(area: Rect) -> Iterable[Piece]:
            gap = kit.px(10, 5)
            across = -(-len(lines) // max(1, (area.h + gap) // (TOUCH_PX + gap)))
            deep = -(-len(lines) // across)
            gap = max(0, min(gap, (area.h - deep * TOUCH_PX) // max(1, deep - 1)))
            high = kit.px(72) if kit.is_tall and across > 1 else kit.px(64, 50)
            wide = area.w if kit.is_tall else across * kit.px(720, 520)
            columns = kit.in_columns(lines, across, gap, gap)
            return kit.middle(columns, wide, deep * (high + gap) - gap).draw(area)

        return Widget(draw)


def _label(ui: Ui, model: Model, entry: Entry) -> str:
    """Return what an entry is called and how it is now; the language by its own name."""
    said = ui.say(entry.label)
    if entry.value:
        return ui.canvas.words.state(said, ui.say(entry.value))
    if entry.label != "Language":
        return said
    return ui.canvas.words.state(said, own_name(model.preferences.language))


EDITIONS = {
    Edition.C25: mark("25th Century Games (2022)"),
    Edition.WINDRIDER_2016: mark("Windrider (2016)"),
    Edition.RGG_2009: mark("Rio Grande (2009)"),
    Edition.ALEA_1999: mark("Alea (1999)"),
}


SECRECIES = {
    Secrecy.OWN_PEEK: mark("hidden; each may look at their own"),
    Secrecy.SEALED: mark("sealed until the end"),
    Secrecy.EPOCH_GAINS: mark("epoch points open, totals hidden"),
    Secrecy.OPEN: mark("open"),
}

LEVELS = {Level.FULL: mark("every tile"), Level.LIGHT: mark("Ra tiles and auctions")}


PENALTIES = {
    NoPenalty.OFF: mark("as in the rulebook"),
    NoPenalty.FINAL_ONLY: mark("none at the end of the game"),
    NoPenalty.EVERY_EPOCH: mark("none in any epoch"),
}


STRENGTHS: Mapping[Strength, str] = {
    Strength.QUICK: mark("quick"),
    Strength.STEADY: mark("steady"),
    Strength.STRONG: mark("strong"),
}
"""How strong a computer player is, in English words."""


WHO_PLAYS: tuple[Strength | None, ...] = (None, *STRENGTHS)
"""Who can play a seat: a person, or a computer of some strength."""


def who_plays(strength: Strength | None, words: Words) -> str:
    """Return who plays a seat, in words."""
    if strength is None:
        return words.say("a person")
    return words.list((words.say("computer"), words.say(STRENGTHS[strength])))
