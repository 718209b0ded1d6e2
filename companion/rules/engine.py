"""The rules of Ra, from top to bottom: a table that is played on in place.

Every action of a player is a method of ``Table``, named as in the rulebook; the numbers in brackets
are those of ``tests/rules/RULES.md``. Nothing here asks whether an action is allowed: choose one of
``choices``, or ask ``legal.refusal``, which says why not.

A tile is a small number, its place in the rulebook's table. What a player owns is a row with the
number of tiles of each kind; the bag and the auction track are rows of tiles.

The packages have this file compiled by mypyc: there ``i64`` is a machine's integer, and ``vec`` a
row of them. Here they are an ``int`` and a list.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, final

from companion.rules.vecs import append, i64, pop, remove, vec


def _plain(**_: bool) -> Callable[[type], type]:
    """Return a decorator that does nothing."""
    return lambda each: each


try:
    from mypy_extensions import mypyc_attr
except ImportError:  # it is only there where we compile
    mypyc_attr = _plain  # type: ignore[assignment]

# Tiles (section 1.0)

RA: Final = 0
GOD: Final = 1
PHARAOH: Final = 2
NILE: Final = 3
FLOOD: Final = 4
GOLD: Final = 5
CIVILISATION: Final = 6
"""The first of five kinds."""
MONUMENT: Final = 11
"""The first of eight kinds."""
FUNERAL: Final = 19
DROUGHT: Final = 20
UNREST: Final = 21
EARTHQUAKE: Final = 22
KINDS: Final = 23

SPACES: Final = 8
"""Of the auction track (R-TRN-4)."""

EMPTY: Final = -1
"""In a space of the auction track."""

EMPTY_TRACK: Final = vec[i64]([EMPTY] * SPACES)

LAST_EPOCH: Final = 3

LOST_PER_DISASTER: Final = 2
"""How many tiles one disaster tile takes (R-DIS-1)."""

KINDS_TAKEN: Final = [
    [PHARAOH],
    [FLOOD, NILE],
    list(range(CIVILISATION, MONUMENT)),
    list(range(MONUMENT, FUNERAL)),
]
"""By a funeral, a drought, which takes floods first (R-DIS-2), an unrest and an earthquake."""

NOBODY: Final = -1
"""Instead of a seat."""

NO_BID: Final = 0
"""Instead of a sun."""

# What the table waits for

TURN: Final = 0
"""The player in turn draws, invokes Ra or uses gods (R-TRN-2)."""
GODS: Final = 1
"""The player in turn has used a god and may use more (R-GOD-1)."""
AUCTION: Final = 2
"""The next bidder bids or passes (R-AUC-1)."""
DISCARDING: Final = 3
"""The owner of an Unrest or Earthquake chooses what is lost (R-DIS-1)."""
OVER: Final = 4
"""The third epoch has been scored (R-END-1)."""

# Why there is an auction (section 1.6)

NO_CAUSE: Final = 0
RA_DRAWN: Final = 1
"""If all pass, everything stays."""
TRACK_FULL: Final = 2
"""Ra was invoked with a full auction track: if all pass, its tiles leave the game."""
INVOKED: Final = 3
"""Ra was invoked by choice: the Ra player must bid if nobody else does."""

# Points (section 1.9)

POINTS_PER_GOD: Final = 2
POINTS_PER_GOLD: Final = 3
PHARAOHS_MOST: Final = 5
PHARAOHS_FEWEST: Final = -2
SUNS_HIGHEST: Final = 5
SUNS_LOWEST: Final = -5

CIVILISATION_POINTS: Final = vec[i64]([-5, 0, 0, 5, 10, 15])
"""By the number of different kinds; further copies score nothing (D-27)."""

DIVERSITY_POINTS: Final = vec[i64]([0, 1, 2, 3, 4, 5, 6, 10, 15])
"""By the number of different monuments (D-25)."""

QUANTITY_POINTS: Final = vec[i64]([0, 0, 0, 5, 10, 15])
"""By the copies of one monument; each kind separately."""

# Whether two players lose points for being last: the option ``two_player_no_penalty`` (R-SCO-5)

PENALTY: Final = 0
SPARED_AT_THE_END: Final = 1
SPARED: Final = 2


def row(numbers: Sequence[int]) -> vec[i64]:
    """Return numbers as a table has them."""
    return vec[i64](numbers)


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Is told what happens at a table, in order; this one does nothing about it."""

    def tile_drawn(self, seat: i64, tile: i64) -> None:
        """A tile came out of the bag."""

    def ra_invoked(self, seat: i64) -> None:
        """A player invoked Ra."""

    def auction_began(self, seat: i64, cause: i64) -> None:
        """The Ra player took the statue."""

    def bid_made(self, seat: i64, sun: i64) -> None:
        """A player bid a sun."""

    def passed(self, seat: i64) -> None:
        """A player passed."""

    def lot_won(self, seat: i64, paid: i64, won: i64, track: vec[i64]) -> None:
        """A player won the tiles of the auction track and the sun in the middle."""

    def nobody_bid(self, removed: vec[i64]) -> None:
        """All passed; these spaces of the auction track were cleared, or none."""

    def god_used(self, seat: i64, tile: i64) -> None:
        """A player spent a god for a tile."""

    def gods_ended(self, seat: i64) -> None:
        """A player stopped using gods."""

    def disaster_struck(self, seat: i64, disaster: i64, number: i64, lost: list[int]) -> None:
        """So many tiles of a disaster took these tiles."""

    def epoch_ended(self, epoch: i64, cause: i64, scores: list[vec[i64]], track: vec[i64]) -> None:
        """An epoch was scored: the points of every seat, in the order of ``points``."""

    def epoch_began(self, epoch: i64, seat: i64) -> None:
        """The next epoch began."""

    def game_ended(self) -> None:
        """The third epoch was scored."""


