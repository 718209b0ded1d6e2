"""The table: what every control does there, and a wrong turn marker put right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt, player_control
from companion.core.controls import BUTTONS, CHOOSERS, PLAYER_CONTROLS, Control
from companion.core.effects import Update
from companion.core.messages import (
    AuctionFirst,
    BringBack,
    CallPass,
    ChooseLoss,
    Enter,
    GoTo,
    Message,
    OpenGroup,
    Play,
    PushDial,
    RestPass,
    SeeOn,
    StepSun,
    TakeBack,
    TakeSun,
    UseGods,
)
from companion.core.mnemonics import GROUP_TILES, SUN_KEYS, TileGroup, named_tiles
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import mark
from companion.pages import (
    corrections,
    keyboard,
    menu,
    new_game,
    opponent,
    reference,
    score_sheet,
    table,
)
from companion.pages.table import auction
from companion.pages.table.choices import (
    Deed,
    Pick,
    PickDeed,
    PickDiscard,
    PickGod,
    PickSun,
    PickTile,
)
from companion.rules.actions import DRAWS, END_GODS, GODS, INVOKE, Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    remaining_losses,
    tiles_to_give_up,
)
from companion.rules.model import Auction, Disaster, Game, Phase
from companion.rules.partial.ledger import Wait
from companion.rules.records.timeline import Timeline
from companion.rules.refusal import Fact
from companion.rules.tiles import Tile
from companion.ui.style import Piece, Style


def _can_undo(timeline: Timeline | None) -> bool:
    """Whether something can be taken back: before the first action, that the game has begun."""
    return timeline is not None and (bool(timeline.moments) or new_game.is_untouched(timeline))


class Table(Page, frozen=True):
    """The game goes on; a choice may be half made."""

    is_table: ClassVar[bool] = True
    has_track: ClassVar[bool] = True

    pick: Pick | None = None

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does at the table, whatever the game waits for."""
        timeline = model.session.timeline
        undo = Binding(TakeBack(), "Undo", is_lit=_can_undo(timeline))
        if self.pick is not None:
            undo = Binding(TakeBack(), "Back")
        stage = _stage_controls(model, self)
        if self.pick is None:
            stage = _after_auction(model, stage)
        taps = {**stage.taps, Control.UNDO: undo}
        if isinstance(self.pick, PickDeed):
            taps[Control.DIAL] = taps[Control.OK] = Binding(PushDial(), _DEEDS[self.pick.deed])
        if opponent.is_shown(model):
            hands = Binding(opponent.HandsDone(), "Done", is_lit=_has_decided(model))
            taps = {**_silent(taps), Control.OK: hands, Control.RA: hands, Control.UNDO: undo}
            stage = replace(stage, holds=_silent(stage.holds))
        elif opponent.seat.is_said_twice(model):
            taps |= _still_done(taps)
        if model.can_bring_back:
            add_redo(taps, is_choosing=self.pick is not None)
        if self.pick is None:
            taps |= corrections.ways_on(model)
        holds = {
            Control.UNDO: Binding(GoTo(table.going_to(model)), "History"),
            Control.DIAL: Binding(GoTo(menu.Menu()), "Menu"),
            Control.OK: replace(fix(), is_silent=True),
        }
        is_quiet = model.game.stage is Phase.TURN or model.game.stage is Phase.GODS
        own = table.peek.peeks(model) if is_quiet and not auction.is_guarded(model) else {}
        return Bindings(taps, {**own, **holds, **_lit(stage.holds, own)}, stage.dial)

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        own = opponent.seat.prompt(model) if self.pick is None else None
        if own is not None:
            return Prompt(own.sentence, {"name": model.game.name, **own.facts}, own.seat)
        game = model.game
        asked = _stage_prompt(model, self)
        facts = {"name": game.name, **asked.facts}
        if auction.heard(model) is not None:
            return Prompt(asked.sentence, facts, asked.seat)
        return Prompt(asked.sentence, facts, game.active if asked.seat is None else asked.seat)

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what is on the page."""
        if opponent.is_shown(model):
            return opponent.show_seat(look, model)
        return table.show_table(look, model, self)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does: one for every tile at a turn, every sun at an auction."""
        fix = {corrections.FIX_KEY: GoTo(corrections.FixPanel())}
        leave = {"escape": GoTo(menu.Menu())}
        own = _stage_keys(model, self) | corrections.suspect_keys(model)
        return keyboard.common(model) | fix | leave | own

    def update(self, model: Model, message: Message) -> Update | None:
        """Give up what is half chosen, of several tiles the last one; go on after an auction."""
        if isinstance(message, SeeOn):
            past = auction.just_settled(model)
            return (model if past is None else auction.seen(model, past)), ()
        if not isinstance(message, TakeBack):
            return None
        if self.pick is None:
            is_away = message.actions == 1 and opponent.seat.is_put_away(model)
            return (opponent.seat.put_away(model, is_put_away=False), ()) if is_away else None
        chosen = self.pick.chosen[:-1] if isinstance(self.pick, PickDiscard) else ()
        return replace(model, page=Table(PickDiscard(chosen) if chosen else None)), ()

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return table.turned(model, self, steps)

    def push(self, model: Model) -> Update:
        """Choose what the dial points at."""
        return table.pushed(model, self)

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return None

    def help(self, model: Model) -> reference.Card | None:
        """Return the rules card of the moment."""
        return reference.rules_card.of_table(model, self)

    def deadline(self, model: Model) -> float | None:
        """Return when an auction settles itself, or a press means something else again."""
        ends = [auction.deadline(model)]
        if opponent.seat.is_said_twice(model):
            ends.append(model.drafts.hands_at + opponent.seat.AGAIN_SECONDS)
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
    said = opponent.HandsDone()
    return {
        control: replace(taps[control], message=said)
        for control in (Control.OK, Control.RA)
        if control in taps
    }


