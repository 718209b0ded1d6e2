"""What an epoch scores for each player, category by category, and who has won.

Each category has one table of points; ``reasons`` says which tiles and which comparison scored
them. All categories use the same snapshot: the players' sheets.
"""

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import lru_cache

import msgspec

from companion.rules.editions import SUN_GROUPS, NoPenalty, Seat, Suns
from companion.rules.model import LAST_EPOCH
from companion.rules.tiles import CIVILISATIONS, KINDS, MONUMENTS, Tile, Tiles, count, kinds, mask

POINTS_PER_GOD = 2

POINTS_PER_GOLD = 3

PHARAOHS_MOST, PHARAOHS_FEWEST = 5, -2

SUNS_HIGHEST, SUNS_LOWEST = 5, -5

CIVILISATION_POINTS = (-5, 0, 0, 5, 10, 15)
"""By the number of different kinds; further copies score nothing (section 1.9, D-27)."""

DIVERSITY_POINTS = (0, 1, 2, 3, 4, 5, 6, 10, 15)
"""By the number of different monuments (section 1.9, D-25)."""

QUANTITY_POINTS = (0, 0, 0, 5, 10, 15)
"""By the copies of one monument; each kind separately (section 1.9)."""

_QUANTITY_OF_BYTE = bytes(QUANTITY_POINTS).ljust(256, b"\0")

_PHARAOHS = Tile.PHARAOH.mask

_TREASURES = mask((Tile.GOD, Tile.GOLD, Tile.NILE, Tile.FLOOD))

_OFF = NoPenalty.OFF

_TWO = 2

_SEATS = tuple(Seat(seat) for seat in range(max(SUN_GROUPS)))


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


Award = Mapping[int, int]
"""Points for having the most and the fewest of something, by the number they have."""


def score(
    sheets: Sequence[Sheet], epoch: int, no_penalty: NoPenalty = NoPenalty.OFF
) -> tuple[EpochScore, ...]:
    """Return the scoring of an epoch for every sheet, in their order (R-SCO-1 … R-SCO-5)."""
    final = epoch == LAST_EPOCH
    spared = no_penalty is not _OFF and _is_spared(no_penalty, len(sheets), final=final)
    pharaohs = compared(
        [sheet.tiles & _PHARAOHS for sheet in sheets],
        PHARAOHS_MOST,
        0 if spared else PHARAOHS_FEWEST,
    )
    suns = None
    if final:
        suns = compared(
            [sum(sheet.suns) for sheet in sheets], SUNS_HIGHEST, 0 if spared else SUNS_LOWEST
        )
    return tuple([_scored(sheet, pharaohs, suns) for sheet in sheets])


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
    own = tiles[seat]
    gained = _worth_alone(after & ~_PHARAOHS) - _worth_alone(own & ~_PHARAOHS)
    had, has = own & _PHARAOHS, after & _PHARAOHS
    if had == has:
        return gained
    spared = no_penalty is not _OFF and _is_spared(no_penalty, len(tiles), final=True)
    fewest = 0 if spared else PHARAOHS_FEWEST
    numbers = [each & _PHARAOHS for each in tiles]
    before = compared(numbers, PHARAOHS_MOST, fewest).get(had, 0)
    numbers[seat] = has
    return gained + compared(numbers, PHARAOHS_MOST, fewest).get(has, 0) - before


@lru_cache(maxsize=4096)
def _worth_alone(own: Tiles) -> int:
    """Return what a player's tiles score whatever the others have."""
    return (
        sum(_treasures(own & _TREASURES))
        + _civilisations(own & CIVILISATIONS)
        + sum(_monuments(own & MONUMENTS))
    )


def _is_spared(no_penalty: NoPenalty, players: int, *, final: bool) -> bool:
    """Whether nobody loses points for being last: an option for two players (R-SCO-5, D-04)."""
    if players != _TWO:
        return False
    return no_penalty is NoPenalty.EVERY_EPOCH or (final and no_penalty is NoPenalty.FINAL_ONLY)


def _scored(sheet: Sheet, pharaohs: Award, suns: Award | None) -> EpochScore:
    """Score one sheet, given the result of comparing all of them.

    Args:
        sheet: What is scored.
        pharaohs: Points for pharaohs.
        suns: Points for the sum of suns; None before the third epoch, when monuments do not
            score either.
    """
    tiles, before = sheet.tiles, sheet.before
    gods, gold, river = _treasures(tiles & _TREASURES)
    civilisations = _civilisations(tiles & CIVILISATIONS)
    compared_pharaohs = pharaohs.get(tiles & _PHARAOHS, 0)
    total = before + gods + gold + compared_pharaohs + river + civilisations
    diversity = quantity = compared_suns = 0
    if suns is not None:
        diversity, quantity = _monuments(tiles & MONUMENTS)
        compared_suns = suns.get(sum(sheet.suns), 0)
        total += diversity + quantity + compared_suns
    after = total if total > 0 else 0  # noqa: FURB136 - max() costs a call
    return EpochScore(
        gods,
        gold,
        compared_pharaohs,
        river,
        civilisations,
        diversity,
        quantity,
        compared_suns,
        before,
        after,
    )


@lru_cache(maxsize=4096)
def _treasures(tiles: Tiles) -> tuple[int, int, int]:
    """Return the points for gods, gold and the river."""
    return (
        POINTS_PER_GOD * count(tiles, Tile.GOD),
        POINTS_PER_GOLD * count(tiles, Tile.GOLD),
        river_points(count(tiles, Tile.FLOOD), count(tiles, Tile.NILE)),
    )


@lru_cache(maxsize=4096)
def _civilisations(tiles: Tiles) -> int:
    return CIVILISATION_POINTS[kinds(tiles)]


@lru_cache(maxsize=4096)
def _monuments(tiles: Tiles) -> tuple[int, int]:
    """Return the points for different monuments, and for many copies of one."""
    copies = tiles.to_bytes(len(KINDS), "little")
    return DIVERSITY_POINTS[kinds(tiles)], sum(copies.translate(_QUANTITY_OF_BYTE))


def river_points(floods: int, niles: int) -> int:
    """Return the points for the river: none without a flood (section 1.9)."""
    return floods + niles if floods else 0


def compared(numbers: Sequence[int], most: int, fewest: int) -> Award:
    """Return the points for having the most or the fewest; none if all are equal (D-26)."""
    lowest = highest = numbers[0]
    for number in numbers:
        if number > highest:
            highest = number
        elif number < lowest:
            lowest = number
    return {} if lowest == highest else {lowest: fewest, highest: most}


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
    everybody = _SEATS[: len(totals)]
    if len(set(totals)) == len(totals):
        return Ranking(tuple(sorted(everybody, key=totals.__getitem__, reverse=True)), ())
    strengths = [(total, max(suns[seat], default=0)) for seat, total in enumerate(totals)]
    seats = tuple(sorted(everybody, key=strengths.__getitem__, reverse=True))
    groups: dict[int, list[Seat]] = {}
    for seat in seats:
        groups.setdefault(totals[seat], []).append(seat)
    return Ranking(seats, tuple([tuple(group) for group in groups.values() if len(group) > 1]))
