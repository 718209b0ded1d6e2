"""What people correct in a partially recorded game."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from companion.rules.corrections.fixing import Fix, fixed_points, refusals, tiles_after
from companion.rules.editions import Seat
from companion.rules.events import Event, Fixed, FixedPart, GameDecided
from companion.rules.model import Auction, Phase
from companion.rules.partial import Holding, PartialGame, PartialPhase, decided, waited_for
from companion.rules.problems import IllegalAction, Problem, Why


def fixed_partial(game: PartialGame, fix: Fix) -> tuple[PartialGame, tuple[Event, ...]]:
    """Return what is known once people have said how things are.

    At these levels only the number of tiles on the auction track is known.

    Raises:
        IllegalAction: Such a table is impossible, or the screen says so already.
    """
    for refusal in refusals(game.setup, fix):
        raise IllegalAction(refusal)
    if game.stage is PartialPhase.OVER and (fix.stage is not None or fix.epoch is not None):
        raise IllegalAction(Problem(Why.GAME_OVER))
    track = fix.track_tiles
    if fix.track is not None:
        track = sum(tile is not None for tile in fix.track)
    after = replace(
        game,
        hands=_hands(game, fix),
        epoch=game.epoch if fix.epoch is None else fix.epoch,
        ra_count=game.ra_count if fix.ra_count is None else fix.ra_count,
        centre=game.centre if fix.centre is None else fix.centre,
        active=game.active if fix.active is None else fix.active,
        track_tiles=game.track_tiles if track is None else track,
        stage=_stage(game, fix),
    )
    if fix.active is None and isinstance(fix.stage, Auction):
        after = replace(after, active=fix.stage.ra_player)
    changes = tuple(_changes(game, after, fixed_points(fix)))
    if not changes and after == game:
        raise IllegalAction(Problem(Why.NOTHING_TO_FIX))
    if after.stage is PartialPhase.OVER and after.hands != game.hands:
        return after, (*changes, GameDecided(decided(after)))
    return after, changes


def _stage(game: PartialGame, fix: Fix) -> PartialPhase:
    match fix.stage:
        case Auction():
            return waited_for(fix.stage)
        case Phase():
            return PartialPhase.TURN
        case None if fix.epoch is not None and game.stage is PartialPhase.TALLY:
            return PartialPhase.TURN
        case None:
            return game.stage


def _hands(game: PartialGame, fix: Fix) -> tuple[Holding, ...]:
    hands = list(game.hands)
    for said in fix.hands:
        old = hands[said.seat]
        told = said.tiles is not None
        hands[said.seat] = Holding(
            old.suns if said.suns is None else tuple(sorted(said.suns)),
            old.spent if said.spent is None else said.spent,
            tiles_after(old.tiles, said),
            is_sure=told or old.is_sure,
            score=old.score if said.score is None else said.score,
        )
    return tuple(hands)


def _changes(old: PartialGame, new: PartialGame, told: Collection[Seat]) -> Iterator[Event]:
    for matter, was, now in (
        (FixedPart.RA_TRACK, old.ra_count, new.ra_count),
        (FixedPart.CENTRE, old.centre, new.centre),
        (FixedPart.EPOCH, old.epoch, new.epoch),
        (FixedPart.TRACK, old.track_tiles, new.track_tiles),
        (FixedPart.ACTIVE, old.active, new.active),
    ):
        if was != now:
            yield Fixed(matter, was, now)
    for seat, (had, has) in enumerate(zip(old.hands, new.hands, strict=True)):
        if had.suns != has.suns:
            yield Fixed(FixedPart.SUNS, had.suns, has.suns, seat=Seat(seat))
        if had.spent != has.spent:
            yield Fixed(FixedPart.SPENT, had.spent, has.spent, seat=Seat(seat))
        if (had.tiles, had.is_sure) != (has.tiles, has.is_sure):
            yield Fixed(FixedPart.TILES, had.tiles, has.tiles, seat=Seat(seat))
        if seat in told:
            yield Fixed(FixedPart.SCORE, had.score, has.score, seat=Seat(seat))