def _has_decided(model: Model) -> bool:
    known = opponent.seat.thought(model)
    return known is not None and known.choice is not None


def _lit(
    holds: Mapping[Control, Binding], others: Mapping[Control, Binding]
) -> Mapping[Control, Binding]:
    """Return the holds but those that are not allowed where there is another."""
    return {
        control: hold for control, hold in holds.items() if hold.is_lit or control not in others
    }


def fix() -> Binding:
    """Return the offer to put right what lies otherwise than the screen says, from anywhere."""
    return Binding(GoTo(corrections.FixPanel()), "Fix")


_DEEDS = {Deed.CALL_RA: "Call Ra", Deed.USE_GOD: "Use god", Deed.SETTLE: mark("Settled")}


def _stage_controls(model: Model, page: Table) -> Bindings:
    game, pick = model.game, page.pick
    now = auction.heard(model)
    if now is not None:
        return _auction(model, now, pick if isinstance(pick, PickSun) else None)
    if isinstance(game.stage, Disaster):
        return _discard(game, game.stage, pick if isinstance(pick, PickDiscard) else None)
    if game.stage is Phase.GODS or isinstance(pick, PickGod):
        return _gods(game, pick if isinstance(pick, PickGod) else None)
    if isinstance(pick, PickTile) and pick.group is not TileGroup.ALL:
        return _group(game, pick)
    return _turn(model, pick if isinstance(pick, PickTile) else None)


_TOP: tuple[Tile | TileGroup, ...] = (
    Tile.PHARAOH,
    Tile.NILE,
    TileGroup.CIVILISATION,
    TileGroup.MONUMENT,
    TileGroup.OTHER,
)

_GROUP_LABELS = {
    TileGroup.CIVILISATION: mark("Civilisation"),
    TileGroup.MONUMENT: mark("Monument"),
    TileGroup.OTHER: mark("Other"),
}


