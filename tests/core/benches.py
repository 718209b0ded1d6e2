"""Everything that can arrive for the hands-on pages, for tests that try every message."""

from collections.abc import Mapping

from hypothesis import strategies as st

from companion.core.effects import BuilderPage, Visit
from companion.core.messages import Message
from companion.core.page import Page
from companion.pages.hardware import hardware_test, pin_wizard, tag_teaching
from companion.tags.box import TagBox

PINS = st.sampled_from([4, 5, 6, 12, 13, 16, 17, 27])


UIDS = st.sampled_from(["04A1", "04B2", "04C3", ""])


KINDS = st.sampled_from(tag_teaching.KINDS)


TIMES = st.floats(0, 9)


BOXES = st.builds(TagBox, st.dictionaries(UIDS, KINDS, max_size=2))


LESSONS = st.builds(
    tag_teaching.TagTeaching, st.just(("attic",)), st.just("attic"), st.booleans(), BOXES, KINDS
)


EDGES = st.builds(hardware_test.Edge, st.sampled_from(["p1", "dial_a"]), PINS, st.booleans(), TIMES)


CHUNKS = st.builds(hardware_test.Chunk, st.binary(max_size=9), st.just(("TAG 04A1",)), TIMES)


BENCHES: st.SearchStrategy[Page] = st.sampled_from(
    [pin_wizard.PinWizard(), hardware_test.HardwareTest(), tag_teaching.TagTeaching()]
)


MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    Visit: st.sampled_from(BuilderPage).map(Visit),
    pin_wizard.PinsFree: st.builds(
        pin_wizard.PinsFree, st.lists(PINS, unique=True).map(tuple), st.just((12, 16))
    ),
    pin_wizard.NoPinWatched: st.just(pin_wizard.NoPinWatched("there is no chip")),
    pin_wizard.PinMoved: st.builds(pin_wizard.PinMoved, PINS, st.booleans(), TIMES),
    pin_wizard.Skip: st.just(pin_wizard.Skip()),
    pin_wizard.StepBack: st.just(pin_wizard.StepBack()),
    pin_wizard.Keep: st.just(pin_wizard.Keep()),
    pin_wizard.WiringKept: st.just(pin_wizard.WiringKept("settings.toml")),
    hardware_test.Tried: st.sampled_from(hardware_test.CONTROLS).map(hardware_test.Tried),
    hardware_test.Overheard: st.builds(
        hardware_test.Overheard, st.lists(EDGES).map(tuple), st.lists(CHUNKS).map(tuple)
    ),
    tag_teaching.Boxes: st.builds(
        tag_teaching.Boxes, st.just(("attic",)), st.sampled_from(["attic", "Box 2"]), BOXES
    ),
    tag_teaching.TeachingKept: LESSONS.map(tag_teaching.TeachingKept),
    tag_teaching.NotKept: st.just(
        tag_teaching.NotKept(tag_teaching.TeachingSentence.NOT_KEPT, "the disk is full")
    ),
    tag_teaching.Known: st.just(tag_teaching.Known({"04A1": "nile"})),
    tag_teaching.ChooseKind: KINDS.map(tag_teaching.ChooseKind),
    tag_teaching.NextBox: st.just(tag_teaching.NextBox()),
    tag_teaching.TypeBox: st.text(min_size=1, max_size=2).map(tag_teaching.TypeBox),
    tag_teaching.Untag: st.just(tag_teaching.Untag()),
}
