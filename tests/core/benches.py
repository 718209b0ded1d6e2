"""Everything that can arrive for the hands-on pages, for tests that try whatever may come."""

from collections.abc import Mapping

from hypothesis import strategies as st

from companion.core import teaching, trying, wizard
from companion.core.box import Box
from companion.core.messages import Message
from companion.core.model import Page
from companion.core.orders import Bench, Visit

PINS = st.sampled_from([4, 5, 6, 12, 13, 16, 17, 27])
UIDS = st.sampled_from(["04A1", "04B2", "04C3", ""])
KINDS = st.sampled_from(teaching.KINDS)
TIMES = st.floats(0, 9)
BOXES = st.builds(Box, st.dictionaries(UIDS, KINDS, max_size=2))
LESSONS = st.builds(
    teaching.Teaching, st.just(("attic",)), st.just("attic"), st.booleans(), BOXES, KINDS
)
EDGES = st.builds(trying.Edge, st.sampled_from(["p1", "dial_a"]), PINS, st.booleans(), TIMES)
CHUNKS = st.builds(trying.Chunk, st.binary(max_size=9), st.just(("TAG 04A1",)), PINS, TIMES)

BENCHES: st.SearchStrategy[Page] = st.sampled_from(
    [wizard.Wizard(), trying.Trying(), teaching.Teaching()]
)

MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    Visit: st.sampled_from(Bench).map(Visit),
    wizard.PinsFree: st.builds(
        wizard.PinsFree, st.lists(PINS, unique=True).map(tuple), st.just((12, 16))
    ),
    wizard.NoPins: st.just(wizard.NoPins("there is no chip")),
    wizard.PinMoved: st.builds(wizard.PinMoved, PINS, st.booleans(), TIMES),
    wizard.Skip: st.just(wizard.Skip()),
    wizard.StepBack: st.just(wizard.StepBack()),
    wizard.Keep: st.just(wizard.Keep()),
    wizard.WiringKept: st.just(wizard.WiringKept("settings.toml")),
    trying.Tried: st.sampled_from(trying.CONTROLS).map(trying.Tried),
    trying.Overheard: st.builds(
        trying.Overheard, st.lists(EDGES).map(tuple), st.lists(CHUNKS).map(tuple)
    ),
    teaching.Boxes: st.builds(
        teaching.Boxes, st.just(("attic",)), st.sampled_from(["attic", "Box 2"]), BOXES
    ),
    teaching.Kept: LESSONS.map(teaching.Kept),
    teaching.NotKept: st.just(teaching.NotKept(teaching.Told.NOT_KEPT, "the disk is full")),
    teaching.Known: st.just(teaching.Known({"04A1": "nile"})),
    teaching.ChooseKind: KINDS.map(teaching.ChooseKind),
    teaching.NextBox: st.just(teaching.NextBox()),
    teaching.TypeBox: st.text(min_size=1, max_size=2).map(teaching.TypeBox),
    teaching.Untag: st.just(teaching.Untag()),
}
