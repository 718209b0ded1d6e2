"""Which positions a game can reach (R-INV-1 … 6, rules section 1.13)."""

from collections import Counter
from collections.abc import Iterator

from companion.rules.actions import LANE_SLOTS
from companion.rules.editions import Seat, suns_in_play
from companion.rules.legal import can_draw, is_a_choice
from companion.rules.model import LAST_EPOCH, Auction, Disaster, Game, Phase, Reason
from companion.rules.tiles import (
    DISASTERS,
    KINDS,
    Tile,
    count,
    counts,
    only,
)

Impossibility = tuple[str, str]
"""The part of the table, or the player's name, and what is wrong with it."""


def impossibilities(game: Game) -> Iterator[Impossibility]:
    """Yield what is impossible about a position, causes before consequences."""
    yield from _suns_possible(game)
    yield from _about_tiles(game)
    yield from _about_progress(game)
    yield from _about_decision(game)
    match game.stage:
        case Auction() as auction:
            yield from _about_auction(game, auction)
        case Disaster():
            yield from _about_disaster(game)
        case Phase.OVER:
            yield from _about_the_end(game)
        case Phase.TURN | Phase.GODS:
            pass


def waiting(game: Game) -> Counter[Tile]:
    """Return the disasters awaiting their owner's choice; they have left the game already."""
    if not isinstance(game.stage, Disaster):
        return Counter()
    return Counter({Tile.UNREST: game.stage.unrests, Tile.EARTHQUAKE: game.stage.earthquakes})


def on_the_table(game: Game) -> Counter[Tile]:
    """Return all visible tiles: both tracks, players' areas, waiting disasters."""
    seen = Counter(tile for tile in game.lane if tile is not None)
    for player in game.players:
        seen.update(counts(player.tiles))
    seen[Tile.RA] += game.ra_count
    return seen + waiting(game)


def _suns_possible(game: Game) -> Iterator[Impossibility]:
    """R-INV-2, R-INV-3: each sun in play is in one place, and all own the same number."""
    in_play = suns_in_play(len(game.players))
    lying: Counter[int] = Counter([game.centre])
    for name, dealt, player in zip(game.setup.players, game.setup.suns, game.players, strict=True):
        owned = (*player.up, *player.down)
        lying.update(owned)
        if len(owned) != len(dealt):
            yield name, f"has {len(owned)} suns, not {len(dealt)}"
    for sun, times in lying.items():
        if sun not in in_play:
            yield "suns", f"sun {sun} is not used by {len(game.players)} players"
        if times > 1:
            yield "suns", f"sun {sun} lies in {times} places"


def _about_tiles(game: Game) -> Iterator[Impossibility]:
    """R-INV-1, R-INV-4, R-INV-6: no tile too many, and all in places where they may be."""
    if len(game.lane) != LANE_SLOTS:
        yield "track", f"there are {LANE_SLOTS} slots, not {len(game.lane)}"
    if Tile.RA in game.lane:
        yield "track", "Ra tiles lie on the other track"
    for name, player in zip(game.setup.players, game.players, strict=True):
        if only(player.tiles, DISASTERS | Tile.RA.mask):
            yield name, "nobody keeps Ra tiles or disasters"
    seen = on_the_table(game)
    for tile in KINDS:
        there = seen[tile] + count(game.bag, tile)
        if there > tile.copies:
            yield "tiles", f"there are only {tile.copies} {tile}, not {there}"
    if not count(game.bag, Tile.RA) and game.stage is not Phase.OVER:
        yield "bag", "there is always a Ra tile left in it until the game is over"


def _about_progress(game: Game) -> Iterator[Impossibility]:
    """R-EPE-2, R-SCO-2: epochs and Ra tiles stay within their limits, points are not negative."""
    if not 1 <= game.epoch <= LAST_EPOCH:
        yield "epoch", f"there are epochs 1 to {LAST_EPOCH}, not {game.epoch}"
    most = game.ra_limit if game.stage is Phase.OVER else game.ra_limit - 1
    if not 0 <= game.ra_count <= most:
        yield "ra", f"{game.ra_count} Ra tiles do not lie on a track of {game.ra_limit}"
    for name, player in zip(game.setup.players, game.players, strict=True):
        if player.score < 0:
            yield name, f"nobody has {player.score} points"


def _about_decision(game: Game) -> Iterator[Impossibility]:
    """R-TRN-1: only a player with a face-up sun acts, or the owner of a won disaster."""
    struck = isinstance(game.stage, Disaster) and game.stage.ra_player is not None
    if not struck and game.stage is not Phase.OVER and not game.players[game.active].up:
        yield game.name, "decides, but has no sun face up"
    if struck and not game.players[game.active].down:
        yield game.name, "has won no auction that could bring a disaster"


def _about_auction(game: Game, auction: Auction) -> Iterator[Impossibility]:
    """Section 1.6: the reason fits the tracks, and the bidding has reached the player to decide."""
    if (auction.reason is Reason.FULL) == can_draw(game):
        yield "auction", f"{auction.reason.value} does not fit the tiles on the auction track"
    if auction.reason is Reason.RA_DRAWN and not game.ra_count:
        yield "auction", "no Ra tile lies on the Ra track"
    if not game.players[auction.ra_player].up:
        yield "auction", f"{game.setup.players[auction.ra_player]} has no sun face up"
    best, sun = auction.best_bidder, auction.best_bid
    if best is None or sun is None:
        return
    if sun not in game.players[best].up:
        yield "auction", f"{game.setup.players[best]} has no sun {sun} face up"
    if _turn_to_bid(game, auction, best) >= _turn_to_bid(game, auction, game.active):
        yield "auction", f"{game.name} bids before {game.setup.players[best]}"


def _turn_to_bid(game: Game, auction: Auction, seat: Seat) -> int:
    """Return how many seats are asked before this one (R-AUC-1)."""
    return (seat - auction.ra_player - 1) % len(game.players)


def _about_disaster(game: Game) -> Iterator[Impossibility]:
    """R-DIS-6: a disaster waits only for a real choice."""
    if not is_a_choice(game):
        yield "disaster", f"{game.name} has nothing to choose"


def _about_the_end(game: Game) -> Iterator[Impossibility]:
    """R-EPE-1, R-EPE-2, R-EPE-5: the third epoch has ended, in one of two ways."""
    if game.epoch != LAST_EPOCH:
        yield "over", f"epoch {game.epoch} is not the last"
    if game.ra_count < game.ra_limit and any(player.up for player in game.players):
        yield "over", "there are face-up suns, and the Ra track is not full"