def _drawn(game: Game, tile: Tile) -> Binding:
    possible = can_draw(game) and bool(game.bag & tile.mask)
    return Binding(Play(DRAWS[tile]), tile=tile, is_lit=possible)


def _turn(model: Model, pick: PickTile | None) -> Bindings:
    game = model.game
    room = can_draw(game)
    taps: dict[Control, Binding] = {}
    for control, reached in zip(PLAYER_CONTROLS, _TOP, strict=True):
        if isinstance(reached, Tile):
            taps[control] = _drawn(game, reached)
        else:
            lit = room and any(game.bag & tile.mask for tile in GROUP_TILES[reached])
            taps[control] = Binding(OpenGroup(reached), _GROUP_LABELS[reached], is_lit=lit)
    invoke = Binding(Play(INVOKE), "Call Ra")
    taps[Control.RA] = _drawn(game, Tile.RA) if room else invoke
    taps[Control.OK] = Binding(BringBack(), "Redo", is_lit=model.can_bring_back)
    taps |= by_dial(model)
    if pick is not None and pick.focus is not None:
        taps[Control.DIAL] = taps[Control.OK] = Binding(PushDial(), "Place")
    own = player_control(model, game.active)
    gods = has_god(game.players[game.active]) and bool(god_targets(game.lane))
    return Bindings(
        taps,
        {Control.RA: invoke, own: Binding(UseGods(), "Use god", is_lit=gods)},
        mark("Choose tile") if room else mark("Choose"),
    )


def _group(game: Game, pick: PickTile) -> Bindings:
    tiles = GROUP_TILES[pick.group]
    taps = {control: _drawn(game, tile) for control, tile in zip(CHOOSERS, tiles, strict=False)}
    if pick.focus is not None:
        taps[Control.DIAL] = taps[Control.OK] = Binding(PushDial(), "Place")
    return Bindings(taps, {}, mark("Choose tile"))


def _gods(game: Game, pick: PickGod | None) -> Bindings:
    targets = {god.slot for god in god_targets(game.lane)}
    able = has_god(game.players[game.active])
    taps: dict[Control, Binding] = {}
    for slot, control in enumerate(CHOOSERS[: BUTTONS + 1]):
        tile = game.lane[slot]
        if tile is not None:
            taps[control] = Binding(Play(GODS[slot]), tile=tile, is_lit=able and slot in targets)
    if game.stage is Phase.GODS:
        taps[Control.OK] = Binding(Play(END_GODS), "Done")
    if pick is not None and pick.focus is not None:
        taps[Control.DIAL] = taps[Control.OK] = Binding(PushDial(), "Take")
    return Bindings(taps, {}, mark("Choose tile") if able and targets else "")


def _auction(model: Model, now: auction.Heard, pick: PickSun | None) -> Bindings:
    taps: dict[Control, Binding] = {}
    holds: dict[Control, Binding] = {}
    for seat in now.game.setup.seats:
        own = player_control(model, seat)
        taps[own] = Binding(StepSun(seat), "Sun", is_lit=bool(now.higher(seat)))
        if now.may_pass(seat):
            holds[own] = Binding(CallPass(seat), "Pass")
    label = mark("Nobody") if now.leader is None else mark("Settled")
    taps[Control.OK] = Binding(RestPass(), label, is_lit=auction.can_settle(model))
    taps[Control.RA] = Binding(_OPEN, is_lit=False, is_silent=True)
    if pick is not None:
        taps[Control.OK] = taps[Control.DIAL] = Binding(TakeSun(pick.sun), "Confirm", sun=pick.sun)
    return Bindings(taps, holds, mark("Choose sun"))


_OPEN = AuctionFirst()


