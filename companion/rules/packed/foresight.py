"""How a game may go on: a player by rule of thumb, and the chances to win at an epoch's end.

It goes with the kernel, is compiled together with it, and imports nothing else of ours. Points are
counted in tenths. Nobody here sees the bag: every tile that is drawn is any that it holds.

The numbers are neither rules nor opinions. ``habits`` were found by playing thousands of games
against each other, the chances at the end of an epoch by logistic regression over thousands more:
``ra-companion simulate --players strong,quick`` shows how strong what comes of it is.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, final

from companion.rules.packed.kernel import (
    ANY_DISC,
    AT,
    AUCTION,
    BID,
    CHANCE,
    CIVILISATIONS,
    DISCARD,
    DONE,
    DRAW,
    DROUGHT,
    EARTHQUAKE,
    FLOOD_AT,
    FUNERAL,
    GOD,
    GOD_AT,
    GOD_TILE,
    GODS,
    GOLD_AT,
    INVOKE,
    INVOKED,
    KIND,
    LAST_EPOCH,
    LOSS,
    MONUMENTS,
    NILE_AT,
    NO_TILE,
    OVER,
    PASS,
    PHARAOH_AT,
    SLOT,
    SLOTS,
    TURN,
    TWO,
    UNREST,
    Dice,
    Table,
    free,
    greatest,
    kinds,
    least,
    number_of,
    sum_of,
)

if TYPE_CHECKING:
    from mypy_extensions import i64

SIXTEENTHS: Final = 16
"""Of an epoch, or of a chance."""

NOTHING: Final = -10000
"""Tenths of gain where there is nothing to choose."""

PRAYS_ON: Final = 5
"""Tenths of gain at which another god is used, once one is."""

SOON: Final = 2
"""Ra tiles that are still to come when an epoch nears its end."""

_EARLY: Final = bytes((40, 65, 85, 120, 160, 200))
_LATE: Final = bytes((0, 50, 50, 100, 150, 200))
"""What different civilisations are worth when an epoch begins and when it ends, 50 too many."""

_MOST: Final = bytes((0, 2, 5, 10, 18, 28, 38, 44, 48, 50))
"""What pharaohs are worth that are so many more than anybody else's, from 5 fewer."""

_FEWEST: Final = bytes((0, 0, 4, 12, 17, 20))
"""The same against the fewest of anybody else, from 2 fewer; 20 too many."""

_DIFFERENT: Final = bytes((0, 14, 28, 42, 58, 76, 98, 124, 150))
_DIFFERENT_AT_LAST: Final = bytes((0, 10, 20, 30, 40, 50, 60, 100, 150))
_ALIKE: Final = bytes((0, 0, 12, 50, 100, 150))
_ALIKE_AT_LAST: Final = bytes((0, 0, 0, 50, 100, 150))
"""What different monuments are worth, and those of one kind, before the end and at the end."""


@final
class Habits:
    """How somebody plays who plays by rule of thumb."""

    __slots__ = ("calls", "doubt", "keen", "least_price", "pip", "prays", "step")

    def __init__(  # noqa: PLR0913, PLR0917 - each is a number
        self, least_price: i64, step: i64, keen: i64, pip: i64, doubt: i64, calls: i64, prays: i64
    ) -> None:
        """Say how.

        Args:
            least_price: Tenths that a lot must be worth for the lowest sun.
            step: Tenths more for each higher one.
            keen: Suns face up that share a Ra tile to come, in sixteenths, while none is cheaper.
            pip: Tenths that a sun is worth more than the next lower one.
            doubt: Sixteenths of a chance that a bid wins which can be overbid.
            calls: Tenths of gain at which Ra is called.
            prays: Tenths of gain at which a god is used.
        """
        self.least_price = least_price
        self.step = step
        self.keen = keen
        self.pip = pip
        self.doubt = doubt
        self.calls = calls
        self.prays = prays


