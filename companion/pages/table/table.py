"""The table: what every control does there, whatever the game waits for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    OK,
    PLAYER_CONTROLS,
    UNDO,
    Command,
    Control,
    Prompt,
    bindings_of,
    hold,
    key,
    reached,
    tap,
)
from companion.core.effects import Dispatch, Update, refused
from companion.core.messages import (
    BringBack,
    ChooseLoss,
    DismissResult,
    GoTo,
    Message,
    Open,
    OpenGroup,
    Peek,
    Play,
    Route,
    SettleAuction,
    TakeBack,
    UseGods,
)
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import Words
from companion.pages.controls import FIX_KEY, REDO_KEY, controls, prompt
from companion.pages.page_view import Touch, keycaps
from companion.pages.reference.rules_card import Card
from companion.pages.status_bar import timing
from companion.pages.table import (
    auction,
    bidding,
    disaster,
    motion,
    peek,
    playing,
    settled,
    thing_card,
    touch_keys,
    tracks,
    turn,
)
from companion.pages.table import seat as table_seat
from companion.pages.table.player_panel import PlayerPanel, panel
from companion.pages.table.situation import (
    Pick,
    PickCommand,
    PickDiscard,
    PickGod,
    PickSun,
    PickTile,
    ShownTable,
    Situation,
    can_use_god,
)
from companion.pages.table.tracks import Headline, Space, Track, auction_track, next_ends
from companion.rules.actions import GODS, TRACK_SPACES
from companion.rules.events import (
    DisasterStruck,
    EpochBegan,
    FixedPart,
    GodsEnded,
    LotWon,
    NobodyBid,
)
from companion.rules.legal import god_targets, has_god
from companion.rules.model import Auction, Discarding, Phase
from companion.rules.tiles import Tile
from companion.ui.animation import Move, RenderedPage
from companion.ui.layout import Bands, panel_places
from companion.ui.pieces import Sign, sky
from companion.ui.prompt_bar import Aside, Question, beside_a_chip, prompt_bar
from companion.ui.scene import Rect, Target
from companion.ui.speech import event_texts, question, short_name, weightiest
from companion.ui.style import Part, Piece, Ui, assembled
from companion.ui.widgets import Action


class Table(Page, frozen=True):
    """The table of a running game; a choice may be half made."""

    is_table: ClassVar[bool] = True
    has_track: ClassVar[bool] = True
    pulses: ClassVar[bool] = True

    pick: Pick | None = None

    def commands(self, model: Model) -> Iterator[Command]:
        yield from always_held()
        yield from peek.keys(model)
        yield fix(is_silent=True)
        found = tuple(situation(model, self.pick).commands())
        yield from found
        timeline = model.session.timeline
        if self.pick is None:
            has_begun = playing.is_untouched(timeline)  # what else can be taken back then
            yield tap("Undo", TakeBack(), UNDO, lit=has_begun or bool(timeline and timeline.steps))
        else:
            yield tap("Back", TakeBack(), UNDO)
        yield from redo(model, found, is_choosing=self.pick is not None)

    def prompt(self, model: Model) -> Prompt:
        found = situation(model, self.pick).prompt()
        return replace(found, facts={"name": model.game.name, **found.facts})

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        if table_seat.is_shown(model):
            return table_seat.show_seat(ui, model)
        return show_table(ui, model, self)

    def card_space(self, ui: Ui, model: Model) -> Rect | None:
        """Return the panels; while suns lie before them, what is left of them."""
        where = touch_keys.places(ui, model, self.pick)
        if auction.auction_now(model) is None:
            return where.panels
        return bidding.room_for_columns(ui, where.panels, where.dock)

    def ring(self, model: Model) -> tuple[float, float] | None:
        return auction.running(model)

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        return situation(model, self.pick).aloud(words)

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        if isinstance(before.model.page, Table):
            where = touch_keys.places(ui, after.model, self.pick)
            return motion.table_moves(ui, where, before, after)
        return ()

    def notice_area(self, ui: Ui, model: Model, where: Bands) -> Rect | None:
        """Return where a notice lies while a disaster asks, Ra is called or a lot was just won."""
        where = touch_keys.places(ui, model, self.pick)
        return notice_area(ui, model, where, is_choosing=self.pick is not None)

    def update(self, model: Model, message: Message) -> Update | None:
        """Give up what is half chosen, of several tiles the last one; go on after an auction."""
        if isinstance(message, DismissResult):
            past = settled.last_result(model)
            return (model if past is None else settled.seen(model, past)), ()
        if not isinstance(message, TakeBack):
            return None
        if self.pick is None:
            is_away = message.actions == 1 and table_seat.is_put_away(model)
            return (table_seat.hide_instruction(model, is_put_away=False), ()) if is_away else None
        chosen = self.pick.chosen[:-1] if isinstance(self.pick, PickDiscard) else ()
        return replace(model, page=Table(PickDiscard(chosen) if chosen else None)), ()

    def is_not_there(self, model: Model, tile: Tile) -> Update:
        """Refuse a tile that a God tile cannot take, because none lies on the auction track."""
        return refused(model, Notice(Notes.NOT_ON_TRACK, {"tile": tile}))

    def turn(self, model: Model, steps: int) -> Update:
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
        ends = [auction.deadline(model)]
        if table_seat.is_said_twice(model):
            ends.append(model.pending.hands_at + table_seat.AGAIN_SECONDS)
        return min((end for end in ends if end is not None), default=None)

    def on_tick(self, model: Model) -> Update | None:
        return auction.on_tick(model) or table_seat.on_tick(model)


def situation(model: Model, pick: Pick | None = None) -> Situation:
    """Return what the table waits for; every question about that is asked of it."""
    found = _below(model, pick)
    past = settled.last_result(model)
    if pick is None and past is not None and settled.has_result(model):
        found = settled.Settled(model, found, past, is_discarding(model, is_choosing=False))
    if table_seat.is_shown(model):
        return table_seat.MachineSeat(model, found)
    return table_seat.JustDone(model, found) if table_seat.is_said_twice(model) else found


def _below(model: Model, pick: Pick | None) -> Situation:
    now, stage = auction.auction_now(model), model.game.stage
    if now is not None:
        called = pick if isinstance(pick, PickSun | PickCommand) else None
        return bidding.Bidding(model, now, called)
    if isinstance(stage, Discarding):
        return disaster.Disaster(model, stage, pick if isinstance(pick, PickDiscard) else None)
    if stage is Phase.GODS or isinstance(pick, PickGod):
        return turn.Gods(model, pick if isinstance(pick, PickGod) else None)
    return turn.Turn(model, pick if isinstance(pick, PickTile | PickCommand) else None)


def is_discarding(model: Model, *, is_choosing: bool) -> bool:
    """Whether people choose tiles for a disaster: for a seat that the table plays it does."""
    is_asked = isinstance(model.game.stage, Discarding)
    return is_asked and (is_choosing or not table_seat.is_due(model))


def picking(model: Model, pick: Pick | None) -> Update:
    """Return the table with this choice half made."""
    return replace(model, page=Table(pick)), ()


def half_made(model: Model) -> Pick | None:
    """Return the choice that is half made; None if there is none, or the table is not open."""
    return model.page.pick if isinstance(model.page, Table) else None


def redo(model: Model, offered: Iterable[Command], *, is_choosing: bool) -> Iterator[Command]:
    """Yield that OK brings back what was taken back, or the dial where OK says something else.

    It is in the way of nothing that is offered, nor of a choice that is half made.
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


