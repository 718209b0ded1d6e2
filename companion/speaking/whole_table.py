"""The whole table read aloud, always in the same order, for somebody who cannot see it."""

from __future__ import annotations

from collections.abc import Iterator

from companion import narration
from companion.core.model import Model
from companion.i18n import Words
from companion.narration.aloud import asked, gains, suns
from companion.pages.bindings import prompt
from companion.pages.partial.partial_table import PartialTable
from companion.pages.scoring.epoch import EpochScores
from companion.pages.table.table import Table
from companion.rules.actions import TRACK_SPACES, Level
from companion.rules.editions import Suns
from companion.rules.events import EpochEnded
from companion.rules.model import Auction, Game, Phase, Player
from companion.rules.partial.ledger import PartialGame, Wait
from companion.rules.partial.levels import at_level
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
    if model.session.timeline.ledger is not None:
        return (*told, *known_table(model.session.timeline.ledger, words))
    if game.stage is not Phase.OVER:
        told += _board(game, words)
    for name, player in zip(game.setup.players, game.players, strict=True):
        told += _player(name, player, words)
    return tuple(told)


def _board(game: Game, words: Words) -> Iterator[str]:
    yield narration.epoch_name(game.epoch, game.setup, words)
    yield words.say("Ra track: {count} of {limit}", count=game.ra_count, limit=game.ra_limit)
    tiles = [narration.tile_name(tile, words) for tile in game.track if tile is not None]
    if tiles:
        yield words.say(
            "Auction track, {count} of {slots}: {tiles}",
            count=len(tiles),
            slots=TRACK_SPACES,
            tiles=words.list(tiles),
        )
    else:
        yield words.say("The auction track is empty")
    yield words.say("In the centre: sun {sun}", sun=game.centre)
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


def known_table(ledger: PartialGame, words: Words) -> Iterator[str]:
    """Yield the epoch, the Ra track, the tracks and each player, as far as they are known.

    Points are never in it (R-INF-2); while only points are kept, nothing else is followed.
    """
    if ledger.level is Level.SCORE_ONLY and ledger.stage is Wait.TURN:
        ledger = at_level(ledger, Level.LIGHT)
    if ledger.stage is Wait.OVER:
        return
    if ledger.epoch is not None:
        yield narration.epoch_name(ledger.epoch, ledger.setup, words)
    if ledger.ra_count is not None:
        limit = ledger.setup.ra_limit
        yield words.say("Ra track: {count} of {limit}", count=ledger.ra_count, limit=limit)
    if ledger.is_counted and ledger.track_tiles is not None:
        yield words.say(
            "Auction track {count} of {slots}", count=ledger.track_tiles, slots=TRACK_SPACES
        )
    if ledger.centre is not None:
        yield words.say("In the centre: sun {sun}", sun=ledger.centre)
    for seat in ledger.setup.seats:
        yield from _partial_player(
            ledger.name(seat), ledger.hands[seat].suns, ledger.hands[seat].spent, words
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
