"""Fingers on the picture: where to touch for what, and the shortest way by touch."""

from functools import lru_cache

from companion.core.messages import ChooseLoss, GoTo, Message, Play, SettleAuction, TakeSun
from companion.core.model import Model, Session
from companion.pages.menu.menu import Menu
from companion.pages.new_game.welcome import Welcome
from companion.pages.render import scene
from companion.pages.table.thing_card import ThingCard
from companion.paths import asset
from companion.rules.actions import Action, Bid, Discard, Unsold, UseGod, Won
from companion.rules.editions import setup
from companion.rules.events import FixedPart
from companion.rules.records.timeline import begin
from companion.ui.scene import Scene
from companion.ui.style import Canvas
from companion.ui.text_metrics import type_from

SIZE = (800, 480)


@lru_cache(maxsize=1)
def canvas() -> Canvas:
    """Return the smallest screen, used by fingers: no chip shows a button of the panel."""
    measured = type_from(asset("fonts", "advances.json").read_bytes())
    return Canvas(size=SIZE, type=measured, panel=False)


def picture(model: Model) -> Scene[Message]:
    """Return what is on the screen."""
    return scene(model, canvas())


def spot(seen: Scene[Message], message: object) -> tuple[float, float] | None:
    """Return where a touch means this, in per cent of the picture; None if nowhere."""
    width, height = seen.size
    for target in seen.targets:
        x, y = target.rect.x + target.rect.w / 2, target.rect.y + target.rect.h / 2
        if (target.message, seen.target_at(x, y)) == (message, message):
            return 100 * x / width, 100 * y / height
    return None


def touches(action: Action, *, is_taking: bool = False) -> tuple[Message, ...]:
    """Return what is touched to enter an action, one touch after the other.

    Args:
        action: What is entered.
        is_taking: Whether a god has been used in this turn already, so that none is asked for.
    """
    match action:
        case Bid(sun) | Won(sun):
            return (TakeSun(sun),)
        case Discard(tiles):
            return tuple(ChooseLoss(tile) for tile in tiles)
        case Unsold():
            return (SettleAuction(),)
        case UseGod(space) if not is_taking:
            return (GoTo(ThingCard(FixedPart.SPACE, space)), Play(action))
        case _:
            return (Play(action),)


def menu_row(label: str) -> int:
    """Return how far the dial is turned in the menu of a running game to come to this line."""
    game = begin(setup(("Ann", "Ben")))
    lines = [
        entry.label
        for entry in Menu().entries(Model(page=Welcome(), session=Session(timeline=game)))
    ]
    return lines.index(label)


LEAVE_ROW = menu_row("Leave; game is saved")
