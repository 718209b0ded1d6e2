"""What a whole game comes to: what every lot cost and brought, and what the epochs scored.

It goes with the kernel, is compiled together with it, and imports nothing else of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.rules.packed.kernel import (
    ALL_DISCS,
    CIVILISATIONS,
    DISC,
    FLOOD_AT,
    FORTRESS,
    GOD_AT,
    GOLD_AT,
    LAST_EPOCH,
    MONUMENTS,
    NILE_AT,
    NOBODY,
    PENALTY,
    PHARAOH_AT,
    QUANTITY,
    SLOT,
    SPARED,
    TWO,
    Table,
    award,
    greatest,
    least,
    points,
    points_of_monuments,
    sum_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

MISSED: Final = 5
"""Points that are lost without a civilisation, added again where other tiles are counted alone."""

ALL_GODS: Final = 15 << GOD_AT
ALL_GOLD: Final = 7 << GOLD_AT
RIVER: Final = (15 << FLOOD_AT) | (31 << NILE_AT)

MONUMENTS_AT: Final = 3 * (FORTRESS - 7)
"""Where a bundle counts the first kind of monument."""


def outcome_of(
    table: Table, actions: list[int]
) -> tuple[list[tuple[int, int, int, int]], list[bool], list[list[int]]]:
    """Play on, and return what came of it.

    Args:
        table: Is played on in place.
        actions: What players did and the bag answered.

    Returns:
        Of every lot: who won it, with which sun, its number of tiles, and by how many points the
        owner's tiles are then worth more than before, disasters and all, if the game were scored
        now and without the suns. Of every epoch that ended: whether the Ra track was full. And of
        every seat what these epochs scored for gods, gold, pharaohs, the river, civilisations,
        different monuments, many of one monument, and suns.

    Raises:
        ValueError: The rules do not allow an action.
    """
    told = table.tell()
    for action in actions:
        table.play(action)
    lots: list[tuple[int, int, int, int]] = []
    by_ra: list[bool] = []
    scored = [[0, 0, 0, 0, 0, 0, 0, 0] for _ in table.hands]
    won: tuple[int, ...] = ()
    for words in told:
        head: i64 = words[0]
        if (head >> 24) & 7 != NOBODY:
            won = words
        elif (head >> 21) & 7 != NOBODY:
            lots.append(_lot(won, words))
        else:
            by_ra.append((head >> 9) & 15 == (head >> 3) & 15)
            _score(words, scored)
    return lots, by_ra, scored


def _lot(won: tuple[int, ...], over: tuple[int, ...]) -> tuple[int, int, int, int]:
    """Return what a lot cost and brought.

    Args:
        won: The position in which it is taken.
        over: That in which its disasters are over.
    """
    head: i64 = won[0]
    discs: i64 = won[1]
    lane: i64 = won[2]
    seat = (head >> 24) & 7
    tiles: i64 = 0
    while lane != 0:
        if lane & 31 != 0:
            tiles += 1
        lane >>= SLOT
    before: i64 = won[5 + 4 * seat]
    after: i64 = over[5 + 4 * seat]
    gained = points(after) + points_of_monuments(after)
    gained -= points(before) + points_of_monuments(before)
    had = (before >> PHARAOH_AT) & 31
    has = (after >> PHARAOH_AT) & 31
    if has != had:
        penalty: i64 = -2 * _share(head, LAST_EPOCH)
        pharaohs = _pharaohs(won)
        gained -= _award(pharaohs, had, penalty)
        pharaohs[seat] = has
        gained += _award(pharaohs, has, penalty)
    return seat, sum_of(discs >> 17), tiles, gained


def _score(words: tuple[int, ...], scored: list[list[int]]) -> None:
    """Add what an epoch scores that ends in this position (section 1.9)."""
    head: i64 = words[0]
    epoch = (head >> 7) & 3
    share = _share(head, epoch)
    pharaohs = _pharaohs(words)
    suns = _suns(words)
    for seat, sums in enumerate(scored):
        tiles: i64 = words[5 + 4 * seat]
        sums[0] += points(tiles & ALL_GODS) + MISSED
        sums[1] += points(tiles & ALL_GOLD) + MISSED
        sums[2] += _award(pharaohs, pharaohs[seat], -2 * share)
        sums[3] += points(tiles & RIVER) + MISSED
        sums[4] += points(tiles & CIVILISATIONS)
        if epoch == LAST_EPOCH:
            many: i64 = 0
            monuments = (tiles & MONUMENTS) >> MONUMENTS_AT
            while monuments != 0:
                many += QUANTITY[monuments & 7]
                monuments >>= 3
            sums[5] += points_of_monuments(tiles) - many
            sums[6] += many
            sums[7] += _award(suns, suns[seat], -5 * share)


def _share(head: i64, epoch: i64) -> i64:
    """Return 0 if nobody loses points for being last in this epoch, else 1 (R-SCO-5)."""
    spare = (head >> 32) & 3
    if head & 7 != TWO or spare == PENALTY:
        return 1
    return 0 if spare == SPARED or epoch == LAST_EPOCH else 1


def _pharaohs(words: tuple[int, ...]) -> list[int]:
    """Return how many each seat has."""
    found: list[int] = []
    place: i64 = 5
    while place < len(words):
        tiles: i64 = words[place]
        found.append((tiles >> PHARAOH_AT) & 31)
        place += 4
    return found


def _suns(words: tuple[int, ...]) -> list[int]:
    """Return the sum of each seat's suns."""
    found: list[int] = []
    place: i64 = 6
    while place < len(words):
        up: i64 = words[place]
        down: i64 = words[place + 1]
        total = sum_of(up)
        while down != 0:
            total += sum_of(down & ALL_DISCS)
            down >>= DISC
        found.append(total)
        place += 4
    return found


def _award(numbers: list[int], own: i64, penalty: i64) -> i64:
    """Return the points of whoever has so many, for having most or fewest of all."""
    fewest = own
    most = own
    for number in numbers:
        fewest = least(fewest, number)
        most = greatest(most, number)
    return award(own, fewest, most, penalty)
