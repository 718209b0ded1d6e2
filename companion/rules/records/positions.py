"""A position in the public form."""

from collections.abc import Iterable, Mapping
from typing import Literal

from companion.rules.events import EpochEnded, Event
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.partial import PartialGame, PartialPhase, decided
from companion.rules.play import final_ranking
from companion.rules.scoring.scoring import EpochScore, categories
from companion.rules.tiles import Tiles, counts


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
        "lane": [None if tile is None else tile.value for tile in game.track],
        "centre": game.centre,
        "ra_player": auction and auction.ra_player,
        "best_bid": auction and auction.best_bid,
        "best_bidder": auction and auction.best_bidder,
        "players": [
            {
                "up": list(player.suns),
                "down": sorted(player.spent),
                "tiles": counted(player.tiles),
                "score": player.score,
            }
            for player in game.players
        ],
        "bag": counted(game.bag),
        "removed": counted(game.removed),
        **_outcome(game, events),
    }


def known_state(partial_game: PartialGame, seq: int) -> dict[str, object]:
    """Return the public form of a partially recorded position.

    It has the keys of ``state``; what is unknown is null, and what these levels never record is
    left out. ``level`` appears only in such states.
    """
    ranked = decided(partial_game)
    ranking = {"ranking": None if ranked is None else list(ranked.seats)}
    return {
        "seq": seq,
        "level": partial_game.level.value,
        "phase": _WAITS[partial_game.stage],
        "epoch": partial_game.epoch,
        "active": partial_game.active,
        "ra_count": partial_game.ra_count,
        "ra_limit": partial_game.setup.ra_limit,
        "lane_tiles": partial_game.track_tiles,
        "centre": partial_game.centre,
        "players": [
            {
                "up": None if hand.suns is None else list(hand.suns),
                "down": None if hand.spent is None else sorted(hand.spent),
                "tiles": counted(hand.tiles) if hand.is_sure else None,
                "score": hand.score,
            }
            for hand in partial_game.hands
        ],
        **(ranking if partial_game.stage is PartialPhase.OVER else {}),
    }


_WAITS = {
    PartialPhase.TURN: "turn",
    PartialPhase.DRAWN: "auction",
    PartialPhase.CALLED: "auction",
    PartialPhase.TALLY: "tally",
    PartialPhase.OVER: "over",
}


PhaseName = Literal["turn", "gods", "auction", "discard", "over"]

_PHASES: Mapping[Phase, PhaseName] = {Phase.TURN: "turn", Phase.GODS: "gods", Phase.OVER: "over"}


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
