"""A second author's Ra: the rules read aloud, slow and plain, to judge the engine by.

It shares no code with the program. A state is plain dictionaries and lists that change in place,
and every line of a record is looked up in the list of all legal lines before it is played.
"""

from itertools import combinations
from typing import Any

from tests.oracle import box, header, invariants, scoring
from tests.oracle.table import Table

Event = dict[str, Any]
"""One line of a record, as JSON gives it."""

SHAPES = {
    "draw": str,
    "invoke": bool,
    "god": int,
    "done": bool,
    "bid": int,
    "pass": bool,
    "won": int,
    "unsold": bool,
    "discard": list,
}
"""What a line may say, and the type of its value."""


class Refused(ValueError):
    """The rules do not allow this header or this line; the text says so in a sentence."""


class Oracle(Table):
    """A game of Ra that says what may be played, and plays it."""

    def __init__(self, first_line: header.Header) -> None:
        """Lay out the game that this header names, or refuse it."""
        sentence = header.fault(first_line)
        if sentence:
            raise Refused(sentence)
        super().__init__(first_line)
        invariants.check(self)

    # What may be done?

    def legal(self) -> list[Event]:
        """Return every line that may be played now, each once."""
        if self.phase == "turn":
            return [*self.draw_lines(), {"invoke": True}, *self.god_lines()]
        if self.phase == "gods":
            return [*self.god_lines(), {"done": True}]
        if self.phase == "auction":
            return self.bid_lines() + self.shortcut_lines()
        if self.phase == "discard":
            return self.discard_lines()
        return []

    def draw_lines(self) -> list[Event]:
        """A full auction track forbids to draw (R-TRN-4)."""
        if None not in self.lane:
            return []
        return [{"draw": kind} for kind, number in self.bag.items() if number > 0]

    def god_lines(self) -> list[Event]:
        """A god takes any tile of the auction track but a god (R-GOD-1, R-GOD-2)."""
        if self.players[self.active]["tiles"]["god"] == 0:
            return []
        return [
            {"god": slot}
            for slot, tile in enumerate(self.lane)
            if tile is not None and tile != "god"
        ]

    def bid_lines(self) -> list[Event]:
        """One own sun above the best bid, or pass unless A3 forces a bid (R-AUC-2)."""
        lines: list[Event] = [
            {"bid": sun}
            for sun in self.players[self.active]["up"]
            if self.best_bid is None or sun > self.best_bid
        ]
        is_last = self.active == self.ra_player
        if not (is_last and self.reason == "invoke" and self.best_bid is None):
            lines.append({"pass": True})
        return lines

    def shortcut_lines(self) -> list[Event]:
        """A whole auction in one line, while nobody has bid or passed."""
        if not self.is_fresh:
            return []
        suns = sorted(sun for player in self.players for sun in player["up"])
        lines: list[Event] = [{"won": sun} for sun in suns]
        if self.reason != "invoke":
            lines.append({"unsold": True})
        return lines

    def discard_lines(self) -> list[Event]:
        """Every different handful of as many tiles as must go."""
        family, number = self.to_give_up()
        handfuls = sorted(set(combinations(sorted(family), number)))
        return [{"discard": list(handful)} for handful in handfuls]

    # What happens then?

    def play(self, event: Event) -> None:
        """Play one line of a record; what is refused changes nothing."""
        line = tidy(event)
        if line not in self.legal():
            who = "Nobody" if self.phase == "over" else self.names[self.active]
            raise Refused(f"{who} cannot play {line} in the phase {self.phase!r}.")
        self.carry_out(line)
        invariants.check(self)

    def carry_out(self, line: Event) -> None:
        """Do what a tidy line says that is one of the legal ones; nothing is looked at."""
        [(key, value)] = line.items()
        self.seq += 1
        self.scored = None
        getattr(self, f"play_{key}")(value)

    def play_draw(self, kind: str) -> None:
        """R-DRW-1, R-DRW-2."""
        self.bag[kind] -= 1
        if kind != "ra":
            self.lane[self.lane.index(None)] = kind
            self.next_turn(self.active)
            return
        self.ra_count += 1
        if self.ra_count == self.ra_limit:
            self.end_epoch()
        else:
            self.begin_auction("ra")

    def play_invoke(self, _value: object) -> None:
        """Section 1.6, A2 and A3."""
        self.begin_auction("invoke" if None in self.lane else "full")

    def play_god(self, slot: int) -> None:
        """R-GOD-1, R-GOD-3: the god is spent; a disaster is carried out at once."""
        tiles = self.players[self.active]["tiles"]
        tiles["god"] -= 1
        self.remove("god")
        tile = self.lane[slot]
        self.lane[slot] = None
        self.receive([tile], "gods")

    def play_done(self, _value: object) -> None:
        """R-TRN-5."""
        self.next_turn(self.active)

    def play_bid(self, sun: int) -> None:
        """Section 1.2, row 7."""
        self.best_bid = sun
        self.best_bidder = self.active
        self.next_bidder()

    def play_pass(self, _value: object) -> None:
        """Section 1.2, row 8."""
        self.next_bidder()

    def play_won(self, sun: int) -> None:
        """The owner of this sun wins."""
        for seat, player in enumerate(self.players):
            if sun in player["up"]:
                self.best_bid = sun
                self.best_bidder = seat
        self.resolve()

    def play_unsold(self, _value: object) -> None:
        """Everybody passes."""
        self.resolve()

    def play_discard(self, given_up: list[str]) -> None:
        """R-DIS-1: the owner has chosen."""
        self.give_up(given_up)
        self.carry_out_disasters()

    # Turns and auctions

    def next_turn(self, seat: int) -> None:
        """NEXT: the first player clockwise after this one, himself last, with a sun face up."""
        for step in range(1, len(self.players) + 1):
            candidate = (seat + step) % len(self.players)
            if self.players[candidate]["up"]:
                self.active = candidate
                self.phase = "turn"
                return
        raise AssertionError("no player has a sun face up")

    def begin_auction(self, reason: str) -> None:
        """R-AUC-1, R-AUC-3: clockwise from the left of the Ra player, who is last."""
        self.ra_player = self.active
        self.reason = reason
        count = len(self.players)
        ring = [(self.ra_player + step) % count for step in range(1, count + 1)]
        self.to_bid = [seat for seat in ring if self.players[seat]["up"]]
        self.is_fresh = True
        self.best_bid = None
        self.best_bidder = None
        self.active = self.to_bid[0]
        self.phase = "auction"
        if reason == "ra":
            invariants.check_ra_auction(self)

    def next_bidder(self) -> None:
        """Everybody acts once (R-AUC-1)."""
        self.is_fresh = False
        self.to_bid.pop(0)
        if self.to_bid:
            self.active = self.to_bid[0]
        else:
            self.resolve()

    def resolve(self) -> None:
        """R-RES-1…5, or section 1.2 rows 10 to 12 when nobody bid."""
        self.to_bid = []
        if self.best_bid is None or self.best_bidder is None:
            if self.reason == "full":
                self.clear_lane()
            self.check()
            return
        winner = self.players[self.best_bidder]
        winner["up"].remove(self.best_bid)
        winner["down"] = sorted([*winner["down"], self.centre])
        self.centre = self.best_bid
        self.sales += 1
        self.active = self.best_bidder
        lot = self.lane
        self.lane = [None] * 8
        self.receive(lot, "check")

    def check(self) -> None:
        """CHECK: is the epoch over because no sun is face up (R-EPE-1)?"""
        if any(player["up"] for player in self.players):
            self.next_turn(self.ra_player)
        else:
            invariants.check_empty_lane(self)
            self.end_epoch()

    # Tiles and disasters

    def remove(self, tile: str, number: int = 1) -> None:
        """Put tiles out of the game."""
        self.removed[tile] += number

    def clear_lane(self) -> None:
        """Put the whole auction track out of the game."""
        for tile in self.lane:
            if tile is not None:
                self.remove(tile)
        self.lane = [None] * 8

    def receive(self, lot: list[str | None], after_disasters: str) -> None:
        """Give tiles to the active player: first the good ones, then the disasters (R-RES-3, 4)."""
        tiles = self.players[self.active]["tiles"]
        for tile in lot:
            if tile in box.DISASTERS:
                self.remove(tile)
            elif tile is not None:
                tiles[tile] += 1
        self.disasters = [(kind, lot.count(kind)) for kind in box.DISASTERS if kind in lot]
        self.after_disasters = after_disasters
        self.carry_out_disasters()

    def carry_out_disasters(self) -> None:
        """Go through the disasters until the owner has a real choice, or none is left."""
        while self.disasters:
            family, number = self.to_give_up()
            if len(family) > number and len(set(family)) > 1:
                self.phase = "discard"
                return
            self.give_up(family[:number])
        if self.after_disasters == "gods":
            self.phase = "gods"
        else:
            self.check()

    def to_give_up(self) -> tuple[list[str], int]:
        """Tiles the first disaster threatens, and how many of them go (R-DIS-1, R-DIS-2).

        A drought offers only the tiles that must go: floods before Niles.
        """
        disaster, copies = self.disasters[0]
        kinds = {
            "dis_funeral": ["pharaoh"],
            "dis_drought": ["flood", "nile"],
            "dis_unrest": box.CIVILISATIONS,
            "dis_earthquake": box.MONUMENTS,
        }[disaster]
        tiles = self.players[self.active]["tiles"]
        family = [kind for kind in kinds for _ in range(tiles[kind])]
        number = min(2 * copies, len(family))
        if disaster == "dis_drought":
            family = family[:number]
        return family, number

    def give_up(self, tiles: list[str]) -> None:
        """The first disaster takes these tiles (R-DIS-3)."""
        for tile in tiles:
            self.players[self.active]["tiles"][tile] -= 1
            self.remove(tile)
        self.disasters.pop(0)

    # Epochs

    def end_epoch(self) -> None:
        """R-EPE-3, or R-EPE-5 after the third."""
        rows = scoring.breakdown(self.epoch, self.players, self.no_penalty)
        self.scored = [{"name": name, **row} for name, row in zip(self.names, rows, strict=True)]
        for player, row in zip(self.players, rows, strict=True):
            player["score"] = row["after"]
        if self.epoch == 3:
            self.phase = "over"
            return
        for player in self.players:
            for kind in box.GONE_AFTER_AN_EPOCH:
                self.remove(kind, player["tiles"][kind])
                player["tiles"][kind] = 0
            player["up"] = sorted(player["up"] + player["down"])
            player["down"] = []
        self.clear_lane()
        self.remove("ra", self.ra_count)
        self.begin_epoch()


def tidy(event: Event) -> Event:
    """Return a well-formed line with its discards in order, or refuse it."""
    if not isinstance(event, dict) or len(event) != 1:
        raise Refused("A line of a record is a JSON object with exactly one key.")
    [(key, value)] = event.items()
    if key not in SHAPES or not has_type(value, SHAPES[key]):
        raise Refused(f"{event!r} is not a line of a record.")
    if key != "discard":
        return {key: value}
    if not all(has_type(tile, str) for tile in value):
        raise Refused("Only tiles can be given up.")
    return {key: sorted(value)}


def has_type(value: object, kind: type) -> bool:
    """Whether JSON means this type: true is not 1, and 1 is not 1.0."""
    return type(value) is kind
