"""Rollouts: how a game may go on if everybody plays by rule of thumb, and who wins then.

It is compiled together with ``rules.engine``. Values are in tenths of a point. Nobody here sees the
bag: every tile that is drawn is any that it holds.

The numbers are neither rules nor opinions. Those of the ``policy`` were found by playing thousands
of games against each other, the chances at the end of an epoch by logistic regression over
thousands more: ``ra-companion simulate --players strong,quick`` shows how strong the machine is.
"""

from __future__ import annotations

import math
from typing import Final, final

from companion.rules.engine import (
    AUCTION,
    BID,
    CIVILISATION,
    DISCARDING,
    EMPTY,
    END_GODS,
    FLOOD,
    FUNERAL,
    GOD,
    GODS,
    GOLD,
    INVOKE,
    KIND_BITS,
    KINDS,
    LAST_EPOCH,
    MONUMENT,
    NILE,
    OVER,
    PASS,
    PHARAOH,
    REACH_INTO_BAG,
    TURN,
    UNREST,
    USE_GOD,
    Dice,
    Table,
    different,
    discarding,
    exposed_tiles,
    to_lose,
    total,
    waiting,
)
from companion.rules.vecs import i64, vec

NOTHING: Final = -10000
"""The gain where there is nothing to choose."""

GOD_VALUE: Final = 24
GOLD_VALUE: Final = 30

ANOTHER_GOD: Final = 5
"""The gain above which another god is used, once one is."""

NEAR_THE_END: Final = 2
"""Ra tiles that are still to come when an epoch nears its end."""

CIVILISATIONS_EARLY: Final = vec[i64]([-10, 15, 35, 70, 110, 150])
CIVILISATIONS_LATE: Final = vec[i64]([-50, 0, 0, 50, 100, 150])
"""What different civilisations are worth when an epoch begins and when it ends."""

MOST_PHARAOHS: Final = vec[i64]([0, 2, 5, 10, 18, 28, 38, 44, 48, 50])
"""What pharaohs are worth that are so many more than anybody else's, from 5 fewer."""

FEWEST_PHARAOHS: Final = vec[i64]([-20, -20, -16, -8, -3, 0])
"""The same against the fewest of anybody else, from 2 fewer."""

DIFFERENT_EARLY: Final = vec[i64]([0, 14, 28, 42, 58, 76, 98, 124, 150])
DIFFERENT_LATE: Final = vec[i64]([0, 10, 20, 30, 40, 50, 60, 100, 150])
EQUAL_EARLY: Final = vec[i64]([0, 0, 12, 50, 100, 150])
EQUAL_LATE: Final = vec[i64]([0, 0, 0, 50, 100, 150])
"""What different monuments and equal ones are worth before the last epoch ends, and then."""

EQUAL: Final = 3
"""From so many on equal monuments score."""

_MOST_EQUAL: Final = 5
"""There are no more of a kind; a fix can say that there are."""


@final
class Policy:
    """How somebody plays by rule of thumb."""

    def __init__(  # noqa: PLR0913, PLR0917 - each is a number
        self,
        least_value: i64,
        value_per_rank: i64,
        scarcity: i64,
        value_per_sun: i64,
        overbid_discount: i64,
        invoke_threshold: i64,
        god_threshold: i64,
    ) -> None:
        """Set all numbers.

        Args:
            least_value: What a lot must be worth for the lowest sun.
            value_per_rank: How much more for each higher one.
            scarcity: Suns face up that share a Ra tile to come, in sixteenths, while none is
                cheaper.
            value_per_sun: How much more a sun is worth than the next lower one.
            overbid_discount: Sixteenths of its value that a bid keeps which can be overbid.
            invoke_threshold: The gain at which Ra is called.
            god_threshold: The gain above which a god is used.
        """
        self.least_value: i64 = least_value
        self.value_per_rank: i64 = value_per_rank
        self.scarcity: i64 = scarcity
        self.value_per_sun: i64 = value_per_sun
        self.overbid_discount: i64 = overbid_discount
        self.invoke_threshold: i64 = invoke_threshold
        self.god_threshold: i64 = god_threshold


