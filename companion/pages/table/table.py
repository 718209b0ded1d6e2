"""The table: what every control does there, whatever the game waits for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import DIAL, OK, UNDO, Command, Prompt, bindings_of, hold, key, tap
from companion.core.controls import reached
from companion.core.effects import Dispatch, Update, refused
from companion.core.messages import BringBack, DismissResult, Message, Open, Route, TakeBack
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import Words
from companion.pages.controls import FIX_KEY, REDO_KEY
from companion.pages.reference.rules_card import Card
from companion.pages.table import (
    auction,
    auction_view,
    beginning,
    bidding,
    disaster,
    gods,
    motion,
    peek,
    seat,
    seat_view,
    shown_table,
    table_view,
    turn,
)
from companion.pages.table.situation import (
    Pick,
    PickCommand,
    PickDiscard,
    PickGod,
    PickSun,
    PickTile,
    Situation,
)
from companion.rules.model import Discarding, Phase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from companion.ui.animation import Move, RenderedPage
from companion.ui.layout import Bands
from companion.ui.scene import Rect
from companion.ui.style import Piece, Ui


def _can_undo(timeline: Timeline | None) -> bool:
    """Whether something can be taken back: before the first action, that the game has begun."""
    return timeline is not None and (bool(timeline.steps) or beginning.is_untouched(timeline))


class Table(Page, frozen=True):
    """The table of a running game; a choice may be half made."""

    is_table: ClassVar[bool] = True
    has_track: ClassVar[bool] = True
    pulses: ClassVar[bool] = True

    pick: Pick | None = None

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done at every table, and what the game waits for."""
        yield from always_held()
        yield from peek.keys(model)
        yield fix(is_silent=True)
        found = tuple(situation(model, self.pick).commands())
        yield from found
        if self.pick is None:
            yield tap("Undo", TakeBack(), UNDO, lit=_can_undo(model.session.timeline))
        else:
            yield tap("Back", TakeBack(), UNDO)
        yield from redo(model, found, is_choosing=self.pick is not None)

    def prompt(self, model: Model) -> Prompt:
        found = situation(model, self.pick).prompt()
        return replace(found, facts={"name": model.game.name, **found.facts})

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        if seat.is_shown(model):
            return seat_view.show_seat(ui, model)
        return table_view.show_table(ui, model, self)

    def card_space(self, ui: Ui, model: Model) -> Rect | None:
        """Return the panels; while suns lie before them, what is left of them."""
        where = shown_table.places(ui, model, self.pick)
        if auction.auction_now(model) is None:
            return where.panels
        return auction_view.room_for_columns(ui, where.panels, where.dock)

    def ring(self, model: Model) -> tuple[float, float] | None:
        """Return how long an auction can still be called in, or opened again."""
        return auction.running(model)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Return what the dial points at, or the question with what can be chosen."""
        return situation(model, self.pick).aloud(words)

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        if isinstance(before.model.page, Table):
            where = shown_table.places(ui, after.model, self.pick)
            return motion.table_moves(ui, where, before, after)
        return ()

    def notice_area(self, ui: Ui, model: Model, where: Bands) -> Rect | None:
        """Return where a notice lies while a disaster asks, Ra is called or a lot was just won."""
        where = shown_table.places(ui, model, self.pick)
        return table_view.notice_area(ui, model, where, is_choosing=self.pick is not None)

    def update(self, model: Model, message: Message) -> Update | None:
        """Give up what is half chosen, of several tiles the last one; go on after an auction."""
        if isinstance(message, DismissResult):
            past = auction.last_result(model)
            return (model if past is None else auction.seen(model, past)), ()
        if not isinstance(message, TakeBack):
            return None
        if self.pick is None:
            is_away = message.actions == 1 and seat.is_put_away(model)
            return (seat.hide_instruction(model, is_put_away=False), ()) if is_away else None
        chosen = self.pick.chosen[:-1] if isinstance(self.pick, PickDiscard) else ()
        return replace(model, page=Table(PickDiscard(chosen) if chosen else None)), ()

    def is_not_there(self, model: Model, tile: Tile) -> Update:
        """Refuse a tile that a God tile cannot take, because none lies on the auction track."""
        return refused(model, Notice(Notes.NOT_ON_TRACK, {"tile": tile}))

    def turn(self, model: Model, steps: int) -> Update:
        """Move along everything that the dial can point at now."""
        ring = situation(model, self.pick).ring()
        return picking(model, reached(ring, self.pick, steps)) if ring else (model, ())

    def push(self, model: Model) -> Update:
        found = situation(model, self.pick).pointed()
        return model, () if found is None else (Dispatch(found.message),)

    def validated(self, model: Model) -> Page | None:
        return None

    def help(self, model: Model) -> Card | None:
        return situation(model, self.pick).card()

    def deadline(self, model: Model) -> float | None:
        """Return when an auction settles itself, or a press means something else again."""
        ends = [auction.deadline(model)]
        if seat.is_said_twice(model):
            ends.append(model.pending.hands_at + seat.AGAIN_SECONDS)
        return min((end for end in ends if end is not None), default=None)

    def on_tick(self, model: Model) -> Update | None:
        """Settle an auction whose last sun has led for long enough."""
        return auction.on_tick(model) or seat.on_tick(model)


def situation(model: Model, pick: Pick | None = None) -> Situation:
    """Return what the table waits for; every question about that is asked of it.

    Args:
        model: A game is on the table, all of which is entered.
        pick: What is half chosen.
    """
    found = _below(model, pick)
    past = auction.last_result(model)
    if pick is None and past is not None and auction.has_result(model):
        found = bidding.Settled(model, found, past)
    if seat.is_shown(model):
        return seat.MachineSeat(model, found)
    return seat.JustDone(model, found) if seat.is_said_twice(model) else found


def _below(model: Model, pick: Pick | None) -> Situation:
    now, stage = auction.auction_now(model), model.game.stage
    if now is not None:
        called = pick if isinstance(pick, PickSun | PickCommand) else None
        return bidding.Bidding(model, now, called)
    if isinstance(stage, Discarding):
        return disaster.Disaster(model, stage, pick if isinstance(pick, PickDiscard) else None)
    if stage is Phase.GODS or isinstance(pick, PickGod):
        return gods.Gods(model, pick if isinstance(pick, PickGod) else None)
    return turn.Turn(model, pick if isinstance(pick, PickTile | PickCommand) else None)


def picking(model: Model, pick: Pick | None) -> Update:
    """Return the table with this choice half made."""
    return replace(model, page=Table(pick)), ()


def half_made(model: Model) -> Pick | None:
    """Return the choice that is half made; None if there is none, or the table is not open."""
    return model.page.pick if isinstance(model.page, Table) else None


def redo(model: Model, offered: Iterable[Command], *, is_choosing: bool) -> Iterator[Command]:
    """Yield that OK brings back what was taken back, or the dial where OK says something else.

    Args:
        model: The program.
        offered: What else can be done.
        is_choosing: Whether a choice is half made; what the dial points at is never in its way.
    """
    if not model.can_bring_back:
        return
    taps = bindings_of(offered).taps
    yield key(REDO_KEY, BringBack())
    if OK not in taps:
        yield tap("Redo", BringBack(), OK)
    elif not (isinstance(taps[OK].message, BringBack) or is_choosing or DIAL in taps):
        yield tap("Redo", BringBack(), DIAL)


def always_held() -> Iterator[Command]:
    """Yield what is offered by holding a control, at every table."""
    yield hold("History", Open(Route.HISTORY), UNDO, keys="f10")
    yield hold("Menu", Open(Route.MENU), DIAL, keys="escape")


def fix(*, is_silent: bool = False) -> Command:
    """Return how what is not as the screen has it is corrected, from anywhere."""
    return hold("Fix", Open(Route.FIX), OK, keys=FIX_KEY, silent=is_silent)
