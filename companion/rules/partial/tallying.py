"""What an epoch scores when people count their tiles, and the table after it (R-EPE-3).

The points come from ``scoring.score``, as always. They are given only if nothing unknown could
change them: a player who skips the tally may have the most pharaohs, or the fewest.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from msgspec.structs import replace

from companion.rules import checks
from companion.rules.actions import Level
from companion.rules.editions import Seat, Sun, Suns, suns_in_play
from companion.rules.events import EpochOpened, EpochTallied, GameDecided, PartialEvent
from companion.rules.model import LAST_EPOCH
from companion.rules.partial.game import (
    Holding,
    PartialGame,
    PartialPhase,
    TallyEpoch,
    decided,
    most_in_bag,
    only_left,
    suns_each,
)
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.scoring.scoring import EpochScore, Sheet, score
from companion.rules.tiles import KEPT, NO_TILES, Tile, Tiles, count, counts

Rows = tuple[Suns | None, ...]
"""Everybody's own suns, as far as they are known."""


def objections(game: PartialGame, tally: TallyEpoch) -> Iterator[Problem]:
    """Yield everything impossible about what people have counted."""
    names = game.setup.players
    if game.epoch is None:
        yield Problem(Why.EPOCH_UNKNOWN)
    if len(tally.tiles) != len(names) or len(tally.suns) not in {0, len(names)}:
        yield Problem(Why.TALLY_ROWS, {"players": len(names)})
        return
    held = [counts(tiles or NO_TILES) for tiles in tally.tiles]
    for seat, (name, row) in enumerate(zip(names, held, strict=True)):
        yield from checks.kept(seat, name, row)
    yield from checks.in_box(names, held)
    suns = known_suns(game, tally)
    yield from checks.suns_each(names, suns, suns_each(game.setup))
    yield from checks.once(names, [own or () for own in suns], suns_in_play(len(names)))


def known_suns(game: PartialGame, tally: TallyEpoch) -> Rows:
    """Return everybody's suns: as counted, or as known, or what nobody else can have.

    While only points are recorded, auctions go unrecorded, and earlier knowledge is void.
    """
    told = tally.suns or (None,) * len(game.hands)
    if game.level is Level.SCORE_ONLY:
        return told
    hands = zip(told, game.hands, strict=True)
    known = [hand.all_suns if suns is None else tuple(sorted(suns)) for suns, hand in hands]
    return only_left(game.setup, known, game.centre)


def tallied(game: PartialGame, tally: TallyEpoch) -> tuple[PartialGame, tuple[PartialEvent, ...]]:
    """Score an epoch, clean up and begin the next, or end the game (R-EPE-3, R-EPE-5).

    Raises:
        IllegalAction: What was counted is impossible, or the epoch is unknown.
    """
    for problem in objections(game, tally):
        raise IllegalAction(problem)
    epoch = game.epoch or LAST_EPOCH
    suns = known_suns(game, tally)
    points = scores(game, tally)
    done = EpochTallied(epoch, points)
    if epoch == LAST_EPOCH:
        hands = tuple(_hands(game, tally, suns, points))
        ra_count = None if game.level is Level.SCORE_ONLY else game.ra_count
        over = replace(
            game,
            hands=hands,
            stage=PartialPhase.OVER,
            centre=_centre(game, suns),
            ra_count=ra_count,
        )
        return over, (done, GameDecided(decided(over)))
    after = _next_epoch(game, tally, suns, points)
    return after, (done, EpochOpened(epoch + 1, after.active))


def _hands(
    game: PartialGame, tally: TallyEpoch, suns: Rows, points: Sequence[EpochScore | None]
) -> Iterator[Holding]:
    """Yield what everybody has after an epoch, with all suns face up again (R-EPE-3 f)."""
    for hand, held, own, row in zip(game.hands, tally.tiles, suns, points, strict=True):
        yield Holding(
            suns=None if own is None else tuple(sorted(own)),
            spent=(),
            tiles=hand.tiles if held is None else held,
            is_sure=held is not None,
            score=None if row is None else row.after,
        )


