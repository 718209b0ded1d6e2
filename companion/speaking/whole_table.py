"""The whole table read aloud, always in the same order, for somebody who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from companion import narration
from companion.core.model import Model
from companion.i18n import Words
from companion.narration.aloud import asked, gains, suns
from companion.pages.controls import prompt
from companion.pages.partial.partial_table import PartialTable
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.table import Table
from companion.rules.actions import TRACK_SPACES, Level
from companion.rules.editions import Suns
from companion.rules.events import EpochEnded
from companion.rules.model import Auction, Game, Phase, Player
from companion.rules.partial.game import PartialGame, PartialPhase, at_level
from companion.speaking.announcing import question


def whole_table(model: Model, words: Words) -> tuple[str, ...]:
    """Return whose turn it is, the Ra track, the auction track, the centre, and each player.

    What is asked comes first. Points are never in it while they lie face down (R-INF-2).
    """
    if model.session.timeline is None:
        return tuple(question(model, words))
    game = model.game
    told = [asked(prompt(model), words)]
    if isinstance(model.page, EpochScores):
        if model.page.hidden:
            return tuple(told)
        for event in model.session.timeline.events:
            if isinstance(event, EpochEnded):
                told += gains(event, game.setup, model.session.agreement.secrecy, words)
    elif not isinstance(model.page, Table | PartialTable):
        told = [*question(model, words)]
    if model.session.timeline.partial_game is not None:
        return (*told, *known_table(model.session.timeline.partial_game, words))
    if game.stage is not Phase.OVER:
        told += _board(game, words)
    for name, player in zip(game.setup.players, game.players, strict=True):
        told += _player(name, player, words)
    return tuple(told)


def _board(game: Game, words: Words) -> Iterator[str]:
    yield narration.epoch_name(game.epoch, game.setup, words)
    yield words.say("Ra, {count} of {limit}", count=game.ra_count, limit=game.ra_limit)
    tiles = [narration.tile_name(tile, words) for tile in game.track if tile is not None]
    if tiles:
        track = words.say("Auction track {count} of {slots}", count=len(tiles), slots=TRACK_SPACES)
        yield words.state(track, words.list(tiles))
    else:
        yield words.say("The auction track is empty")
    yield words.say("Sun {paid} is in the centre", paid=game.centre)
    if isinstance(game.stage, Auction) and game.stage.best_bidder is not None:
        name = game.setup.players[game.stage.best_bidder]
        yield words.say("highest: {name} {sun}", name=name, sun=game.stage.best_bid)


def _player(name: str, player: Player, words: Words) -> Iterator[str]:
    if player.suns:
        yield words.say("{name}: suns {suns}", name=name, suns=suns(player.suns))
    else:
        yield words.say("{name}: no suns to bid", name=name)
    if player.spent:
        yield words.say("Face down: {suns}", suns=suns(player.spent))
    tiles = narration.bundle_names(player.tiles, words)
    yield words.say("Tiles: {tiles}", tiles=tiles) if tiles else words.say("No tiles")


def known_table(partial_game: PartialGame, words: Words) -> Iterator[str]:
    """Yield the epoch, the Ra track, the tracks and each player, as far as they are known.

    Points are never in it (R-INF-2); while only points are kept, nothing else is followed.
    """
    if partial_game.level is Level.SCORE_ONLY and partial_game.stage is PartialPhase.TURN:
        partial_game = at_level(partial_game, Level.LIGHT)
    if partial_game.stage is PartialPhase.OVER:
        return
    if partial_game.epoch is not None:
        yield narration.epoch_name(partial_game.epoch, partial_game.setup, words)
    if partial_game.ra_count is not None:
        limit = partial_game.setup.ra_limit
        yield words.say("Ra, {count} of {limit}", count=partial_game.ra_count, limit=limit)
    if partial_game.is_counted and partial_game.track_tiles is not None:
        yield words.say(
            "Auction track {count} of {slots}", count=partial_game.track_tiles, slots=TRACK_SPACES
        )
    if partial_game.centre is not None:
        yield words.say("Sun {paid} is in the centre", paid=partial_game.centre)
    for seat in partial_game.setup.seats:
        yield from _partial_player(
            partial_game.name(seat),
            partial_game.hands[seat].suns,
            partial_game.hands[seat].spent,
            words,
        )


def _partial_player(name: str, up: Suns | None, down: Suns | None, words: Words) -> Iterator[str]:
    if up is None:
        yield words.say("{name}: suns unknown", name=name)
    elif up:
        yield words.say("{name}: suns {suns}", name=name, suns=suns(up))
    else:
        yield words.say("{name}: no suns to bid", name=name)
    if down:
        yield words.say("Face down: {suns}", suns=suns(down))
