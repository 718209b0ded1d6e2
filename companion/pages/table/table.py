"""The table: what every control does there, whatever the game waits for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from msgspec.structs import replace

from companion.core.commands import Binding, Bindings, Prompt
from companion.core.controls import Control
from companion.core.effects import Update, refused
from companion.core.messages import (
    BringBack,
    DismissResult,
    Message,
    Open,
    Play,
    PushDial,
    Route,
    TakeBack,
    TakeSun,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import Words
from companion.pages import keyboard
from companion.pages.keyboard import FIX_KEY
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.status_bar import edge_px
from companion.pages.table import (
    auction,
    auction_view,
    beginning,
    choices,
    motion,
    peek,
    seat,
    seat_view,
    stages,
    table_view,
)
from companion.rules.actions import GODS
from companion.rules.legal import god_targets, has_god
from companion.rules.model import Auction, Phase
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import Tile
from companion.ui.animation import Move, Seen
from companion.ui.layout import Bands, bands
from companion.ui.scene import Rect
from companion.ui.style import Piece, Style

if TYPE_CHECKING:
    from companion.pages.table.choices import Pick


def _can_undo(timeline: Timeline | None) -> bool:
    """Whether something can be taken back: before the first action, that the game has begun."""
    return timeline is not None and (bool(timeline.steps) or beginning.is_untouched(timeline))


class Table(Page, frozen=True):
    """The table of a running game; a choice may be half made."""

    is_table: ClassVar[bool] = True
    has_track: ClassVar[bool] = True
    pulses: ClassVar[bool] = True

    pick: Pick | None = None

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does at the table, whatever the game waits for."""
        timeline = model.session.timeline
        undo = Binding(TakeBack(), "Undo", is_lit=_can_undo(timeline))
        if self.pick is not None:
            undo = Binding(TakeBack(), "Back")
        stage = stages.controls(model, self.pick)
        if self.pick is None:
            stage = stages.after_auction(model, stage)
        taps = {**stage.taps, Control.UNDO: undo}
        if isinstance(self.pick, choices.PickDeed):
            taps[Control.DIAL] = taps[Control.OK] = Binding(
                PushDial(), choices.DEEDS[self.pick.deed]
            )
        if seat.is_shown(model):
            hands = Binding(seat.HandsDone(), "Done", is_lit=_has_decided(model))
            taps = {**_silent(taps), Control.OK: hands, Control.RA: hands, Control.UNDO: undo}
            stage = replace(stage, holds=_silent(stage.holds))
        elif seat.is_said_twice(model):
            taps |= _still_done(taps)
        if model.can_bring_back:
            add_redo(taps, is_choosing=self.pick is not None)
        holds = always_held()
        holds[Control.OK] = replace(holds[Control.OK], is_silent=True)
        is_quiet = model.game.stage is Phase.TURN or model.game.stage is Phase.GODS
        own = peek.peeks(model) if is_quiet and not auction.is_guarded(model) else {}
        return Bindings(taps, {**own, **holds, **_lit(stage.holds, own)}, stage.dial)

    def prompt(self, model: Model) -> Prompt:
        own = seat.prompt(model) if self.pick is None else None
        if own is not None:
            return Prompt(own.sentence, {"name": model.game.name, **own.facts}, own.seat)
        game = model.game
        asked = stages.prompt(model, self.pick)
        facts = {"name": game.name, **asked.facts}
        if auction.heard(model) is not None:
            return Prompt(asked.sentence, facts, asked.seat)
        return Prompt(asked.sentence, facts, game.active if asked.seat is None else asked.seat)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        if seat.is_shown(model):
            return seat_view.show_seat(look, model)
        return table_view.show_table(look, model, self)

    def card_space(self, look: Style, model: Model) -> Rect | None:
        """Return the panels; while suns lie before them, what is left of them."""
        if auction.heard(model) is None:
            return None
        where = bands(look, edge_px(look, model))
        return auction_view.room_for_columns(look, where.panels, where.dock)

    def in_turn(self, model: Model) -> Iterable[Binding]:
        """Yield suns to bid, one by one, and tiles for a god that no button reaches."""
        game = model.game
        if isinstance(game.stage, Auction):
            yield from (Binding(TakeSun(sun), sun=sun) for sun in auction.could_lead(model))
            return
        is_asked = game.stage is Phase.GODS or isinstance(self.pick, choices.PickGod)
        if is_asked and has_god(game.players[game.active]):
            for god in god_targets(game.track):
                yield Binding(Play(GODS[god.slot]), tile=game.track[god.slot])

    def ring(self, model: Model) -> tuple[float, float] | None:
        """Return how long an auction can still be called in, or opened again."""
        return auction.running(model)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        """Return what the dial points at, or the question with what can be chosen."""
        return stages.sentences(model, self.pick, words)

    def motion(self, look: Style, before: Seen, after: Seen) -> Iterable[Move]:
        """Return what moves on the table, if it was seen before."""
        if isinstance(before.model.page, Table):
            return motion.table_moves(look, before, after)
        return ()

    def quiet_room(self, look: Style, model: Model, where: Bands) -> Rect | None:
        """Return where a notice lies while a disaster asks, Ra is called or a lot was just won."""
        return table_view.quiet_room(look, model, where, is_choosing=self.pick is not None)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does: one for every tile at a turn, every sun at an auction."""
        fix = {FIX_KEY: Open(Route.FIX)}
        leave = {"escape": Open(Route.MENU)}
        own = stages.keys(model, self.pick)
        return keyboard.common(model) | fix | leave | own

    def update(self, model: Model, message: Message) -> Update | None:
        """Give up what is half chosen, of several tiles the last one; go on after an auction."""
        if isinstance(message, DismissResult):
            past = auction.just_settled(model)
            return (model if past is None else auction.seen(model, past)), ()
        if not isinstance(message, TakeBack):
            return None
        if self.pick is None:
            is_away = message.actions == 1 and seat.is_put_away(model)
            return (seat.put_away(model, is_put_away=False), ()) if is_away else None
        chosen = self.pick.chosen[:-1] if isinstance(self.pick, choices.PickDiscard) else ()
        return replace(model, page=Table(choices.PickDiscard(chosen) if chosen else None)), ()

    def is_not_there(self, model: Model, tile: Tile) -> Update:
        """Refuse a tile that a God tile cannot take, because none lies on the auction track."""
        return refused(model, Notice(Notes.NOT_ON_TRACK, {"tile": tile}))

    def turn(self, model: Model, steps: int) -> Update:
        return choices.turned(model, self, steps)

    def push(self, model: Model) -> Update:
        """Choose what the dial points at."""
        return choices.pushed(model, self)

    def opened(self, model: Model) -> Page | None:
        return None

    def help(self, model: Model) -> Card | None:
        chosen = self.pick.chosen if isinstance(self.pick, choices.PickDiscard) else ()
        return rules_card.of_table(
            model.game,
            auction.heard(model),
            chosen,
            is_taking=isinstance(self.pick, choices.PickGod),
        )

    def deadline(self, model: Model) -> float | None:
        """Return when an auction settles itself, or a press means something else again."""
        ends = [auction.deadline(model)]
        if seat.is_said_twice(model):
            ends.append(model.drafts.hands_at + seat.AGAIN_SECONDS)
        return min((end for end in ends if end is not None), default=None)

    def waited(self, model: Model) -> Update | None:
        """Settle an auction whose last sun has led for long enough."""
        return auction.waited(model)


def add_redo(taps: dict[Control, Binding], *, is_choosing: bool) -> None:
    """Let OK bring back what was taken back, or the dial where OK says something else.

    Args:
        taps: What a press of each control does.
        is_choosing: Whether a choice is half made; what the dial points at is never in its way.
    """
    redo = Binding(BringBack(), "Redo")
    goes_on = taps.setdefault(Control.OK, redo).message
    if not isinstance(goes_on, BringBack) and not is_choosing:
        taps.setdefault(Control.DIAL, redo)


def _silent(offers: Mapping[Control, Binding]) -> dict[Control, Binding]:
    """Return the same offers without their lamps and their words."""
    return {control: replace(offer, is_silent=True) for control, offer in offers.items()}


def _still_done(taps: Mapping[Control, Binding]) -> dict[Control, Binding]:
    """Return what OK and Ra mean just after hands were said to be done: that, once more."""
    said = seat.HandsDone()
    return {
        control: replace(taps[control], message=said)
        for control in (Control.OK, Control.RA)
        if control in taps
    }


def _has_decided(model: Model) -> bool:
    known = seat.thought(model)
    return known is not None and known.choice is not None


def _lit(
    holds: Mapping[Control, Binding], others: Mapping[Control, Binding]
) -> Mapping[Control, Binding]:
    """Return the holds but those that are not allowed where there is another."""
    return {
        control: hold for control, hold in holds.items() if hold.is_lit or control not in others
    }


def always_held() -> dict[Control, Binding]:
    """Return what is offered by holding a control, at every table."""
    return {
        Control.UNDO: Binding(Open(Route.HISTORY), "History"),
        Control.DIAL: Binding(Open(Route.MENU), "Menu"),
        Control.OK: fix(),
    }


def fix() -> Binding:
    """Return the offer to correct what is not as the screen has it, from anywhere."""
    return Binding(Open(Route.FIX), "Fix")