BY_SUNS: Final = 0
BY_RA_TRACK: Final = 1
"""Causes of an epoch's end (R-EPE-1, R-EPE-2)."""

UNOBSERVED: Final = Observer()


@final
class Player:
    """What lies in front of a player."""

    def __init__(self, suns: vec[i64], spent: vec[i64], tiles: vec[i64], score: i64) -> None:
        """Take these rows as they are.

        Args:
            suns: Face up, ascending: they can still be bid in this epoch.
            spent: Face down, in the order in which they were won in this epoch (R-RES-2).
            tiles: How many of each kind. Disasters lie here until they are resolved.
            score: Points in scoring tokens.
        """
        self.suns = suns
        self.spent = spent
        self.tiles = tiles
        self.score: i64 = score

    def copy(self) -> Player:
        """Return the same again."""
        return Player(self.suns[:], self.spent[:], self.tiles[:], self.score)


@final
class Table:
    """A game in progress."""

    def __init__(
        self,
        players: list[Player],
        ra_limit: i64,
        bag: vec[i64],
        penalty: i64 = PENALTY,
        active: i64 = NOBODY,
    ) -> None:
        """Begin a game.

        Args:
            players: Clockwise, with the suns that they were dealt.
            ra_limit: How many Ra tiles end an epoch (R-SET-8).
            bag: All tiles, in any order.
            penalty: Whether two players lose points for being last (R-SCO-5).
            active: Who must decide; if nobody is named, the owner of the highest sun.
        """
        self.players = players
        self.ra_limit: i64 = ra_limit
        self.penalty: i64 = penalty
        self.bag = bag
        self.track: vec[i64] = EMPTY_TRACK[:]
        self.centre: i64 = 1  # the sun in the middle of the board (R-SET-4)
        self.epoch: i64 = 1
        self.ra_count: i64 = 0  # Ra tiles on the Ra track
        self.phase: i64 = TURN
        self.active: i64 = self.highest_sun() if active == NOBODY else active
        self.ra_player: i64 = NOBODY  # in an auction: bids last, and the turn passes on from here
        self.cause: i64 = NO_CAUSE
        self.best_bid: i64 = NO_BID
        self.best_bidder: i64 = NOBODY
        self.observer = UNOBSERVED

    # A turn (section 1.4): draw, invoke Ra, or use gods

    def draw(self, tile: i64) -> None:
        """A tile has come out of the bag: Ra to its track, others to the first empty space."""
        self.observer.tile_drawn(self.active, tile)
        if tile != RA:
            self.track[self.first_empty_space()] = tile  # R-DRW-1
            self.active = self.after(self.active)
            return
        self.ra_count += 1  # R-DRW-2
        if self.ra_count == self.ra_limit:
            self.end_epoch(BY_RA_TRACK)
        else:
            self.begin_auction(RA_DRAWN)

    def invoke(self) -> None:
        """Invoke Ra (R-TRN-2)."""
        self.observer.ra_invoked(self.active)
        self.begin_auction(TRACK_FULL if self.first_empty_space() == SPACES else INVOKED)

    def first_empty_space(self) -> i64:
        """Return where the next tile comes to lie, ``SPACES`` if the auction track is full."""
        track = self.track
        space: i64 = 0
        while space != SPACES and track[space] != EMPTY:
            space += 1
        return space

    def is_bare(self) -> bool:
        """Whether there is no tile on the auction track."""
        return all(tile == EMPTY for tile in self.track)

    def use_god(self, space: i64) -> None:
        """Spend a god for the tile in this space; a disaster strikes at once (R-GOD-1, R-GOD-3)."""
        tile = self.track[space]
        self.observer.god_used(self.active, tile)
        tiles = self.players[self.active].tiles
        tiles[GOD] -= 1
        tiles[tile] += 1
        self.track[space] = EMPTY
        self.phase = GODS
        if tile >= FUNERAL:
            self.resolve_disasters(self.active)

    def end_gods(self) -> None:
        """Use no more gods (R-GOD-1)."""
        self.observer.gods_ended(self.active)
        self.phase = TURN
        self.active = self.after(self.active)

    def after(self, seat: i64) -> i64:
        """Return who is next clockwise: the next with a sun face up, at last this one (R-TRN-1)."""
        players = self.players
        seats: i64 = len(players)
        following = seat + 1
        while True:
            if following == seats:
                following = 0
            if following == seat or len(players[following].suns) != 0:
                return following
            following += 1

    # An auction (sections 1.5 and 1.6)

    def begin_auction(self, cause: i64) -> None:
        """Whoever is in turn becomes the Ra player, and bids last (R-AUC-1)."""
        self.observer.auction_began(self.active, cause)
        self.phase = AUCTION
        self.cause = cause
        self.ra_player = self.active
        self.active = self.after(self.active)

    def must_bid(self) -> bool:
        """Whether the bidder invoked Ra by choice and nobody else has bid (R-AUC-4)."""
        return self.cause == INVOKED and self.best_bid == NO_BID and self.active == self.ra_player

    def bid(self, sun: i64) -> None:
        """Bid a sun that is higher than the best bid (R-AUC-2)."""
        self.observer.bid_made(self.active, sun)
        self.best_bid = sun
        self.best_bidder = self.active
        self.next_bidder()

    def pass_(self) -> None:
        """Bid nothing (R-AUC-1)."""
        self.observer.passed(self.active)
        self.next_bidder()

    def next_bidder(self) -> None:
        """Everybody is asked once, the Ra player last (R-AUC-1)."""
        if self.active != self.ra_player:
            self.active = self.after(self.active)
        elif self.best_bidder == NOBODY:
            self.nobody_bids()
        else:
            self.take_lot()

    def won(self, sun: i64) -> None:
        """Only who has won is known: the owner of this sun."""
        seat: i64 = 0
        while sun not in self.players[seat].suns:
            seat += 1
        self.best_bid = sun
        self.best_bidder = seat
        self.active = self.ra_player
        self.take_lot()

    def unsold(self) -> None:
        """Only that all have passed is known."""
        self.nobody_bids()

    def nobody_bids(self) -> None:
        """All have passed: a full auction track is cleared (section 1.6)."""
        if self.cause == TRACK_FULL:
            self.observer.nobody_bid(self.track)
            self.clear_track()
        else:
            self.observer.nobody_bid(vec[i64]())
        self.end_auction()

    def take_lot(self) -> None:
        """The best bidder swaps suns, takes all tiles, and suffers disasters (R-RES-1 to 5)."""
        self.observer.lot_won(self.best_bidder, self.best_bid, self.centre, self.track)
        winner = self.players[self.best_bidder]
        winner.suns = remove(winner.suns, self.best_bid)
        winner.spent = append(winner.spent, self.centre)
        self.centre = self.best_bid
        tiles = winner.tiles
        has_disaster = False
        for tile in self.track:
            if tile != EMPTY:
                tiles[tile] += 1
                if tile >= FUNERAL:
                    has_disaster = True
        self.clear_track()
        if not has_disaster or self.resolve_disasters(self.best_bidder):
            self.end_auction()

    def clear_track(self) -> None:
        """Leave all spaces of the auction track empty."""
        track = self.track
        for space in range(SPACES):
            track[space] = EMPTY

    def end_auction(self) -> None:
        """The turn passes on from the Ra player, or the last sun ends the epoch (R-EPE-1)."""
        after = self.after(self.ra_player)
        self.phase = TURN
        self.ra_player = NOBODY
        self.cause = NO_CAUSE
        self.best_bid = NO_BID
        self.best_bidder = NOBODY
        if len(self.players[after].suns) != 0:
            self.active = after
        else:
            self.end_epoch(BY_SUNS)

    # Disasters (section 1.7)

    def resolve_disasters(self, seat: i64) -> bool:
        """Resolve those of a player, up to the first that leaves a choice (R-DIS-6).

        Returns:
            Whether all are resolved; if not, the player chooses what is lost.
        """
        tiles = self.players[seat].tiles
        for disaster in range(FUNERAL, KINDS):
            if tiles[disaster] != 0:
                lost = taken(tiles, disaster)
                if lost is None:
                    self.phase = DISCARDING
                    self.active = seat
                    return False
                self.lose(seat, disaster, lost)
        return True

    def lose(self, seat: i64, disaster: i64, lost: list[int]) -> None:
        """Put tiles back into the box, with the disaster that takes them."""
        tiles = self.players[seat].tiles
        self.observer.disaster_struck(seat, disaster, tiles[disaster], lost)
        for tile in lost:
            tiles[tile] -= 1
        tiles[disaster] = 0

    def discard(self, lost: list[int]) -> None:
        """Give up these tiles, which the owner of a disaster has chosen (R-DIS-1)."""
        self.lose(self.active, waiting(self.players[self.active].tiles), lost)
        self.go_on()

    def go_on(self) -> None:
        """Resolve what else waits, then go on with what brought it: a god, or an auction."""
        if not self.resolve_disasters(self.active):
            return
        if self.ra_player == NOBODY:
            self.phase = GODS
        else:
            self.end_auction()

    # The end of an epoch (section 1.8) and of the game (section 1.10)

    def end_epoch(self, cause: i64) -> None:
        """Score, clean up and begin the next epoch, or end the game (R-EPE-3, R-EPE-5)."""
        self.score(cause)
        if self.epoch == LAST_EPOCH:
            self.phase = OVER
            self.observer.game_ended()
            return
        self.clear_track()
        self.ra_count = 0
        for player in self.players:
            suns = sorted(list(player.suns) + list(player.spent))
            player.suns = vec[i64]([sun for sun in suns])  # noqa: C416 - compiled, a loop is faster
            player.spent = vec[i64]()
            tiles = player.tiles
            tiles[GOD] = 0
            tiles[GOLD] = 0
            tiles[FLOOD] = 0
            for kind in range(CIVILISATION, MONUMENT):
                tiles[kind] = 0
        self.epoch += 1
        self.phase = TURN
        self.active = self.highest_sun()
        self.observer.epoch_began(self.epoch, self.active)

    def score(self, cause: i64) -> None:
        """Add the points of the epoch."""
        scores = points(
            [player.tiles for player in self.players],
            [total(player.suns) + total(player.spent) for player in self.players],
            self.epoch,
            self.penalty,
        )
        for seat, player in enumerate(self.players):
            player.score = added(player.score, scores[seat])
        self.observer.epoch_ended(self.epoch, cause, scores, self.track)

    def highest_sun(self) -> i64:
        """Return who begins an epoch: the owner of the highest sun (R-EPE-3 h)."""
        best: i64 = -1
        found: i64 = 0
        for seat, player in enumerate(self.players):
            if len(player.suns) != 0 and player.suns[-1] > best:
                best = player.suns[-1]
                found = seat
        return found

    def ranking(self) -> list[int]:
        """Return the seats, best first."""
        return ranking(
            [player.score for player in self.players],
            [[*player.suns, *player.spent] for player in self.players],
        )

    # What can be chosen (section 1.12). A program that plays many games has a number for an action:
    # its kind, and above that the tile, the space, the sun, or the tiles that are discarded.

    def choices(self) -> vec[i64]:
        """Return what the deciding player can choose; nothing when the game is over.

        To draw is one choice, ``REACH_INTO_BAG``. The short forms of an auction, ``WON`` and
        ``UNSOLD``, are not among them: no single player chooses them.
        """
        if self.phase == AUCTION:
            return self.bids()
        if self.phase == DISCARDING:
            return self.discards()
        if self.phase == OVER:
            return vec[i64]()
        if self.phase == GODS:
            choices = vec[i64]([END_GODS])
        elif len(self.bag) != 0 and self.first_empty_space() != SPACES:
            choices = vec[i64]([REACH_INTO_BAG, INVOKE])
        else:
            choices = vec[i64]([INVOKE])
        if self.players[self.active].tiles[GOD] != 0:
            for space, tile in enumerate(self.track):
                if tile > GOD:  # a god takes no god (R-GOD-2)
                    choices = append(choices, USE_GOD | (space << KIND_BITS))
        return choices

    def bids(self) -> vec[i64]:
        """Return what the bidder can choose: higher suns, and passing (R-AUC-1, R-AUC-2)."""
        suns = self.players[self.active].suns
        choices = vec[i64]([BID | (sun << KIND_BITS) for sun in suns if sun > self.best_bid])
        if not self.must_bid():
            choices = append(choices, PASS)
        return choices

    def discards(self) -> vec[i64]:
        """Return every way to give up tiles to the disaster that waits (R-DIS-1)."""
        tiles = self.players[self.active].tiles
        disaster = waiting(tiles)
        ways = ways_to_lose(tiles, kinds_taken(disaster), to_lose(tiles, disaster))
        return vec[i64]([discarding(lost) for lost in ways])

    def play(self, action: i64) -> None:
        """Do what a number says; to draw is one only with a tile that is in the bag."""
        kind = action & 15
        what = action >> KIND_BITS
        if kind == DRAW:
            self.bag = remove(self.bag, what)
            self.draw(what)
        elif kind == BID:
            self.bid(what)
        elif kind == PASS:
            self.pass_()
        elif kind == INVOKE:
            self.invoke()
        elif kind == USE_GOD:
            self.use_god(what)
        elif kind == END_GODS:
            self.end_gods()
        elif kind == WON:
            self.won(what)
        elif kind == UNSOLD:
            self.unsold()
        else:
            self.discard(discarded(action))

    def draw_random(self, dice: Dice) -> i64:
        """Draw a tile, each of the bag as likely as any other, and return which."""
        bag = self.bag
        place = dice.below(len(bag))
        tile = bag[place]
        bag[place] = bag[-1]
        self.bag, _ = pop(bag)
        self.draw(tile)
        return tile

    def play_random(self, dice: Dice) -> i64:
        """Do anything that can be chosen, and return what it was."""
        choices = self.choices()
        action: i64 = choices[dice.below(len(choices))]
        if action != REACH_INTO_BAG:
            self.play(action)
            return action
        return DRAW | (self.draw_random(dice) << KIND_BITS)

    def play_to_the_end(self, dice: Dice) -> i64:
        """Play a random game to its end, and return how many actions it took."""
        actions: i64 = 0
        while self.phase != OVER:
            self.play_random(dice)
            actions += 1
        return actions

    def copy(self) -> Table:
        """Return the same table again, to be played on by itself, unobserved."""
        players = [player.copy() for player in self.players]
        other = Table(players, self.ra_limit, self.bag[:], self.penalty, self.active)
        other.track = self.track[:]
        other.centre = self.centre
        other.epoch = self.epoch
        other.ra_count = self.ra_count
        other.phase = self.phase
        other.ra_player = self.ra_player
        other.cause = self.cause
        other.best_bid = self.best_bid
        other.best_bidder = self.best_bidder
        return other


