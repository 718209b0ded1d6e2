"""What tiles are worth as the table lies now."""

from __future__ import annotations

from companion.core.model import Model
from companion.core.session import Secrecy
from companion.rules.model import Auction, Game
from companion.rules.scoring.scoring import EpochScore, Sheet, score
from companion.ui.pieces import signed


def projected_sheets(game: Game) -> tuple[Sheet, ...]:
    """Return what would be scored of each seat."""
    return tuple(
        Sheet(player.tiles, (*player.suns, *player.spent), player.score) for player in game.players
    )


def projected(game: Game) -> tuple[EpochScore, ...]:
    """Return what every seat would score in this epoch as the table lies now (section 1.9)."""
    options = game.setup.options
    return score(projected_sheets(game), game.epoch, options.two_player_no_penalty)


def lot_points(model: Model) -> tuple[str, ...]:
    """Return in whole points what the tiles of the auction that runs are likely to bring each seat.

    Nothing where the table has not asked for it, where points are secret, or where no tile lies.
    """
    timeline, agreement = model.session.timeline, model.session.agreement
    if timeline is None or timeline.partial_game is not None:
        return ()
    is_wanted = agreement.shows_worth and agreement.secrecy is Secrecy.OPEN
    game = timeline.game
    if not is_wanted or not isinstance(game.stage, Auction) or not any(game.track):
        return ()
    from companion.opponent.worth import worth_to_each  # noqa: PLC0415 - few tables want it

    return tuple(signed(round(tenths / 10)) for tenths in worth_to_each(game))
