"""A tile is drawn of which the box holds no more: said, and taken when it is entered again.

The table is right, so nothing is blocked: whoever entered a wrong tile earlier finds it in the
history, and a tile that really lies there is laid on its track.
"""

from __future__ import annotations

from companion.core.effects import Update, refused
from companion.core.model import SAID_SECONDS, Model
from companion.core.notices import Notes, Notice
from companion.pages.table import playing
from companion.rules.corrections.fixing import Fix
from companion.rules.legal import left_with_suns
from companion.rules.model import Auction, AuctionCause, Game
from companion.rules.tiles import Tile


def drawn(model: Model, tile: Tile) -> Update:
    """Say that all of these tiles are out; entered again while that is said, it is laid."""
    if is_said(model, tile):
        return playing.enter_exactly(model, as_it_lies(model.game, tile))
    return missing(model, tile)


def is_said(model: Model, tile: Tile) -> bool:
    """Whether the screen says that all of these tiles are out."""
    screen = model.screen
    return screen.said == _all_out(tile) and model.now < screen.said_at + SAID_SECONDS


def missing(model: Model, tile: Tile) -> Update:
    """Say that all tiles of a kind are out, and what to do."""
    return refused(model, _all_out(tile))


def _all_out(tile: Tile) -> Notice:
    return Notice(Notes.ALL_OUT, {"copies": tile.copies, "tile": tile})


def as_it_lies(game: Game, tile: Tile) -> Fix:
    """Return the fix that lays one more tile on its track, as the player in turn has done."""
    if tile is Tile.RA:
        auction = Auction(game.active, AuctionCause.RA_DRAWN)
        return Fix(ra_count=game.ra_count + 1, stage=auction)
    slot = game.track.index(None)
    track = (*game.track[:slot], tile, *game.track[slot + 1 :])
    return Fix(track=track, active=left_with_suns(game.players, game.active))