# What disasters take (section 1.7)


def waiting(tiles: vec[i64]) -> i64:
    """Return the disaster whose owner must choose: Unrest comes first (R-DIS-1)."""
    return UNREST if tiles[UNREST] != 0 else EARTHQUAKE


def kinds_taken(disaster: i64) -> list[int]:
    """Return the kinds that a disaster takes, those first that go first."""
    return KINDS_TAKEN[disaster - FUNERAL]


def exposed_tiles(tiles: vec[i64], disaster: i64) -> list[int]:
    """Return what a disaster can take, tile by tile."""
    return [kind for kind in kinds_taken(disaster) for _ in range(tiles[kind])]


def to_lose(tiles: vec[i64], disaster: i64) -> i64:
    """Return how many tiles all tiles of a disaster take, if there are so many (R-DIS-1)."""
    exposed: i64 = 0
    for kind in kinds_taken(disaster):
        exposed += tiles[kind]
    return min(LOST_PER_DISASTER * tiles[disaster], exposed)


def taken(tiles: vec[i64], disaster: i64) -> list[int] | None:
    """Return the tiles that a disaster takes; None if its owner must choose (R-DIS-6)."""
    exposed = exposed_tiles(tiles, disaster)
    must = to_lose(tiles, disaster)
    is_a_choice = len(exposed) > must and exposed[0] != exposed[-1]
    if is_a_choice and disaster >= UNREST:
        return None
    return exposed[:must]


