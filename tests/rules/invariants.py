"""What is true of every table, by the invariants of the rules, in words other than the engine's."""

from companion.rules.events import Cause, EpochEnded, Event, LotWon
from companion.rules.model import Auction, AuctionCause, Game, Phase
from companion.rules.tiles import KINDS, Family, Tile, count, counts

SUNS_EACH = {2: 4, 3: 4, 4: 3, 5: 3}

SUM_OF_SUNS = {2: 45, 3: 91, 4: 91, 5: 136}

MOST_LOTS = {2: 8, 3: 12, 4: 12, 5: 15}


def check(game: Game) -> None:
    """Fail if a table cannot be."""
    tiles_are_conserved(game)
    suns_are_conserved(game)
    everything_lies_where_it_may(game)
    scores_are_possible(game)


def tiles_are_conserved(game: Game) -> None:
    """R-INV-1: of each kind as many as in the box lie somewhere, 180 in all."""
    places = [game.bag, game.removed, *(player.tiles for player in game.players)]
    for kind in KINDS:
        there = sum(count(place, kind) for place in places) + game.track.count(kind)
        there += game.ra_count if kind is Tile.RA else 0
        assert there == kind.copies, f"R-INV-1: {kind}"
    assert sum(kind.copies for kind in KINDS) == 180


def suns_are_conserved(game: Game) -> None:
    """R-INV-2, R-INV-3: the suns in play, each once; everybody owns the same number."""
    players = len(game.players)
    owned = [(*player.suns, *player.spent) for player in game.players]
    suns = sorted([game.centre, *(sun for suns in owned for sun in suns)])
    assert suns == list(range(1, len(suns) + 1)), "R-INV-2"
    assert sum(suns) == SUM_OF_SUNS[players], "R-INV-2"
    assert {len(suns) for suns in owned} == {SUNS_EACH[players]}, "R-INV-3"
    for player in game.players:
        assert list(player.suns) == sorted(player.suns), "suns face up lie in order"


def everything_lies_where_it_may(game: Game) -> None:
    """R-INV-4, R-INV-6, R-INV-7: no tile where it may not be, a Ra tile left to be drawn."""
    assert len(game.track) == 8, "the auction track has eight slots"
    assert Tile.RA not in game.track, "R-INV-4"
    for player in game.players:
        for kind in counts(player.tiles):
            assert kind.family not in {Family.RA, Family.DISASTER}, "R-INV-4"
    if game.stage is not Phase.OVER:
        assert count(game.bag, Tile.RA) > 0, "R-INV-6"
        assert game.ra_count < game.ra_limit, "R-EPE-2"
    if isinstance(game.stage, Auction) and game.stage.cause is AuctionCause.RA_DRAWN:
        assert None in game.track, "R-INV-7"


def scores_are_possible(game: Game) -> None:
    """R-INV-9: nobody is below 0, nor below 3 after the first epoch."""
    least = {1: 10, 2: 3, 3: 0}[game.epoch]
    for player in game.players:
        assert player.score >= least, "R-INV-9"


def lots_are_limited(games: tuple[Game, ...], told: list[tuple[Event, ...]]) -> None:
    """R-INV-5, R-INV-8: the suns end an epoch on an empty track, after not too many lots."""
    lots = 0
    for game, events in zip(games, told, strict=False):
        lots += sum(isinstance(event, LotWon) for event in events)
        assert lots <= MOST_LOTS[len(game.players)], "R-INV-8"
        for event in events:
            if isinstance(event, EpochEnded):
                lots = 0
                if event.cause is Cause.SUNS:
                    assert set(event.lost) == {None}, "R-INV-5"
