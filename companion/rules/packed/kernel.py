"""The rules once more, in whole numbers: for games by the million.

The readable rules (``companion.rules.play``, ``legal`` and ``ending``) are the truth; the tests
compare this file with them and with the oracle, move by move. It imports nothing of ours, so that
mypyc can compile it alone, and plays the same uncompiled, slower. No number exceeds 62 bits.

A *tile* is its place in the rulebook's table, counted from 1; 0 is no tile::

    1 Ra  2 God  3 Pharaoh  4 Nile  5 Flood  6 Gold  7 … 11 civilisations  12 … 19 monuments
    20 Funeral  21 Drought  22 Unrest  23 Earthquake

A *bundle* counts the tiles 2 to 19, lowest bit on the right::

    59  55 54     50 49   46 45 42 41  39 38    36     17      15 14     12     2   0
    +------+---------+-------+-----+------+--------+---+----------+---------+---+-----+
    | Nile | Pharaoh | Flood | God | Gold | Temple | … | Fortress | Writing | … | Art |
    +------+---------+-------+-----+------+--------+---+----------+---------+---+-----+

The bag is a bundle and a second word, ``rest``, for the tiles that nobody keeps::

    16        14 13    11 10      8 7       5 4  0
    +------------+--------+---------+---------+----+
    | Earthquake | Unrest | Drought | Funeral | Ra |
    +------------+--------+---------+---------+----+

The *lane* has five bits for the tile in each of the eight slots of the auction track::

    39    35 34    30     9      5 4      0
    +--------+--------+---+--------+--------+
    | slot 7 | slot 6 | … | slot 1 | slot 0 |
    +--------+--------+---+--------+--------+

A *disc* is one bit: sun 1 is bit 0, sun 16 is bit 15. Discs compare as their suns do, and a set of
discs is their sum. Those won in an epoch are kept in order, sixteen bits each, the first on the
right: four fit, because where players have four there is no sun above 13.

An *action* has its kind in the four lowest bits. Above stands the tile of ``DRAW``, the slot of
``GOD``, the disc of ``BID`` and ``WON``, or the bundle given up with ``DISCARD``. ``REACH`` is the
decision to draw, before the tile is known.

A *position* is a tuple of words that says everything: table, discs, lane, bag and rest, and then
``tiles`` (a bundle), ``up`` (discs), ``down`` (discs in order) and ``score`` of each seat. The
table's word, and that of the discs, whose ``bar`` is the lowest disc that may still be bid::

    33   32 31   30 29     27 26    24 23       21 20    19 18    16 15   13
    +-------+-------+---------+--------+-----------+--------+--------+-------+
    | spare | quakes| unrests | bidder | ra_player | reason | active | phase |
    +-------+-------+---------+--------+-----------+--------+--------+-------+
                                       | ra_count  | epoch  |ra_limit| seats |
                                       +-----------+--------+--------+-------+
                                       12        9 8      7 6      3 2      0

    32  16 15     0
    +-----+--------+
    | bar | centre |
    +-----+--------+
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

if TYPE_CHECKING:
    from mypy_extensions import i64

NO_TILE: Final = 0
RA: Final = 1
GOD_TILE: Final = 2
PHARAOH: Final = 3
NILE: Final = 4
FLOOD: Final = 5
GOLD: Final = 6
ART: Final = 7
FORTRESS: Final = 12
TEMPLE: Final = 19
FUNERAL: Final = 20
DROUGHT: Final = 21
UNREST: Final = 22
EARTHQUAKE: Final = 23

GOLD_AT: Final = 39
GOD_AT: Final = 42
FLOOD_AT: Final = 46
PHARAOH_AT: Final = 50
NILE_AT: Final = 55
DISASTERS_AT: Final = 5

AT: Final = (
    b"\0\0"
    + bytes((GOD_AT, PHARAOH_AT, NILE_AT, FLOOD_AT, GOLD_AT))
    + bytes(range(0, 39, 3))
    + bytes(range(DISASTERS_AT, 17, 3))
)
"""Where each tile is counted, by a bundle or by ``rest``."""

MOST: Final = b"\0\x1f\x0f\x1f\x1f\x0f" + b"\7" * 18
"""What each count can come to."""

CIVILISATIONS: Final = 0x7FFF
MONUMENTS: Final = 0x7F_FFFF_8000
FAMILIES_AT: Final = 39
"""Where the civilisations and monuments end."""

KEPT: Final = MONUMENTS | (1023 << PHARAOH_AT)
"""Monuments, pharaohs and Niles stay when an epoch ends (section 1.0)."""

SLOT: Final = 5
"""Bits of a slot of the lane."""

SLOTS: Final = 8

FIRST_OF_SLOTS: Final = 0x08_4210_8421
LAST_OF_SLOTS: Final = 0x84_2108_4210
"""The lowest and the highest bit of every slot."""

DISC: Final = 16
"""Bits of a disc among those that were won."""

ALL_DISCS: Final = 0xFFFF

TURN: Final = 0
GODS: Final = 1
AUCTION: Final = 2
LOSS: Final = 3
OVER: Final = 4
"""Phases: in a loss, somebody chooses what an Unrest or Earthquake takes."""

NO_REASON: Final = 0
RA_DRAWN: Final = 1
FULL: Final = 2
INVOKED: Final = 3
"""Reasons of an auction: A1, A2 and A3 of section 1.6."""

NOBODY: Final = 7
"""Instead of a seat: no auction, or no bid."""

ANY_DISC: Final = 1
"""The bar while nobody has bid."""

DRAW: Final = 1
INVOKE: Final = 2
GOD: Final = 3
DONE: Final = 4
BID: Final = 5
PASS: Final = 6
WON: Final = 7
UNSOLD: Final = 8
DISCARD: Final = 9
"""Kinds of actions."""

REACH: Final = DRAW
KIND: Final = 4
"""Bits of an action's kind."""

