"""A position in the public form, as ``replay --json`` and ``score --json`` print it."""

from collections.abc import Iterable

from companion.rules.editions import Setup
from companion.rules.events import EpochEnded, Event, GameEnded
from companion.rules.ledger import Ledger, Wait
from companion.rules.model import Auction, Disaster, Game, Phase
from companion.rules.scoring import EpochScore, categories
from companion.rules.tiles import Tiles, counts


def state(game: Game, seq: int, events: Iterable[Event] = ()) -> dict[str, object]:
    """Return the public form of a position, as ``replay --json`` prints it.

    Args:
        game: The position.
        seq: How many events have been played.
        events: What the last of them did, from which ``scored`` and ``ranking`` are taken.
    """
    auction = game.stage if isinstance(game.stage, Auction) else None
    return {
        "seq": seq,
        "phase": _phase(game),
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
        **_outcome(game.setup, events),
    }


def known_state(ledger: Ledger, seq: int) -> dict[str, object]:
    """Return the public form of what is known where not everything is told.

    It has the keys of ``state``; what nobody has said is null, and what these levels never know is
    left out. ``level`` is there exactly in such states.
    """
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
    }


_WAITS = {
    Wait.TURN: "turn",
    Wait.DRAWN: "auction",
    Wait.CALLED: "auction",
    Wait.TALLY: "tally",
    Wait.OVER: "over",
}


def _phase(game: Game) -> str:
    if isinstance(game.stage, Auction):
        return "auction"
    return "discard" if isinstance(game.stage, Disaster) else game.stage.value


def counted(tiles: Tiles) -> dict[str, int]:
    """Return how many there are of each kind that there is, by its name in the record."""
    return {tile.value: number for tile, number in counts(tiles).items()}


def _outcome(game_setup: Setup, events: Iterable[Event]) -> dict[str, object]:
    outcome: dict[str, object] = {}
    for event in events:
        if isinstance(event, EpochEnded):
            outcome["scored"] = [
                breakdown(name, score, event.epoch)
                for name, score in zip(game_setup.players, event.scores, strict=True)
            ]
        elif isinstance(event, GameEnded):
            outcome["ranking"] = list(event.ranking.seats)
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
