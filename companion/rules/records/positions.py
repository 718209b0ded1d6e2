"""A position in the public form, and whole games of positions as lines of JSON, quickly."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Literal

import msgspec

from companion.rules.events import EpochEnded, Event
from companion.rules.model import Auction, AuctionTrack, Discarding, Game, Phase, Player
from companion.rules.partial.ledger import PartialGame, Wait, decided
from companion.rules.play import final_ranking
from companion.rules.scoring.scoring import EpochScore, categories
from companion.rules.tiles import KINDS, Tiles, counts


def state(game: Game, seq: int, events: Iterable[Event] = ()) -> dict[str, object]:
    """Return the public form of a position, as ``replay --json`` prints it.

    Args:
        game: The position.
        seq: How many events have been played.
        events: What the last of them did, from which ``scored`` is taken.
    """
    auction = game.stage if isinstance(game.stage, Auction) else None
    return {
        "seq": seq,
        "phase": phase(game),
        "epoch": game.epoch,
        "active": None if game.stage is Phase.OVER else game.active,
        "ra_count": game.ra_count,
        "ra_limit": game.ra_limit,
        "lane": [None if tile is None else tile.value for tile in game.lane],
        "centre": game.centre,
        "ra_player": auction and auction.ra_player,
        "best_bid": auction and auction.best_bid,
        "best_bidder": auction and auction.best_bidder,
        "players": [
            {
                "up": list(player.up),
                "down": sorted(player.down),
                "tiles": counted(player.tiles),
                "score": player.score,
            }
            for player in game.players
        ],
        "bag": counted(game.bag),
        "removed": counted(game.removed),
        **_outcome(game, events),
    }


def known_state(ledger: PartialGame, seq: int) -> dict[str, object]:
    """Return the public form of a partially recorded position.

    It has the keys of ``state``; what is unknown is null, and what these levels never record is
    left out. ``level`` appears only in such states.
    """
    ranked = decided(ledger)
    ranking = {"ranking": None if ranked is None else list(ranked.seats)}
    return {
        "seq": seq,
        "level": ledger.level.value,
        "phase": _WAITS[ledger.stage],
        "epoch": ledger.epoch,
        "active": ledger.active,
        "ra_count": ledger.ra_count,
        "ra_limit": ledger.setup.ra_limit,
        "lane_tiles": ledger.lane_tiles,
        "centre": ledger.centre,
        "players": [
            {
                "up": None if hand.up is None else list(hand.up),
                "down": None if hand.down is None else sorted(hand.down),
                "tiles": counted(hand.tiles) if hand.is_sure else None,
                "score": hand.score,
            }
            for hand in ledger.hands
        ],
        **(ranking if ledger.stage is Wait.OVER else {}),
    }


_WAITS = {
    Wait.TURN: "turn",
    Wait.DRAWN: "auction",
    Wait.CALLED: "auction",
    Wait.TALLY: "tally",
    Wait.OVER: "over",
}


PhaseName = Literal["turn", "gods", "auction", "discard", "over"]

_PHASES: Mapping[Phase, PhaseName] = {
    Phase.TURN: "turn",
    Phase.GODS: "gods",
    Phase.OVER: "over",
}


def phase(game: Game) -> PhaseName:
    """Return what the table is waiting for."""
    stage = game.stage
    if isinstance(stage, Auction):
        return "auction"
    return "discard" if isinstance(stage, Discarding) else _PHASES[stage]


def counted(tiles: Tiles) -> dict[str, int]:
    """Return the number of tiles of each kind present, by its name in the record."""
    return {tile.value: number for tile, number in counts(tiles).items()}


def _outcome(game: Game, events: Iterable[Event]) -> dict[str, object]:
    """Return the points of an epoch that has just ended, and the ranking once the game is over."""
    outcome: dict[str, object] = {}
    for event in events:
        if isinstance(event, EpochEnded):
            outcome["scored"] = [
                breakdown(name, score, event.epoch)
                for name, score in zip(game.setup.players, event.scores, strict=True)
            ]
    if game.stage is Phase.OVER:
        outcome["ranking"] = list(final_ranking(game).seats)
    return outcome


def breakdown(name: str, score: EpochScore, epoch: int) -> dict[str, object]:
    """Return one player's points of an epoch, as ``score --json`` prints them."""
    return {
        "name": name,
        **{category.value: score.points(category) for category in categories(epoch)},
        "net": score.net,
        "before": score.before,
        "after": score.after,
    }


_encode = msgspec.json.Encoder().encode

_Counted = msgspec.defstruct(
    "_Counted", [(kind.value, int, 0) for kind in KINDS], omit_defaults=True, gc=False
)
"""How many tiles of each kind; kinds without tiles are left out."""


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
    lane: AuctionTrack
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
        events: What the last of them did, from which ``scored`` is taken.
        file: Whose record it is, if there are several.
    """
    stage = game.stage
    if stage is Phase.OVER or any(isinstance(event, EpochEnded) for event in events):
        named = {} if file is None else {"file": file}
        return _encode(state(game, seq, events) | named) + b"\n"
    auction = stage if isinstance(stage, Auction) else None
    return (
        _encode(
            _State(
                seq,
                phase(game),
                game.epoch,
                game.active,
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