PENALTY: Final = 0
SPARED_AT_THE_END: Final = 1
SPARED: Final = 2
"""Whether two players lose points for being last: option ``two_player_no_penalty``."""

LAST_EPOCH: Final = 3

TWO: Final = 2

CHANCE: Final = 30
"""Bits of chance that dice give at once."""

_FACTOR: Final = 1018660401
_LOW: Final = 0x3FFF_FFFF
_SEED: Final = 0x7FF_FFFF_FFFF_FFFF


@final
class Dice:
    """Chance from a seed: Marsaglia's multiply-with-carry, sixty bits, both halves mixed."""

    __slots__ = ("state",)

    def __init__(self, seed: int) -> None:
        """Begin where the seed says; neighbouring seeds begin far from each other."""
        mixed = (seed + 1) * 0x9E37_79B9_7F4A_7C15 & 0xFFFF_FFFF_FFFF_FFFF
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58_476D_1CE4_E5B9 & 0xFFFF_FFFF_FFFF_FFFF
        mixed = (mixed ^ (mixed >> 27)) * 0x94D0_49BB_1331_11EB & 0xFFFF_FFFF_FFFF_FFFF
        self.state: i64 = ((mixed ^ (mixed >> 31)) & _SEED) | 1

    def next(self) -> i64:
        """Return thirty bits."""
        state = (self.state & _LOW) * _FACTOR + (self.state >> CHANCE)
        self.state = state
        return (state ^ (state >> CHANCE)) & _LOW

    def below(self, bound: i64) -> i64:
        """Return a number from 0 to ``bound - 1``, each as likely to one in 2^30 / ``bound``."""
        return (self.next() * bound) >> CHANCE


@final
class Hand:
    """What a player holds."""

    __slots__ = ("down", "score", "tiles", "up")

    def __init__(self, tiles: i64, up: i64, down: i64, score: i64) -> None:
        """Lay it down; see the top of this file."""
        self.tiles: i64 = tiles
        self.up: i64 = up
        self.down: i64 = down
        self.score: i64 = score

    def discs(self) -> i64:
        """Return all own discs, face up and face down."""
        found = self.up
        down = self.down
        while down != 0:
            found |= down & ALL_DISCS
            down >>= DISC
        return found