def ways_to_lose(tiles: vec[i64], kinds: list[int], must: i64) -> list[list[int]]:
    """Return every way to give up so many tiles of these kinds, most of the first kind first."""
    if must == 0:
        return [[]]
    if not kinds:
        return []
    ways: list[list[int]] = []
    number: i64 = min(tiles[kinds[0]], must)
    while number >= 0:
        others = ways_to_lose(tiles, kinds[1:], must - number)
        ways += [[kinds[0]] * number + other for other in others]
        number -= 1
    return ways


# Scoring (section 1.9)


def points(tiles: list[vec[i64]], suns: list[int], epoch: i64, penalty: i64) -> list[vec[i64]]:
    """Return the points of an epoch (R-SCO-1 to 5).

    Args:
        tiles: What each player owns.
        suns: The sum of each player's suns, face up and face down, without the one in the middle.
        epoch: Which one ends.
        penalty: Whether two players lose points for being last.

    Returns:
        For each player the points for gods, gold, pharaohs, the river, civilisations, different
        monuments, equal monuments and suns; the last three are 0 before the third epoch.
    """
    is_last = epoch == LAST_EPOCH
    is_spared = len(tiles) == 2 and (  # noqa: PLR2004 - it is a rule for two players
        penalty == SPARED or (penalty == SPARED_AT_THE_END and is_last)
    )
    pharaohs = compared(
        [owned[PHARAOH] for owned in tiles], PHARAOHS_MOST, 0 if is_spared else PHARAOHS_FEWEST
    )
    by_suns = compared(suns, SUNS_HIGHEST, 0 if is_spared else SUNS_LOWEST)
    scores: list[vec[i64]] = []
    for seat, owned in enumerate(tiles):
        scores.append(
            vec[i64](
                [
                    POINTS_PER_GOD * owned[GOD],
                    POINTS_PER_GOLD * owned[GOLD],
                    pharaohs[seat],
                    river(owned),
                    CIVILISATION_POINTS[different(owned, CIVILISATION, MONUMENT)],
                    DIVERSITY_POINTS[different(owned, MONUMENT, FUNERAL)] if is_last else 0,
                    quantity(owned) if is_last else 0,
                    by_suns[seat] if is_last else 0,
                ]
            )
        )
    return scores


