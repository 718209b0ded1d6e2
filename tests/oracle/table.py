"""The table as the oracle sees it: all that is known of a game at one moment."""

from typing import Any, Self

from tests.oracle import box, header, scoring


class Table:
    """A game of Ra at one moment, in plain public attributes."""

    names: list[str]
    """The players, clockwise (R-SET-1)."""

    no_penalty: str
    """Penalties that two players waive (R-SCO-5)."""

    ra_limit: int
    """Ra tiles that end an epoch (R-SET-8)."""

    seq: int
    """Lines played."""

    phase: str
    """``turn``, ``gods``, ``auction``, ``discard`` or ``over``."""

    epoch: int
    """1 to 3."""

    active: int
    """The seat that must decide now; without meaning when the game is over."""

    ra_count: int
    """Ra tiles on the ra track."""

    lane: list[str | None]
    """The eight slots of the auction track."""

    centre: int
    """The sun in the middle, face up."""

    players: list[scoring.Player]
    """What lies before the players."""

    bag: dict[str, int]
    """What is still in the bag; a kind that is gone stays with 0."""

    removed: dict[str, int]
    """What is out of the game, kind by kind like the bag."""

    scored: list[dict[str, Any]] | None
    """The points of the epoch that the last line ended."""

    ra_player: int
    """Who began the last auction."""

    reason: str
    """Why the last auction began: ``ra`` (A1), ``full`` (A2) or ``invoke`` (A3)."""

    to_bid: list[int]
    """Seats that have not bid or passed yet, in order; the first is the active one."""

    is_fresh: bool
    """Whether nobody in the auction has bid or passed yet."""

    best_bid: int | None
    """The highest sun bid in the auction."""

    best_bidder: int | None
    """Who bid it."""

    disasters: list[tuple[str, int]]
    """Disasters the active player has yet to carry out, with their number; the first may wait."""

    after_disasters: str
    """What goes on when there are none left: ``gods`` or ``check``."""

    sales: int
    """Auctions won in this epoch (R-INV-8)."""

    checked: int
    """Invariants looked at so far."""

    def __init__(self, first_line: header.Header) -> None:
        """Lay out the game that this header names; it has been looked at already."""
        self.names = list(first_line["players"])
        self.no_penalty = header.no_penalty_of(first_line)
        self.ra_limit = header.ra_limit_of(first_line)
        self.players = [
            {"up": owned, "down": [], "tiles": dict(box.NOTHING), "score": 10}
            for owned in header.suns_of(first_line)
        ]
        self.bag = dict(box.COPIES)
        self.removed = dict(box.NOTHING)
        self.centre = 1
        self.seq = self.epoch = self.checked = 0
        self.ra_player = 0
        self.reason = ""
        self.scored = None
        self.disasters = []
        self.after_disasters = ""
        self.begin_epoch()

    def copy(self) -> Self:
        """Return the same moment once more, with nothing shared."""
        other = self.__new__(type(self))
        for name, value in self.__dict__.items():
            setattr(other, name, value)
        other.lane = list(self.lane)
        other.bag = dict(self.bag)
        other.removed = dict(self.removed)
        other.to_bid = list(self.to_bid)
        other.disasters = list(self.disasters)
        other.players = [
            {
                "up": list(player["up"]),
                "down": list(player["down"]),
                "tiles": dict(player["tiles"]),
                "score": player["score"],
            }
            for player in self.players
        ]
        return other

    def state(self) -> dict[str, Any]:
        """Return the state as ``replay --json`` prints it."""
        bidding = self.phase == "auction"
        state: dict[str, Any] = {
            "seq": self.seq,
            "phase": self.phase,
            "epoch": self.epoch,
            "active": None if self.phase == "over" else self.active,
            "ra_count": self.ra_count,
            "ra_limit": self.ra_limit,
            "lane": list(self.lane),
            "centre": self.centre,
            "ra_player": self.ra_player if bidding else None,
            "best_bid": self.best_bid if bidding else None,
            "best_bidder": self.best_bidder if bidding else None,
            "players": [
                {
                    "up": list(player["up"]),
                    "down": list(player["down"]),
                    "tiles": present(player["tiles"]),
                    "score": player["score"],
                }
                for player in self.players
            ],
            "bag": present(self.bag),
            "removed": present(self.removed),
        }
        if self.scored is not None:
            state["scored"] = [dict(row) for row in self.scored]
        if self.phase == "over":
            state["ranking"] = scoring.ranking(self.players)
        return state

    def begin_epoch(self) -> None:
        """EPOCH_START: the owner of the highest sun begins, the centre not counted (R-EPE-3)."""
        self.epoch += 1
        self.ra_count = 0
        self.sales = 0
        self.lane = [None] * 8
        self.to_bid = []
        self.is_fresh = False
        self.best_bid = None
        self.best_bidder = None
        highest = [max(player["up"]) for player in self.players]
        self.active = highest.index(max(highest))
        self.phase = "turn"


def present(counts: dict[str, int]) -> dict[str, int]:
    """Leave out the kinds of which there are none."""
    return {kind: number for kind, number in counts.items() if number > 0}
