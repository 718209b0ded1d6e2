"""What every control does at the table: drawing, gods, bidding, giving up tiles."""

from collections.abc import Mapping

from msgspec.structs import replace

from companion.core import (
    peeking,
    whose_turn,
)
from companion.core.history import going_to
from companion.core.mending import Mending
from companion.core.messages import (
    BringBack,
    ChooseLoss,
    GoTo,
    OpenGroup,
    Play,
    Push,
    RestPass,
    StepSun,
    TakeBack,
    TakeSun,
    UseGods,
    WinSun,
)
from companion.core.model import BUTTONS, AtTable, Menu, Model
from companion.core.offers import CHOOSERS, PLAYER_CONTROLS, Controls, Offer, player_control
from companion.core.picking import winning_suns
from companion.core.picks import (
    GROUP_TILES,
    Deed,
    PickDeed,
    PickDiscard,
    PickGod,
    PickSun,
    PickTile,
    TileGroup,
)
from companion.rules.actions import DRAWS, END_GODS, GODS, INVOKE, PASS
from companion.rules.editions import Sun
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    is_fresh,
    must_bid,
    open_bids,
    remaining_losses,
)
from companion.rules.model import Auction, Disaster, Game, Phase
from companion.rules.tiles import Tile
from companion.words import mark


def controls(model: Model, page: AtTable) -> Controls:
    """Return what every control does at the table, whatever the game waits for."""
    timeline = model.timeline
    undo = Offer(TakeBack(), "Undo", is_lit=bool(timeline and timeline.moments))
    if page.pick is not None:
        undo = Offer(TakeBack(), "Back")
    stage = _stage_controls(model, page)
    taps = {**stage.taps, "undo": undo}
    if isinstance(page.pick, PickDeed):
        taps["dial"] = taps["ok"] = Offer(Push(), _DEEDS[page.pick.deed])
    if model.can_bring_back:
        add_redo(taps, is_choosing=page.pick is not None)
    holds = {
        "undo": Offer(GoTo(going_to(model)), "History"),
        "dial": Offer(GoTo(Menu()), "Menu"),
        "ok": replace(fix(), is_silent=True),
    }
    is_quiet = model.game.stage is Phase.TURN or model.game.stage is Phase.GODS
    own = peeking.peeks(model) if is_quiet else {}
    return Controls(taps, {**own, **holds, **_lit(stage.holds, own)}, stage.dial)


def add_redo(taps: dict[str, Offer], *, is_choosing: bool) -> None:
    """Let OK bring back what was taken back, or the dial where OK says something else.

    Args:
        taps: What a press of each control does.
        is_choosing: Whether a choice is half made; what the dial points at is never in its way.
    """
    redo = Offer(BringBack(), "Redo")
    if taps.setdefault("ok", redo).message != redo.message and not is_choosing:
        taps.setdefault("dial", redo)


def _lit(holds: Mapping[str, Offer], others: Mapping[str, Offer]) -> Mapping[str, Offer]:
    """Return the holds but those that are not allowed where there is another."""
    return {
        control: hold for control, hold in holds.items() if hold.is_lit or control not in others
    }


def fix() -> Offer:
    """Return the offer to put right what lies otherwise than the screen says, from anywhere."""
    return Offer(GoTo(Mending()), "Fix")


_DEEDS = {Deed.CALL_RA: "Call Ra", Deed.USE_GOD: "Use god", Deed.PASS: "Pass"}


def _stage_controls(model: Model, page: AtTable) -> Controls:
    game, pick = model.game, page.pick
    if isinstance(game.stage, Auction):
        return _auction(model, game.stage, pick if isinstance(pick, PickSun) else None)
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


def _drawn(game: Game, tile: Tile) -> Offer:
    possible = can_draw(game) and bool(game.bag & tile.mask)
    return Offer(Play(DRAWS[tile]), tile=tile, is_lit=possible)


