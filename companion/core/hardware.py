"""What readers report: which tag is on which piece, and what has lain still under an antenna.

A hand that hovers hides tiles, so a tile that is missing counts only after a while. A place whose
antenna fails is frozen: what lay there when it was last still is taken to lie there, never nothing.
"""

from collections.abc import Mapping

import msgspec
from msgspec.structs import replace

from companion.rules.tiles import Tiles

LANE, RA_TRACK, SUN, FIGURE, DISCARD = "lane", "ra_track", "sun", "figure", "discard"
"""The names of the places: the auction track, the Ra track, the centre, the figure's, the box."""

CAME_SECONDS = 0.3
"""How long something must have lain in its new place to count."""

LEFT_SECONDS = 2.0
"""How long a tile or a sun must have been away: longer than a hand hovers."""

FIGURE_SECONDS = 3.0
"""How long the Ra figure must have been away: a drawn Ra tile is laid down meanwhile."""

PATIENCE_SECONDS = 6.0
"""How long is waited for the rest of what somebody is doing before the screen asks."""

_LEFT = {LANE: LEFT_SECONDS, SUN: LEFT_SECONDS, FIGURE: FIGURE_SECONDS}

Lying = Mapping[str, frozenset[str]]
"""For each place that is read, the tags that lie there."""


class Inventories(msgspec.Struct, frozen=True):
    """What is known of the places that are read."""

    lying: Lying = {}
    """What was said last."""
    agreed: Lying = {}
    """The same when the screen last knew how it came to be."""
    frozen: frozenset[str] = frozenset()
    """The places that cannot be read now."""
    leftover: frozenset[str] = frozenset()
    """Tiles still on the auction track though their epoch has ended."""
    epoch: int = 1
    """The epoch when the screen looked last."""
    bag: Tiles | None = None
    """The bag when screen and places last agreed; None: they never did."""
    actions: int = 0
    """How many actions stood then."""
    due: float | None = None
    """When to look at the places (monotonic seconds); None: nothing has moved."""
    is_late: bool = False
    """Whether that look is the last: after it the screen asks."""
    looked: int = 0
    """How many entries there were at the last look."""


class Hardware(msgspec.Struct, frozen=True, kw_only=True):
    """What readers have told; it outlives the game on the table."""

    tags: Mapping[str, str] = {}
    """What each tag of the box is on: the id of a kind of tile, ``sun-1`` … or ``ra_figure``."""
    last_tag: tuple[str, float] | None = None
    """The tag that was seen last, and when (monotonic seconds)."""
    zones: Inventories = Inventories()
    """What lies in the places of the board that antennas read."""


def with_zone_read(known: Inventories, zone: str, uids: tuple[str, ...], at: float) -> Inventories:
    """Return what is known after a place was read."""
    lying = {**known.lying, zone: frozenset(uids)}
    known = replace(known, lying=lying, frozen=known.frozen - {zone}, is_late=False)
    if lying == known.agreed:
        return replace(known, due=None)
    return replace(known, due=at + max(_still(known, each) for each in lying))


def _still(known: Inventories, zone: str) -> float:
    """Return how long a place must be still for what has changed there."""
    left = known.agreed.get(zone, frozenset()) - known.lying[zone]
    return _LEFT.get(zone, CAME_SECONDS) if left else CAME_SECONDS


def with_zone_frozen(known: Inventories, zone: str) -> Inventories:
    """Return what is known after a place could not be read: there, what had been still before."""
    frozen = known.frozen | {zone}
    if zone not in known.lying:
        return replace(known, frozen=frozen)
    if zone not in known.agreed:
        rest = {name: uids for name, uids in known.lying.items() if name != zone}
        return replace(known, lying=rest, frozen=frozen)
    return replace(known, lying={**known.lying, zone: known.agreed[zone]}, frozen=frozen)


def came(known: Inventories, *zones: str) -> frozenset[str]:
    """Return the tags that have come to one of these places since screen and places agreed."""
    empty: frozenset[str] = frozenset()
    now = empty.union(*(known.lying.get(zone, empty) for zone in zones))
    return now - empty.union(*(known.agreed.get(zone, empty) for zone in zones))


def went(known: Inventories, zone: str) -> frozenset[str]:
    """Return the tags that have left a place since screen and places agreed."""
    return known.agreed.get(zone, frozenset()) - known.lying.get(zone, frozenset())
