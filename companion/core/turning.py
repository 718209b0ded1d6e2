"""What turning and pushing the dial does on each page."""

from math import inf

from msgspec.structs import replace

from companion.core import adding_up, at_joining, at_light, looking_back, putting_right
from companion.core.correcting import Correcting
from companion.core.counting import Counting
from companion.core.effects import Again, Effect
from companion.core.gathering import Gathering
from companion.core.history import length
from companion.core.joining import Joining
from companion.core.light_table import LightTable
from companion.core.mending import Mending
from companion.core.menu import entries
from companion.core.messages import (
    Agree,
    ChooseLoss,
    NextLanguage,
    NextName,
    Push,
    TakeSun,
    Turn,
    UseGods,
)
from companion.core.model import Agreeing, AtTable, History, Menu, Model, Rules, Seating, Welcome
from companion.core.options import rows
from companion.core.past import Games, Replay, Statistics
from companion.core.picking import choose_loss, picking, take_sun, use_gods, winning_suns
from companion.core.picks import (
    GROUP_TILES,
    Deed,
    Pick,
    PickDeed,
    PickDiscard,
    PickGod,
    PickSun,
    PickTile,
    TileGroup,
)
from companion.core.playing import play
from companion.core.reading import turned_to
from companion.core.rebuilt import Rebuilding
from companion.core.ring import reached
from companion.rules.actions import DRAWS, GODS, INVOKE, PASS
from companion.rules.legal import can_draw, god_targets, has_god, must_bid, remaining_losses
from companion.rules.model import Auction, Disaster, Game, Phase

Update = tuple[Model, tuple[Effect, ...]]


def turn(model: Model, message: Turn) -> Update:  # noqa: C901, PLR0911, PLR0912 - a line for each page
    """Move along whatever the page offers."""
    page, steps = model.page, message.steps
    if not steps:
        return model, ()
    match page:
        case Welcome():
            return model, (Again(NextLanguage(steps)),)
        case Seating(guests, editing) if editing is not None:
            return model, (Again(NextName(guests[editing].button, steps)),)
        case Agreeing(guests, row):
            count = len(rows(model.agreement, len(guests)))
            return replace(model, page=Agreeing(guests, (row + steps) % count)), ()
        case AtTable():
            return _turn_at_table(model, page, steps)
        case LightTable():
            return at_light.turn(model, page, steps)
        case Joining():
            return at_joining.turn(model, page, steps)
        case History(at):
            return replace(model, page=History(min(max(0, at + steps), length(model)))), ()
        case Rules():
            return replace(model, page=turned_to(page, steps)), ()
        case Menu(row):
            return replace(model, page=replace(page, row=(row + steps) % len(entries(model)))), ()
        case Mending() | Correcting() | Rebuilding():
            return putting_right.turn(model, steps)
        case Counting() | Gathering():
            return adding_up.turn(model, steps)
        case Games() | Replay() | Statistics():
            return looking_back.turn(model, steps)
        case _:
            return model, ()


def _turn_at_table(model: Model, page: AtTable, steps: int) -> Update:
    ring = pointed_at(model, page.pick)
    pick = page.pick
    if isinstance(pick, PickSun):
        pick = replace(pick, since=inf)
    return picking(model, reached(ring, pick, steps)) if ring else (model, ())


def pointed_at(model: Model, pick: Pick | None) -> tuple[Pick, ...]:
    """Return everything that the dial can point at now, in the order of its ring."""
    game = model.game
    match game.stage:
        case Auction() as auction:
            suns = winning_suns(game, game.active)
            passing = () if must_bid(game, auction) else (PickDeed(Deed.PASS),)
            return (*(PickSun(game.active, sun, inf) for sun in suns), *passing)
        case Disaster() as disaster:
            chosen = pick.chosen if isinstance(pick, PickDiscard) else ()
            left = remaining_losses(game, disaster, chosen)
            return tuple(PickDiscard(chosen, place) for place, (_, n) in enumerate(left) if n)
        case Phase.OVER:
            return ()
        case Phase.TURN if not isinstance(pick, PickGod):
            return _at_turn(game, pick.group if isinstance(pick, PickTile) else TileGroup.ALL)
        case Phase.TURN | Phase.GODS:
            able = god_targets(game.lane) if has_god(game.players[game.active]) else ()
            return tuple(PickGod(god.slot) for god in able)


def _at_turn(game: Game, group: TileGroup) -> tuple[Pick, ...]:
    """Return the kinds of tiles of a group; before the last of all what else can be done."""
    tiles = tuple(
        PickTile(group, place)
        for place, tile in enumerate(GROUP_TILES[group])
        if can_draw(game) and game.bag & tile.mask
    )
    if group is not TileGroup.ALL:
        return tiles
    gods = has_god(game.players[game.active]) and bool(god_targets(game.lane))
    deeds = (*((PickDeed(Deed.USE_GOD),) if gods else ()), PickDeed(Deed.CALL_RA))
    return (*tiles[:-1], *deeds, *tiles[-1:])


def push(model: Model, _: Push) -> Update:  # noqa: C901, PLR0911 - a line for each page
    """Choose what the dial points at."""
    page = model.page
    match page:
        case Agreeing(guests, row):
            chosen = rows(model.agreement, len(guests))[row]
            return model, (Again(Agree(chosen.following(1))),)
        case Menu(row):
            return model, (Again(entries(model)[row].message),)
        case Mending() | Correcting() | Rebuilding():
            return putting_right.push(model)
        case Counting() | Gathering():
            return adding_up.push(model)
        case LightTable():
            return at_light.push(model, page)
        case Joining():
            return at_joining.push(model, page)
        case AtTable(PickTile(group, focus)) if focus is not None:
            return play(model, DRAWS[GROUP_TILES[group][focus]])
        case AtTable(PickDeed(deed)):
            return _do(model, deed)
        case AtTable(PickGod(focus)) if focus is not None:
            return play(model, GODS[focus])
        case AtTable(PickSun(sun=sun)):
            return take_sun(model, TakeSun(sun))
        case AtTable(PickDiscard(focus=focus)) if focus is not None:
            return _push_loss(model, focus)
        case _:
            return model, ()


def _do(model: Model, deed: Deed) -> Update:
    match deed:
        case Deed.CALL_RA:
            return play(model, INVOKE)
        case Deed.USE_GOD:
            return use_gods(model, UseGods())
        case Deed.PASS:
            return play(model, PASS)


def _push_loss(model: Model, focus: int) -> Update:
    stage = model.game.stage
    if not isinstance(stage, Disaster):
        return model, ()
    tile, _ = remaining_losses(model.game, stage, ())[focus]
    return choose_loss(model, ChooseLoss(tile))