@final
class Table:
    """A game that is played on in place; ``copy`` it to try something."""

    __slots__ = (
        "active",
        "bag",
        "bar",
        "bidder",
        "centre",
        "epoch",
        "hands",
        "in_bag",
        "lane",
        "phase",
        "quakes",
        "ra_count",
        "ra_limit",
        "ra_player",
        "reason",
        "rest",
        "ring",
        "seats",
        "spare",
        "unrests",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - ``at`` and ``copy`` say all there is
        self,
        hands: list[Hand],
        seats: i64,
        ra_limit: i64,
        spare: i64,
        phase: i64,
        active: i64,
        epoch: i64,
        ra_count: i64,
        ra_player: i64,
        reason: i64,
        bidder: i64,
        bar: i64,
        unrests: i64,
        quakes: i64,
        centre: i64,
        lane: i64,
        bag: i64,
        rest: i64,
        in_bag: i64,
        ring: i64,
    ) -> None:
        """Lay out a table as the position says, with what follows from it.

        ``in_bag`` tiles are in the bag. The ``ring`` says who is next after each seat, three bits
        each: nobody passes the turn to a seat without discs face up (R-TRN-1).
        """
        self.hands = hands
        self.seats = seats
        self.ra_limit = ra_limit
        self.spare = spare
        self.phase = phase
        self.active = active
        self.epoch = epoch
        self.ra_count = ra_count
        self.ra_player = ra_player
        self.reason = reason
        self.bidder = bidder
        self.bar = bar
        self.unrests = unrests
        self.quakes = quakes
        self.centre = centre
        self.lane = lane
        self.bag = bag
        self.rest = rest
        self.in_bag = in_bag
        self.ring = ring

    def copy(self) -> Table:
        """Return the same table again, to be played on by itself."""
        return Table(
            [Hand(hand.tiles, hand.up, hand.down, hand.score) for hand in self.hands],
            self.seats,
            self.ra_limit,
            self.spare,
            self.phase,
            self.active,
            self.epoch,
            self.ra_count,
            self.ra_player,
            self.reason,
            self.bidder,
            self.bar,
            self.unrests,
            self.quakes,
            self.centre,
            self.lane,
            self.bag,
            self.rest,
            self.in_bag,
            self.ring,
        )

    def words(self) -> tuple[int, ...]:
        """Return the position."""
        table = (
            self.seats
            | (self.ra_limit << 3)
            | (self.epoch << 7)
            | (self.ra_count << 9)
            | (self.phase << 13)
            | (self.active << 16)
            | (self.reason << 19)
            | (self.ra_player << 21)
            | (self.bidder << 24)
            | (self.unrests << 27)
            | (self.quakes << 30)
            | (self.spare << 32)
        )
        said: list[int] = [table, self.centre | (self.bar << 16), self.lane, self.bag, self.rest]
        for hand in self.hands:
            said.append(hand.tiles)
            said.append(hand.up)
            said.append(hand.down)
            said.append(hand.score)
        return tuple(said)

    # What may be done

    def choices(self) -> list[int]:
        """Return what the deciding player can choose (section 1.12), in the readable order."""
        if self.phase == OVER:
            return []
        if self.phase == AUCTION:
            return self._bids()
        if self.phase == LOSS:
            must, owned = self._must_lose()
            ways: list[int] = []
            give_up(owned, 0, must, 0, ways)
            return [DISCARD | (lost << KIND) for lost in ways]
        found = [DONE]
        if self.phase == TURN:
            found = [INVOKE] if free(self.lane) == 0 else [REACH, INVOKE]
        if (self.hands[self.active].tiles >> GOD_AT) & 15 != 0:
            slot: i64 = 0
            while slot < SLOTS:
                if takes(self.lane, slot):
                    found.append(GOD | (slot << KIND))
                slot += 1
        return found

    def _bids(self) -> list[int]:
        """Return the discs above the bar, and passing unless a bid is due (R-AUC-2)."""
        found: list[int] = []
        discs = self.hands[self.active].up & -self.bar
        while discs != 0:
            found.append(BID | ((discs & -discs) << KIND))
            discs &= discs - 1
        if not self._must_bid():
            found.append(PASS)
        return found

    def _must_bid(self) -> bool:
        """Whether the bidder called Ra by choice and nobody else has bid (section 1.6, A3)."""
        return self.reason == INVOKED and self.bar == ANY_DISC and self.active == self.ra_player

    def _must_lose(self) -> tuple[i64, i64]:
        """Return how many tiles the disaster takes that waits, and of which (R-DIS-1)."""
        tiles = self.hands[self.active].tiles
        if self.unrests != 0:
            owned = tiles & CIVILISATIONS
            return least(2 * self.unrests, size(owned)), owned
        owned = tiles & MONUMENTS
        return least(2 * self.quakes, size(owned)), owned

    def _holds(self, tile: i64) -> bool:
        """Whether the bag holds such a tile."""
        if not RA <= tile <= EARTHQUAKE:
            return False
        inside = self.rest if tile == RA or tile >= FUNERAL else self.bag
        return (inside >> AT[tile]) & MOST[tile] != 0

    def _is_fresh(self) -> bool:
        """Whether nobody has bid or passed in this auction."""
        return self.bar == ANY_DISC and self.active == (self.ring >> (3 * self.ra_player)) & 7

    # What it does

    def play(self, action: i64) -> None:
        """Do what a player does, or what the bag answers.

        Raises:
            ValueError: The rules do not allow it now; nothing has changed. The readable rules say
                why.
        """
        kind = action & 15
        what = action >> KIND
        if self.phase == AUCTION:
            is_played = self._in_auction(kind, what)
        elif self.phase == LOSS:
            is_played = kind == DISCARD and self._is_loss(what)
            if is_played:
                self._discard(what)
        else:
            is_played = self._in_turn(kind, what)
        if not is_played:
            raise ValueError(f"the rules do not allow the action {action} now")

    def _in_turn(self, kind: i64, what: i64) -> bool:
        """Draw, call Ra, use a god or stop using them, and return whether that is allowed."""
        if self.phase == OVER:
            return False
        if kind == GOD:
            gods = (self.hands[self.active].tiles >> GOD_AT) & 15
            if gods == 0 or not 0 <= what < SLOTS or not takes(self.lane, what):
                return False
            self._use_god(what)
            return True
        if self.phase == TURN and kind == DRAW:
            if free(self.lane) == 0 or not self._holds(what):
                return False
            if what == RA or what >= FUNERAL:
                self.rest -= 1 << AT[what]
            else:
                self.bag -= 1 << AT[what]
            self._draw(what)
            return True
        if what != 0 or kind != (INVOKE if self.phase == TURN else DONE):
            return False
        if kind == INVOKE:
            self._invoke()
        else:
            self._end_gods()
        return True

    def _in_auction(self, kind: i64, what: i64) -> bool:
        """Bid, pass or tell how an auction ended, and return whether that is allowed."""
        if kind == BID:
            if what & (what - 1) != 0 or what & self.hands[self.active].up & -self.bar == 0:
                return False
            self._bid(what)
            return True
        if kind == PASS:
            if what != 0 or self._must_bid():
                return False
            self._pass()
            return True
        if kind == UNSOLD:
            if what != 0 or self.reason == INVOKED or not self._is_fresh():
                return False
            self._unsold()
            return True
        return kind == WON and self._is_fresh() and what & (what - 1) == 0 and self._won(what)

    def _draw(self, tile: i64) -> None:
        """R-DRW-1, R-DRW-2; the tile has left the bag."""
        self.in_bag -= 1
        if tile == RA:
            self.ra_count += 1
            if self.ra_count == self.ra_limit:
                self._end_epoch()
            else:
                self._begin_auction(RA_DRAWN)
            return
        lane = self.lane
        slots = (lane - FIRST_OF_SLOTS) & ~lane & LAST_OF_SLOTS  # as free(), without a call
        self.lane = lane | (tile * ((slots & -slots) >> (SLOT - 1)))
        self.active = (self.ring >> (3 * self.active)) & 7

    def _invoke(self) -> None:
        self._begin_auction(INVOKED if free(self.lane) != 0 else FULL)

    def _begin_auction(self, reason: i64) -> None:
        """R-AUC-1: the Ra player bids last."""
        self.reason = reason
        self.ra_player = self.active
        self.phase = AUCTION
        self.active = (self.ring >> (3 * self.active)) & 7

    def _bid(self, disc: i64) -> None:
        """R-AUC-2."""
        self.bar = disc << 1
        self.bidder = self.active
        if self.active == self.ra_player:
            self._take_lot()
        else:
            self.active = (self.ring >> (3 * self.active)) & 7

    def _pass(self) -> None:
        if self.active != self.ra_player:
            self.active = (self.ring >> (3 * self.active)) & 7
        elif self.bidder != NOBODY:
            self._take_lot()
        else:
            self._unsold()

    def _won(self, disc: i64) -> bool:
        seat: i64 = 0
        while seat < self.seats:
            if self.hands[seat].up & disc != 0:
                self.bar = disc << 1
                self.bidder = seat
                self._take_lot()
                return True
            seat += 1
        return False

    def _unsold(self) -> None:
        """Nobody bid: only a full track is cleared (section 1.6)."""
        if self.reason == FULL:
            self.lane = 0
        self.phase = TURN
        self.reason = NO_REASON
        self.active = (self.ring >> (3 * self.ra_player)) & 7
        self.ra_player = NOBODY

    def _take_lot(self) -> None:
        """R-RES-1 to R-RES-5."""
        seat = self.bidder
        hand = self.hands[seat]
        disc = self.bar >> 1
        lot = self.lane
        self.lane = 0
        self.reason = NO_REASON
        self.bidder = NOBODY
        self.bar = ANY_DISC
        won = self.centre
        down = hand.down
        while down != 0:
            won <<= DISC
            down >>= DISC
        hand.down |= won
        hand.up ^= disc
        if hand.up == 0:
            self._leave(seat)
        self.centre = disc
        disasters: i64 = 0
        tiles = hand.tiles
        while lot != 0:
            tile = lot & 31
            if tile >= FUNERAL:
                disasters += 1 << AT[tile]
            elif tile != NO_TILE:
                tiles += 1 << AT[tile]
            lot >>= SLOT
        hand.tiles = tiles
        if disasters != 0 and self._strike(hand, disasters):
            self.active = seat
            return
        self.active = self.ra_player
        self._check()

    def _leave(self, seat: i64) -> None:
        """Nobody passes the turn to this seat any more; itself only if it is the last (R-TRN-1)."""
        ring = self.ring
        after = (ring >> (3 * seat)) & 7
        at: i64 = 0
        while at < 3 * self.seats:
            if (ring >> at) & 7 == seat:
                ring += (after - seat) << at
            at += 3
        self.ring = ring

    def _check(self) -> None:
        """The turn passes on from the Ra player, or the epoch ends (R-TRN-5, R-EPE-1)."""
        after = (self.ring >> (3 * self.ra_player)) & 7
        self.ra_player = NOBODY
        self.phase = TURN
        if self.hands[after].up == 0:
            self._end_epoch()
        else:
            self.active = after

    def _use_god(self, slot: i64) -> None:
        """R-GOD-1, R-GOD-3."""
        hand = self.hands[self.active]
        tile = (self.lane >> (SLOT * slot)) & 31
        self.lane ^= tile << (SLOT * slot)
        hand.tiles -= 1 << GOD_AT
        self.phase = GODS
        if tile >= FUNERAL:
            self._strike(hand, 1 << AT[tile])
        else:
            hand.tiles += 1 << AT[tile]

    def _end_gods(self) -> None:
        self.phase = TURN
        self.active = (self.ring >> (3 * self.active)) & 7

    def _strike(self, hand: Hand, disasters: i64) -> bool:
        """Resolve disasters up to the first that leaves a choice; whether there is one (1.7).

        Args:
            hand: Of the owner, who has the lot's other tiles (D-17).
            disasters: As ``rest`` counts them.
        """
        must = 2 * ((disasters >> AT[FUNERAL]) & 7)
        if must != 0:
            hand.tiles -= least(must, (hand.tiles >> PHARAOH_AT) & 31) << PHARAOH_AT
        must = 2 * ((disasters >> AT[DROUGHT]) & 7)
        if must != 0:
            floods = least(must, (hand.tiles >> FLOOD_AT) & 15)
            niles = least(must - floods, (hand.tiles >> NILE_AT) & 31)
            hand.tiles -= (floods << FLOOD_AT) | (niles << NILE_AT)
        unrests = (disasters >> AT[UNREST]) & 7
        quakes = (disasters >> AT[EARTHQUAKE]) & 7
        if unrests != 0 and not lose(hand, CIVILISATIONS, 2 * unrests):
            self.unrests = unrests
            self.quakes = quakes
            self.phase = LOSS
            return True
        if quakes != 0 and not lose(hand, MONUMENTS, 2 * quakes):
            self.quakes = quakes
            self.phase = LOSS
            return True
        return False

    def _is_loss(self, lost: i64) -> bool:
        """Whether these are tiles that the disaster takes, as many as it must, all owned."""
        must, owned = self._must_lose()
        if lost >> FAMILIES_AT != 0 or size(lost) != must:
            return False
        at: i64 = 0
        while at < FAMILIES_AT:
            if (lost >> at) & 7 > (owned >> at) & 7:
                return False
            at += 3
        return True

    def _discard(self, lost: i64) -> None:
        """R-DIS-1: the owner has chosen; an Earthquake comes after an Unrest."""
        hand = self.hands[self.active]
        hand.tiles -= lost
        quakes: i64 = 0
        if self.unrests != 0:
            quakes = self.quakes
        self.unrests = 0
        self.quakes = 0
        if quakes != 0 and self._strike(hand, quakes << AT[EARTHQUAKE]):
            return
        if self.ra_player == NOBODY:
            self.phase = GODS
        else:
            self._check()

    def _end_epoch(self) -> None:
        """R-EPE-3, or R-EPE-5 after the third."""
        self._score()
        if self.epoch == LAST_EPOCH:
            self.phase = OVER
            return
        self.phase = TURN
        self.epoch += 1
        self.ra_count = 0
        self.lane = 0
        self.ring = ring_of(self.seats)
        best: i64 = 0
        for seat, hand in enumerate(self.hands):
            hand.tiles &= KEPT
            hand.up = hand.discs()
            hand.down = 0
            if hand.up > best:
                best = hand.up
                self.active = seat

    def _score(self) -> None:
        """Section 1.9; the floor is applied once, to the total (R-SCO-2)."""
        is_last = self.epoch == LAST_EPOCH
        fewest: i64 = 31
        most: i64 = 0
        lowest: i64 = 1000
        highest: i64 = 0
        for hand in self.hands:
            pharaohs = (hand.tiles >> PHARAOH_AT) & 31
            fewest = least(fewest, pharaohs)
            most = greatest(most, pharaohs)
            if is_last:
                suns = sum_of(hand.discs())
                lowest = least(lowest, suns)
                highest = greatest(highest, suns)
        share: i64 = 0 if self.is_spared(self.epoch) else 1
        for hand in self.hands:
            score = hand.score + points(hand.tiles)
            score += award((hand.tiles >> PHARAOH_AT) & 31, fewest, most, -2 * share)
            if is_last:
                score += points_of_monuments(hand.tiles)
                score += award(sum_of(hand.discs()), lowest, highest, -5 * share)
            hand.score = greatest(score, 0)

    def is_spared(self, epoch: i64) -> bool:
        """Whether being last costs nothing in this epoch: an option of two players (R-SCO-5)."""
        if self.seats != TWO:
            return False
        return self.spare == SPARED or (self.spare == SPARED_AT_THE_END and epoch == LAST_EPOCH)

    # What comes of it

    def scores(self) -> list[int]:
        """Return the points of each seat."""
        return [hand.score for hand in self.hands]

    def ranking(self) -> list[int]:
        """Return the seats, best first: most points, then the highest disc (R-END-1 to 3)."""
        keys = [(hand.score << DISC) | hand.discs() for hand in self.hands]
        return sorted(range(len(keys)), key=lambda seat: -keys[seat])

    # Chance

    def reach(self, dice: Dice) -> i64:
        """Return a draw of any tile of the bag, each as likely as any other, for ``play``.

        A position has no order of the bag, as nobody knows it: it is shuffled for every draw.
        """
        bag, rest = self.bag, self.rest
        tile = self._from_bag(dice.below(self.in_bag))
        self.bag, self.rest = bag, rest
        return DRAW | (tile << KIND)

    def playout(self, dice: Dice, said: list[int] | None = None) -> i64:
        """Play to the end: every choice, and every tile of the bag, as likely as any other.

        Args:
            dice: Decide.
            said: Takes every action that is played, if it is wanted.

        Returns:
            How many actions that were.
        """
        played: i64 = 0
        state = dice.state
        while self.phase != OVER:
            state = (state & _LOW) * _FACTOR + (state >> CHANCE)  # as dice.next(), without a call
            chance = (state ^ (state >> CHANCE)) & _LOW
            if self.phase == AUCTION:
                action = self._bid_by_chance(chance)
            elif self.phase == LOSS:
                choices = self.choices()
                action = choices[(chance * len(choices)) >> CHANCE]
                self._discard(action >> KIND)
            else:
                action = self._act_by_chance(chance)
            if said is not None:
                said.append(action)
            played += 1
        dice.state = state
        return played

    def _bid_by_chance(self, chance: i64) -> i64:
        """Bid or pass as thirty bits of chance say, and return which."""
        discs = self.hands[self.active].up & -self.bar
        bids: i64 = 0
        rest = discs
        while rest != 0:
            rest &= rest - 1
            bids += 1
        ways = bids + 1
        if self.active == self.ra_player and self.reason == INVOKED and self.bar == ANY_DISC:
            ways = bids
        chosen = (chance * ways) >> CHANCE
        if chosen == bids:
            self._pass()
            return PASS
        while chosen != 0:
            discs &= discs - 1
            chosen -= 1
        disc = discs & -discs
        self._bid(disc)
        return BID | (disc << KIND)

    def _act_by_chance(self, chance: i64) -> i64:
        """Draw, call Ra, use a god or stop as thirty bits of chance say, and return which.

        What they leave undecided chooses the tile.
        """
        lane = self.lane
        others: i64 = 1
        if self.phase == TURN and (lane - FIRST_OF_SLOTS) & ~lane & LAST_OF_SLOTS != 0:
            others = 2
        ways = others
        if (self.hands[self.active].tiles >> GOD_AT) & 15 != 0:
            ways += targets(lane)
        chance *= ways
        chosen = chance >> CHANCE
        if chosen >= others:
            slot = slot_of(lane, chosen - others)
            self._use_god(slot)
            return GOD | (slot << KIND)
        if self.phase == GODS:
            self._end_gods()
            return DONE
        if chosen + 1 == others:
            self._begin_auction(INVOKED if others > 1 else FULL)
            return INVOKE
        tile = self._from_bag(((chance & _LOW) * self.in_bag) >> CHANCE)
        self._draw(tile)
        return DRAW | (tile << KIND)

    def _from_bag(self, place: i64) -> i64:  # noqa: C901 - the frequent tiles first
        """Take a tile out of the bag and return it: the one at this place, counted from 0."""
        bag = self.bag
        place -= self.rest & 31
        if place < 0:
            self.rest -= 1
            return RA
        place -= (bag >> NILE_AT) & 31
        if place < 0:
            self.bag = bag - (1 << NILE_AT)
            return NILE
        place -= (bag >> PHARAOH_AT) & 31
        if place < 0:
            self.bag = bag - (1 << PHARAOH_AT)
            return PHARAOH
        place -= (bag >> FLOOD_AT) & 15
        if place < 0:
            self.bag = bag - (1 << FLOOD_AT)
            return FLOOD
        place -= (bag >> GOD_AT) & 15
        if place < 0:
            self.bag = bag - (1 << GOD_AT)
            return GOD_TILE
        place -= (bag >> GOLD_AT) & 7
        if place < 0:
            self.bag = bag - (1 << GOLD_AT)
            return GOLD
        tile: i64 = ART
        while tile <= TEMPLE:
            place -= bag & 7
            if place < 0:
                self.bag -= 1 << AT[tile]
                return tile
            bag >>= 3
            tile += 1
        rest = self.rest >> DISASTERS_AT
        while tile < EARTHQUAKE:
            place -= rest & 7
            if place < 0:
                break
            rest >>= 3
            tile += 1
        self.rest -= 1 << AT[tile]
        return tile


