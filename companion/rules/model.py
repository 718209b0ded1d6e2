"""The table: what is where, and who must decide what."""

from enum import Enum

import msgspec

from companion.rules import checks
from companion.rules.actions import TRACK_SPACES
from companion.rules.editions import CENTRE_SUN, STARTING_SCORE, Seat, Setup, Sun, Suns
from companion.rules.tiles import ALL_TILES, NO_TILES, Family, Tile, Tiles, bundle

AuctionTrack = tuple[Tile | None, ...]
"""The auction track: eight spaces, each with a tile or empty."""

EMPTY_TRACK: AuctionTrack = (None,) * TRACK_SPACES

LAST_EPOCH = checks.LAST_EPOCH


class Player(msgspec.Struct, frozen=True, gc=False):
    """What one player holds; all of it is open information except the score."""

    suns: Suns
    """Suns that can still be bid in this epoch, ascending."""
    spent: Suns
    """Suns won in this epoch, in order; face down until it ends (R-RES-2)."""
    tiles: Tiles = NO_TILES
    score: int = STARTING_SCORE
    """Points in scoring tokens, face down; those of an epoch are added when it ends."""


class Phase(Enum):
    """What the table is waiting for, when no further facts are needed."""

    TURN = "turn"
    """The player in turn draws, invokes Ra or uses gods (R-TRN-2)."""
    GODS = "gods"
    """The player in turn has used a god and may use more (R-GOD-1)."""
    OVER = "over"
    """The third epoch has been scored (R-END-1)."""


class AuctionCause(Enum):
    """Why there is an auction, which decides what passing means (rules section 1.6)."""

    RA_DRAWN = "A1"
    """A Ra tile was drawn: if all pass, everything stays."""
    TRACK_FULL = "A2"
    """Ra was invoked with a full auction track: if all pass, the tiles leave the game."""
    INVOKED = "A3"
    """Ra was invoked by choice: the Ra player must bid if nobody else does."""


class Auction(msgspec.Struct, frozen=True, gc=False):
    """An auction that is not decided yet (R-AUC-1)."""

    ra_player: Seat
    """Who holds the Ra statue: bids last, and the turn passes on from here (R-TRN-5)."""
    cause: AuctionCause
    best_bid: Sun | None = None
    best_bidder: Seat | None = None


class Discarding(msgspec.Struct, frozen=True, gc=False):
    """The player to decide must choose what is lost: Unrest first, then Earthquake (R-DIS-1)."""

    unrests: int
    """Unrest tiles still to be resolved; 0 when only earthquakes are left."""
    earthquakes: int
    ra_player: Seat | None
    """Who called the auction that brought it; None if a god took it (R-GOD-3)."""

    @property
    def tile(self) -> Tile:
        """The kind of disaster that is being resolved."""
        return Tile.UNREST if self.unrests else Tile.EARTHQUAKE

    @property
    def family(self) -> Family:
        """What it takes."""
        return Family.CIVILISATION if self.unrests else Family.MONUMENT


Stage = Phase | Auction | Discarding
"""What the table is waiting for."""


class Game(msgspec.Struct, frozen=True, gc=False):
    """The whole table between two actions. Immutable: playing makes a new one."""

    setup: Setup
    players: tuple[Player, ...]
    """One for each seat."""
    active: Seat
    """Who must decide now; when the game is over, who decided last."""
    centre: Sun
    """The sun in the middle of the board, always face up (R-SET-4)."""
    bag: Tiles = ALL_TILES
    """What is still in the bag: known by counting, in no order."""
    track: AuctionTrack = EMPTY_TRACK
    stage: Stage = Phase.TURN
    epoch: int = 1
    ra_count: int = 0
    """Ra tiles on the Ra track."""
    excess_tiles: Tiles = NO_TILES
    """Tiles that people see although the box has none of them left: an entry was wrong."""

    @property
    def ra_limit(self) -> int:
        """How many Ra tiles end the epoch (R-SET-8)."""
        return self.setup.ra_limit

    @property
    def removed(self) -> Tiles:
        """What has left the game for good: everything that is nowhere else (R-INV-1)."""
        held = sum(player.tiles for player in self.players)
        track = bundle(tile for tile in self.track if tile is not None)
        return ALL_TILES + self.excess_tiles - self.bag - held - track - Tile.RA.one * self.ra_count

    @property
    def name(self) -> str:
        """The name of the player who must decide now."""
        return self.setup.players[self.active]


def new_game(setup: Setup) -> Game:
    """Return the table before the first turn (R-SET-1 … R-SET-9, transition 1)."""
    players = tuple([Player(suns, ()) for suns in setup.suns])
    return Game(setup, players, starter(players), CENTRE_SUN)


def starter(players: tuple[Player, ...]) -> Seat:
    """Return who begins an epoch: the owner of the highest sun in players' hands (R-EPE-3 h)."""
    return Seat(max(range(len(players)), key=lambda seat: players[seat].suns[-1:]))
