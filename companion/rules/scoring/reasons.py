"""Why a player scored: which tiles, which comparison; facts apart from words.

Nothing is scored here: the points come from ``scoring``, the reasons from the sheets.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import unique

import msgspec

from companion.i18n import Sentences
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.scoring.scoring import (
    POINTS_PER_GOD,
    POINTS_PER_GOLD,
    Category,
    EpochScore,
    Ranking,
    Sheet,
    categories,
    equal_monuments,
)
from companion.rules.tiles import (
    CIVILISATIONS,
    MONUMENTS,
    NO_TILES,
    Tile,
    Tiles,
    bundle,
    count,
    counts,
    only,
)


@unique
class Because(Sentences):
    """Every kind of reason; the value says it beside the category's name."""

    NONE = "none"
    EACH = "{number} × {each} points"

    MOST_PHARAOHS = "most pharaohs: {number}"
    FEWEST_PHARAOHS = "fewest pharaohs: {number}"
    SPARED_PHARAOHS = "fewest pharaohs: {number}, but the penalty is waived"
    BETWEEN_PHARAOHS = "pharaohs: {number}, between {fewest} and {most}"
    EQUAL_PHARAOHS = "all have the same number of pharaohs: {number}"

    RIVER = "floods: {floods}, Niles: {niles}"
    NO_FLOOD = "no Flood tile, so Nile tiles score nothing: {niles}"

    CIVILISATIONS = "kinds: {kinds} ({tiles})"
    NO_CIVILISATION = "no Civilization tile"
    DIFFERENT_MONUMENTS = "different monuments: {kinds} ({tiles})"
    NO_MONUMENT = "no Monument tile"
    EQUAL_MONUMENTS = "three or more of a kind: {tiles}"
    NO_THREE_ALIKE = "no three identical monuments"

    HIGHEST_SUNS = "highest sum of suns: {number}"
    LOWEST_SUNS = "lowest sum of suns: {number}"
    SPARED_SUNS = "lowest sum of suns: {number}, but the penalty is waived"
    BETWEEN_SUNS = "sum of suns: {number}, between {fewest} and {most}"
    EQUAL_SUNS = "all have the same sum of suns: {number}"


class ScoreReason(msgspec.Struct, frozen=True):
    """Why one player scored these points in one category."""

    category: Category
    """What was scored."""
    points: int
    """Points gained or lost."""
    because: Because
    """The kind of reason."""
    facts: Mapping[str, int]
    """The numbers in its sentence."""
    tiles: Tiles = NO_TILES
    """The tiles in its sentence: those that scored."""

    def __str__(self) -> str:
        tiles = ", ".join(
            tile.english if number == 1 else f"{number} {tile.english_many}"
            for tile, number in counts(self.tiles).items()
        )
        return self.because.value.format_map({**self.facts, "tiles": tiles})


_Comparison = tuple[Because, Because, Because, Because, Because]
"""Most, fewest, fewest without a penalty, between them, all equal."""

_PHARAOHS: _Comparison = (
    Because.MOST_PHARAOHS,
    Because.FEWEST_PHARAOHS,
    Because.SPARED_PHARAOHS,
    Because.BETWEEN_PHARAOHS,
    Because.EQUAL_PHARAOHS,
)

_SUNS: _Comparison = (
    Because.HIGHEST_SUNS,
    Because.LOWEST_SUNS,
    Because.SPARED_SUNS,
    Because.BETWEEN_SUNS,
    Because.EQUAL_SUNS,
)


def reasons(
    sheets: Sequence[Sheet], scores: Sequence[EpochScore], epoch: int
) -> tuple[tuple[ScoreReason, ...], ...]:
    """Return, for each player, the reason for every category, in scoring order.

    Args:
        sheets: What was scored.
        scores: What ``scoring.score`` made of these sheets.
        epoch: Which epoch it was, 1 to 3.
    """
    return tuple(
        tuple(
            _REASONS[category](sheets, seat, points.points(category))
            for category in categories(epoch)
        )
        for seat, points in enumerate(scores)
    )


