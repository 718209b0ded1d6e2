"""Who is asked for what now: the one sentence on the screen that somebody must answer."""

from collections.abc import Callable
from functools import cache
from typing import Any

from companion.core import (
    adding_up,
    at_joining,
    at_light,
    cafe,
    looking_back,
    putting_right,
    stopping,
)
from companion.core.asked import Prompt
from companion.core.joining import Joining
from companion.core.light_table import LightTable
from companion.core.model import (
    About,
    Agreeing,
    AtTable,
    Dealing,
    Finale,
    History,
    Menu,
    Model,
    Rules,
    Scoring,
    Seating,
    Stopping,
    Welcome,
    Worth,
)
from companion.core.picks import Deed, PickDeed, PickDiscard, PickGod, PickSun, PickTile, TileGroup
from companion.core.workshop import PROMPTS
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    must_bid,
    remaining_losses,
    tiles_to_give_up,
)
from companion.rules.model import Auction, Disaster, Game, Phase
from companion.words import mark

__all__ = ["Prompt", "prompt"]


def prompt(model: Model) -> Prompt:
    """Return what is asked now, and of whom."""
    return _pages()[type(model.page)](model, model.page)


def _welcome(_: Model, __: Welcome) -> Prompt:
    return Prompt("Press your button to play")


def _seating(_: Model, page: Seating) -> Prompt:
    if len(page.guests) < 2:  # noqa: PLR2004 - two is what the sentence says
        return Prompt("Who else plays? Press your button")
    return Prompt("Everybody here? Ra begins the game")


def _at_table(model: Model, page: AtTable) -> Prompt:
    game = model.game
    asked = _stage_prompt(game, page)
    facts = {"name": game.name, **asked.facts}
    return Prompt(asked.sentence, facts, game.active if asked.seat is None else asked.seat)


_DEEDS = {
    Deed.CALL_RA: mark("{name}: call Ra?"),
    Deed.USE_GOD: mark("{name}: use a god?"),
    Deed.PASS: mark("{name}: pass?"),
}


def _stage_prompt(game: Game, page: AtTable) -> Prompt:
    if isinstance(page.pick, PickDeed):
        return Prompt(_DEEDS[page.pick.deed])
    if isinstance(game.stage, Auction):
        return _auction(game, game.stage, page)
    if isinstance(game.stage, Disaster):
        chosen = page.pick.chosen if isinstance(page.pick, PickDiscard) else ()
        owned = sum(number for _, number in remaining_losses(game, game.stage, ()))
        left = min(tiles_to_give_up(game.stage), owned) - len(chosen)
        return Prompt(
            "{name}: {disaster}! Choose what is lost, {number} more",
            {"disaster": game.stage.tile, "number": left},
        )
    if game.stage is Phase.GODS:
        return Prompt("{name}: take another tile with a god, or end the turn")
    if isinstance(page.pick, PickGod):
        return Prompt("{name}: which tile for the god?")
    if isinstance(page.pick, PickTile) and page.pick.group is not TileGroup.ALL:
        return Prompt("{name}: which tile was drawn?")
    return _turn(game)


def _turn(game: Game) -> Prompt:
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


def _auction(game: Game, auction: Auction, page: AtTable) -> Prompt:
    if isinstance(page.pick, PickSun):
        seat = page.pick.seat
        bidder = seat == game.active
        return Prompt(
            mark("{player} bids {sun}?") if bidder else mark("{player} wins with {sun}?"),
            {"player": game.setup.players[seat], "sun": page.pick.sun},
            seat,
        )
    if must_bid(game, auction):
        return Prompt("{name}: you called Ra and nobody has bid, so you must bid")
    return Prompt("{name}: bid a sun or pass")


def _scoring(_: Model, __: Scoring) -> Prompt:
    return Prompt("Take or give back your points, then go on")


def _finale(model: Model, page: Finale) -> Prompt:
    if page.revealed < len(model.game.players):
        return Prompt("Who has won? Reveal one after the other")
    return Prompt("Thank you for playing")


def _history(_: Model, __: History) -> Prompt:
    return Prompt("Turn to look back; nothing changes until you go on from there")


@cache
def _pages() -> dict[type, Callable[[Model, Any], Prompt]]:
    return {
        Welcome: _welcome,
        Seating: _seating,
        Agreeing: lambda _, __: Prompt("What do you play? Ra begins the game"),
        Dealing: lambda _, __: Prompt("Who has which suns? Press your button until it is right"),
        AtTable: _at_table,
        LightTable: at_light.prompt,
        Joining: at_joining.prompt,
        Stopping: stopping.prompt,
        Scoring: _scoring,
        Finale: _finale,
        History: _history,
        Menu: lambda _, __: Prompt("Pause"),
        About: lambda _, __: Prompt("About"),
        **PROMPTS,
        **cafe.PROMPTS,
        **dict.fromkeys(looking_back.PAGES, looking_back.prompt),
        **dict.fromkeys(putting_right.PAGES, putting_right.prompt),
        **dict.fromkeys(adding_up.PAGES, adding_up.prompt),
        Rules: lambda _, __: Prompt("The rules"),
        Worth: lambda _, __: Prompt("What scores now?"),
    }
