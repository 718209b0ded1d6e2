"""The rules card for partially recorded games and for the scoring assistant."""

from __future__ import annotations

from collections.abc import Mapping
from enum import unique

from companion.core.model import Model
from companion.i18n import Sentences
from companion.pages import partial, score_sheet
from companion.pages.reference.guide import GuideLine, Rule
from companion.rules.actions import Level
from companion.rules.model import LAST_EPOCH
from companion.rules.partial.ledger import Ledger, Wait
from companion.rules.tiles import Tile


@unique
class KnownFact(Sentences):
    """What people enter of a game, and what they need not; the value is the English sentence."""

    TELL = "Enter every Ra tile, and which sun is in the centre after an auction."
    WHOSE_SUN = "No need to say who won: everybody knows whose sun that was."
    THE_REST = "All other tiles lie on the table and are counted once the epoch is over."
    ON_RA_TRACK = "Ra tiles on the Ra track: {ra} of {limit}."
    CENTRE = "The winner gets all tiles and sun {sun}; the winning sun stays in the centre."
    POINTS_ONLY = "Nothing is entered until the epoch is over; then all tiles are counted."
    MORE_OR_LESS = "The menu lets you enter more or less of the game."
    LEFT_OUT = "You can leave out what nobody knows: it stays unknown."
    LATER = "Anything unknown or entered wrongly can be entered later."
    COUNT = "Count what everybody has before anything is put away."
    MARKED = "What the box cannot contain is marked, with whose it is."


Said = tuple[tuple[GuideLine | Rule | KnownFact, ...], tuple[Tile, ...]]
"""Sentences, and the tiles that they are about."""


def of_table(model: Model, _: partial.PartialTable) -> Said:
    """Return what the card says of the table."""
    ledger = None if model.session.timeline is None else model.session.timeline.ledger
    if ledger is None:
        return (), ()
    if ledger.level is Level.SCORE_ONLY and ledger.stage is Wait.TURN:
        return _POINTS_ONLY, (Tile.RA,)
    if ledger.stage is Wait.TALLY:
        return _COUNTED, _TILES
    if ledger.stage is Wait.OVER:
        return _OVER, ()
    return (*_WAITING[ledger.stage], *_facts(ledger)), (Tile.RA,)


def asks_for_suns(model: Model) -> bool:
    """Whether a sun can be the answer at this table."""
    ledger = None if model.session.timeline is None else model.session.timeline.ledger
    if ledger is None or ledger.level is Level.SCORE_ONLY:
        return False
    return ledger.stage in _WAITING


_POINTS_ONLY = (
    KnownFact.POINTS_ONLY,
    Rule.RA_ENDS_EPOCH,
    Rule.SUNS_END_EPOCH,
    KnownFact.MORE_OR_LESS,
)

_OVER = (Rule.MOST_POINTS, Rule.TIE, Rule.NEVER_BELOW_ZERO)

_BIDDING = (Rule.RA_PLAYER, Rule.ONE_BID, Rule.HIGHER)

_WAITING: Mapping[Wait, tuple[Rule | KnownFact, ...]] = {
    Wait.TURN: (KnownFact.TELL, KnownFact.WHOSE_SUN, KnownFact.THE_REST, KnownFact.MORE_OR_LESS),
    Wait.DRAWN: (*_BIDDING, Rule.AFTER_RA_TILE),
    Wait.CALLED: (*_BIDDING, Rule.AFTER_CALL),
}


def _facts(ledger: Ledger) -> tuple[GuideLine, ...]:
    """Return what is known of the Ra track and of the centre."""
    ra, sun = ledger.ra_count, ledger.centre
    limit = ledger.setup.ra_limit
    return (
        *(
            ()
            if ra is None
            else (GuideLine(KnownFact.ON_RA_TRACK.value, {"ra": ra, "limit": limit}),)
        ),
        *(() if sun is None else (GuideLine(KnownFact.CENTRE.value, {"sun": sun}),)),
    )


_COUNTED = (
    KnownFact.COUNT,
    Rule.GODS_AND_GOLD,
    Rule.PHARAOHS,
    Rule.RIVER,
    Rule.CIVILISATIONS,
    KnownFact.MARKED,
)

_FINAL = (
    KnownFact.COUNT,
    Rule.DIFFERENT_MONUMENTS,
    Rule.EQUAL_MONUMENTS,
    Rule.MONUMENTS_COUNT_TWICE,
    Rule.SUM_OF_SUNS,
    Rule.NEVER_BELOW_ZERO,
)

_TILES = (Tile.GOD, Tile.PHARAOH, Tile.FLOOD, Tile.ART)


def of_tally(_: Model, page: score_sheet.SheetTally) -> Said:
    """Say what counts (rules section 1.9, R-EPE-3)."""
    if page.epoch == LAST_EPOCH:
        return _FINAL, (Tile.PYRAMID, Tile.SPHINX, Tile.TEMPLE)
    return _COUNTED, _TILES


def of_joining(_: Model, __: partial.Joining) -> Said:
    """Return what the card says of joining a game late."""
    return (KnownFact.LEFT_OUT, KnownFact.LATER, KnownFact.MORE_OR_LESS), (Tile.RA,)