def at(words: tuple[int, ...]) -> Table:
    """Return a table in this position; it is trusted to be one."""
    table: i64 = words[0]
    seats = table & 7
    hands: list[Hand] = []
    place: i64 = 5
    while place < 5 + 4 * seats:
        hands.append(Hand(words[place], words[place + 1], words[place + 2], words[place + 3]))
        place += 4
    discs: i64 = words[1]
    bag: i64 = words[3]
    rest: i64 = words[4]
    found = Table(
        hands,
        seats,
        (table >> 3) & 15,
        (table >> 32) & 3,
        (table >> 13) & 7,
        (table >> 16) & 7,
        (table >> 7) & 3,
        (table >> 9) & 15,
        (table >> 21) & 7,
        (table >> 19) & 3,
        (table >> 24) & 7,
        discs >> 16,
        (table >> 27) & 7,
        (table >> 30) & 3,
        discs & ALL_DISCS,
        words[2],
        bag,
        rest,
        size_of_bag(bag, rest),
        ring_of(seats),
    )
    for seat, hand in enumerate(hands):
        if hand.up == 0:
            found._leave(seat)  # noqa: SLF001 - this makes a table
    return found


def size_of_bag(bag: i64, rest: i64) -> i64:
    """Return how many tiles are in the bag."""
    return (
        size(bag)
        + ((bag >> GOD_AT) & 15)
        + ((bag >> FLOOD_AT) & 15)
        + ((bag >> PHARAOH_AT) & 31)
        + ((bag >> NILE_AT) & 31)
        + (rest & 31)
        + size(rest >> DISASTERS_AT)
    )