_TOLD = (LotWon, NobodyBid, DisasterStruck, EpochBegan)


def told(ui: Ui, shown: ShownTable) -> tuple[tuple[str, ...], ...]:
    """Return what the last action did to the auction track and to players, in full and shorter."""
    events = shown.steps[-1].events if shown.steps else ()
    said = [
        event_texts(ui, event, shown.game.setup) for event in events if isinstance(event, _TOLD)
    ]
    if not said:
        return ()
    struck = [event for event in events if isinstance(event, DisasterStruck)]
    disasters = tuple(event_texts(ui, event, shown.game.setup)[0] for event in struck)
    full, short = tuple(one[0] for one in said), tuple(one[-1] for one in said)
    return (full, short, disasters) if disasters else (full, short)


def aside(ui: Ui, shown: ShownTable) -> Aside | Action:
    """Return the highest bid, the key of OK, of what can come again, or what just happened."""
    if shown.typed:
        return Aside((f"{shown.typed}\N{HORIZONTAL ELLIPSIS}",))
    game, stage = shown.game, shown.game.stage
    ok, dial = shown.offered.taps.get(Control.OK), shown.offered.taps.get(Control.DIAL)
    choosing = isinstance(shown.pick, PickSun | PickCommand) or touch_keys.has_pad(
        ui, shown.game, shown.pick
    )
    if ui.canvas.touch and choosing and ok is not None and ok.is_lit and ok.label:
        return shown.key(ui, Control.OK)
    can_redo = dial is not None and isinstance(dial.message, BringBack)
    if ui.canvas.touch and can_redo and not isinstance(stage, Auction):
        return shown.key(ui, Control.DIAL)
    if isinstance(stage, Auction) and stage.best_bidder is not None:
        name = short_name(ui, game.setup.players[stage.best_bidder])
        highest = ui.say("highest: {name} {sun}", name=name, sun=stage.best_bid)
        return Aside((highest, f"{name} {stage.best_bid}"))
    return Aside() if told(ui, shown) and not any(game.track) else happened(ui, shown)


