"""What antennas may report, for tests that try every message."""

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from companion.pages.hardware import ChooseStory, LookAtZones, ZoneLost, ZoneSeen
from companion.rules.actions import DRAWS, END_GODS, GODS, INVOKE, UNSOLD, Action, Discard, Won
from companion.rules.editions import Sun
from companion.rules.tiles import Tile

ZONES = st.sampled_from(["lane", "ra_track", "sun", "figure", "discard", "cellar"])


UIDS = st.lists(st.sampled_from(["04A1", "04B2", "04C3", "04D4"]), unique=True).map(tuple)


TIMES = st.floats(0, 100)


ACTIONS: st.SearchStrategy[Action] = st.one_of(
    st.sampled_from([*DRAWS.values(), *GODS, END_GODS, INVOKE, UNSOLD]),
    st.integers(1, 16).map(lambda sun: Won(Sun(sun))),
    st.sampled_from([(Tile.ART,), (Tile.ART, Tile.WRITING)]).map(Discard),
)


MESSAGES: Mapping[type, st.SearchStrategy[Any]] = {
    ZoneSeen: st.builds(ZoneSeen, ZONES, UIDS, TIMES),
    ZoneLost: st.builds(ZoneLost, ZONES, st.sampled_from(["", "antenna 3"])),
    LookAtZones: st.just(LookAtZones()),
    ChooseStory: st.builds(
        ChooseStory, st.lists(ACTIONS, max_size=3).map(tuple), st.integers(0, 3)
    ),
}