def _gods(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    number = count(sheets[seat].tiles, Tile.GOD)
    return _each(Category.GODS, points, number, POINTS_PER_GOD)


def _gold(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    number = count(sheets[seat].tiles, Tile.GOLD)
    return _each(Category.GOLD, points, number, POINTS_PER_GOLD)


def _each(category: Category, points: int, number: int, each: int) -> ScoreReason:
    if not number:
        return ScoreReason(category, points, Because.NONE, {})
    return ScoreReason(category, points, Because.EACH, {"number": number, "each": each})


def _pharaohs(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    numbers = [count(sheet.tiles, Tile.PHARAOH) for sheet in sheets]
    because, facts = _compared(numbers, seat, points, _PHARAOHS)
    return ScoreReason(Category.PHARAOHS, points, because, facts)


def _suns(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    numbers = [sum(sheet.suns) for sheet in sheets]
    because, facts = _compared(numbers, seat, points, _SUNS)
    return ScoreReason(Category.SUNS, points, because, facts)


def _compared(
    numbers: Sequence[int], seat: int, points: int, kinds: _Comparison
) -> tuple[Because, Mapping[str, int]]:
    """Return what comparing all players' numbers says about one of them (D-26, D-04)."""
    most, fewest, spared, between, equal = kinds
    number, highest, lowest = numbers[seat], max(numbers), min(numbers)
    if highest == lowest:
        return equal, {"number": number}
    if number == highest:
        return most, {"number": number}
    if number == lowest:
        return fewest if points else spared, {"number": number}
    return between, {"number": number, "fewest": lowest, "most": highest}


def _river(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    floods, niles = (count(sheets[seat].tiles, kind) for kind in (Tile.FLOOD, Tile.NILE))
    if floods:
        facts = {"floods": floods, "niles": niles}
        return ScoreReason(Category.RIVER, points, Because.RIVER, facts)
    if niles:
        return ScoreReason(Category.RIVER, points, Because.NO_FLOOD, {"niles": niles})
    return ScoreReason(Category.RIVER, points, Because.NONE, {})


def _civilisations(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    kinds = tuple(counts(only(sheets[seat].tiles, CIVILISATIONS)))
    because = Because.CIVILISATIONS if kinds else Because.NO_CIVILISATION
    facts = {"kinds": len(kinds)} if kinds else {}
    return ScoreReason(Category.CIVILISATIONS, points, because, facts, bundle(kinds))


def _diversity(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    kinds = tuple(counts(only(sheets[seat].tiles, MONUMENTS)))
    because = Because.DIFFERENT_MONUMENTS if kinds else Because.NO_MONUMENT
    facts = {"kinds": len(kinds)} if kinds else {}
    return ScoreReason(Category.MONUMENTS_DIVERSITY, points, because, facts, bundle(kinds))


def _quantity(sheets: Sequence[Sheet], seat: int, points: int) -> ScoreReason:
    owned = counts(only(sheets[seat].tiles, MONUMENTS))
    alike = sum(
        kind.one * copies for kind, copies in owned.items() if equal_monuments(kind.one * copies)
    )
    because = Because.EQUAL_MONUMENTS if alike else Because.NO_THREE_ALIKE
    return ScoreReason(Category.MONUMENTS_QUANTITY, points, because, {}, alike)


_REASONS: Mapping[Category, Callable[[Sequence[Sheet], int, int], ScoreReason]] = {
    Category.GODS: _gods,
    Category.GOLD: _gold,
    Category.PHARAOHS: _pharaohs,
    Category.RIVER: _river,
    Category.CIVILISATIONS: _civilisations,
    Category.MONUMENTS_DIVERSITY: _diversity,
    Category.MONUMENTS_QUANTITY: _quantity,
    Category.SUNS: _suns,
}


class TieBreak(msgspec.Struct, frozen=True):
    """Players with equal points, and what broke the tie (R-END-2, R-END-3)."""

    points: int
    """What each of them has."""
    order: tuple[tuple[Seat, Sun], ...]
    """Each player's highest own sun, the winner first."""


def tie_breaks(
    ranked: Ranking, totals: Sequence[int], suns: Sequence[Suns]
) -> tuple[TieBreak, ...]:
    """Return every tie in a ranking and how the highest sun broke it.

    Args:
        ranked: The final order of these totals.
        totals: Points for each seat.
        suns: All own discs of each seat, without the centre.
    """
    return tuple(
        TieBreak(totals[tied[0]], tuple((seat, max(suns[seat])) for seat in tied))
        for tied in ranked.ties
    )
