"""The end of an epoch and of the game: points, what is kept, who is ahead (rules 1.8 and 1.10)."""

from msgspec.structs import replace

from companion.rules.events import Cause, EpochBegan, EpochEnded, Event, GameEnded
from companion.rules.model import EMPTY_LANE, LAST_EPOCH, Game, Phase, Player, starter
from companion.rules.scoring.scoring import Ranking, Sheet, ranking, score
from companion.rules.tiles import KEPT

Events = tuple[Event, ...]

Step = tuple[Game, Events]
"""The table after an action, and what happened, in order."""


def end_epoch(game: Game, cause: Cause, events: Events) -> Step:
    """Score, clean up and begin the next epoch, or end the game (R-EPE-3, R-EPE-5).

    Args:
        game: The table at the end of the epoch.
        cause: Why it ended.
        events: What happened earlier in the same action.
    """
    scored = sheets(game)
    scores = score(scored, game.epoch, game.setup.options.two_player_no_penalty)
    ended = EpochEnded(game.epoch, cause, scores, game.lane)
    if game.epoch == LAST_EPOCH:
        players = tuple(
            [replace(player, score=scores[s].after) for s, player in enumerate(game.players)]
        )
        over = replace(game, players=players, stage=Phase.OVER)
        return over, (*events, ended, GameEnded(final_ranking(over)))
    players = tuple(
        [
            Player(tuple(sorted(sheet.suns)), (), sheet.tiles & KEPT, scores[seat].after)
            for seat, sheet in enumerate(scored)
        ]
    )
    after = replace(
        game,
        players=players,
        active=starter(players),
        lane=EMPTY_LANE,
        stage=Phase.TURN,
        epoch=game.epoch + 1,
        ra_count=0,
    )
    return after, (*events, ended, EpochBegan(after.epoch, after.active))


def sheets(game: Game) -> tuple[Sheet, ...]:
    """Return what would be scored if the epoch ended now, for each seat."""
    return tuple(
        [Sheet(player.tiles, player.up + player.down, player.score) for player in game.players]
    )


def final_ranking(game: Game) -> Ranking:
    """Return the ranking by the points scored so far (R-END-1 … R-END-3)."""
    players = game.players
    return ranking(
        [player.score for player in players], [player.up + player.down for player in players]
    )
