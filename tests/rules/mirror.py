"""A full game seen from a lower level: what people would have entered there, and what agrees."""

from collections.abc import Iterator, Sequence

from companion.rules.actions import DRAWS, INVOKE, UNSOLD, Won
from companion.rules.events import (
    DisasterStruck,
    EpochEnded,
    Event,
    LotWon,
    NobodyBid,
    RaInvoked,
    TileDrawn,
)
from companion.rules.model import Auction, Discarding, Game, Phase
from companion.rules.partial import Entry, PartialGame, PartialPhase, TallyEpoch
from companion.rules.tiles import DISASTERS, KINDS, Tile, Tiles, count, only


def hands_at_the_end(before: Game, events: Sequence[Event]) -> tuple[Tiles, ...]:
    """Return what everybody had when an epoch was scored, in words other than the engine's."""
    hands = [player.tiles for player in before.players]
    for event in events:
        if isinstance(event, LotWon):
            hands[event.seat] += event.lot - only(event.lot, DISASTERS)
        elif isinstance(event, DisasterStruck):
            hands[event.seat] -= event.lost
        elif isinstance(event, EpochEnded):
            break
    return tuple(hands)


def entries(before: Game, events: Sequence[Event], *, every_draw: bool) -> Iterator[Entry]:
    """Yield what is entered at the light level when this happens at the table."""
    for event in events:
        match event:
            case TileDrawn(_, tile) if tile is Tile.RA or every_draw:
                yield DRAWS[tile]
            case RaInvoked() if every_draw:
                yield INVOKE
            case LotWon(_, paid):
                yield Won(paid)
            case NobodyBid():
                yield UNSOLD
            case EpochEnded():
                yield TallyEpoch(hands_at_the_end(before, events))
            case _:
                pass


def agree(partial_game: PartialGame, game: Game) -> None:
    """Fail if both know something and it is not the same."""
    assert partial_game.epoch in {None, game.epoch}
    if partial_game.stage is PartialPhase.TALLY:
        return
    assert partial_game.ra_count in {None, game.ra_count}
    assert partial_game.centre in {None, game.centre}
    for hand, player in zip(partial_game.hands, game.players, strict=True):
        assert hand.score in {None, player.score}
        if game.stage is not Phase.OVER:
            assert hand.suns in {None, player.suns}
            assert hand.spent in {None, player.spent}
        assert not hand.is_sure or hand.tiles == player.tiles
    for kind in KINDS:
        assert count(partial_game.bag, kind) >= count(game.bag, kind)
    match game.stage:
        case Auction(ra_player):
            assert partial_game.active in {None, ra_player}
            assert partial_game.stage in {PartialPhase.DRAWN, PartialPhase.CALLED}
        case Phase.TURN:
            assert partial_game.active in {None, game.active}
            assert partial_game.stage is PartialPhase.TURN
            assert partial_game.track_tiles in {None, sum(tile is not None for tile in game.track)}
        case Discarding() | Phase.GODS:
            assert partial_game.stage is PartialPhase.TURN
        case Phase.OVER:
            assert partial_game.stage is PartialPhase.OVER
