"""Tree search: what each choice is worth if everybody goes on to do what is best for themselves.

Every try plays the same position on with another bag. As far as the tree reaches, each player
chooses by what was found so far, for their own chances (max^n, with PUCT for what to try next);
where it ends, everybody plays on by rule of thumb to the end of the epoch, and the chances there
count. Whatever comes out of the bag leads to another branch, so nobody knows it beforehand.

It is compiled together with ``rules.engine``.
"""

from __future__ import annotations

import math
from typing import Final, final

from companion.opponent.rollouts import chances, play_epoch, policy_action, usual_policy
from companion.rules.engine import (
    DRAW,
    EMPTY,
    GOD,
    KIND_BITS,
    KINDS,
    OVER,
    PASS,
    REACH_INTO_BAG,
    TRACK_FULL,
    TURN,
    USE_GOD,
    Dice,
    Table,
)
from companion.rules.vecs import append, i64, vec

CURIOSITY: Final = 0.6
"""How much is tried that has been tried little."""

TRUST: Final = 0.4
"""How much of the curiosity goes to what the rule of thumb says; the rest is for all alike."""

NO_TILE: Final = -1
NOWHERE: Final = -1


@final
class Node:
    """A position in which somebody chooses among several."""

    def __init__(self, seat: i64, actions: vec[i64], likely: i64, seats: i64) -> None:
        """Begin untried.

        Args:
            seat: Who chooses.
            actions: Among what.
            likely: Where among them stands what the rule of thumb says, or ``NOWHERE``.
            seats: How many play.
        """
        self.seat: i64 = seat
        self.actions = actions
        self.likely: i64 = likely
        self.tries = [0] * len(actions)
        self.sums = [[0.0] * seats for _ in actions]
        self.next: dict[int, Node] = {}
        self.tried: i64 = 0
        self.total: float = 0.0  # of the chances of who chooses

    def promising(self) -> i64:
        """Return where among the actions stands what is tried next (PUCT)."""
        number: i64 = len(self.actions)
        alike = (1.0 - TRUST) / float(number)
        wide = CURIOSITY * math.sqrt(float(self.tried) + 1.0)
        untried = self.total / float(self.tried) if self.tried != 0 else 0.5
        best: i64 = 0
        most = -1.0
        place: i64 = 0
        while place < number:
            tries: i64 = self.tries[place]
            value = untried
            if tries != 0:
                value = self.sums[place][self.seat] / float(tries)
            prior = alike
            if place == self.likely:
                prior = alike + TRUST
            value += wide * prior / (1.0 + float(tries))
            if value > most:
                most = value
                best = place
            place += 1
        return best

    def rarest(self) -> i64:
        """Return where among the actions stands what has been tried least."""
        best: i64 = 0
        place: i64 = 1
        while place < len(self.actions):
            if self.tries[place] < self.tries[best]:
                best = place
            place += 1
        return best

    def learn(self, place: i64, found: list[float]) -> None:
        """Add the chances that one try of an action came to."""
        self.tries[place] += 1
        self.tried += 1
        self.total += found[self.seat]
        sums = self.sums[place]
        seat: i64 = 0
        while seat < len(found):
            sums[seat] += found[seat]
            seat += 1


@final
class Weighed:
    """A choice, and what it is worth."""

    def __init__(self, action: int, tries: int, chances: list[float]) -> None:
        """Take these.

        Args:
            action: A number, as the engine has them.
            tries: How often it was tried.
            chances: Of every seat after it, 0 to 1.
        """
        self.action = action
        self.tries = tries
        self.chances = chances


def tries_of(one: Weighed) -> int:
    """Return how often a choice was tried."""
    return one.tries


@final
class Search:
    """A position that is thought about; the longer, the better."""

    def __init__(
        self, table: Table, seed: int, share: float, among: list[int] | None = None
    ) -> None:
        """Begin.

        Args:
            table: Somebody must decide there. It stays as it is, and the order of its bag has no
                say.
            seed: Shuffles the bags. The same one in the same position finds the same.
            share: As for ``rollouts.chances``.
            among: The choices that are compared, each tried equally often; None: all, and the
                better ones more often, to find the best.
        """
        self.table = table.copy()
        self.table.bag = vec[i64](sorted(self.table.bag))
        self.dice = Dice(seed)
        self.share: float = share
        self.policy = usual_policy()
        self.is_even = among is not None
        actions = distinct(self.table) if among is None else vec[i64](among)
        self.root = self.opened(self.table, actions)

    def opened(self, table: Table, actions: vec[i64]) -> Node:
        """Return a node for a table."""
        usual = same(table, policy_action(table, self.policy))
        likely: i64 = NOWHERE
        for place, action in enumerate(actions):
            if same(table, action) == usual:
                likely = place
        return Node(table.active, actions, likely, len(table.players))

    def run(self, tries: i64) -> None:
        """Think on for so many tries."""
        for _ in range(tries):
            self.attempt()

    def lead(self) -> i64:
        """Return by how many tries the best choice is ahead: fewer cannot change it any more."""
        tries = sorted(self.root.tries)
        return tries[-1] - tries[-2]

    def best(self) -> Weighed:
        """Return the choice that has been tried most: that is the best."""
        return max(self.weighed(), key=tries_of)

    def weighed(self) -> list[Weighed]:
        """Return every choice, and what it has come to."""
        root = self.root
        found: list[Weighed] = []
        for place, action in enumerate(root.actions):
            tries = root.tries[place]
            means = [one / max(1, tries) for one in root.sums[place]]
            found.append(Weighed(action, tries, means))
        return found

    def attempt(self) -> None:
        """Play on once: down the tree, to one new node, and by rule of thumb from there."""
        table = self.table.copy()
        epoch = table.epoch
        nodes: list[Node] = []
        places: list[int] = []
        node = self.root
        is_new = False
        while True:
            place = node.rarest() if self.is_even and node is self.root else node.promising()
            nodes.append(node)
            places.append(place)
            tile = played(table, node.actions[place], self.dice)
            key = place * 64 + tile + 1
            actions = distinct(table)
            while len(actions) == 1 and table.epoch == epoch:  # there is nothing to choose
                table.play(actions[0])
                actions = distinct(table)
            if is_new or table.phase == OVER or table.epoch != epoch:
                break
            following = node.next.get(key)
            if following is None:
                following = self.opened(table, actions)
                node.next[key] = following
                is_new = True
            node = following
        if table.epoch == epoch and table.phase != OVER:
            play_epoch(table, self.dice, self.policy)
        found = chances(table, self.share)
        for node, place in zip(nodes, places):  # noqa: B905 - mypyc has no strict
            node.learn(place, found)