def happened(ui: Ui, shown: ShownTable) -> Aside:
    """Return what the last action did; a touch opens the history.

    That a player uses no more gods is told as what the last of them took.
    """
    event = weightiest(shown.steps[-1].events) if shown.steps else None
    if isinstance(event, GodsEnded) and len(shown.steps) > 1:
        event = weightiest(shown.steps[-2].events)
    if event is None:
        return Aside()
    return Aside(event_texts(ui, event, shown.game.setup), Open(Route.HISTORY))


def show_table(ui: Ui, model: Model, page: Table) -> Iterator[Piece]:
    """Yield the table as it is now."""
    timeline = model.session.timeline
    shown = ShownTable(
        game=model.game,
        buttons=model.session.buttons,
        steps=timeline.steps if timeline else (),
        offered=controls(model),
        caps=keycaps(ui, model),
        pick=page.pick,
        may_peek=peek.may_peek(model),
        timing=timing(model),
        typed=model.screen.digits,
    )
    where = touch_keys.places(ui, model, page.pick)
    if is_discarding(model, is_choosing=page.pick is not None):
        asked = question(ui, prompt(model))
        if settled.reopenable(model) is not None:  # whoever calls a sun where it was is told
            yield Target(where.panels, SettleAuction())
        yield _guarded(model, disaster.losing(ui, where, shown, model, asked))
        yield _guarded(model, touch_keys.dock(ui, where, shown, model))
        return
    now, has_result = auction.auction_now(model), settled.has_result(model) and shown.pick is None
    if has_result:
        yield sky(ui, where.ra_track.y + where.ra_track.h)
        yield from settled.result(ui, where.ra_track, where.auction_track, shown)
        if not isinstance(shown.steps[-1].events[-1], LotWon | DisasterStruck):
            yield auction_track(ui, where.auction_track, _track(ui, shown))
    else:
        yield from upper(ui, where, shown, _headline(ui, shown, now))
    yield prompt_bar(ui, where.prompt, _question(ui, shown, prompt(model)))
    if now is not None:
        area = bidding.room_for_columns(ui, where.panels, where.dock)
        yield from bidding.columns_of(ui, area, shown, model, now)
        yield from bidding.dock_of(ui, where.dock, shown, now)
        return
    if has_result:
        yield from settled.for_hands(ui, where.panels, shown, model)
    else:
        yield from panels(ui, where, shown)
    yield _guarded(model, touch_keys.dock(ui, where, shown, model))


def _headline(ui: Ui, shown: ShownTable, now: auction.AuctionNow | None) -> Headline | None:
    """Return who invoked Ra until somebody calls a sun, or that the next Ra ends the epoch."""
    if now is not None:
        return None if now.every else bidding.called(ui, now, shown.buttons)
    return next_ends(ui, shown.game.ra_count, shown.game.ra_limit)


def notice_area(ui: Ui, model: Model, where: Bands, *, is_choosing: bool) -> Rect | None:
    """Return where a notice hides nothing large; None where it may lie over the Ra track.

    While somebody chooses a sun or a God tile, what was won does not show any more.
    """
    if is_discarding(model, is_choosing=is_choosing):
        return disaster.notice_area(ui, where, model)
    now, is_won = auction.auction_now(model), settled.has_result(model) and not is_choosing
    is_quiet = is_won or (now is not None and not now.every)
    if not is_quiet:
        return None
    whole, ok = where.prompt.inset(0, -ui.px(6)), controls(model).taps.get(Control.OK)
    if is_won and ok is not None and touch_keys.has_pad(ui, model.game, None):
        sign = Sign(Control.OK, keycaps(ui, model).get(ok.message, ""))
        room = beside_a_chip(ui, where.prompt, Action(sign, ui.say(ok.label), ok.message))
        return whole._replace(w=room.w)  # beside what goes on
    return whole  # with what hangs below


def _guarded(model: Model, pieces: Iterable[Piece]) -> Part:
    """Return the same where just after a settlement a second touch says only that it is settled."""
    part = assembled(pieces)
    if not settled.is_touched_twice(model):
        return part
    targets = (
        replace(each, message=SettleAuction())
        if isinstance(each.message, Play | OpenGroup | ChooseLoss)
        else each
        for each in part.targets
    )
    return Part(part.items, tuple(targets))


