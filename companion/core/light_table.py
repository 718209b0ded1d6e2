"""The table of which not everything is told: what is half chosen there, and what can be chosen."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType

import msgspec

from companion.core.page import Page
from companion.rules.actions import BIDS, DRAWS, INVOKE, UNSOLD, Won
from companion.rules.editions import Seat, Sun
from companion.rules.ledger import END_EPOCH, Ledger, Wait
from companion.rules.light import Entry, legal_entries
from companion.rules.tiles import Tile
from companion.words import Sentences


class Stepped(msgspec.Struct, frozen=True):
    """A sun is pointed at: it may have been won with, and then lies in the centre now."""

    sun: Sun
    since: float
    """When the last step was made (monotonic seconds); infinite if only OK counts."""
    seat: Seat | None = None
    """Who stepped to it; None: the dial points at it."""


class Telling(Sentences):
    """What the dial can point at that is no sun; the value is the English question."""

    RA_TILE = "Was a Ra tile drawn?"
    CALLED = "Was Ra called?"
    NOBODY = "Did nobody win?"
    EPOCH_OVER = "Is the epoch over?"


class Asking(msgspec.Struct, frozen=True):
    """The dial points at something to tell."""

    telling: Telling


LightPick = Stepped | Asking


class LightTable(Page, frozen=True):
    """The game goes on, and not everything is told; a choice may be half made."""

    pick: LightPick | None = None


TELLS: Mapping[Telling, Entry] = MappingProxyType(
    {
        Telling.RA_TILE: DRAWS[Tile.RA],
        Telling.CALLED: INVOKE,
        Telling.NOBODY: UNSOLD,
        Telling.EPOCH_OVER: END_EPOCH,
    }
)
"""The entry that each telling makes."""


@lru_cache(maxsize=4)
def tellable(ledger: Ledger) -> frozenset[Entry]:
    """Return everything that can be told now, but for tallies."""
    return frozenset(legal_entries(ledger))


def winning_suns(ledger: Ledger, seat: Seat | None = None) -> tuple[Sun, ...]:
    """Return the suns that may lie in the centre now, ascending; of one player, or of anybody.

    A player whose suns nobody has told may have had any that is not known to lie elsewhere.
    """
    able = tuple(sun for sun in BIDS if Won(sun) in tellable(ledger))
    if seat is None:
        return able
    if seat not in ledger.setup.seats:
        return ()
    up = ledger.hands[seat].up
    return tuple(
        sun for sun in able if (sun in up if up is not None else owner(ledger, sun) is None)
    )


def owner(ledger: Ledger, sun: Sun) -> Seat | None:
    """Return before whom a sun is known to lie face up."""
    having = (seat for seat in ledger.setup.seats if sun in (ledger.hands[seat].up or ()))
    return next(having, None)


def ring(ledger: Ledger) -> tuple[LightPick, ...]:
    """Return everything that the dial can point at: suns, then what else there is to tell.

    So the first detent to the right is a sun, and the first one to the left the end of the epoch.
    """
    able = tellable(ledger)
    asked = (Asking(telling) for telling in Telling if TELLS[telling] in able)
    return (*(Stepped(sun, float("inf")) for sun in winning_suns(ledger)), *asked)


def said_by(pick: LightPick) -> Entry:
    """Return what is entered when this is chosen."""
    if isinstance(pick, Stepped):
        return Won(pick.sun)
    return TELLS[pick.telling]


def is_at_auction(ledger: Ledger) -> bool:
    """Whether the result of an auction is waited for."""
    return ledger.stage in (Wait.DRAWN, Wait.CALLED)