MOST_ENDINGS: Final = 3000
"""Positions that are gone through to solve an ending: some tenths of a second, compiled."""


def solved(table: Table) -> list[Weighed] | None:
    """Return what choices are worth if nothing of the epoch is left but one player's last sun.

    Then there is nobody to outguess, and few ways in which it can go on: all are gone through, each
    as often as the bag says. None: it is no such ending, or there are too many ways.
    """
    suns: i64 = 0
    for player in table.players:
        suns += len(player.suns)
    if suns != 1 or table.phase == OVER or table.players[table.active].tiles[GOD] != 0:
        return None
    ways: i64 = 1
    empty: i64 = 0
    for tile in table.track:
        if tile == EMPTY:
            empty += 1
            ways = ways * (KINDS - 1 + empty) // empty
    if ways * (table.ra_limit - table.ra_count) > MOST_ENDINGS:
        return None
    ending = Ending(table.epoch)
    return [Weighed(action, 1, ending.after(table, action)) for action in distinct(table)]


@final
class Ending:
    """Everything that can still happen in an epoch with one sun face up."""

    def __init__(self, epoch: i64) -> None:
        """Begin with nothing gone through."""
        self.epoch: i64 = epoch
        self.known: dict[int, list[float]] = {}

    def best(self, table: Table) -> list[float]:
        """Return everybody's chances if who decides does what is best."""
        if table.epoch != self.epoch or table.phase == OVER:
            return chances(table, 0.0)
        key = table.ra_count
        for tile in sorted(table.track):
            key = (key << 5) | (tile + 1)
        if table.phase == TURN and key in self.known:
            return self.known[key]
        found: list[float] = []
        for action in distinct(table):
            after = self.after(table, action)
            if not found or after[table.active] > found[table.active]:
                found = after
        if table.phase == TURN:
            self.known[key] = found
        return found

    def after(self, table: Table, action: i64) -> list[float]:
        """Return everybody's chances after a choice."""
        if action == REACH_INTO_BAG:
            return self.after_draw(table)
        after = table.copy()
        after.play(action)
        if action == PASS and table.cause == TRACK_FULL:  # the track is empty: too many ways again
            play_epoch(after, Dice(1), usual_policy())
        return self.best(after)

    def after_draw(self, table: Table) -> list[float]:
        """Return everybody's chances before it is known which tile is drawn."""
        found = [0.0] * len(table.players)
        numbers = vec[i64]([0] * KINDS)
        for tile in table.bag:
            numbers[tile] += 1
        for kind, number in enumerate(numbers):
            if number != 0:
                after = table.copy()
                after.play(DRAW | (kind << KIND_BITS))
                for seat, chance in enumerate(self.best(after)):
                    found[seat] += chance * float(number) / float(len(table.bag))
        return found


def settled(table: Table) -> Table:
    """Return a table as it is when there is something to choose again, or the game is over."""
    after = table.copy()
    while after.phase != OVER:
        actions = distinct(after)
        if len(actions) != 1:
            break
        after.play(actions[0])
    return after


def played(table: Table, action: i64, dice: Dice) -> i64:
    """Do one of ``table.choices()`` and return the tile that came out of the bag, if one did."""
    if action == REACH_INTO_BAG:
        return table.draw_random(dice)
    table.play(action)
    return NO_TILE


def same(table: Table, action: i64) -> i64:
    """Return what makes a choice different from others: of gods, what they take."""
    if action & 15 == USE_GOD:
        return USE_GOD | (table.track[action >> KIND_BITS] << KIND_BITS)
    return action


def distinct(table: Table) -> vec[i64]:
    """Return what may be chosen; of gods that take equal tiles, one."""
    actions = table.choices()
    if len(actions) < 3 or actions[-1] & 15 != USE_GOD:  # noqa: PLR2004 - no two gods
        return actions
    found = vec[i64]()
    known = vec[i64]()
    for action in actions:
        what = same(table, action)
        if what not in known:
            known = append(known, what)
            found = append(found, action)
    return found
