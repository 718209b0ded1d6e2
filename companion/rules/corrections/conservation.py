"""Which positions a game can reach (R-INV-1 … 6, rules section 1.13)."""

from collections import Counter
from collections.abc import Iterator

from companion.rules import checks
from companion.rules.editions import Seat, suns_in_play
from companion.rules.legal import can_draw, is_a_choice
from companion.rules.model import LAST_EPOCH, Auction, AuctionCause, Discarding, Game, Phase
from companion.rules.tiles import Tile, count, counts

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
        case Discarding():
            yield from _about_disaster(game)
        case Phase.OVER:
            yield from _about_the_end(game)
        case Phase.TURN | Phase.GODS:
            pass


def waiting(game: Game) -> Counter[Tile]:
    """Return the disasters awaiting their owner's choice; they have left the game already."""
    if not isinstance(game.stage, Discarding):
        return Counter()
    return Counter({Tile.UNREST: game.stage.unrests, Tile.EARTHQUAKE: game.stage.earthquakes})


def beside_players(game: Game) -> Counter[Tile]:
    """Return the tiles on both tracks, and the disasters that wait."""
    seen = Counter(tile for tile in game.track if tile is not None)
    seen[Tile.RA] += game.ra_count
    return seen + waiting(game)


def on_the_table(game: Game) -> Counter[Tile]:
    """Return all visible tiles: both tracks, players' areas, waiting disasters."""
    seen = beside_players(game)
    for player in game.players:
        seen.update(counts(player.tiles))
    return seen


def _suns_possible(game: Game) -> Iterator[Impossibility]:
    """R-INV-2, R-INV-3: each sun in play is in one place, and all own the same number."""
    names = game.setup.players
    owned = [(*player.suns, *player.spent) for player in game.players]
    lying = [*owned, (game.centre,)]
    in_play = suns_in_play(len(names))
    for problem in checks.suns_each(names, owned, len(game.setup.suns[0])):
        yield str(problem.facts["name"]), str(problem)
    for problem in checks.once((*names, "the centre"), lying, in_play, len(names)):
        yield "suns", str(problem)


def _about_tiles(game: Game) -> Iterator[Impossibility]:
    """R-INV-1, R-INV-4, R-INV-6: no tile too many, and all in places where they may be."""
    for problem in checks.auction_track(game.track):
        yield "track", str(problem)
    for seat, (name, player) in enumerate(zip(game.setup.players, game.players, strict=True)):
        for problem in checks.kept(seat, name, counts(player.tiles)):
            yield name, str(problem)
    places = (*game.setup.players, "both tracks", "the bag")
    rows = [counts(player.tiles) for player in game.players]
    for problem in checks.in_box(places, [*rows, beside_players(game), counts(game.bag)]):
        yield "tiles", str(problem)
    if not count(game.bag, Tile.RA) and game.stage is not Phase.OVER:
        yield "bag", "there is always a Ra tile left in it until the game is over"


def _about_progress(game: Game) -> Iterator[Impossibility]:
    """R-EPE-2, R-SCO-2: epochs and Ra tiles stay within their limits, points are not negative."""
    for problem in checks.epoch(game.epoch):
        yield "epoch", str(problem)
    for problem in checks.ra_track(game.ra_count, game.ra_limit):
        yield "ra", str(problem)
    if game.ra_count == game.ra_limit and game.stage is not Phase.OVER:
        yield "ra", "a full Ra track ends the epoch"
    for seat, (name, player) in enumerate(zip(game.setup.players, game.players, strict=True)):
        for problem in checks.points(seat, name, player.score):
            yield name, str(problem)


def _about_decision(game: Game) -> Iterator[Impossibility]:
    """R-TRN-1: only a player with a face-up sun acts, or the owner of a won disaster."""
    struck = isinstance(game.stage, Discarding) and game.stage.ra_player is not None
    if not struck and game.stage is not Phase.OVER and not game.players[game.active].suns:
        yield game.name, "decides, but has no sun face up"
    if struck and not game.players[game.active].spent:
        yield game.name, "has won no auction that could bring a disaster"


def _about_auction(game: Game, auction: Auction) -> Iterator[Impossibility]:
    """Section 1.6: the reason fits the tracks, and the bidding has reached the player to decide."""
    if (auction.cause is AuctionCause.TRACK_FULL) == can_draw(game):
        yield "auction", f"{auction.cause.value} does not fit the tiles on the auction track"
    if auction.cause is AuctionCause.RA_DRAWN and not game.ra_count:
        yield "auction", "no Ra tile lies on the Ra track"
    if not game.players[auction.ra_player].suns:
        yield "auction", f"{game.setup.players[auction.ra_player]} has no sun face up"
    best, sun = auction.best_bidder, auction.best_bid
    if best is None or sun is None:
        return
    if sun not in game.players[best].suns:
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
    if game.ra_count < game.ra_limit and any(player.suns for player in game.players):
        yield "over", "there are face-up suns, and the Ra track is not full"
