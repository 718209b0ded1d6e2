"""What a whole game comes to: what every lot cost and brought, and what the epochs scored.

It goes with the kernel, is compiled together with it, and imports nothing else of ours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.rules.packed.kernel import (
    CIVILISATIONS,
    FLOOD_AT,
    GOD_AT,
    GOLD_AT,
    LAST_EPOCH,
    NILE_AT,
    NOBODY,
    PHARAOH_AT,
    SLOT,
    Table,
    award,
    greatest,
    least,
    points,
    points_of_many,
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
    won = table
    for then in told:
        if then.bidder != NOBODY:
            won = then
        elif then.ra_player != NOBODY:
            lots.append(_lot(won, then))
        else:
            by_ra.append(then.ra_count == then.ra_limit)
            _score(then, scored)
    return lots, by_ra, scored


def _lot(won: Table, over: Table) -> tuple[int, int, int, int]:
    """Return what a lot cost and brought.

    Args:
        won: The table at which it is taken.
        over: The table when its disasters are over.
    """
    seat = won.bidder
    lane = won.lane
    tiles: i64 = 0
    while lane != 0:
        if lane & 31 != 0:
            tiles += 1
        lane >>= SLOT
    before = won.hands[seat].tiles
    after = over.hands[seat].tiles
    gained = points(after) + points_of_monuments(after)
    gained -= points(before) + points_of_monuments(before)
    had = (before >> PHARAOH_AT) & 31
    has = (after >> PHARAOH_AT) & 31
    if has != had:
        penalty: i64 = 0 if won.is_spared(LAST_EPOCH) else -2
        pharaohs = _pharaohs(won)
        gained -= _award(pharaohs, had, penalty)
        pharaohs[seat] = has
        gained += _award(pharaohs, has, penalty)
    return seat, sum_of(won.bar >> 1), tiles, gained


def _score(table: Table, scored: list[list[int]]) -> None:
    """Add what an epoch scores that ends at this table (section 1.9)."""
    share: i64 = 0 if table.is_spared(table.epoch) else 1
    pharaohs = _pharaohs(table)
    suns: list[int] = [sum_of(hand.discs()) for hand in table.hands]
    for seat, sums in enumerate(scored):
        tiles = table.hands[seat].tiles
        sums[0] += points(tiles & ALL_GODS) + MISSED
        sums[1] += points(tiles & ALL_GOLD) + MISSED
        sums[2] += _award(pharaohs, pharaohs[seat], -2 * share)
        sums[3] += points(tiles & RIVER) + MISSED
        sums[4] += points(tiles & CIVILISATIONS)
        if table.epoch == LAST_EPOCH:
            many = points_of_many(tiles)
            sums[5] += points_of_monuments(tiles) - many
            sums[6] += many
            sums[7] += _award(suns, suns[seat], -5 * share)


def _pharaohs(table: Table) -> list[int]:
    """Return how many each seat has."""
    return [(hand.tiles >> PHARAOH_AT) & 31 for hand in table.hands]


def _award(numbers: list[int], own: i64, penalty: i64) -> i64:
    """Return the points of whoever has so many, for having most or fewest of all."""
    fewest = own
    most = own
    for number in numbers:
        fewest = least(fewest, number)
        most = greatest(most, number)
    return award(own, fewest, most, penalty)