def upper(ui: Ui, where: Bands, shown: ShownTable, said: Headline | None = None) -> Iterator[Piece]:
    """Yield the sky, the Ra track or what is loud just now, and the auction track."""
    yield Target(where.ra_track, GoTo(thing_card.ThingCard(FixedPart.RA_TRACK)))
    played = shown.timing.played
    yield from tracks.sky_above(ui, where.ra_track, shown.game, shown.caps, played, said)
    yield auction_track(ui, where.auction_track, _track(ui, shown))


def _track(ui: Ui, shown: ShownTable) -> Track:
    game, pick = shown.game, shown.pick
    return Track(
        track=game.track,
        centre=game.centre,
        spaces=_spaces(ui, shown),
        ghost=shown.pointed,
        focus=pick.focus if isinstance(pick, PickGod) else None,
        is_hot=isinstance(game.stage, Auction),
        centre_message=GoTo(thing_card.ThingCard(FixedPart.CENTRE)),
        centre_label=ui.say("to win") if ui.is_full and not ui.is_big else "",
        told=told(ui, shown),
    )


def _spaces(ui: Ui, shown: ShownTable) -> tuple[Space, ...]:
    game = shown.game
    cards = tuple(
        GoTo(thing_card.ThingCard(FixedPart.SPACE, space)) for space in range(TRACK_SPACES)
    )
    taking = game.stage is Phase.GODS or isinstance(shown.pick, PickGod)
    if not (taking and has_god(game.players[game.active])):
        return tuple(Space(message=card) for card in cards)
    targets = {god.slot for god in god_targets(game.track)}
    offers = shown.offered.taps.items() if ui.canvas.panel else ()
    reached = {offer.message: control for control, offer in offers}
    found = []
    for god, tile, card in zip(GODS, game.track, cards, strict=True):
        is_able = god.slot in targets
        first = god if tile is None else GODS[game.track.index(tile)]  # its letter is on all alike
        sign = Sign(reached.get(Play(god)), shown.caps.get(Play(first), ""))
        message = Play(god) if is_able else card
        found.append(Space(message, None if sign == Sign() else sign, is_able))
    return tuple(found)


def _question(ui: Ui, shown: ShownTable, asked: Prompt) -> Question:
    button = None if asked.seat is None else shown.buttons[asked.seat]
    name = "" if asked.seat is None else short_name(ui, shown.game.setup.players[asked.seat])
    beside = aside(ui, shown)
    goes_on = beside.message == DismissResult()  # nothing else does, where the table plays next
    is_turn = shown.game.stage is Phase.TURN and not isinstance(shown.pick, PickGod)
    if goes_on or not (ui.canvas.touch and is_turn and can_use_god(shown.game)):
        chip, beside = (beside, Aside()) if isinstance(beside, Action) else (None, beside)
        return Question(question(ui, asked), button, name, beside, chip, shown.timing.sand)
    shorter = replace(asked, sentence=_WITHOUT_GOD.get(asked.sentence, asked.sentence))
    key = shown.caps.get(UseGods(), "")
    own = PLAYER_CONTROLS[shown.buttons[shown.game.active]]
    held = shown.offered.holds.get(own)
    uses = held is not None and held.message == UseGods()
    sign = Sign(None, key) if key else Sign(own if uses else None)
    chip = Action(sign, ui.say("God tile"), UseGods(), is_hold=uses)
    beside = Aside((beside.label,), beside.message) if isinstance(beside, Action) else beside
    return Question(question(ui, shorter), button, name, beside, chip, shown.timing.sand)


_WITHOUT_GOD = {
    turn.ASKED[has_room, True]: turn.ASKED[has_room, False] for has_room in (True, False)
}
"""What is asked beside a key that says the rest."""


def panels(ui: Ui, where: Bands, shown: ShownTable) -> Iterator[Piece]:
    """Yield a panel for every player, always in their order: what does not move is not painted."""
    game = shown.game
    places = panel_places(ui, where.panels, len(game.players))
    stem = where.panels.y - where.prompt.y - where.prompt.h
    for seat in game.setup.seats:
        player, card = game.players[seat], GoTo(thing_card.ThingCard(FixedPart.TILES, seat))
        is_active, peek = seat == game.active, Peek(seat) if shown.may_peek else None
        own = PlayerPanel(
            name=game.setup.players[seat],
            button=shown.buttons[seat],
            suns=player.suns,
            spent=player.spent,
            tiles=player.tiles,
            is_active=is_active,
            share=shown.timing.share(seat),
            touch=Touch(card, card, peek, "" if peek is None else shown.caps.get(peek, "")),
            stem=stem if is_active and places[seat].y == where.panels.y else 0,
        )
        yield panel(ui, places[seat], own)
