"""The history: the game as a list of sentences, and what can be done with the chosen one.

Entries stand in their order, with turns and epochs; those taken back come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    P1,
    P2,
    P3,
    P4,
    P5,
    RA,
    UNDO,
    Command,
    Prompt,
    key,
    tap,
    turning,
)
from companion.core.effects import Update
from companion.core.messages import BringBack, GoTo, Message, Next, TakeBack, TurnDial
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.narration import aloud
from companion.pages.reference.rules_card import HISTORY, Card
from companion.pages.table.history_view import (
    HistoryAction,
    HistoryState,
    correcting_at,
    epochs_beside,
    events_at,
    forgotten_before,
    length,
    lines,
    show_history,
)
from companion.rules.records.timeline import undos_back_to
from companion.ui.style import Piece, Ui


class HistoryMode(Enum):
    """How far somebody has gone with the chosen sentence."""

    BROWSE = "browse"
    """Another sentence can be chosen."""
    CHOOSE = "choose"
    """One of its buttons is pointed at."""
    CONFIRM = "confirm"
    """It is asked whether the game shall go on from there."""


class History(Page, frozen=True):
    """Looking through the game: every entry as a sentence, one of them with its table."""

    has_card_sign: ClassVar[bool] = False

    at: int
    """After how many actions."""
    mode: HistoryMode = HistoryMode.BROWSE
    way: int = 0
    """Which button of the chosen sentence is pointed at."""

    @classmethod
    def from_route(cls, model: Model, *given: object) -> History:
        at = given[0] if given else None
        return cls(at if isinstance(at, int) else _here(model))

    def commands(self, model: Model) -> Iterator[Command]:
        offered = self.ways(model)
        if self.mode is not HistoryMode.BROWSE and offered:
            way = offered[self.way % len(offered)]
            yield tap(way.label, way.message, OK, DIAL)
        elif offered:
            yield tap("Choose", GoTo(replace(self, mode=HistoryMode.CHOOSE)), OK, DIAL)
        else:
            yield tap("Back", Next(), OK, DIAL)
        if self.mode is not HistoryMode.CONFIRM:
            is_first, is_last = self.at == 0, self.at >= length(model)
            if self.mode is HistoryMode.CHOOSE:  # among the buttons of the sentence
                is_first = is_last = len(offered) == 1
            yield tap("Earlier", TurnDial(-1), P1, lit=not is_first)
            yield tap("Later", TurnDial(1), P2, lit=not is_last)
            for way in offered:
                if way.control is not None:
                    more = WRONG_KEY if way.label == WRONG else ""
                    yield tap(way.label, way.message, way.control, keys=more)
        if self.mode is HistoryMode.BROWSE and model.session.timeline is not None:
            last = length(model)
            before, after = epochs_beside(lines(model.session.timeline), self.at, last)
            for name, at in ("page up", before), ("page down", after), ("home", 0), ("end", last):
                yield key((name,), GoTo(History(at)))
        yield tap("Back", Next(), RA, UNDO)
        yield turning("Browse")

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        if self.mode is not HistoryMode.BROWSE:
            ways = self.ways(model)
            asked = (
                aloud.asked(self.prompt(model), words),
                words.say(ways[self.way % len(ways)].label),
            )
            yield from dict.fromkeys(asked)  # among the buttons the question is what is pointed at
            return
        if self.at:
            yield words.say("Entry {entry}", entry=self.at)
        for event in events_at(model, self.at):
            yield aloud.public_text(event, model.game.setup, words)

    def ways(self, model: Model) -> tuple[HistoryAction, ...]:
        """Return what can be done with the chosen sentence; while it is asked, yes and no."""
        here = _here(model)
        if self.mode is HistoryMode.CONFIRM:
            go = HistoryAction(
                mark("Go back to here"), "ui_undo", TakeBack(self._undos(model)), is_main=True
            )
            return go, HistoryAction(mark("No"), "ui_back", GoTo(History(self.at)))
        found = []
        wrong = correcting_at(model, self.at)
        if wrong is not None:  # first, as it takes nothing else away
            found.append(HistoryAction(WRONG, "ui_pencil", wrong, control=P3))
        forgotten = forgotten_before(model, self.at)
        if forgotten is not None:
            label = mark("Add before this")
            found.append(HistoryAction(label, "ui_add", forgotten, control=P5))
        if self.at < here:
            ask = GoTo(replace(self, mode=HistoryMode.CONFIRM, way=0))
            found.append(_main(mark("Go back to here"), "ui_undo", ask))
        elif self.at > here:
            redo = BringBack(self.at - here)
            found.append(_main(mark("Redo up to here"), "ui_again", redo))
        return tuple(found)

    def _undos(self, model: Model) -> int:
        timeline = model.session.timeline
        return 0 if timeline is None else undos_back_to(timeline, self.at)

    def prompt(self, model: Model) -> Prompt:
        match self.mode:
            case HistoryMode.BROWSE:
                return Prompt("Turn the dial to look back; nothing changes until you resume")
            case HistoryMode.CHOOSE:
                ways = self.ways(model)
                return Prompt(ways[self.way % len(ways)].label)
            case HistoryMode.CONFIRM:
                return Prompt("Go on from here?")

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        ways, number = self.ways(model), self._undos(model)
        focus = None if self.mode is HistoryMode.BROWSE or not ways else self.way % len(ways)
        question = ""
        if self.mode is HistoryMode.CONFIRM:
            question = ui.canvas.words.tell(
                "{number} entry will be undone. Redo brings it back.",
                "{number} entries will be undone. Redo brings them back.",
                number,
            )
        looked = HistoryState(self.at, ways, focus, question)
        return show_history(ui, model, looked, lambda at: GoTo(History(at)))

    def turn(self, model: Model, steps: int) -> Update:
        if self.mode is HistoryMode.BROWSE:
            at = min(max(0, self.at + steps), length(model))
            return replace(model, page=History(at)), ()
        offered = len(self.ways(model))
        way = (self.way + steps) % offered if offered else 0
        return replace(model, page=replace(self, way=way)), ()

    def validated(self, model: Model) -> Page | None:
        if model.session.timeline is None:
            return None
        at = min(max(0, self.at), length(model))
        page = replace(self, at=at)
        is_over = (self.mode is HistoryMode.CONFIRM and at >= _here(model)) or not page.ways(model)
        return History(at) if at != self.at or is_over else page

    def parent(self) -> Page | None:
        match self.mode:
            case HistoryMode.BROWSE:
                return None
            case HistoryMode.CHOOSE:
                return History(self.at)
            case HistoryMode.CONFIRM:
                return replace(self, mode=HistoryMode.CHOOSE, way=0)

    def help(self, model: Model) -> Card | None:
        return HISTORY


def _main(label: str, icon: str, message: Message) -> HistoryAction:
    return HistoryAction(label, icon, message, is_main=True, control=P4)


def _here(model: Model) -> int:
    return 0 if model.session.timeline is None else len(model.session.timeline.steps)


WRONG = mark("This was wrong")

WRONG_KEY = "x"
"""This entry was wrong."""