def ring_of(seats: i64) -> i64:
    """Return who is next after each seat, three bits each, while all have discs face up."""
    return _RING & ((1 << (3 * (seats - 1))) - 1)


_RING: Final = 0o4321


def free(lane: i64) -> i64:
    """Return a bit in each empty slot, of which the lowest can be trusted; 0 if none is."""
    return (lane - FIRST_OF_SLOTS) & ~lane & LAST_OF_SLOTS


def takes(lane: i64, slot: i64) -> bool:
    """Whether a god takes what is in this slot: any tile but gods (R-GOD-2)."""
    tile = (lane >> (SLOT * slot)) & 31
    return tile not in (NO_TILE, GOD_TILE)


def targets(lane: i64) -> i64:
    """Return how many tiles a god can take."""
    found: i64 = 0
    while lane != 0:
        tile = lane & 31
        if tile not in (NO_TILE, GOD_TILE):
            found += 1
        lane >>= SLOT
    return found


def slot_of(lane: i64, number: i64) -> i64:
    """Return the slot of the tile that a god can take, counted from 0."""
    slot: i64 = 0
    while True:
        if takes(lane, slot):
            if number == 0:
                return slot
            number -= 1
        slot += 1


def least(one: i64, other: i64) -> i64:
    """Return the lower number; ``min`` costs a call."""
    return min(other, one)