def habits() -> Habits:
    """Return those of a player who knows the game."""
    return Habits(44, 12, 26, 3, 7, 5, 5)


def worth(tiles: i64, epoch: i64, left: i64, most: i64, fewest: i64) -> i64:
    """Return what tiles are likely to bring until the game ends, in tenths of a point.

    Args:
        tiles: A bundle.
        epoch: That runs.
        left: Sixteenths of it that are still to come.
        most: Pharaohs of the other player who has most.
        fewest: Of the other who has fewest.
    """
    later = LAST_EPOCH - epoch
    total = 24 * ((tiles >> GOD_AT) & 15) + 30 * ((tiles >> GOLD_AT) & 7)
    niles = (tiles >> NILE_AT) & 31
    floods = (tiles >> FLOOD_AT) & 15
    total += 5 * later * niles
    if floods != 0:
        total += 10 * (floods + niles)
    else:
        total += (6 * niles * left) >> 4
    different = kinds(tiles & CIVILISATIONS)
    early: i64 = _EARLY[different]
    late: i64 = _LATE[different]
    total += (early * left + late * (16 - left)) >> 4
    pharaohs = (tiles >> PHARAOH_AT) & 31
    above = least(greatest(pharaohs - most + 5, 0), 9)
    below = least(greatest(pharaohs - fewest + 2, 0), 5)
    rank: i64 = _MOST[above] + _FEWEST[below]
    total += rank + ((rank * later * 11) >> 4)
    monuments = tiles & MONUMENTS
    different = kinds(monuments)
    fades = left if epoch == LAST_EPOCH else SIXTEENTHS
    early = _DIFFERENT[different]
    late = _DIFFERENT_AT_LAST[different]
    monuments >>= 15
    while monuments != 0:
        alike = monuments & 7
        early += _ALIKE[alike]
        late += _ALIKE_AT_LAST[alike]
        monuments >>= 3
    return total + ((early * fades + late * (16 - fades)) >> 4)


def with_lot(tiles: i64, lot: i64) -> i64:
    """Return what somebody holds after winning a lot; of a choice, what hurts least goes.

    Args:
        tiles: A bundle, before.
        lot: The lane.
    """
    disasters: i64 = 0
    while lot != 0:
        tile = lot & 31
        if tile >= FUNERAL:
            disasters += 1 << AT[tile]
        elif tile != NO_TILE:
            tiles += 1 << AT[tile]
        lot >>= SLOT
    if disasters == 0:
        return tiles
    must = 2 * ((disasters >> AT[FUNERAL]) & 7)
    if must != 0:
        tiles -= least(must, (tiles >> PHARAOH_AT) & 31) << PHARAOH_AT
    must = 2 * ((disasters >> AT[DROUGHT]) & 7)
    if must != 0:
        floods = least(must, (tiles >> FLOOD_AT) & 15)
        niles = least(must - floods, (tiles >> NILE_AT) & 31)
        tiles -= (floods << FLOOD_AT) | (niles << NILE_AT)
    must = 2 * ((disasters >> AT[UNREST]) & 7)
    if must != 0:
        tiles = without(tiles, CIVILISATIONS, must)
    must = 2 * ((disasters >> AT[EARTHQUAKE]) & 7)
    if must != 0:
        tiles = without(tiles, MONUMENTS, must)
    return tiles


def without(tiles: i64, family: i64, must: i64) -> i64:
    """Return what is left when a disaster has taken what hurts least: seconds, then single tiles.

    Args:
        tiles: A bundle.
        family: All bits of civilisations, or of monuments.
        must: How many tiles go, if there are so many.
    """
    while must != 0:
        best: i64 = 4
        found: i64 = 0
        bit: i64 = 1
        owned = tiles & family
        while owned != 0:
            alike = owned & 7
            if alike != 0:
                hurts: i64 = 3
                if alike == 1:
                    hurts = 2
                elif alike == TWO or family == CIVILISATIONS:
                    hurts = 1
                if hurts < best:
                    best = hurts
                    found = bit
            owned >>= 3
            bit <<= 3
        tiles -= found
        must -= 1
    return tiles