def usual_policy() -> Policy:
    """Return that of a player who knows the game."""
    return Policy(44, 12, 26, 3, 7, 5, 5)


# What tiles are worth


def worth(tiles: vec[i64], epoch: i64, left: i64, most: i64, fewest: i64) -> i64:
    """Return what tiles are likely to bring until the game ends.

    Args:
        tiles: How many of each kind.
        epoch: That runs.
        left: Sixteenths of it that are still to come.
        most: Pharaohs of the other player who has most.
        fewest: Of the other who has fewest.
    """
    later = LAST_EPOCH - epoch
    niles: i64 = tiles[NILE]
    floods: i64 = tiles[FLOOD]
    value: i64 = GOD_VALUE * tiles[GOD] + GOLD_VALUE * tiles[GOLD]
    value += 5 * later * niles
    if floods != 0:
        value += 10 * (floods + niles)
    else:
        value += (6 * niles * left) >> 4
    civilisations = different(tiles, CIVILISATION, MONUMENT)
    early: i64 = CIVILISATIONS_EARLY[civilisations]
    late: i64 = CIVILISATIONS_LATE[civilisations]
    value += (early * left + late * (16 - left)) >> 4
    rank = _rank(tiles[PHARAOH], most, fewest)
    value += rank + (((rank + 20) * later * 11) >> 4)
    monuments: i64 = 0
    early = 0
    late = 0
    kind: i64 = MONUMENT
    while kind < FUNERAL:
        copies: i64 = tiles[kind]
        if copies != 0:
            monuments += 1
            copies = min(copies, _MOST_EQUAL)
            early += EQUAL_EARLY[copies]
            late += EQUAL_LATE[copies]
        kind += 1
    early += DIFFERENT_EARLY[monuments]
    late += DIFFERENT_LATE[monuments]
    fades: i64 = 16
    if epoch == LAST_EPOCH:
        fades = left
    return value + ((early * fades + late * (16 - fades)) >> 4)


def _rank(pharaohs: i64, most: i64, fewest: i64) -> i64:
    """Return what pharaohs are worth, given those of the others who have most and fewest."""
    value: i64 = MOST_PHARAOHS[min(max(pharaohs - most + 5, 0), 9)]
    value += FEWEST_PHARAOHS[min(max(pharaohs - fewest + 2, 0), 5)]
    return value


def with_lot(tiles: vec[i64], lot: vec[i64]) -> vec[i64]:
    """Return what somebody owns after winning a lot; of a choice, what hurts least goes."""
    after = tiles[:]
    has_disaster = False
    for tile in lot:
        if tile != EMPTY:
            after[tile] += 1
            if tile >= FUNERAL:
                has_disaster = True
    if has_disaster:
        for disaster in range(FUNERAL, KINDS):
            if after[disaster] != 0:
                for tile in least_harm(after, disaster):
                    after[tile] -= 1
                after[disaster] = 0
    return after


def least_harm(tiles: vec[i64], disaster: i64) -> list[int]:
    """Return what a disaster takes; of a choice what hurts least: seconds, then single tiles."""
    must = to_lose(tiles, disaster)
    if disaster < UNREST:
        return exposed_tiles(tiles, disaster)[:must]
    left = tiles[:]
    first: i64 = CIVILISATION
    end: i64 = MONUMENT
    if disaster != UNREST:
        first = MONUMENT
        end = FUNERAL
    lost: list[int] = []
    for _ in range(must):
        found: i64 = EMPTY
        least_hurt: i64 = 4
        kind = first
        while kind < end:
            copies: i64 = left[kind]
            if copies != 0:
                hurts: i64 = 1  # one of two
                if copies == 1:
                    hurts = 2
                elif copies >= EQUAL and disaster != UNREST:
                    hurts = 3
                if hurts < least_hurt:
                    least_hurt = hurts
                    found = kind
            kind += 1
        left[found] -= 1
        lost.append(found)
    lost.sort()
    return lost


def time_left(table: Table) -> i64:
    """Return how many sixteenths of the epoch are still to come, as the Ra tiles say."""
    return (table.ra_limit - table.ra_count) * 16 // table.ra_limit


