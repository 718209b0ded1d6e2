"""Everything that phones and the process that serves them may say, in any order."""

from collections.abc import Mapping

from hypothesis import strategies as st

from companion.core.messages import Message
from companion.pages import phones
from companion.pages.phones import deeds
from companion.rules.tiles import Tile

BUTTONS = st.integers(0, 4)

PHONES = st.sampled_from(["a1", "b2", "c3"])

GIVEN: Mapping[str, st.SearchStrategy[object]] = {
    "sit": st.builds(deeds.Sit, BUTTONS, st.text(max_size=30)),
    "name": st.text(max_size=30),
    "draw": st.sampled_from(Tile),
    "god": st.integers(0, 7),
    "lose": st.lists(st.sampled_from(Tile), min_size=1, max_size=4).map(tuple),
    "bid": st.integers(1, 16),
    "press": st.builds(
        deeds.Press,
        st.sampled_from(["own", "ra", "ok"]),
        st.sampled_from(["Table", "PartialTable", "EpochScores 0", "Seating", "Finale 1"]),
    ),
    "count": st.builds(
        deeds.Count,
        st.dictionaries(st.sampled_from(Tile), st.integers(0, 99), max_size=4),
        st.lists(st.integers(1, 16), max_size=4).map(tuple),
        st.none() | st.integers(0, 999),
        st.booleans(),
    ),
}


@st.composite
def deeds_of_phones(draw: st.DrawFn) -> phones.PhoneDeed:
    """Draw anything that can be done on a phone, on any picture."""
    what = draw(st.sampled_from(sorted(phones.DEEDS)))
    given = draw(GIVEN.get(what, st.just(True)))  # noqa: FBT003 - what the page sends
    return phones.PhoneDeed(
        draw(PHONES),
        draw(st.integers(0, 99)),
        draw(st.none() | BUTTONS),
        draw(st.integers(0, 30)),
        what,
        given,
    )


MESSAGES: Mapping[type, st.SearchStrategy[Message]] = {
    phones.PhoneDeed: deeds_of_phones(),
    phones.AllowPhone: BUTTONS.map(phones.AllowPhone),
    phones.RefusePhone: BUTTONS.map(phones.RefusePhone),
    phones.NobodysPhone: st.just(phones.NobodysPhone()),
    phones.ForgetPhones: st.just(phones.ForgetPhones()),
    phones.PhonesLinked: st.sampled_from(["", "http://table:8137/#secret"]).map(
        lambda link: phones.PhonesLinked(link, "table:8137", 1)
    ),
    phones.PhonesSeated: st.dictionaries(BUTTONS, PHONES, max_size=3).map(phones.PhonesSeated),
}
