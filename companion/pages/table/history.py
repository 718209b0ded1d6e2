"""Looking back: the table as it was, and where in the game that is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Update
from companion.core.messages import BringBack, GoTo, Message, Next, TakeBack, TurnDial
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import mark
from companion.pages import corrections, hardware, keyboard, partial, reference
from companion.pages.bindings import controls
from companion.pages.page_view import keycaps, what_can_be_done
from companion.pages.status_bar import edge_px
from companion.pages.table.ra_track import NUMERALS
from companion.pages.table.shown_table import ShownTable
from companion.pages.table.table_view import panels, upper
from companion.rules.events import EpochEnded, EpochTallied, Event
from companion.rules.model import Game
from companion.rules.records.timeline import Moment, Timeline
from companion.ui.layout import Bands, bands, columns, stacked
from companion.ui.scene import Box, Disc, Rect, Target
from companion.ui.speech import account, notice, weightiest
from companion.ui.style import NUMBER, TOUCH_PX, Piece, Shape, Size, Style, near
from companion.ui.widgets import Aside, Question, prompt_bar


class History(Page, frozen=True):
    """Looking through the game: the table as it was after so many actions."""

    has_track: ClassVar[bool] = True

    at: int

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does."""
        here = len(model.session.timeline.moments) if model.session.timeline else 0
        message: Message = Next()
        if self.at < here:
            message = TakeBack(here - self.at)
        elif self.at > here:
            message = BringBack(self.at - here)
        leave = Binding(Next(), "Back to the table")
        resume = leave if self.at == here else Binding(message, "Resume here")
        taps = {
            Control.UNDO: leave,
            Control.OK: resume,
            Control.DIAL: resume,
            Control.RA: leave,
            Control.P1: Binding(TurnDial(-1), "Back", is_lit=self.at > 0),
            Control.P2: Binding(TurnDial(1), "Forward", is_lit=self.at < length(model)),
        }
        wrong = corrections.correcting_at(model, self.at)
        if wrong is not None:
            taps[Control.P3] = Binding(GoTo(wrong), "This was wrong")
        return Bindings(taps, {}, mark("Browse the game"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Turn to look back; nothing changes until you resume from there")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield the table after so many actions, and the way through the game."""
        look, timeline = near(look), model.session.timeline
        moments = _all_moments(timeline)
        shown = ShownTable(
            game=game_at(model, self.at),
            buttons=model.session.buttons,
            moments=moments[: self.at],
            offered=controls(model),
            caps=keycaps(look, model),
            is_live=False,
        )
        where = bands(look, edge_px(look, model))
        above, underneath = _table(look, where, shown, moment(model, self.at))
        yield from above
        yield prompt_bar(look, where.prompt, _what_happened(look, model, self))
        yield from underneath
        parts = (11, 35) if look.shape is Shape.TALL else (1, 1)
        line, below = stacked(where.dock, parts, look.px(4))
        yield from _way(look, line, model, self)
        yield from what_can_be_done(look, below, model, (Control.RA,))

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        found, now = keyboard.closing(model), controls(model)
        return found | (
            {WRONG_KEY: keyboard.tap(now, Control.P3)} if Control.P3 in now.taps else {}
        )

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return replace(model, page=History(min(max(0, self.at + steps), length(model)))), ()

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return (
            None if model.session.timeline is None else History(min(max(0, self.at), length(model)))
        )

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_history(model, self)


def going_to(model: Model) -> History:
    """Return the history page, opened where the game stands."""
    return History(0 if model.session.timeline is None else len(model.session.timeline.moments))


def length(model: Model) -> int:
    """Return how many actions can be looked at, taken-back ones included."""
    timeline = model.session.timeline
    return 0 if timeline is None else len(timeline.moments) + len(timeline.undone)


def moment(model: Model, at: int) -> Moment | None:
    """Return the action that leads to this place; None at the start of the game."""
    timeline = model.session.timeline
    if timeline is None or not 1 <= at <= length(model):
        return None
    standing = len(timeline.moments)
    if at <= standing:
        return timeline.moments[at - 1]
    return timeline.undone[len(timeline.undone) - (at - standing)]


def game_at(model: Model, at: int) -> Game:
    """Return the table as it was after so many actions."""
    found = moment(model, at)
    if found is not None:
        return found.game
    return model.game if model.session.timeline is None else model.session.timeline.start


def events_at(model: Model, at: int) -> tuple[Event, ...]:
    """Return what happened in the action that leads to this place."""
    found = moment(model, at)
    return () if found is None else found.events


def _table(
    look: Style, where: Bands, shown: ShownTable, found: Moment | None
) -> tuple[Iterator[Piece], Iterator[Piece]]:
    """Return what is above and below the question: all of the table, or what was known of it."""
    ledger = None if found is None else found.ledger
    if ledger is None:
        return upper(look, where, shown), panels(look, where, shown)
    known = partial.partial_table_view.Known(
        ledger, shown.buttons, shown.moments, shown.offered, shown.caps, is_live=False
    )
    below = partial.partial_table_view.panels(look, where, known, ledger.active)
    return partial.partial_table_view.upper(look, where, known), below


def _all_moments(timeline: Timeline | None) -> tuple[Moment, ...]:
    """Return every action, those that were taken back last."""
    return () if timeline is None else (*timeline.moments, *reversed(timeline.undone))


def _what_happened(look: Style, model: Model, page: History) -> Question:
    event = weightiest(events_at(model, page.at))
    setup = model.game.setup
    told = look.say("Game start") if event is None else account(look, event, setup)[0]
    if refused := hardware.rejected_at(model, page.at):
        why = notice(look, refused[-1].why, model)
        told = look.say("{what}. Then a tag was refused: {why}", what=told, why=why)
    number = look.say("{number} of {all}", number=page.at, all=length(model))
    return Question(told, None, Aside((number,)))


def _way(look: Style, rect: Rect, model: Model, page: History) -> Iterator[Piece]:
    """Yield the whole game as a line: how far back one looks, what stands, where epochs ended."""
    theme, timeline = look.theme, model.session.timeline
    actions = max(1, length(model))
    standing = 0 if timeline is None else len(timeline.moments)
    side = look.either(24, 20)
    room = Rect(rect.x + side, rect.y, rect.w - 2 * side, rect.h)
    thick = look.either(10, 8)
    middle = rect.y + rect.h * 6 // 10
    bar = Rect(room.x, middle - thick // 2, room.w, thick)
    yield Box(bar, theme.line, radius=thick // 2)
    yield Box(_up_to(bar, standing / actions), theme.ink_third, radius=thick // 2)
    yield Box(_up_to(bar, page.at / actions), theme.gold, radius=thick // 2)
    for place, epoch in _ends(_all_moments(timeline)):
        x = bar.x + bar.w * place // actions
        yield Box(Rect(x - 1, middle - thick, max(2, look.px(3)), 2 * thick), theme.ink)
        numeral = Rect(x - look.px(40), rect.y, look.px(36), middle - thick - rect.y)
        yield look.line(numeral, NUMERALS[epoch - 1], Size.SMALL, theme.ink_second, NUMBER)
    x = bar.x + bar.w * page.at // actions
    yield Disc(Rect(x - side // 2, middle - side // 2, side, side), theme.focus,
               border=theme.gold, border_px=max(3, look.px(4)))  # fmt: skip
    yield from _steps(rect, actions)


def _up_to(bar: Rect, share: float) -> Rect:
    return Rect(bar.x, bar.y, max(bar.h, round(bar.w * share)), bar.h)


def _ends(moments: Sequence[Moment]) -> Iterator[tuple[int, int]]:
    """Yield after which actions epochs ended, and which."""
    for place, each in enumerate(moments, start=1):
        for event in each.events:
            if isinstance(event, EpochEnded | EpochTallied):
                yield place, event.epoch


def _steps(rect: Rect, actions: int) -> Iterator[Piece]:
    """Yield places to touch along the line, each wide enough for a finger."""
    number = min(actions + 1, rect.w // TOUCH_PX)
    for step, spot in enumerate(columns(rect, number, 0)):
        yield Target(spot, GoTo(History(round(actions * step / max(1, number - 1)))))


WRONG_KEY = "x"
"""This entry was wrong."""
