"""Everything that anybody could ever try to do, sensible or not."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.actions import (
    DRAWS,
    END_GODS,
    INVOKE,
    PASS,
    UNSOLD,
    Action,
    Bid,
    Discard,
    UseGod,
    Won,
)
from companion.rules.editions import Sun
from companion.rules.legal import legal_actions
from companion.rules.model import Discarding, Game
from companion.rules.tiles import KINDS, Tile, tiles

SIMPLE: tuple[Action, ...] = (
    *DRAWS.values(),
    INVOKE,
    *(UseGod(space) for space in range(-2, 10)),
    END_GODS,
    *(Bid(Sun(sun)) for sun in range(-1, 18)),
    PASS,
    *(Won(Sun(sun)) for sun in range(-1, 18)),
    UNSOLD,
)
"""Every action but giving up tiles."""


def every_action(game: Game) -> Iterator[Action]:
    """Yield all actions without tiles, and tiles in right and in wrong numbers and kinds."""
    yield from SIMPLE
    yield from dict.fromkeys(_discards(game))


def _discards(game: Game) -> Iterator[Discard]:
    yield Discard(())
    yield from (Discard((kind,) * number) for kind in KINDS for number in (1, 2, 4))
    yield Discard(tiles(game.players[game.active].tiles))
    if not isinstance(game.stage, Discarding):
        return
    for action in legal_actions(game):
        assert isinstance(action, Discard)
        yield action
        yield Discard(action.tiles[1:])
        yield from (Discard((*action.tiles[1:], kind)) for kind in KINDS)
        yield Discard((*action.tiles, action.tiles[0]))


def in_order(action: Action) -> Action:
    """Return an action with its tiles in the order of the table, in which none matters."""
    if not isinstance(action, Discard):
        return action
    given: Counter[Tile] = Counter(action.tiles)
    return Discard(tuple(kind for kind in KINDS for _ in range(given[kind])))