def greatest(one: i64, other: i64) -> i64:
    """Return the higher number."""
    return max(other, one)


def number_of(bits: i64) -> i64:
    """Return how many bits are set."""
    number: i64 = 0
    while bits != 0:
        bits &= bits - 1
        number += 1
    return number


def sum_of(discs: i64) -> i64:
    """Return the sum of the suns of these discs."""
    total: i64 = 0
    sun: i64 = 1
    while discs != 0:
        if discs & 1 != 0:
            total += sun
        discs >>= 1
        sun += 1
    return total


def size(counted: i64) -> i64:
    """Return how many tiles are counted at three bits a kind, up to the gold of a bundle."""
    counted &= _THREES
    total: i64 = 0
    while counted != 0:
        total += counted & 7
        counted >>= 3
    return total


_THREES: Final = (1 << GOD_AT) - 1


def kinds(counted: i64) -> i64:
    """Return how many kinds of civilisations and monuments are counted."""
    return number_of((counted | (counted >> 1) | (counted >> 2)) & _ONES)


_ONES: Final = 0x12_4924_9249


def lose(hand: Hand, family: i64, must: i64) -> bool:
    """Take what a disaster takes if its owner has no choice; whether that is so (R-DIS-6)."""
    owned = hand.tiles & family
    number = size(owned)
    if number > must:
        if kinds(owned) > 1:
            return False
        at: i64 = 0
        while (owned >> at) & 7 == 0:
            at += 3
        owned = must << at
    hand.tiles -= owned
    return True


