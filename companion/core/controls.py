"""What every control does now: the one source of soft labels, lamps, and what a press means."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.core import (
    adding_up,
    at_joining,
    at_light,
    cafe,
    looking_back,
    peeking,
    putting_right,
    revealing,
    stopping,
    whose_turn,
    workshop,
)
from companion.core.history import going_to, length
from companion.core.house import Attract
from companion.core.joining import BeginUnderWay, Joining
from companion.core.light_table import LightTable
from companion.core.mending import Mending
from companion.core.menu import entries
from companion.core.messages import (
    Begin,
    BringBack,
    ChooseLoss,
    GoOn,
    GoTo,
    Join,
    Leave,
    Message,
    Next,
    OpenGroup,
    Play,
    Push,
    Rematch,
    RestPass,
    SetGroup,
    StepSun,
    TakeBack,
    TakePointed,
    TakeSun,
    Turn,
    UseGods,
    WinSun,
)
from companion.core.model import (
    BUTTONS,
    GROUP_TILES,
    About,
    Agreeing,
    AtTable,
    Dealing,
    Deed,
    Finale,
    History,
    Menu,
    Model,
    PickDeed,
    PickDiscard,
    PickGod,
    PickSun,
    PickTile,
    Rules,
    Scoring,
    Seating,
    Secrecy,
    Stopping,
    TileGroup,
    Welcome,
    Worth,
)
from companion.core.offers import Controls, Offer
from companion.core.picking import winning_suns
from companion.core.reading import rules_controls, with_card, worth_controls
from companion.rules.actions import DRAWS, END_GODS, GODS, INVOKE, PASS
from companion.rules.editions import Seat, Sun
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    is_fresh,
    must_bid,
    open_bids,
    remaining_losses,
)
from companion.rules.model import LAST_EPOCH, Auction, Disaster, Game, Phase
from companion.rules.tiles import Tile

PLAYER_CONTROLS = tuple(f"p{button + 1}" for button in range(BUTTONS))
"""The five player buttons, as the panel and the script call them."""

CHOOSERS = (*PLAYER_CONTROLS, "ra", "ok", "dial")
"""The controls that choose one of up to eight things, in their order."""


def player_control(model: Model, seat: Seat) -> str:
    """Return the player button of this seat."""
    return PLAYER_CONTROLS[model.buttons[seat]]


def controls(model: Model) -> Controls:
    """Return what every control does now."""
    offered = with_card(model, _PAGES[type(model.page)](model, model.page))
    return _by_one_button(offered) if model.preferences.scan_seconds else offered


def _by_one_button(offered: Controls) -> Controls:
    """Return the same with the Ra button for all of it: it takes what is pointed at."""
    holds = {control: offer for control, offer in offered.holds.items() if control != "ra"}
    return Controls({**offered.taps, "ra": Offer(TakePointed(), "Take it")}, holds, offered.dial)


def _welcome(model: Model, _: Welcome) -> Controls:
    taps: dict[str, Offer] = dict(_joins())
    taps["undo"] = Offer(GoTo(Rules()), "The rules")
    if model.last_guests:
        taps["ra"] = Offer(Rematch(), "The same people again")
    if model.kept:
        taps["ok"] = Offer(GoOn(), "The kept game")
    holds = {"dial": Offer(GoTo(Menu()), "Menu"), "undo": adding_up.score_a_table(model)}
    return Controls(taps, holds, "Language")


def _joins() -> Mapping[str, Offer]:
    return {
        control: Offer(Join(button), "I play") for button, control in enumerate(PLAYER_CONTROLS)
    }


def _seating(_: Model, page: Seating) -> Controls:
    enough = len(page.guests) > 1
    taps = {
        **_joins(),
        "ra": Offer(Begin(), "Begin", is_lit=enough),
        "ok": Offer(GoTo(Agreeing(page.guests)), "Options", is_lit=enough),
        "undo": Offer(Leave(), "Back"),
    }
    holds = {"ra": Offer(BeginUnderWay(), "The game has begun already", is_lit=enough)}
    return Controls(taps, holds, "" if page.editing is None else "Name")


def _agreeing(_: Model, page: Agreeing) -> Controls:
    push = Offer(Push(), "Change")
    taps = {
        "ra": Offer(Begin(), "Begin"),
        "ok": push,
        "dial": push,
        "undo": Offer(GoTo(Seating(page.guests)), "Back"),
    }
    return Controls(taps, {}, "Choose")


def _dealing(_: Model, page: Dealing) -> Controls:
    groups = {
        PLAYER_CONTROLS[guest.button]: Offer(SetGroup(place), "Next group")
        for place, guest in enumerate(page.guests)
    }
    distinct = len(set(page.groups)) == len(page.groups)
    taps = {
        **groups,
        "ra": Offer(Begin(), "Begin", is_lit=distinct),
        "undo": Offer(GoTo(Agreeing(page.guests)), "Back"),
    }
    return Controls(taps)


def _at_table(model: Model, page: AtTable) -> Controls:
    timeline = model.timeline
    undo = Offer(TakeBack(), "Undo", is_lit=bool(timeline and timeline.moments))
    if page.pick is not None:
        undo = Offer(TakeBack(), "Back")
    stage = _stage_controls(model, page)
    taps = {**stage.taps, "undo": undo}
    if isinstance(page.pick, PickDeed):
        taps["dial"] = taps["ok"] = Offer(Push(), _DEEDS[page.pick.deed])
    if timeline and timeline.undone:
        taps.setdefault("ok", Offer(BringBack(), "Redo"))
    holds = {
        "undo": Offer(GoTo(going_to(model)), "History"),
        "dial": Offer(GoTo(Menu()), "Menu"),
        "ok": replace(_FIX, is_silent=True),
    }
    is_quiet = model.game.stage is Phase.TURN or model.game.stage is Phase.GODS
    own = peeking.peeks(model) if is_quiet else {}
    return Controls(taps, {**own, **holds, **_lit(stage.holds, own)}, stage.dial)


def _lit(holds: Mapping[str, Offer], others: Mapping[str, Offer]) -> Mapping[str, Offer]:
    """Return the holds but those that are not allowed where there is another."""
    return {
        control: hold for control, hold in holds.items() if hold.is_lit or control not in others
    }


_FIX = Offer(GoTo(Mending()), "Fix")


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
    TileGroup.CIVILISATION: "Civilization",
    TileGroup.MONUMENT: "Monument",
    TileGroup.OTHER: "Other",
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
    redo = bool(model.timeline and model.timeline.undone)
    taps["ok"] = Offer(BringBack(), "Redo", is_lit=redo)
    taps |= whose_turn.by_dial(model)
    if pick is not None and pick.focus is not None:
        taps["dial"] = taps["ok"] = Offer(Push(), "Place")
    own = player_control(model, game.active)
    gods = has_god(game.players[game.active]) and bool(god_targets(game.lane))
    return Controls(
        taps,
        {"ra": invoke, own: Offer(UseGods(), "Use god", is_lit=gods)},
        "Choose tile" if room else "Choose",
    )


def _group(game: Game, pick: PickTile) -> Controls:
    tiles = GROUP_TILES[pick.group]
    taps = {control: _drawn(game, tile) for control, tile in zip(CHOOSERS, tiles, strict=False)}
    if pick.focus is not None:
        taps["dial"] = taps["ok"] = Offer(Push(), "Place")
    return Controls(taps, {}, "Choose tile")


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
    return Controls(taps, {}, "Choose tile" if able and targets else "")


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
        label = "Nobody bids" if auction.best_bid is None else "Nobody bids more"
        taps["ok"] = Offer(RestPass(), label, is_lit=not forced)
    taps["ra"] = Offer(Play(PASS), "Pass", is_lit=not forced)
    holds: dict[str, Offer] = {}
    if fresh and game.active != auction.ra_player:
        own = player_control(model, game.active)
        holds[own] = Offer(WinSun(game.active), "Wins at once", follows_tap=True)
    return Controls(taps, holds, "Choose sun" if open_bids_of_bidder(game, auction) else "Choose")


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
    return Controls(taps, {}, "Choose tile")


def _scoring(model: Model, page: Scoring) -> Controls:
    shown = () if model.agreement.secrecy is Secrecy.SEALED else model.game.setup.seats
    taps: dict[str, Offer] = {
        player_control(model, seat): Offer(
            GoTo(Scoring(None if page.reasons_for == seat else seat)), "Why?"
        )
        for seat in shown
    }
    go_on = Offer(Next(), "Go on")
    taps |= {"ok": go_on, "ra": go_on, "undo": Offer(TakeBack(), "Undo")}
    return Controls(taps, {**peeking.peeks(model), "ok": _FIX})


def _finale(model: Model, page: Finale) -> Controls:
    players = len(model.game.players)
    if page.revealed < players:
        reveal = Offer(Next(), "Reveal")
        skip = Offer(GoTo(Finale(players)), "The result")
        taps = {"ok": reveal, "ra": reveal, "undo": Offer(TakeBack(), "Undo")}
        return Controls(taps, {"ra": skip, "ok": replace(skip, is_silent=True)})
    if page.revealed > players + 1:
        return looking_back.on_leaf(model)
    revealed = page.revealed == players
    points = Offer(GoTo(Finale(players + 1)), "Points")
    return Controls(
        {
            "ra": Offer(Rematch(), "Rematch"),
            "ok": points if revealed else Offer(Leave(), "Leave"),
            "undo": Offer(TakeBack(), "Undo"),
            **(looking_back.of_the_end(model) if revealed else {}),
            **(_reasons(model, page) if page.revealed == players + 1 else {}),
        },
        {
            "undo": Offer(GoTo(going_to(model)), "History"),
            "ok": replace(_FIX, is_silent=not revealed),  # the bars say it; here History has room
        },
    )


def _reasons(model: Model, page: Finale) -> Mapping[str, Offer]:
    """Return for each player's button their reasons: of the last epoch, then of the one before."""
    offers = {}
    for seat in model.game.setup.seats:
        epochs = revealing.explained(model.timeline, seat)
        if not epochs:
            continue
        own = page.epoch if page.reasons_for == seat else LAST_EPOCH + 1
        earlier = next((epoch for epoch in epochs if epoch < own), None)
        after = Finale(page.revealed)
        if earlier is not None:
            after = replace(page, reasons_for=seat, epoch=earlier)
        offers[player_control(model, seat)] = Offer(GoTo(after), "Why?")
    return offers


