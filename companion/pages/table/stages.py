"""What every control and key does, what is asked, and what is said aloud, at each decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion import narration
from companion.core.commands import Binding, Bindings, Prompt, player_control
from companion.core.controls import BUTTONS, CHOOSERS, PLAYER_CONTROLS, Control
from companion.core.effects import do
from companion.core.messages import (
    AuctionStillOpen,
    BringBack,
    CallPass,
    ChooseLoss,
    DismissResult,
    Message,
    OpenGroup,
    Play,
    PushDial,
    SettleAuction,
    StepSun,
    TakeBack,
    TakeSun,
    UseGods,
)
from companion.core.mnemonics import GROUP_TILES, SUN_KEYS, TileGroup, named_tiles
from companion.core.model import Model
from companion.i18n import Words, mark
from companion.narration.aloud import asked, suns
from companion.pages.keyboard import PLAYER_KEYS
from companion.pages.table import auction, choices, surplus, table, turn_marker
from companion.pages.table import seat as table_seat
from companion.rules.actions import DRAWS, END_GODS, GODS, INVOKE
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    remaining_losses,
    tiles_to_give_up,
)
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.problems import Fact
from companion.rules.tiles import Tile

if TYPE_CHECKING:
    from companion.pages.table.choices import Pick


def controls(model: Model, pick: Pick | None) -> Bindings:
    """Return what every control does at what the game waits for."""
    game = model.game
    now = auction.heard(model)
    if now is not None:
        return _auction(model, now, pick if isinstance(pick, choices.PickSun) else None)
    if isinstance(game.stage, Discarding):
        return _discard(game, game.stage, pick if isinstance(pick, choices.PickDiscard) else None)
    if game.stage is Phase.GODS or isinstance(pick, choices.PickGod):
        return _gods(game, pick if isinstance(pick, choices.PickGod) else None)
    if isinstance(pick, choices.PickTile) and pick.group is not TileGroup.ALL:
        return _group(model, pick)
    return _turn(model, pick if isinstance(pick, choices.PickTile) else None)


_TOP: tuple[Tile | TileGroup, ...] = (
    Tile.PHARAOH,
    Tile.NILE,
    TileGroup.CIVILISATION,
    TileGroup.MONUMENT,
    TileGroup.OTHER,
)

_GROUP_LABELS = {
    TileGroup.CIVILISATION: mark("Civilization"),
    TileGroup.MONUMENT: mark("Monument"),
    TileGroup.OTHER: mark("Other"),
}


def _drawn(model: Model, tile: Tile) -> Binding:
    return Binding(Play(DRAWS[tile]), tile=tile, is_lit=_can_lay(model, tile))


def _can_lay(model: Model, tile: Tile) -> bool:
    """Whether a tile can be drawn, or is laid if it is entered once more."""
    game = model.game
    return can_draw(game) and (bool(game.bag & tile.mask) or surplus.is_said(model, tile))


def _pointed(
    pick: choices.PickTile | choices.PickGod | choices.PickDiscard | None, label: str
) -> dict[Control, Binding]:
    """Return what dial and OK do once the dial has pointed at something."""
    if pick is None or pick.focus is None:
        return {}
    return dict.fromkeys((Control.DIAL, Control.OK), Binding(PushDial(), label))


def _turn(model: Model, pick: choices.PickTile | None) -> Bindings:
    game = model.game
    room = can_draw(game)
    taps: dict[Control, Binding] = {}
    for control, reached in zip(PLAYER_CONTROLS, _TOP, strict=True):
        if isinstance(reached, Tile):
            taps[control] = _drawn(model, reached)
        else:
            lit = any(_can_lay(model, tile) for tile in GROUP_TILES[reached])
            taps[control] = Binding(OpenGroup(reached), _GROUP_LABELS[reached], is_lit=lit)
    invoke = Binding(Play(INVOKE), "Invoke Ra")
    taps[Control.RA] = _drawn(model, Tile.RA) if room else invoke
    taps[Control.OK] = Binding(BringBack(), "Redo", is_lit=model.can_bring_back)
    taps |= turn_marker.by_dial(model)
    taps |= _pointed(pick, mark("Place"))
    own = player_control(model, game.active)
    gods = choices.can_use_god(game)
    return Bindings(
        taps,
        {Control.RA: invoke, own: Binding(UseGods(), "God tile", is_lit=gods)},
        mark("Choose"),
    )


def _group(model: Model, pick: choices.PickTile) -> Bindings:
    tiles = GROUP_TILES[pick.group]
    taps = {control: _drawn(model, tile) for control, tile in zip(CHOOSERS, tiles, strict=False)}
    taps |= _pointed(pick, mark("Place"))
    return Bindings(taps, {}, mark("Choose"))


def _gods(game: Game, pick: choices.PickGod | None) -> Bindings:
    targets = {god.slot for god in god_targets(game.track)}
    able = has_god(game.players[game.active])
    taps: dict[Control, Binding] = {}
    for slot, control in enumerate(CHOOSERS[: BUTTONS + 1]):
        tile = game.track[slot]
        if tile is not None:
            taps[control] = Binding(Play(GODS[slot]), tile=tile, is_lit=able and slot in targets)
    if game.stage is Phase.GODS:
        taps[Control.OK] = Binding(Play(END_GODS), "Done")
    taps |= _pointed(pick, mark("Take"))
    return Bindings(taps, {}, mark("Choose") if able and targets else "")


def _auction(model: Model, now: auction.Heard, pick: choices.PickSun | None) -> Bindings:
    taps: dict[Control, Binding] = {}
    holds: dict[Control, Binding] = {}
    for seat in now.game.setup.seats:
        own = player_control(model, seat)
        taps[own] = Binding(StepSun(seat), "Sun", is_lit=bool(now.higher(seat)))
        if now.may_pass(seat):
            holds[own] = Binding(CallPass(seat), "Pass")
    label = mark("Nobody") if now.leader is None else mark("Settled")
    if table_seat.silent_before(model):  # nothing is settled: the table calls next
        label = mark("Pass")
    taps[Control.OK] = Binding(SettleAuction(), label, is_lit=auction.can_settle(model))
    taps[Control.RA] = Binding(_OPEN, is_lit=False, is_silent=True)
    if pick is not None:
        taps[Control.OK] = taps[Control.DIAL] = Binding(TakeSun(pick.sun), "Confirm", sun=pick.sun)
    return Bindings(taps, holds, mark("Choose"))


_OPEN = AuctionStillOpen()


def after_auction(model: Model, offered: Bindings) -> Bindings:
    """Return the same with what still means a sun just after a settlement, and OK."""
    past = auction.just_settled(model)
    if past is None:
        return offered
    taps = dict(offered.taps)
    if not auction.is_guarded(model):
        return offered
    taps[Control.OK] = Binding(DismissResult(), "Next")
    if isinstance(model.game.stage, Discarding):
        taps.pop(Control.RA, None)
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


def _discard(game: Game, disaster: Discarding, pick: choices.PickDiscard | None) -> Bindings:
    left = remaining_losses(game, disaster, pick.chosen if pick else ())
    taps = {
        control: Binding(ChooseLoss(tile), tile=tile, is_lit=number > 0)
        for control, (tile, number) in zip(CHOOSERS, left, strict=False)
    }
    taps |= _pointed(pick, mark("Discard"))
    return Bindings(taps, {}, mark("Choose"))


INVOKE_KEY, GOD_KEY = "i", "q"


def keys(model: Model, pick: Pick | None) -> dict[str, Message]:
    """Return what each key does at what the game waits for."""
    game, stage = model.game, model.game.stage
    suns: dict[str, Message] = {key: TakeSun(sun) for key, sun in SUN_KEYS.items()}
    if isinstance(stage, Auction):
        return _auction_keys(model, suns)
    if isinstance(stage, Discarding):
        losses: dict[str, Message] = {
            key: ChooseLoss(tile) for key, tile in named_tiles(model.preferences.tile_keys).items()
        }
        return losses | suns
    slots: dict[str, Message] = {str(slot + 1): Play(god) for slot, god in enumerate(GODS)}
    slots |= {
        key: Play(GODS[game.track.index(tile)])  # equal tiles are worth the same
        if tile in game.track
        else do(table.Table.is_not_there, tile)
        for key, tile in named_tiles(model.preferences.tile_keys).items()
    }
    if stage is Phase.GODS:
        return slots | {GOD_KEY: UseGods()}
    if isinstance(pick, choices.PickGod):
        return slots | {GOD_KEY: TakeBack()}
    draws: dict[str, Message] = {
        key: Play(DRAWS[tile]) for key, tile in named_tiles(model.preferences.tile_keys).items()
    }
    marks: dict[str, Message] = turn_marker.by_keys(model)
    if auction.is_guarded(model):  # who passes a moment too late does not mean whose turn it is
        marks = dict.fromkeys(PLAYER_KEYS, SettleAuction())
    return draws | marks | suns | {INVOKE_KEY: Play(INVOKE), GOD_KEY: UseGods()}


def _auction_keys(model: Model, suns: dict[str, Message]) -> dict[str, Message]:
    """Return what keys do at an auction: those of tiles only say that it is open."""
    tiles = named_tiles(model.preferences.tile_keys)
    silent: dict[str, Message] = dict.fromkeys((*tiles, INVOKE_KEY, GOD_KEY), _OPEN)
    passes: dict[str, Message] = {
        PLAYER_KEYS[button]: CallPass(seat)
        for seat, button in zip(model.game.setup.seats, model.session.buttons, strict=True)
    }
    return silent | passes | suns


def prompt(model: Model, pick: Pick | None) -> Prompt:
    """Return what is asked."""
    game, now = model.game, auction.heard(model)
    if isinstance(pick, choices.PickDeed):
        return Prompt(choices.DEED_PROMPTS[pick.deed])
    if now is not None:
        return _auction_prompt(now, pick)
    if isinstance(game.stage, Discarding):
        chosen = pick.chosen if isinstance(pick, choices.PickDiscard) else ()
        owned = sum(number for _, number in remaining_losses(game, game.stage, ()))
        left = min(tiles_to_give_up(game.stage), owned) - len(chosen)
        more = mark("{name}: {disaster}! Discard {number} more")
        asked = more if chosen else mark("{name}: {disaster}! Discard {number}")
        return Prompt(asked, {"disaster": game.stage.tile, "number": left})
    if game.stage is Phase.GODS:
        if not choices.can_use_god(game):  # the last one was taken back, and the turn with it
            return Prompt("{name}: end the turn")
        return Prompt("{name}: take another tile with a God tile, or end the turn")
    if isinstance(pick, choices.PickGod):
        return Prompt("{name}: which tile for the God tile?")
    if isinstance(pick, choices.PickTile) and pick.group is not TileGroup.ALL:
        return Prompt("{name}: which tile was drawn?")
    return _turn_prompt(game)


def _turn_prompt(game: Game) -> Prompt:
    gods = choices.can_use_god(game)
    if can_draw(game):
        return Prompt(
            mark("{name}: draw a tile, use a God tile or invoke Ra")
            if gods
            else mark("{name}: draw a tile or invoke Ra")
        )
    return Prompt(
        mark("{name}: the auction track is full. Use a God tile or invoke Ra")
        if gods
        else mark("{name}: the auction track is full. Invoke Ra")
    )


def _auction_prompt(now: auction.Heard, pick: Pick | None) -> Prompt:
    names = now.game.setup.players
    if isinstance(pick, choices.PickSun):
        facts: dict[str, Fact] = {"player": names[pick.seat], "sun": pick.sun}
        return Prompt(mark("{player} bids {sun}?"), facts, pick.seat)
    caller = now.auction.ra_player
    if now.is_forced and set(now.asked) <= {caller}:
        return Prompt(
            mark("{player}: you invoked Ra and nobody has bid, so you must bid"),
            {"player": names[caller]},
            caller,
        )
    return Prompt(mark("Who wins, and with which sun?"))


def sentences(model: Model, pick: Pick | None, words: Words) -> Iterator[str]:
    """Yield what the dial points at; else the question, with what can be chosen."""
    match pick:
        case None if table_seat.is_shown(model):
            yield from table_seat.sentences(model, words)
        case None if isinstance(model.game.stage, Auction):
            yield from _auction_aloud(model, words)
        case choices.PickTile(group, focus) if focus is not None:
            yield narration.tile_name(GROUP_TILES[group][focus], words)
        case choices.PickTile(group) if group is not TileGroup.ALL:
            yield asked(model.page.prompt(model), words)
            left = (tile for tile in GROUP_TILES[group] if model.game.bag & tile.mask)
            yield words.list(narration.tile_name(tile, words) for tile in left)
        case choices.PickGod(focus) if focus is not None:
            tile = model.game.track[focus]
            yield (
                asked(model.page.prompt(model), words)
                if tile is None
                else narration.tile_name(tile, words)
            )
        case _:
            yield asked(model.page.prompt(model), words)


def _auction_aloud(model: Model, words: Words) -> Iterator[str]:
    """Yield who leads, else the question, and the suns that would lead now."""
    now = auction.heard(model)
    lead = None if now is None else now.leader
    if lead is None or lead.sun is None:
        yield asked(model.page.prompt(model), words)
    else:
        name = model.game.setup.players[lead.seat]
        yield words.say("{name} leads with {sun}", name=name, sun=lead.sun)
    possible = auction.could_lead(model)
    if possible:
        yield words.say("Possible: {suns}", suns=suns(possible))