def time_left(table: Table) -> i64:
    """Return how many sixteenths of the epoch are still to come, as the Ra tiles say."""
    return (table.ra_limit - table.ra_count) * 16 // table.ra_limit


def pharaohs_of_others(table: Table, seat: i64) -> tuple[i64, i64]:
    """Return how many the other player has who has most, and who has fewest."""
    most: i64 = 0
    fewest: i64 = 31
    for other, hand in enumerate(table.hands):
        if other != seat:
            pharaohs = (hand.tiles >> PHARAOH_AT) & 31
            most = greatest(most, pharaohs)
            fewest = least(fewest, pharaohs)
    return most, fewest


def gain(table: Table, seat: i64, lot: i64) -> i64:
    """Return what a lot is worth to a player, in tenths of a point, without the suns."""
    left = time_left(table)
    most, fewest = pharaohs_of_others(table, seat)
    tiles = table.hands[seat].tiles
    epoch = table.epoch
    after = with_lot(tiles, lot)
    return worth(after, epoch, left, most, fewest) - worth(tiles, epoch, left, most, fewest)


def sun_of(disc: i64) -> i64:
    """Return the number of a disc's sun."""
    sun: i64 = 0
    while disc != 0:
        disc >>= 1
        sun += 1
    return sun


def to_bid(table: Table, seat: i64, habit: Habits, above: i64) -> tuple[i64, i64]:
    """Return what a player likes best to bid for what lies on the track, and what that gains.

    Args:
        table: In a turn or an auction.
        seat: Of the player.
        habit: How they play.
        above: Discs that others may still bid.

    Returns:
        The disc, 0 if there is none, and tenths of a point; they may be less than nothing.
    """
    hand = table.hands[seat]
    up = hand.up
    discs = up & -table.bar
    if discs == 0:
        return 0, NOTHING
    value = gain(table, seat, table.lane)
    value += habit.pip * sun_of(table.centre)
    everybody: i64 = 0
    for one in table.hands:
        everybody += number_of(one.up)
    left = table.ra_limit - table.ra_count
    scarce = least(SIXTEENTHS, habit.keen * left // everybody)
    own = number_of(up)
    if own > left:
        scarce = scarce * left // own
    best: i64 = 0
    gained: i64 = NOTHING
    while discs != 0:
        disc = discs & -discs
        discs ^= disc
        rank = number_of(up & (disc - 1))
        asks = ((habit.least_price + habit.step * rank) * scarce) >> 4
        net = value - habit.pip * sun_of(disc) - asks
        if above > disc and net > 0:
            net = (net * habit.doubt) >> 4
        if net > gained:
            best = disc
            gained = net
    return best, gained


def still_to_bid(table: Table) -> i64:
    """Return the discs of those who bid after the one who is asked."""
    discs: i64 = 0
    seat = table.active
    while seat != table.ra_player:
        seat = (table.ring >> (3 * seat)) & 7
        discs |= table.hands[seat].up
    return discs


def others(table: Table) -> i64:
    """Return the discs face up of everybody but the one whose turn it is."""
    shown: i64 = 0
    for seat, hand in enumerate(table.hands):
        if seat != table.active:
            shown |= hand.up
    return shown


def by_habit(table: Table, habit: Habits) -> i64:
    """Return what a player chooses by rule of thumb; ``REACH`` is to draw.

    Args:
        table: In a game that is not over.
        habit: How they play.
    """
    if table.phase == AUCTION:
        return _bid_by_habit(table, habit)
    hand = table.hands[table.active]
    if table.phase == LOSS:
        if table.unrests != 0:
            lost = hand.tiles - without(hand.tiles, CIVILISATIONS, 2 * table.unrests)
        else:
            lost = hand.tiles - without(hand.tiles, MONUMENTS, 2 * table.quakes)
        return DISCARD | (lost << KIND)
    if (hand.tiles >> GOD_AT) & 15 != 0:
        slot, gained = to_take(table, table.active)
        if gained > (habit.prays if table.phase == TURN else PRAYS_ON):
            return GOD | (slot << KIND)
    if table.phase == GODS:
        return DONE
    if free(table.lane) == 0 or _calls(table, habit):
        return INVOKE
    return DRAW


def _bid_by_habit(table: Table, habit: Habits) -> i64:
    disc, gained = to_bid(table, table.active, habit, still_to_bid(table))
    must = table.reason == INVOKED and table.bar == ANY_DISC and table.active == table.ra_player
    if disc != 0 and (gained > 0 or must):
        return BID | (disc << KIND)
    return PASS


def _calls(table: Table, habit: Habits) -> bool:
    """Whether somebody calls Ra who could draw: for a lot, or for the sun as time runs out."""
    if table.lane == 0 and table.ra_limit - table.ra_count > SOON:
        return False
    _, gained = to_bid(table, table.active, habit, others(table))
    return gained >= habit.calls and not waits(table)


def waits(table: Table) -> bool:
    """Whether nobody else has suns, and no Ra tile can end the epoch yet: time is on their side."""
    return (
        table.ring >> (3 * table.active)
    ) & 7 == table.active and table.ra_limit - table.ra_count > 1 + number_of(
        table.hands[table.active].up
    ) - 1


def to_take(table: Table, seat: i64) -> tuple[i64, i64]:
    """Return the slot whose tile a god should take, and the tenths of a point that it gains."""
    best: i64 = 0
    gained: i64 = NOTHING
    slot: i64 = 0
    while slot < SLOTS:
        tile = (table.lane >> (SLOT * slot)) & 31
        if tile not in (NO_TILE, GOD_TILE) and tile < FUNERAL:
            found = gain(table, seat, tile) - 24
            if found > gained:
                best = slot
                gained = found
        slot += 1
    return best, gained


def to_epoch_end(table: Table, dice: Dice, habit: Habits) -> None:
    """Play by rule of thumb until an epoch or the game ends."""
    epoch = table.epoch
    while table.epoch == epoch and table.phase != OVER:
        action = by_habit(table, habit)
        if action == DRAW:
            action = table.reach(dice)
        table.play(action)


def to_the_end(table: Table, dice: Dice, habit: Habits) -> None:
    """Play by rule of thumb until the game ends."""
    while table.phase != OVER:
        to_epoch_end(table, dice, habit)


def chances(table: Table, share: float) -> list[float]:
    """Return each player's chance to win when an epoch has just begun, or the game is over.

    Args:
        table: In such a position.
        share: How much of a finished game goes to points instead of to its winner, 0 to 1: who
            tries to win learns more from "nearly" than from "no".
    """
    if table.phase != OVER:
        return _shares([_standing(table, seat) for seat in range(table.seats)])
    best = table.ranking()[0]
    if share == 0.0:
        return [1.0 if seat == best else 0.0 for seat in range(table.seats)]
    found = _shares([float(hand.score) * POINT_AT_LAST for hand in table.hands])
    for seat in range(table.seats):
        found[seat] *= share
    found[best] += 1.0 - share
    return found


POINT_AT_LAST: Final = 0.25
"""What a point counts at the end, in logarithms of the odds."""


def _shares(logits: list[float]) -> list[float]:
    """Return chances from the logarithms of their odds."""
    highest = max(logits)
    found: list[float] = []
    total = 0.0
    for one in logits:
        odds = math.exp(one - highest)
        total += odds
        found.append(odds)
    return [odds / total for odds in found]


def _standing(table: Table, seat: i64) -> float:
    """Return how well a player stands when an epoch begins, in logarithms of the odds."""
    said = standing(table, seat)
    weights = _SECOND if table.epoch == TWO else _THIRD
    total = 0.0
    for place in range(FEATURES):
        weight: float = weights[place]
        feature: float = said[place]
        total += weight * feature
    return total


FEATURES: Final = 8

_SECOND: Final = [0.161, 0.227, 0.186, 0.320, 0.190, 0.259, 0.055, 0.002]
_THIRD: Final = [0.229, 0.163, 0.194, 0.217, 0.218, 0.268, 0.080, -0.023]
"""What each counts when the second and the third epoch begin."""


def standing(table: Table, seat: i64) -> list[float]:
    """Return what the chances depend on when an epoch begins.

    Points; Niles; points that pharaohs bring if nobody wins more, for most and for fewest; points
    of different and of equal monuments; the sum of the suns; the highest sun.
    """
    most, fewest = pharaohs_of_others(table, seat)
    hand = table.hands[seat]
    pharaohs = (hand.tiles >> PHARAOH_AT) & 31
    above: i64 = _MOST[least(greatest(pharaohs - most + 5, 0), 9)]
    below: i64 = _FEWEST[least(greatest(pharaohs - fewest + 2, 0), 5)]
    monuments = hand.tiles & MONUMENTS
    different: i64 = _DIFFERENT[kinds(monuments)]
    alike: i64 = 0
    monuments >>= 15
    while monuments != 0:
        same: i64 = _ALIKE[monuments & 7]
        alike += same
        monuments >>= 3
    return [
        float(hand.score),
        float((hand.tiles >> NILE_AT) & 31),
        float(above) / 10.0,
        float(below) / 10.0,
        float(different) / 10.0,
        float(alike) / 10.0,
        float(sum_of(hand.up)),
        float(sun_of(hand.up)),
    ]


def futures(  # noqa: PLR0913, PLR0917 - all of it changes
    table: Table, action: i64, first: i64, number: i64, dice: Dice, habit: Habits, share: float
) -> list[float]:
    """Return the chances to win after an action, as often as it is tried out to the epoch's end.

    Every try has its own bag, and the tries of every action have the same bags in the same order,
    as long as the dice begin in the same place.

    Args:
        table: Stays as it is.
        action: That is tried; ``REACH`` is to draw.
        first: How many bags are passed over: they have been tried.
        number: How many are tried.
        dice: Say which bags there are.
        habit: How everybody plays after it.
        share: As for ``chances``.

    Returns:
        Those of every seat in the first try, then in the second, and so on.
    """
    found: list[float] = []
    bag = Dice(0)
    pass_over(dice, first)
    for _ in range(number):
        shuffle(bag, dice)
        played = tried(table, action, bag)
        if played.epoch == table.epoch:
            to_epoch_end(played, bag, habit)
        found += chances(played, share)
    return found


def winners(  # noqa: PLR0913, PLR0917 - all of it changes
    table: Table, action: i64, first: i64, number: i64, dice: Dice, habit: Habits
) -> list[i64]:
    """Return who wins after an action, as often as the game is played to its very end.

    The arguments are those of ``futures``. It takes longer than they do, and says what is so: the
    chances at an epoch's end are right on average, and can be wrong for one game.
    """
    found: list[i64] = []
    bag = Dice(0)
    pass_over(dice, first)
    for _ in range(number):
        shuffle(bag, dice)
        played = tried(table, action, bag)
        to_the_end(played, bag, habit)
        found.append(played.ranking()[0])
    return found


def shuffle(bag: Dice, dice: Dice) -> None:
    """Put the bag in the order of the next try."""
    bag.state = (dice.next() << CHANCE) | dice.next() | 1


def pass_over(dice: Dice, number: i64) -> None:
    """Leave out the bags of so many tries."""
    for _ in range(2 * number):
        dice.next()


def tried(table: Table, action: i64, bag: Dice) -> Table:
    """Return the table after an action, which stays as it was; to draw takes from this bag."""
    played = table.copy()
    if action == DRAW:
        played.play(played.reach(bag))
    else:
        played.play(action)
    return played