def _history(model: Model, page: History) -> Controls:
    here = len(model.timeline.moments) if model.timeline else 0
    message: Message = Next()
    if page.at < here:
        message = TakeBack(here - page.at)
    elif page.at > here:
        message = BringBack(page.at - here)
    taps = {
        "undo": Offer(Turn(-1), "Back", is_lit=page.at > 0),
        "ok": Offer(message, "Go on from here"),
        "dial": Offer(message, "Go on from here"),
        "ra": Offer(Next(), "Back to the table"),
        "p1": Offer(Turn(-1), "Back", is_lit=page.at > 0),
        "p2": Offer(Turn(1), "Forward", is_lit=page.at < length(model)),
    }
    wrong = putting_right.correcting_at(model, page.at)
    if wrong is not None:
        taps["p3"] = Offer(GoTo(wrong), "This was wrong")
    return Controls(taps, {}, "Through the game")


def _menu(model: Model, page: Menu) -> Controls:
    chosen = entries(model)[page.row]
    push = Offer(Push(), chosen.label)
    back = Offer(Next(), "Back")
    return Controls({"ok": push, "dial": push, "undo": back, "ra": back}, {}, "Choose")


def _about(_model: Model, _page: About) -> Controls:
    back = Offer(Next(), "Back")
    return Controls(dict.fromkeys(("ok", "undo", "ra", "dial"), back))


_PAGES: dict[type, Callable[[Model, Any], Controls]] = {
    Welcome: _welcome,
    Seating: _seating,
    Agreeing: _agreeing,
    Dealing: _dealing,
    AtTable: _at_table,
    LightTable: at_light.controls,
    Joining: at_joining.controls,
    Stopping: stopping.controls,
    Scoring: _scoring,
    Finale: _finale,
    History: _history,
    Menu: _menu,
    About: _about,
    Attract: lambda model, _: cafe.attracting(_welcome(model, Welcome())),
    **cafe.CONTROLS,
    **dict.fromkeys(looking_back.PAGES, looking_back.controls),
    **workshop.CONTROLS,
    **dict.fromkeys(putting_right.PAGES, putting_right.controls),
    **dict.fromkeys(adding_up.PAGES, adding_up.controls),
    Rules: rules_controls,
    Worth: worth_controls,
}