def total(numbers: vec[i64]) -> i64:
    """Return the sum; compiled, ``sum`` takes ten times as long."""
    found: i64 = 0
    for number in numbers:
        found += number
    return found


def added(score: i64, points: vec[i64]) -> i64:
    """Return a score after an epoch: the floor is applied once, to the total (R-SCO-2)."""
    return max(0, score + total(points))


def ranking(scores: list[int], suns: list[list[int]]) -> list[int]:
    """Return the seats, best first: most points, then the highest own sun (R-END-1 to 3)."""
    keys = [(score, max(own, default=0)) for score, own in zip(scores, suns)]  # noqa: B905
    return sorted(range(len(keys)), key=keys.__getitem__, reverse=True)


def compared(numbers: list[int], most: i64, fewest: i64) -> list[int]:
    """Return the points for having the most or the fewest; none if all are equal (D-26)."""
    highest: i64 = numbers[0]
    lowest: i64 = highest
    for number in numbers:
        highest = max(highest, number)
        lowest = min(lowest, number)
    if highest == lowest:
        return [0] * len(numbers)
    return [most if n == highest else fewest if n == lowest else 0 for n in numbers]


def river(tiles: vec[i64]) -> i64:
    """Return the points for floods and Niles: none without a flood."""
    if tiles[FLOOD] == 0:
        return 0
    return tiles[FLOOD] + tiles[NILE]