def pharaohs_of_others(table: Table, seat: i64) -> tuple[i64, i64]:
    """Return how many the other player has who has most, and who has fewest."""
    most: i64 = 0
    fewest: i64 = 31
    for other, player in enumerate(table.players):
        if other != seat:
            pharaohs: i64 = player.tiles[PHARAOH]
            most = max(most, pharaohs)
            fewest = min(fewest, pharaohs)
    return most, fewest


def gain(table: Table, seat: i64, lot: vec[i64]) -> i64:
    """Return what a lot is worth to a player, without the suns."""
    left = time_left(table)
    most, fewest = pharaohs_of_others(table, seat)
    tiles = table.players[seat].tiles
    epoch = table.epoch
    after = with_lot(tiles, lot)
    return worth(after, epoch, left, most, fewest) - worth(tiles, epoch, left, most, fewest)


# The rule of thumb


def policy_action(table: Table, policy: Policy) -> i64:
    """Return what a player chooses by rule of thumb, one of ``table.choices()``.

    Args:
        table: Of a game that is not over.
        policy: How they play.
    """
    if table.phase == AUCTION:
        return _bid_or_pass(table, policy)
    tiles = table.players[table.active].tiles
    if table.phase == DISCARDING:
        return discarding(least_harm(tiles, waiting(tiles)))
    if tiles[GOD] != 0:
        space, gained = best_for_god(table)
        if gained > (policy.god_threshold if table.phase == TURN else ANOTHER_GOD):
            return USE_GOD | (space << KIND_BITS)
    if table.phase == GODS:
        return END_GODS
    if EMPTY not in table.track or len(table.bag) == 0 or _invokes(table, policy):
        return INVOKE
    return REACH_INTO_BAG