def _after_auction(model: Model, offered: Bindings) -> Bindings:
    """Return the same with what still means a sun just after a settlement, and OK."""
    past = auction.just_settled(model)
    if past is None:
        return offered
    taps = dict(offered.taps)
    if not past.is_seen and (model.game.stage is Phase.TURN or opponent.seat.is_due(model)):
        taps[Control.OK] = Binding(SeeOn(), "Next")
    is_guarded = auction.is_guarded(model)
    if is_guarded and isinstance(model.game.stage, Disaster):
        taps[Control.OK] = Binding(RestPass(), "Settled", is_lit=False, is_silent=True)
        taps.pop(Control.RA, None)
    if not is_guarded:
        return Bindings(taps, offered.holds, offered.dial)
    able = {call.seat for call in auction.overbids(model, past)}
    buttons = {player_control(model, seat): seat for seat in model.game.setup.seats}
    for control in PLAYER_CONTROLS:
        if control in buttons:
            seat = buttons[control]
            taps[control] = Binding(StepSun(seat), "Sun", is_lit=seat in able)
        else:
            taps.pop(control, None)
    holds = {name: hold for name, hold in offered.holds.items() if name not in PLAYER_CONTROLS}
    return Bindings(taps, holds, offered.dial)


def _discard(game: Game, disaster: Disaster, pick: PickDiscard | None) -> Bindings:
    left = remaining_losses(game, disaster, pick.chosen if pick else ())
    taps = {
        control: Binding(ChooseLoss(tile), tile=tile, is_lit=number > 0)
        for control, (tile, number) in zip(CHOOSERS, left, strict=False)
    }
    if pick is not None and pick.focus is not None:
        taps[Control.DIAL] = taps[Control.OK] = Binding(PushDial(), "Discard")
    return Bindings(taps, {}, mark("Choose tile"))


INVOKE_KEY, GOD_KEY = "i", "q"


def _stage_keys(model: Model, page: Table) -> dict[str, Message]:
    stage = model.game.stage
    suns: dict[str, Message] = {key: TakeSun(sun) for key, sun in SUN_KEYS.items()}
    if isinstance(stage, Auction):
        return _auction_keys(model, suns)
    if isinstance(stage, Disaster):
        losses: dict[str, Message] = {
            key: ChooseLoss(tile) for key, tile in named_tiles(model.preferences.tile_keys).items()
        }
        return losses | suns
    slots: dict[str, Message] = {str(slot + 1): Play(god) for slot, god in enumerate(GODS)}
    if stage is Phase.GODS:
        return slots | {GOD_KEY: UseGods()}
    if isinstance(page.pick, PickGod):
        return slots | {GOD_KEY: TakeBack()}
    draws: dict[str, Message] = {
        key: Play(DRAWS[tile]) for key, tile in named_tiles(model.preferences.tile_keys).items()
    }
    marks = by_keys(model)
    return draws | marks | suns | {INVOKE_KEY: Play(INVOKE), GOD_KEY: UseGods()}


def _auction_keys(model: Model, suns: dict[str, Message]) -> dict[str, Message]:
    """Return what keys do at an auction: those of tiles only say that it is open."""
    tiles = named_tiles(model.preferences.tile_keys)
    silent: dict[str, Message] = dict.fromkeys((*tiles, INVOKE_KEY, GOD_KEY), _OPEN)
    passes: dict[str, Message] = {
        score_sheet.PLAYER_KEYS[seat]: CallPass(seat) for seat in model.game.setup.seats
    }
    return silent | passes | suns


_DEED_PROMPTS = {
    Deed.CALL_RA: mark("{name}: call Ra?"),
    Deed.USE_GOD: mark("{name}: use a god?"),
    Deed.SETTLE: mark("Settled?"),
}