def different(tiles: vec[i64], first: i64, end: i64) -> i64:
    """Return how many of these kinds are there."""
    found: i64 = 0
    kind = first
    while kind < end:
        if tiles[kind] != 0:
            found += 1
        kind += 1
    return found


def quantity(tiles: vec[i64]) -> i64:
    """Return the points for equal monuments."""
    found: i64 = 0
    for kind in range(MONUMENT, FUNERAL):
        copies = tiles[kind]
        if copies < len(QUANTITY_POINTS):  # a fix can say that there are more
            found += QUANTITY_POINTS[copies]
    return found


# Actions as numbers

DRAW: Final = 1
INVOKE: Final = 2
USE_GOD: Final = 3
END_GODS: Final = 4
BID: Final = 5
PASS: Final = 6
WON: Final = 7
UNSOLD: Final = 8
DISCARD: Final = 9
REACH_INTO_BAG: Final = 10
"""The choice to draw, before the tile is known."""

KIND_BITS: Final = 4

_TILE_BITS: Final = 5


def discarding(lost: list[int]) -> i64:
    """Return the action that discards these tiles."""
    action: i64 = 0
    for tile in reversed(lost):
        action = (action << _TILE_BITS) | tile
    return DISCARD | (action << KIND_BITS)


def discarded(action: i64) -> list[int]:
    """Return the tiles that an action discards."""
    lost: list[int] = []
    action >>= KIND_BITS
    while action != 0:  # neither Ra nor nothing is ever discarded
        lost.append(action & 31)
        action >>= _TILE_BITS
    return lost


