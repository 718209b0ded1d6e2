"""What people may enter in a partially recorded game, for tests that try every message."""

from collections.abc import Mapping
from math import inf
from typing import Any

from hypothesis import strategies as st

from companion.core.page import Page
from companion.pages.partial import (
    Ask,
    BeginUnderWay,
    Joining,
    PartialTable,
    Pointing,
    Stepped,
    StepUp,
    SunPlace,
    Telling,
)
from companion.pages.table import EndEarly
from companion.rules.actions import Level
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import Seat, Sun
from companion.rules.partial.ledger import END_EPOCH, TallyEpoch
from companion.rules.records.shapes import Entry, SetLevel
from companion.rules.tiles import KINDS, NO_TILES, Tile

SEATS = st.integers(0, 4).map(Seat)


SUNS = st.integers(1, 16).map(Sun)


LEVELS = st.sampled_from(Level)


PLACES = st.builds(SunPlace, st.none() | SEATS, st.booleans())


TILES = st.lists(st.sampled_from(KINDS), max_size=9).map(tuple)


ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    LEVELS.map(SetLevel),
    st.sampled_from([Level.LIGHT, Level.SCORE_ONLY]).map(lambda at: SetLevel(at, is_unknown=True)),
    st.just(END_EPOCH),
    st.integers(2, 5).map(lambda players: TallyEpoch((NO_TILES,) * players)),
    st.integers(2, 5).map(lambda players: TallyEpoch((None, *(Tile.NILE.one,) * (players - 1)))),
    st.integers(0, 10).map(lambda number: Fix(ra_count=number)),
    st.integers(1, 3).map(lambda number: Fix(epoch=number)),
    st.integers(0, 8).map(lambda number: Fix(lane_tiles=number)),
    SEATS.map(lambda seat: Fix(active=seat)),
)
"""What can be entered at the lower levels alone, and the way there."""


PAGES: st.SearchStrategy[Page] = st.one_of(
    st.just(PartialTable()),
    st.builds(Stepped, SUNS, st.sampled_from([0.0, inf]), st.none() | SEATS).map(PartialTable),
    st.sampled_from(Telling).map(lambda telling: PartialTable(Pointing(telling))),
    st.booleans().map(EndEarly),
    st.builds(
        Joining,
        st.sampled_from(Ask),
        LEVELS,
        st.none() | SEATS,
        st.just(0),
        st.integers(0, 30),
        st.lists(PLACES, max_size=17).map(tuple),
        TILES,
        st.none() | st.integers(0, 999),
    ),
)


MESSAGES: Mapping[type, st.SearchStrategy[Any]] = {
    StepUp: st.just(StepUp()),
    BeginUnderWay: st.just(BeginUnderWay()),
}