def _stage_prompt(model: Model, page: Table) -> Prompt:
    game, now = model.game, auction.heard(model)
    if isinstance(page.pick, PickDeed):
        return Prompt(_DEED_PROMPTS[page.pick.deed])
    if now is not None:
        return _auction_prompt(now, page)
    if isinstance(game.stage, Disaster):
        chosen = page.pick.chosen if isinstance(page.pick, PickDiscard) else ()
        owned = sum(number for _, number in remaining_losses(game, game.stage, ()))
        left = min(tiles_to_give_up(game.stage), owned) - len(chosen)
        more = mark("{name}: {disaster}! Discard {number} more")
        asked = more if chosen else mark("{name}: {disaster}! Discard {number}")
        return Prompt(asked, {"disaster": game.stage.tile, "number": left})
    if game.stage is Phase.GODS:
        return Prompt("{name}: take another tile with a god, or end the turn")
    if isinstance(page.pick, PickGod):
        return Prompt("{name}: which tile for the god?")
    if isinstance(page.pick, PickTile) and page.pick.group is not TileGroup.ALL:
        return Prompt("{name}: which tile was drawn?")
    return _turn_prompt(game)


def _turn_prompt(game: Game) -> Prompt:
    gods = has_god(game.players[game.active]) and bool(god_targets(game.lane))
    if can_draw(game):
        return Prompt(
            mark("{name}: draw a tile, use a god or call Ra")
            if gods
            else mark("{name}: draw a tile or call Ra")
        )
    return Prompt(
        mark("{name}: the track is full. Use a god or call Ra")
        if gods
        else mark("{name}: the track is full. Call Ra")
    )


def _auction_prompt(now: auction.Heard, page: Table) -> Prompt:
    names = now.game.setup.players
    if isinstance(page.pick, PickSun):
        facts: dict[str, Fact] = {"player": names[page.pick.seat], "sun": page.pick.sun}
        return Prompt(mark("{player} bids {sun}?"), facts, page.pick.seat)
    caller = now.auction.ra_player
    if now.is_forced and set(now.asked) <= {caller}:
        return Prompt(
            mark("{player}: you called Ra and nobody has bid, so you must bid"),
            {"player": names[caller]},
            caller,
        )
    return Prompt(mark("Who wins this lot, and with which sun?"))


def marks(model: Model) -> Mapping[Seat, Enter]:
    """Return for each player whose turn it may be and is not on the screen what says so.

    Nothing while the table waits for anything else: bids and disasters tell whose they are.
    """
    timeline = model.session.timeline
    if timeline is None or not _is_turn(timeline):
        return {}
    active = _active(timeline)
    return {seat: Enter(Fix(active=seat)) for seat in _able(timeline) if seat != active}


def _is_turn(timeline: Timeline) -> bool:
    ledger = timeline.ledger
    if ledger is None:
        return timeline.game.stage is Phase.TURN
    return ledger.stage is Wait.TURN and ledger.level is Level.LIGHT


def _active(timeline: Timeline) -> Seat | None:
    """Return whose turn it is on the screen; None if that is not known."""
    return timeline.game.active if timeline.ledger is None else timeline.ledger.active


def _able(timeline: Timeline) -> tuple[Seat, ...]:
    """Return everybody who may have a sun face up (R-TRN-1)."""
    hands = timeline.game.players if timeline.ledger is None else timeline.ledger.hands
    return tuple(seat for seat in timeline.start.setup.seats if hands[seat].up != ())


def by_dial(model: Model) -> Mapping[Control, Binding]:
    """Return what a push of the dial does while it points at nothing: the next player's turn."""
    able = marks(model)
    if not able or model.session.timeline is None:
        return {}
    active = _active(model.session.timeline)
    later = [seat for seat in able if active is not None and seat > active]
    return {Control.DIAL: Binding(able[min(later or able)], "Next player")}


def by_keys(model: Model) -> dict[str, Message]:
    """Return what the keys of players do."""
    return {score_sheet.PLAYER_KEYS[seat]: mark for seat, mark in marks(model).items()}


def is_mark(message: Message) -> bool:
    """Whether this says no more than whose turn it is."""
    entry = message.entry if isinstance(message, Enter) else None
    return isinstance(entry, Fix) and entry == Fix(active=entry.active)
