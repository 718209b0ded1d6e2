"""Positions as lines of JSON, quickly: what ``positions.state`` says, for whole games at a time.

``positions.state`` is the definition, and a test compares the lines with it. From one position to
the next most of the table stays as it was: what players hold and what has left the game are
written once and remembered.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import msgspec

from companion.rules.events import EpochEnded, Event
from companion.rules.model import Auction, Disaster, Game, Lane, Phase, Player
from companion.rules.positions import state
from companion.rules.tiles import KINDS, Tiles

_encode = msgspec.json.Encoder().encode

_Counted = msgspec.defstruct(
    "_Counted", [(kind.value, int, 0) for kind in KINDS], omit_defaults=True, gc=False
)
"""How many tiles of each kind; a kind of which there is none is not written."""


class _Player(msgspec.Struct, gc=False):
    up: tuple[int, ...]
    down: list[int]
    tiles: Any
    score: int


class _State(msgspec.Struct, omit_defaults=True, gc=False):
    seq: int
    phase: str
    epoch: int
    active: int | None
    ra_count: int
    ra_limit: int
    lane: Lane
    centre: int
    ra_player: int | None
    best_bid: int | None
    best_bidder: int | None
    players: msgspec.Raw
    bag: Any
    removed: msgspec.Raw
    file: str | None = None


def state_line(
    game: Game, seq: int, events: Iterable[Event] = (), file: str | None = None
) -> bytes:
    """Return the public form of a position as one line of JSON, line feed included.

    Args:
        game: The position.
        seq: How many events have been played.
        events: What the last of them did, from which ``scored`` and ``ranking`` are taken.
        file: Whose record it is, if there are several.
    """
    for event in events:
        if isinstance(event, EpochEnded):
            named = {} if file is None else {"file": file}
            return _encode(state(game, seq, events) | named) + b"\n"
    stage = game.stage
    auction = stage if isinstance(stage, Auction) else None
    return (
        _encode(
            _State(
                seq,
                _phase(game),
                game.epoch,
                None if stage is Phase.OVER else game.active,
                game.ra_count,
                game.ra_limit,
                game.lane,
                game.centre,
                auction.ra_player if auction else None,
                auction.best_bid if auction else None,
                auction.best_bidder if auction else None,
                _players(game.players),
                _counted(game.bag),
                _removed(game.removed),
                file,
            )
        )
        + b"\n"
    )


def _phase(game: Game) -> str:
    stage = game.stage
    if isinstance(stage, Auction):
        return "auction"
    return "discard" if isinstance(stage, Disaster) else stage.value


def _counted(tiles: Tiles) -> Any:  # noqa: ANN401 - a struct made at run time has no name to say
    return _Counted(*tiles.to_bytes(len(KINDS), "little"))


@lru_cache(maxsize=1024)
def _players(players: tuple[Player, ...]) -> msgspec.Raw:
    held = [
        _Player(player.up, sorted(player.down), _counted(player.tiles), player.score)
        for player in players
    ]
    return msgspec.Raw(_encode(held))


@lru_cache(maxsize=1024)
def _removed(tiles: Tiles) -> msgspec.Raw:
    return msgspec.Raw(_encode(_counted(tiles)))