# Chance

_CHANCE_BITS: Final = 30
_FACTOR: Final = 1018660401
_LOW: Final = 0x3FFF_FFFF
_SEED: Final = 0x7FF_FFFF_FFFF_FFFF


@final
class Dice:
    """Chance from a seed: Marsaglia's multiply-with-carry, sixty bits, both halves mixed."""

    def __init__(self, seed: int) -> None:
        """Begin where the seed says; neighbouring seeds begin far from each other."""
        mixed = (seed + 1) * 0x9E37_79B9_7F4A_7C15 & 0xFFFF_FFFF_FFFF_FFFF
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9 & 0xFFFF_FFFF_FFFF_FFFF
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB & 0xFFFF_FFFF_FFFF_FFFF
        self.state: i64 = ((mixed ^ (mixed >> 31)) & _SEED) | 1

    def next(self) -> i64:
        """Return thirty bits."""
        state = (self.state & _LOW) * _FACTOR + (self.state >> _CHANCE_BITS)
        self.state = state
        return (state ^ (state >> _CHANCE_BITS)) & _LOW

    def below(self, bound: i64) -> i64:
        """Return a number from 0 to ``bound - 1``, each as likely to one in 2^30 / ``bound``."""
        return (self.next() * bound) >> _CHANCE_BITS