def _turn(model: Model, pick: PickTile | None) -> Controls:
    game = model.game
    room = can_draw(game)
    taps: dict[str, Offer] = {}
    for control, reached in zip(PLAYER_CONTROLS, _TOP, strict=True):
        if isinstance(reached, Tile):
            taps[control] = _drawn(game, reached)
        else:
            lit = room and any(game.bag & tile.mask for tile in GROUP_TILES[reached])
            taps[control] = Offer(OpenGroup(reached), _GROUP_LABELS[reached], is_lit=lit)
    invoke = Offer(Play(INVOKE), "Call Ra")
    taps["ra"] = _drawn(game, Tile.RA) if room else invoke
    taps["ok"] = Offer(BringBack(), "Redo", is_lit=model.can_bring_back)
    taps |= whose_turn.by_dial(model)
    if pick is not None and pick.focus is not None:
        taps["dial"] = taps["ok"] = Offer(Push(), "Place")
    own = player_control(model, game.active)
    gods = has_god(game.players[game.active]) and bool(god_targets(game.lane))
    return Controls(
        taps,
        {"ra": invoke, own: Offer(UseGods(), "Use god", is_lit=gods)},
        mark("Choose tile") if room else mark("Choose"),
    )


def _group(game: Game, pick: PickTile) -> Controls:
    tiles = GROUP_TILES[pick.group]
    taps = {control: _drawn(game, tile) for control, tile in zip(CHOOSERS, tiles, strict=False)}
    if pick.focus is not None:
        taps["dial"] = taps["ok"] = Offer(Push(), "Place")
    return Controls(taps, {}, mark("Choose tile"))


def _gods(game: Game, pick: PickGod | None) -> Controls:
    targets = {god.slot for god in god_targets(game.lane)}
    able = has_god(game.players[game.active])
    taps: dict[str, Offer] = {}
    for slot, control in enumerate(CHOOSERS[: BUTTONS + 1]):
        tile = game.lane[slot]
        if tile is not None:
            taps[control] = Offer(Play(GODS[slot]), tile=tile, is_lit=able and slot in targets)
    if game.stage is Phase.GODS:
        taps["ok"] = Offer(Play(END_GODS), "Done")
    if pick is not None and pick.focus is not None:
        taps["dial"] = Offer(Push(), "Take")
    return Controls(taps, {}, mark("Choose tile") if able and targets else "")


def _auction(model: Model, auction: Auction, pick: PickSun | None) -> Controls:
    game = model.game
    fresh = is_fresh(game, auction)
    forced = must_bid(game, auction)
    taps: dict[str, Offer] = {
        player_control(model, seat): Offer(StepSun(seat), "Sun")
        for seat in game.setup.seats
        if winning_suns(game, seat)
    }
    if pick is not None:
        taps["ok"] = taps["dial"] = Offer(TakeSun(pick.sun), "Take it", sun=pick.sun)
    else:
        label = mark("Nobody bids") if auction.best_bid is None else mark("Nobody bids more")
        taps["ok"] = Offer(RestPass(), label, is_lit=not forced)
    taps["ra"] = Offer(Play(PASS), "Pass", is_lit=not forced)
    holds: dict[str, Offer] = {}
    if fresh and game.active != auction.ra_player:
        own = player_control(model, game.active)
        holds[own] = Offer(WinSun(game.active), "Wins at once", follows_tap=True)
    return Controls(
        taps, holds, mark("Choose sun") if open_bids_of_bidder(game, auction) else mark("Choose")
    )


def open_bids_of_bidder(game: Game, auction: Auction) -> tuple[Sun, ...]:
    """Return the suns that the player who is to bid can bid."""
    return tuple(bid.sun for bid in open_bids(game.players[game.active].up, auction.best_bid))


def _discard(game: Game, disaster: Disaster, pick: PickDiscard | None) -> Controls:
    left = remaining_losses(game, disaster, pick.chosen if pick else ())
    taps = {
        control: Offer(ChooseLoss(tile), tile=tile, is_lit=number > 0)
        for control, (tile, number) in zip(CHOOSERS, left, strict=False)
    }
    if pick is not None and pick.focus is not None:
        taps["dial"] = Offer(Push(), "Give up")
    return Controls(taps, {}, mark("Choose tile"))