def _next_epoch(
    game: PartialGame, tally: TallyEpoch, suns: Rows, points: Sequence[EpochScore | None]
) -> PartialGame:
    hands = tuple(
        replace(hand, tiles=hand.tiles & KEPT) for hand in _hands(game, tally, suns, points)
    )
    told = sum(held or NO_TILES for held in tally.tiles)
    removed = game.removed + (told & ~KEPT) + Tile.RA.one * (game.ra_count or 0)
    return replace(
        game,
        hands=hands,
        epoch=(game.epoch or 0) + 1,
        ra_count=0,
        centre=_centre(game, suns),
        active=_starter(hands),
        track_tiles=0,
        stage=PartialPhase.TURN,
        bag=most_in_bag(game.bag, removed, (hand.tiles for hand in hands)),
        removed=removed,
    )


def _centre(game: PartialGame, suns: Rows) -> Sun | None:
    """Return the sun that nobody has; it stays where it is (R-EPE-3 e)."""
    if None in suns:
        return None if game.level is Level.SCORE_ONLY else game.centre
    owned = {sun for own in suns for sun in own or ()}
    [centre] = set(suns_in_play(len(suns))) - owned
    return centre


def _starter(hands: Sequence[Holding]) -> Seat | None:
    """Return the owner of the highest sun, if all are known (R-EPE-3 h)."""
    if any(hand.suns is None for hand in hands):
        return None
    return Seat(max(range(len(hands)), key=lambda seat: (hands[seat].suns or ())[-1:]))


def scores(game: PartialGame, tally: TallyEpoch) -> tuple[EpochScore | None, ...]:
    """Return everybody's points for the epoch; None where they depend on something unknown.

    Everything that unknown hands could change is tried: all that matters to the others is who has
    more or fewer pharaohs, and higher or lower suns.
    """
    no_penalty = game.setup.options.two_player_no_penalty
    rows = list(zip(tally.tiles, known_suns(game, tally), game.hands, strict=True))
    found: list[set[EpochScore]] = [set() for _ in rows]
    for pharaohs, sums in _possible(game, tally.tiles, [suns for _, suns, _ in rows]):
        sheets = [
            Sheet(
                Tile.PHARAOH.one * pharaohs[seat] if held is None else held,
                (Sun(sums[seat]),) if suns is None else suns,
                hand.score or 0,
            )
            for seat, (held, suns, hand) in enumerate(rows)
        ]
        for seat, points in enumerate(score(sheets, game.epoch or LAST_EPOCH, no_penalty)):
            found[seat].add(points)
    return tuple(
        points.pop() if len(points) == 1 and held is not None and hand.score is not None else None
        for points, (held, _, hand) in zip(found, rows, strict=True)
    )


def _possible(
    game: PartialGame, held: Sequence[Tiles | None], suns: Sequence[Suns | None]
) -> Iterator[tuple[Sequence[int], Sequence[int]]]:
    """Yield possible pharaohs and sums of suns of all seats.

    The two are compared independently, so combinations need not be tried.
    """
    pharaohs = [None if tiles is None else count(tiles, Tile.PHARAOH) for tiles in held]
    sums = [None if own is None else sum(own) for own in suns]
    left = Tile.PHARAOH.copies - sum(number or 0 for number in pharaohs)
    in_play, each = suns_in_play(len(held)), suns_each(game.setup)
    counted = list(_filled(pharaohs, 0, left))
    summed = list(_filled(sums, sum(in_play[:each]), sum(in_play[-each:])))
    yield from ((numbers, summed[0]) for numbers in counted)
    if game.epoch == LAST_EPOCH:
        yield from ((counted[0], numbers) for numbers in summed)


def _filled(numbers: Sequence[int | None], lowest: int, highest: int) -> Iterator[Sequence[int]]:
    """Yield the numbers with every choice for the unknown ones that changes a comparison."""
    near = {number + step for number in numbers if number is not None for step in (-1, 1)}
    choices = sorted({lowest, highest, *near.intersection(range(lowest, highest))})
    return product(*(choices if number is None else (number,) for number in numbers))