def best_bid(table: Table, policy: Policy, rival: i64) -> tuple[i64, i64]:
    """Return what the player who decides would bid for the auction track, and what that gains.

    Args:
        table: In a turn or an auction.
        policy: How they play.
        rival: The highest sun that others may still bid.

    Returns:
        The sun, 0 if there is none, and the gain, which may be less than nothing.
    """
    suns = table.players[table.active].suns
    own: i64 = len(suns)
    best: i64 = 0
    best_gain: i64 = NOTHING
    if own == 0 or suns[-1] <= table.best_bid:
        return best, best_gain
    value = gain(table, table.active, table.track) + policy.value_per_sun * table.centre
    everybody: i64 = 0
    for player in table.players:
        everybody += len(player.suns)
    left = table.ra_limit - table.ra_count
    scarce = min(16, policy.scarcity * left // everybody)
    if own > left:
        scarce = scarce * left // own
    rank: i64 = 0
    while rank < own:
        sun: i64 = suns[rank]
        if sun > table.best_bid:
            asks = ((policy.least_value + policy.value_per_rank * rank) * scarce) >> 4
            net = value - policy.value_per_sun * sun - asks
            if rival > sun and net > 0:
                net = (net * policy.overbid_discount) >> 4
            if net > best_gain:
                best = sun
                best_gain = net
        rank += 1
    return best, best_gain


def _bid_or_pass(table: Table, policy: Policy) -> i64:
    rival: i64 = 0
    seat = table.active
    while seat != table.ra_player:
        seat = table.after(seat)
        rival = max(rival, highest_sun(table, seat))
    sun, gained = best_bid(table, policy, rival)
    if sun != 0 and (gained > 0 or table.must_bid()):
        return BID | (sun << KIND_BITS)
    return PASS


def highest_sun(table: Table, seat: i64) -> i64:
    """Return a player's highest sun face up, 0 if there is none."""
    suns = table.players[seat].suns
    if len(suns) == 0:
        return 0
    return suns[-1]


def _invokes(table: Table, policy: Policy) -> bool:
    """Whether somebody invokes Ra who could draw: for a lot, or for the sun as time runs out."""
    left = table.ra_limit - table.ra_count
    if left > NEAR_THE_END and table.is_bare():
        return False
    rival: i64 = 0
    seat: i64 = 0
    while seat < len(table.players):
        if seat != table.active:
            rival = max(rival, highest_sun(table, seat))
        seat += 1
    _, gained = best_bid(table, policy, rival)
    if gained < policy.invoke_threshold:
        return False
    # whoever is alone, and whose epoch no Ra tile can end yet, has time
    return rival != 0 or left <= len(table.players[table.active].suns)


def best_for_god(table: Table) -> tuple[i64, i64]:
    """Return the space whose tile a god should take, and what that gains."""
    best: i64 = 0
    best_gain: i64 = NOTHING
    for space, tile in enumerate(table.track):
        if GOD < tile < FUNERAL:
            found = gain(table, table.active, vec[i64]([tile])) - GOD_VALUE
            if found > best_gain:
                best = space
                best_gain = found
    return best, best_gain


# Playing on


def play_epoch(table: Table, dice: Dice, policy: Policy) -> None:
    """Play by rule of thumb until an epoch or the game ends."""
    epoch = table.epoch
    while table.epoch == epoch and table.phase != OVER:
        play_on(table, policy_action(table, policy), dice)


def play_on(table: Table, action: i64, bag: Dice) -> None:
    """Do one of ``table.choices()``; a tile that is drawn is any of the bag."""
    if action == REACH_INTO_BAG:
        table.draw_random(bag)
    else:
        table.play(action)


# Chances


def chances(table: Table, share: float) -> list[float]:
    """Return each player's chance to win when an epoch has just begun, or the game is over.

    Args:
        table: In such a position.
        share: How much of a finished game goes to points instead of to its winner, 0 to 1: who
            tries to win learns more from "nearly" than from "no".
    """
    if table.phase != OVER:
        return _from_odds([_standing(table, seat) for seat in range(len(table.players))])
    best = table.ranking()[0]
    if share == 0.0:
        return [1.0 if seat == best else 0.0 for seat in range(len(table.players))]
    found = _from_odds([float(player.score) * POINT_AT_LAST for player in table.players])
    for seat in range(len(found)):
        found[seat] *= share
    found[best] += 1.0 - share
    return found


POINT_AT_LAST: Final = 0.25
"""What a point counts at the end, in logarithms of the odds."""


def _from_odds(logits: list[float]) -> list[float]:
    """Return chances from the logarithms of their odds."""
    highest = max(logits)
    odds = [math.exp(one - highest) for one in logits]
    total = 0.0
    for one in odds:
        total += one
    return [one / total for one in odds]


SECOND_EPOCH: Final = [0.161, 0.227, 0.186, 0.320, 0.190, 0.259, 0.055, 0.002]
THIRD_EPOCH: Final = [0.229, 0.163, 0.194, 0.217, 0.218, 0.268, 0.080, -0.023]
"""What each feature of ``standing`` counts when these epochs begin."""


def _standing(table: Table, seat: i64) -> float:
    """Return how well a player stands when an epoch begins, in logarithms of the odds."""
    weights = THIRD_EPOCH if table.epoch == LAST_EPOCH else SECOND_EPOCH
    features = standing(table, seat)
    total = 0.0
    for place in range(len(features)):
        total += weights[place] * features[place]
    return total


def standing(table: Table, seat: i64) -> list[float]:
    """Return what the chances depend on when an epoch begins.

    Points; Niles; points that pharaohs bring if nobody wins more, for most and for fewest; points
    of different and of equal monuments; the sum of the suns; the highest sun.
    """
    most, fewest = pharaohs_of_others(table, seat)
    player = table.players[seat]
    tiles = player.tiles
    pharaohs: i64 = tiles[PHARAOH]
    equal: i64 = 0
    for kind in range(MONUMENT, FUNERAL):
        equal += EQUAL_EARLY[min(tiles[kind], _MOST_EQUAL)]
    return [
        float(player.score),
        float(tiles[NILE]),
        float(MOST_PHARAOHS[min(max(pharaohs - most + 5, 0), 9)]) / 10.0,
        float(FEWEST_PHARAOHS[min(max(pharaohs - fewest + 2, 0), 5)] + 20) / 10.0,
        float(DIFFERENT_EARLY[different(tiles, MONUMENT, FUNERAL)]) / 10.0,
        float(equal) / 10.0,
        float(total(player.suns)),
        float(highest_sun(table, seat)),
    ]
