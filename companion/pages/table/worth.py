"""What tiles are worth as the table lies now."""

from __future__ import annotations

from companion.rules.model import Game
from companion.rules.scoring.scoring import EpochScore, Sheet, score


def projected_sheets(game: Game) -> tuple[Sheet, ...]:
    """Return what would be scored of each seat."""
    return tuple(
        Sheet(player.tiles, (*player.suns, *player.spent), player.score) for player in game.players
    )


def projected(game: Game) -> tuple[EpochScore, ...]:
    """Return what every seat would score in this epoch as the table lies now (section 1.9)."""
    options = game.setup.options
    return score(projected_sheets(game), game.epoch, options.two_player_no_penalty)
