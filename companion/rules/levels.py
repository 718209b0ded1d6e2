"""Changing how much is recorded: less loses nothing, more needs what is missing."""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from companion.rules.actions import Level
from companion.rules.editions import Seat
from companion.rules.model import (
    EMPTY_TRACK,
    Auction,
    AuctionTrack,
    Discarding,
    Game,
    Phase,
    Player,
)
from companion.rules.partial import (
    Holding,
    PartialGame,
    PartialPhase,
    most_in_bag,
    unknown,
    waited_for,
)
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.tiles import Tile, bundle


def from_game(game: Game, level: Level) -> PartialGame:
    """Return what a lower level knows of a full game.

    There, neither the lot of an auction nor a disaster's pending choice can be entered: the lot is
    only counted, and the tiles of the choosing player become uncertain.
    """
    stage = game.stage
    struck = game.active if isinstance(stage, Discarding) else None
    hands = tuple(
        Holding(player.suns, player.spent, player.tiles, seat != struck, player.score)
        for seat, player in enumerate(game.players)
    )
    known = PartialGame(
        setup=game.setup,
        level=Level.LIGHT,
        hands=hands,
        epoch=game.epoch,
        ra_count=game.ra_count,
        centre=game.centre,
        active=_active(game),
        track_tiles=sum(tile is not None for tile in game.track),
        stage=_waits_for(game),
        bag=game.bag,
        removed=game.removed,
    )
    return at_level(known, level)


def _active(game: Game) -> Seat | None:
    match game.stage:
        case Auction(ra_player):
            return ra_player
        case Discarding():
            return None
        case Phase():
            return game.active


def _waits_for(game: Game) -> PartialPhase:
    match game.stage:
        case Auction():
            return waited_for(game.stage)
        case Phase.OVER:
            return PartialPhase.OVER
        case Discarding(ra_player=ra_player) if ra_player is not None and not any(
            player.suns for player in game.players
        ):
            return PartialPhase.TALLY
        case Discarding() | Phase():
            return PartialPhase.TURN


def at_level(known: PartialGame, level: Level) -> PartialGame:
    """Return the game at another of the two lower levels.

    Down to points only, everything is kept as last known. On the way up from there, auctions may
    have gone unrecorded: suns and tracks are unknown until people enter them.

    Args:
        known: The game.
        level: The new level.

    Raises:
        ValueError: The full level is a ``Game``: use ``to_game``.
    """
    if level is Level.FULL:
        raise ValueError("the full level is a game")
    if level in (known.level, Level.SCORE_ONLY) or known.stage is PartialPhase.OVER:
        return replace(known, level=level)
    hands = tuple(Holding(tiles=hand.tiles, score=hand.score) for hand in known.hands)
    return replace(
        unknown(known.setup),
        level=level,
        hands=hands,
        epoch=known.epoch,
        stage=PartialPhase.TALLY if known.stage is PartialPhase.TALLY else PartialPhase.TURN,
        bag=known.bag,
        removed=known.removed,
    )


def missing(known: PartialGame, track: AuctionTrack | None = None) -> Iterator[Problem]:
    """Yield everything that the full level needs and that is unknown.

    Args:
        known: The game.
        track: What is on the auction track, if entered.
    """
    if (why := _NOT_IN_A_TURN.get(known.stage)) is not None:
        yield Problem(why, {})
    is_known = {
        Why.EPOCH_UNKNOWN: known.epoch is not None,
        Why.RA_COUNT_UNKNOWN: known.ra_count is not None,
        Why.CENTRE_UNKNOWN: known.centre is not None,
        Why.TRACK_UNKNOWN: track is not None or known.track_tiles == 0,
        Why.TURN_UNKNOWN: known.active is not None,
    }
    yield from (Problem(why, {}) for why, known in is_known.items() if not known)
    for name, hand in zip(known.setup.players, known.hands, strict=True):
        is_known = {
            Why.SUNS_UNKNOWN: hand.all_suns is not None,
            Why.TILES_UNKNOWN: hand.is_sure,
            Why.SCORE_UNKNOWN: hand.score is not None,
        }
        yield from (Problem(why, {"name": name}) for why, known in is_known.items() if not known)


_NOT_IN_A_TURN: Mapping[PartialPhase, Why] = {
    PartialPhase.OVER: Why.GAME_OVER,
    PartialPhase.TALLY: Why.TALLY_FIRST,
    PartialPhase.DRAWN: Why.AUCTION_OPEN,
    PartialPhase.CALLED: Why.AUCTION_OPEN,
}


def to_game(known: PartialGame, track: AuctionTrack | None = None) -> Game:
    """Return the full game, at a turn; the bag holds all tiles not known to be elsewhere.

    Args:
        known: The game: after a tally with tiles, or once everything is entered.
        track: What is on the auction track; None if it is known to be empty.

    Raises:
        IllegalAction: Something is unknown; the text asks for the first such thing. ``missing``
            yields all of them.
    """
    for refusal in missing(known, track):
        raise IllegalAction(refusal)
    track = track or EMPTY_TRACK
    players = tuple(
        Player(hand.suns or (), hand.spent or (), hand.tiles, hand.score or 0)
        for hand in known.hands
    )
    ra_count = known.ra_count or 0
    seen = [
        *(player.tiles for player in players),
        bundle(tile for tile in track if tile is not None),
    ]
    assert known.active is not None  # noqa: S101 - ``missing`` has asked for both
    assert known.centre is not None  # noqa: S101 - the same
    return Game(
        setup=known.setup,
        players=players,
        active=known.active,
        centre=known.centre,
        bag=most_in_bag(known.bag, known.removed, [*seen, Tile.RA.one * ra_count]),
        track=track,
        epoch=known.epoch or 1,
        ra_count=ra_count,
    )
