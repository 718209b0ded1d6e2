"""What an epoch scores for each player, category by category, and who has won.

Each category has one table of points; ``reasons`` says which tiles and which comparison scored
them. All categories use the same snapshot: the players' sheets.
"""

from collections.abc import Sequence
from enum import Enum

import msgspec

from companion.rules import engine
from companion.rules.editions import NoPenalty, Seat, Suns
from companion.rules.model import LAST_EPOCH
from companion.rules.tiles import Tiles, numbers

POINTS_PER_GOD = engine.POINTS_PER_GOD

POINTS_PER_GOLD = engine.POINTS_PER_GOLD

CIVILISATION_POINTS = tuple(engine.CIVILISATION_POINTS)

DIVERSITY_POINTS = tuple(engine.DIVERSITY_POINTS)

PENALTIES = (NoPenalty.OFF, NoPenalty.FINAL_ONLY, NoPenalty.EVERY_EPOCH)
"""By their numbers in the engine."""


class Category(Enum):
    """What is scored, in the order of the rulebook; the value is its key in JSON."""

    GODS = "gods"
    GOLD = "gold"
    PHARAOHS = "pharaohs"
    RIVER = "river"
    CIVILISATIONS = "civilisations"
    MONUMENTS_DIVERSITY = "monuments_diversity"
    MONUMENTS_QUANTITY = "monuments_quantity"
    SUNS = "suns"


EVERY_EPOCH = (
    Category.GODS,
    Category.GOLD,
    Category.PHARAOHS,
    Category.RIVER,
    Category.CIVILISATIONS,
)

FINAL = (Category.MONUMENTS_DIVERSITY, Category.MONUMENTS_QUANTITY, Category.SUNS)


def categories(epoch: int) -> tuple[Category, ...]:
    """Return what is scored at the end of this epoch (section 1.9)."""
    return EVERY_EPOCH + FINAL if epoch == LAST_EPOCH else EVERY_EPOCH


class Sheet(msgspec.Struct, frozen=True, gc=False):
    """What is scored for one player: a snapshot before anything is discarded."""

    tiles: Tiles
    suns: Suns
    """All own discs, face up and face down, excluding the centre."""
    before: int
    """Points before this epoch's scoring."""


class EpochScore(msgspec.Struct, frozen=True, gc=False):
    """One player's points of one epoch; the last three are 0 before the third (section 1.9)."""

    gods: int
    gold: int
    pharaohs: int
    river: int
    civilisations: int
    monuments_diversity: int
    monuments_quantity: int
    suns: int
    before: int
    after: int
    """Never below zero: the floor is applied once, to the total (R-SCO-2)."""

    @property
    def net(self) -> int:
        """The sum of all categories."""
        return sum(self.points(category) for category in Category)

    def points(self, category: Category) -> int:
        """Return the points in one category."""
        points: int = getattr(self, category.value)
        return points


def score(
    sheets: Sequence[Sheet], epoch: int, no_penalty: NoPenalty = NoPenalty.OFF
) -> tuple[EpochScore, ...]:
    """Return the scoring of an epoch for every sheet, in their order (R-SCO-1 … R-SCO-5)."""
    scores = engine.points(
        [engine.row(numbers(sheet.tiles)) for sheet in sheets],
        [sum(sheet.suns) for sheet in sheets],
        epoch,
        PENALTIES.index(no_penalty),
    )
    return tuple(
        [
            EpochScore(*[*points, sheet.before, engine.added(sheet.before, points)])
            for sheet, points in zip(sheets, scores, strict=True)
        ]
    )


def equal_monuments(tiles: Tiles) -> int:
    """Return the points for equal monuments; none for more of a kind than the box has."""
    return engine.quantity(engine.row(numbers(tiles)))


def gain(
    tiles: Sequence[Tiles], seat: int, after: Tiles, no_penalty: NoPenalty = NoPenalty.OFF
) -> int:
    """Return how many points other tiles are worth to one player, if the third epoch ended now.

    Suns are left out (R-SCO-1 … R-SCO-5).

    Args:
        tiles: What everybody has, by seat.
        seat: Whose points are asked for.
        after: What that player would have instead.
        no_penalty: Whether two players lose points for the fewest Pharaohs.
    """

    def points(owned: Sequence[Tiles]) -> int:
        held, suns = [engine.row(numbers(each)) for each in owned], [0] * len(owned)
        return sum(engine.points(held, suns, LAST_EPOCH, PENALTIES.index(no_penalty))[seat])

    return points([*tiles[:seat], after, *tiles[seat + 1 :]]) - points(tiles)


class Ranking(msgspec.Struct, frozen=True, gc=False):
    """Who came first, second …, and what decided it."""

    seats: tuple[Seat, ...]
    """Best first (R-END-1, R-END-3)."""
    ties: tuple[tuple[Seat, ...], ...]
    """Groups of seats with equal points, as ordered by their highest sun."""


def ranking(totals: Sequence[int], suns: Sequence[Suns]) -> Ranking:
    """Return the final order: most points, then the highest single sun (R-END-1 … R-END-3).

    Args:
        totals: Points for each seat.
        suns: All own discs of each seat, face up and face down, the centre excluded.
    """
    seats = tuple([Seat(seat) for seat in engine.ranking(list(totals), list(map(list, suns)))])
    groups: dict[int, list[Seat]] = {}
    for seat in seats:
        groups.setdefault(totals[seat], []).append(seat)
    return Ranking(seats, tuple([tuple(group) for group in groups.values() if len(group) > 1]))
