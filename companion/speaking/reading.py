"""The whole table read aloud, always in the same order, for somebody who cannot see it."""

from collections.abc import Iterator

from companion import telling
from companion.core.light_table import LightTable
from companion.core.model import AtTable, Model, Scoring
from companion.rules.actions import LANE_SLOTS
from companion.rules.events import EpochEnded
from companion.rules.model import Auction, Game, Phase, Player
from companion.speaking.asked import asked, question, suns
from companion.speaking.happened import gains
from companion.speaking.reading_less import known_table
from companion.words import Words


def whole_table(model: Model, words: Words) -> tuple[str, ...]:
    """Return whose turn it is, the Ra track, the auction track, the centre, and each player.

    What is asked comes first. Points are never in it while they lie face down (R-INF-2).
    """
    if model.timeline is None:
        return tuple(question(model, words))
    game = model.game
    told = [asked(model, words)]
    if isinstance(model.page, Scoring):
        for event in model.timeline.events:
            if isinstance(event, EpochEnded):
                told += gains(event, game.setup, model.agreement.secrecy, words)
    elif not isinstance(model.page, AtTable | LightTable):
        told = [*question(model, words)]
    if model.timeline.ledger is not None:
        return (*told, *known_table(model.timeline.ledger, words))
    if game.stage is not Phase.OVER:
        told += _board(game, words)
    for name, player in zip(game.setup.players, game.players, strict=True):
        told += _player(name, player, words)
    return tuple(told)


def _board(game: Game, words: Words) -> Iterator[str]:
    yield telling.epoch_name(game.epoch, game.setup, words)
    yield words.say("Ra track: {count} of {limit}", count=game.ra_count, limit=game.ra_limit)
    tiles = [telling.tile_name(tile, words) for tile in game.lane if tile is not None]
    if tiles:
        yield words.say(
            "Auction track, {count} of {slots}: {tiles}",
            count=len(tiles),
            slots=LANE_SLOTS,
            tiles=words.list(tiles),
        )
    else:
        yield words.say("The auction track is empty")
    yield words.say("In the centre: sun {sun}", sun=game.centre)
    if isinstance(game.stage, Auction) and game.stage.best_bidder is not None:
        name = game.setup.players[game.stage.best_bidder]
        yield words.say("highest: {name} {sun}", name=name, sun=game.stage.best_bid)


def _player(name: str, player: Player, words: Words) -> Iterator[str]:
    if player.up:
        yield words.say("{name}: suns {suns}", name=name, suns=suns(player.up))
    else:
        yield words.say("{name}: no suns to bid", name=name)
    if player.down:
        yield words.say("Face down: {suns}", suns=suns(player.down))
    tiles = telling.bundle_names(player.tiles, words)
    yield words.say("Tiles: {tiles}", tiles=tiles) if tiles else words.say("No tiles")