def give_up(owned: i64, at: i64, must: i64, chosen: i64, found: list[int]) -> None:
    """Find every way to give up tiles, in the order of the table.

    Args:
        owned: What can be given up, civilisations or monuments.
        at: Where the kinds begin that are still to be decided.
        must: How many tiles must still go; no more than are owned from there on, or there is no
            way.
        chosen: What goes of the kinds before.
        found: Takes the ways.
    """
    if must == 0:
        found.append(chosen)
        return
    while at < FAMILIES_AT and (owned >> at) & 7 == 0:
        at += 3
    if at == FAMILIES_AT:
        return
    number = least((owned >> at) & 7, must)
    while number >= 0:
        give_up(owned, at + 3, must - number, chosen | (number << at), found)
        number -= 1


def award(number: i64, fewest: i64, most: i64, penalty: i64) -> i64:
    """Return the points for having the most or the fewest; none if all are equal (D-26)."""
    if fewest == most:
        return 0
    if number == most:
        return 5
    return penalty if number == fewest else 0


def points(tiles: i64) -> i64:
    """Return the points of every epoch but those for pharaohs: gods, gold, river, civilisations."""
    total = 2 * ((tiles >> GOD_AT) & 15) + 3 * ((tiles >> GOLD_AT) & 7)
    floods = (tiles >> FLOOD_AT) & 15
    if floods != 0:
        total += floods + ((tiles >> NILE_AT) & 31)
    different = kinds(tiles & CIVILISATIONS)
    if different == 0:
        return total - 5
    return total + 5 * greatest(different - 2, 0)


def points_of_monuments(tiles: i64) -> i64:
    """Return the points for different monuments, and for many of one (section 1.9)."""
    different = kinds(tiles & MONUMENTS)
    total = different if different <= ONE_EACH else 5 * (different - 5)
    return total + points_of_many(tiles)


def points_of_many(tiles: i64) -> i64:
    """Return the points for many of one monument (section 1.9)."""
    total: i64 = 0
    monuments = (tiles & MONUMENTS) >> AT[FORTRESS]
    while monuments != 0:
        total += QUANTITY[monuments & 7]
        monuments >>= 3
    return total


ONE_EACH: Final = 6
"""So many different monuments score a point each, the seventh and eighth more (D-25)."""

QUANTITY: Final = bytes((0, 0, 0, 5, 10, 15, 0, 0))
"""Points for so many of one monument; of none are there more than five."""
