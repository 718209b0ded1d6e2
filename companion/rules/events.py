"""What happened: facts in the past tense, from which the narration is made."""

from enum import Enum

import msgspec

from companion.rules.actions import Action, Level
from companion.rules.editions import Seat, Sun, Suns
from companion.rules.model import AuctionCause, AuctionTrack, Stage
from companion.rules.scoring.scoring import EpochScore, Ranking
from companion.rules.tiles import Tile, Tiles


class Cause(Enum):
    """Why an epoch ended (R-EPE-1, R-EPE-2)."""

    SUNS = "suns"
    RA_TRACK = "ra_track"


class FixedPart(Enum):
    """What can be different on the table from what the screen says."""

    SPACE = "slot"
    RA_TRACK = "ra_track"
    CENTRE = "centre"
    EPOCH = "epoch"
    STAGE = "stage"
    ACTIVE = "active"
    SUNS = "suns"
    SPENT = "spent"
    TILES = "tiles"
    SCORE = "score"
    TRACK = "track"
    """How many tiles are on the auction track, where their kinds are not recorded."""


class TileDrawn(msgspec.Struct, frozen=True, gc=False):
    """A player drew a tile that went to the auction track, or a Ra tile to the Ra track."""

    seat: Seat
    tile: Tile


class RaInvoked(msgspec.Struct, frozen=True, gc=False):
    """A player invoked Ra."""

    seat: Seat


class AuctionBegan(msgspec.Struct, frozen=True, gc=False):
    """The Ra player took the statue; bidding begins to their left (R-AUC-1)."""

    seat: Seat
    cause: AuctionCause


class BidMade(msgspec.Struct, frozen=True, gc=False):
    """A player bid a sun."""

    seat: Seat
    sun: Sun


class Passed(msgspec.Struct, frozen=True, gc=False):
    """A player passed in an auction."""

    seat: Seat


class LotWon(msgspec.Struct, frozen=True, gc=False):
    """A player won all tiles of the auction track and the sun in the centre (R-RES-2, R-RES-3)."""

    seat: Seat
    paid: Sun
    """The sun that now lies in the centre."""
    sun: Sun
    """The sun that was won, now face down."""
    lot: Tiles
    """All tiles of the lot, disasters included."""


class NobodyBid(msgspec.Struct, frozen=True, gc=False):
    """Everybody passed; these tiles left the game, if any (rules section 1.6)."""

    removed: AuctionTrack


class GodUsed(msgspec.Struct, frozen=True, gc=False):
    """A player used a God tile for a tile of the auction track (R-GOD-1)."""

    seat: Seat
    tile: Tile


class GodsEnded(msgspec.Struct, frozen=True, gc=False):
    """A player is done with God tiles."""

    seat: Seat


class DisasterStruck(msgspec.Struct, frozen=True, gc=False):
    """A disaster was resolved (R-DIS-1, R-DIS-2)."""

    seat: Seat
    disaster: Tile
    number: int
    """How many tiles of this disaster were resolved together."""
    lost: Tiles


class EpochEnded(msgspec.Struct, frozen=True, gc=False):
    """An epoch ended and was scored (R-EPE-3, R-SCO-2)."""

    epoch: int
    cause: Cause
    scores: tuple[EpochScore, ...]
    """For each seat."""
    lost: AuctionTrack
    """Tiles of the auction track that nobody got."""


class EpochBegan(msgspec.Struct, frozen=True, gc=False):
    """The next epoch began with the owner of the highest sun (R-EPE-3 g, h)."""

    epoch: int
    seat: Seat


class GameEnded(msgspec.Struct, frozen=True, gc=False):
    """The game was decided (R-END-1 … R-END-3)."""

    ranking: Ranking


PartValue = Tile | Stage | Suns | Tiles | None
"""What was fixed: a tile or none, the phase, suns, or a number or bundle of tiles."""


class Fixed(msgspec.Struct, frozen=True, gc=False):
    """People said how something is on the table, and the screen was wrong."""

    part: FixedPart
    was: PartValue
    now: PartValue
    seat: Seat | None = None
    """Whose it is, if it is a player's."""
    space: int | None = None
    """Which space of the auction track, from 0."""


class PastCorrected(msgspec.Struct, frozen=True, gc=False):
    """An earlier entry was corrected; what came after it was replayed."""

    seq: int
    """Which entry of the record it was."""
    was: tuple[Action, ...]
    meant: tuple[Action, ...]
    """What it should have said; nothing if it never happened."""


class RaTileDrawn(msgspec.Struct, frozen=True, gc=False):
    """A Ra tile was laid on the Ra track (R-DRW-2)."""

    seat: Seat | None
    """Who drew it, if known; likewise below."""


class TileLaid(msgspec.Struct, frozen=True, gc=False):
    """A tile was laid on the auction track (R-DRW-1)."""

    seat: Seat | None
    tile: Tile


class RaCalled(msgspec.Struct, frozen=True, gc=False):
    """Somebody invoked Ra."""

    seat: Seat | None


class SunWon(msgspec.Struct, frozen=True, gc=False):
    """Somebody won an auction (R-RES-2)."""

    seat: Seat | None
    paid: Sun
    """The sun that now lies in the centre."""
    sun: Sun | None
    """The sun that was won, now face down."""


class NobodyWon(msgspec.Struct, frozen=True, gc=False):
    """Everybody passed."""


class EpochOver(msgspec.Struct, frozen=True, gc=False):
    """An epoch ended and awaits its tally (R-EPE-1, R-EPE-2)."""

    epoch: int | None
    cause: Cause | None
    """None if people said so."""


class EpochTallied(msgspec.Struct, frozen=True, gc=False):
    """An epoch was scored, as far as it was counted (R-SCO-2)."""

    epoch: int
    scores: tuple[EpochScore | None, ...]
    """For each seat; None where it depends on something unknown."""


class EpochOpened(msgspec.Struct, frozen=True, gc=False):
    """The next epoch began (R-EPE-3 g, h)."""

    epoch: int
    seat: Seat | None
    """Who begins."""


class GameDecided(msgspec.Struct, frozen=True, gc=False):
    """The third epoch was scored (R-END-1 … R-END-3)."""

    ranking: Ranking | None
    """None if somebody's points, or the suns that break a tie, are unknown."""


class LevelSet(msgspec.Struct, frozen=True, gc=False):
    """From now on this much of the game is entered."""

    level: Level


PartialEvent = (
    RaTileDrawn
    | TileLaid
    | RaCalled
    | SunWon
    | NobodyWon
    | EpochOver
    | EpochTallied
    | EpochOpened
    | GameDecided
)
"""What happens in a partially recorded game."""

Event = (
    TileDrawn
    | RaInvoked
    | AuctionBegan
    | BidMade
    | Passed
    | LotWon
    | NobodyBid
    | GodUsed
    | GodsEnded
    | DisasterStruck
    | EpochEnded
    | EpochBegan
    | GameEnded
    | Fixed
    | PastCorrected
    | PartialEvent
    | LevelSet
)
